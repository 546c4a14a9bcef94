import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { releaseProblems, type ReleaseFiles } from "../../../scripts/release/check-metadata";

const MANIFEST = {
  version: "1.2.3",
  author: "Ada Lovelace <ada@lovelace.dev>",
  homepage: "https://github.com/ada/tfprojects#readme",
  repository: { type: "git", url: "git+https://github.com/ada/tfprojects.git" },
  bugs: { url: "https://github.com/ada/tfprojects/issues" },
};
const CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-12-01\n";

function problemsOf(changes: Readonly<Record<string, unknown>> = {}, changelog = CHANGELOG): readonly string[] {
  const environment = { GITHUB_REPOSITORY: "ada/tfprojects", GITHUB_REF: "refs/tags/v1.2.3" };
  return releaseProblems({ manifest: { ...MANIFEST, ...changes }, changelog }, environment);
}

test("a package with its owner's fields, from the owner's repository, can be published", () => {
  expect(problemsOf()).toEqual([]);
  expect(problemsOf({ author: { name: "Ada Lovelace" } })).toEqual([]);
  expect(problemsOf({ repository: { url: "https://github.com/Ada/tfprojects" } })).toEqual([]);
});

test.each([
  ["author", { author: "OWNER <owner@example.invalid>" }, /^author: .* is a placeholder/],
  ["author", { author: undefined }, /^author: it is missing/],
  ["author", { author: { name: " " } }, /^author: it is missing/],
  ["homepage", { homepage: "https://example.invalid/OWNER/tfprojects" }, /^homepage: .* is a placeholder/],
  ["bugs.url", { bugs: {} }, /^bugs\.url: it is missing/],
  ["repository.url", { repository: { url: "git+https://example.invalid/OWNER/tfprojects.git" } }, /is a placeholder/],
  ["repository.url", { repository: "ada/tfprojects" }, /^repository\.url: it is missing/],
  ["repository.url", { repository: { url: "git@github.com:ada/tfprojects.git" } }, /is not of the form/],
  ["repository.url", { repository: { url: "https://github.com/eve/tfprojects" } }, /names eve.* from ada/],
  ["version", { version: "1.2.4" }, /^version: it is 1\.2\.4, but the tag is v1\.2\.3/],
])("a problem names the field: %s in %j", (field, changes, message) => {
  const [problem] = problemsOf(changes, `${CHANGELOG}\n## [1.2.4] - 2026-12-02\n`);
  expect(problem).toMatch(message);
  expect(problem!.startsWith(`${field}: `)).toBe(true);
});

test("a version without a section in the changelog is not published", () => {
  expect(problemsOf({}, "## [Unreleased]\n")).toEqual([expect.stringMatching(/^CHANGELOG\.md: .*\[1\.2\.3\]/)]);
});

test("this package can be published as soon as its owner has filled in the fields and dated the version", () => {
  const root = resolve(__dirname, "../../..");
  const manifest = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")) as ReleaseFiles["manifest"];
  const changelog = readFileSync(resolve(root, "CHANGELOG.md"), "utf8");
  const fields = releaseProblems({ manifest, changelog }).map((problem) => problem.replace(/:.*/, ""));
  const toFill = ["author", "repository.url", "homepage", "bugs.url", "CHANGELOG.md"];
  expect(toFill).toEqual(expect.arrayContaining(fields));
});
