import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownRequirement } from "../../src/cli/own-requirement";
import { VERSION } from "../../src/version";

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-"))));
afterAll(() => rmSync(folder, { recursive: true }));

/** A project with this package, and where that is installed. */
function installed(name: string, manifest: object, path = "node_modules/tfprojects/dist"): string {
  const from = join(folder, name, path);
  mkdirSync(from, { recursive: true });
  writeFileSync(join(folder, name, "package.json"), JSON.stringify(manifest));
  return from;
}

const app = (path: string): string => join(folder, path);

test.each([
  ["a version", "^0.3.0"],
  ["an address", "https://example.com/tfprojects.tgz"],
  ["a repository", "git+ssh://git@example.com/tfprojects.git#v1"],
])("a new app depends on %s as the project does in which this is installed", (_, spec) => {
  expect(ownRequirement(app("new"), installed("versions", { dependencies: { tfprojects: spec } }))).toBe(spec);
});

test.each([
  ["dependencies", "node_modules/tfprojects/dist", "file:../../../packed/tfprojects-1.0.0.tgz"],
  // With pnpm.
  ["devDependencies", "node_modules/.pnpm/tfprojects@file/node_modules/tfprojects/dist", "link:../../../packed/folder"],
])("the path of an archive or a folder is relative to the app: %s", (kind, path, expected) => {
  const [protocol, target] = expected.split(":../../../") as [string, string];
  const from = installed("team/project", { [kind]: { tfprojects: `${protocol}:../../${target}` } }, path);
  expect(ownRequirement(app("team/project/acme"), from)).toBe(expected);
  expect(ownRequirement(app("elsewhere"), from)).toBe(`${protocol}:../${target}`);
});

test("a package that another one brings depends on what the nearest project has", () => {
  const outer = { dependencies: { tfprojects: "file:outer.tgz" } };
  installed("outer", outer, ".");
  const from = installed("outer/inner", { name: "inner", dependencies: { other: "1.0.0" } });
  expect(ownRequirement(app("outer/acme"), from)).toBe("file:../outer.tgz");
});

test("a global installation depends on a compatible version, as does an unreadable project", () => {
  expect(ownRequirement(app("acme"), installed("global", {}))).toBe(`^${VERSION}`);
  const from = installed("broken", {});
  writeFileSync(join(folder, "broken", "package.json"), "{");
  expect(ownRequirement(app("acme"), from)).toBe(`^${VERSION}`);
});
