import colors from "picocolors";
import { anonymize } from "../../src/conformance/anonymize";
import type { Check } from "../../src/conformance/check";
import type { Report } from "../../src/conformance/conformance";
import { conformanceAsJson, conformanceForTerminal } from "../../src/conformance/render";
import type { CheckResult } from "../../src/conformance/run-checks";
import { VERSION } from "../../src/version";

const CHECK: Check = {
  id: "sort",
  row: "pages: sort",
  requests: {},
  expects: () => undefined,
  consequence: "Lists are in another order.",
};
const OF_PART: Check = { ...CHECK, id: "of-part", about: "projects" };

const reportOf = (...results: readonly CheckResult[]): Report => ({
  wrote: false,
  versions: { application: "HCP Terraform", api: "2.6", release: undefined },
  requests: 2,
  results,
  left: [],
});

const REPORT = reportOf(
  { check: CHECK, status: "as-expected" },
  { check: OF_PART, status: "as-expected", found: "a limit of 30" },
  { check: CHECK, status: "differs", seen: "404 \u001b[31m" },
  { check: CHECK, status: "skipped", reason: "the workspace has no run" },
  { check: CHECK, status: "skipped", reason: { needs: "run" } },
  { check: CHECK, status: "skipped", reason: { needs: "run" } },
);
const nameOf = (need: string): string => `--${need}`;

test("each check is a line, with what was seen and the consequence below; those that lack the same are one line", () => {
  const options = { colors: colors.createColors(false), marks: "words", width: Number.POSITIVE_INFINITY } as const;
  expect(conformanceForTerminal(REPORT, nameOf, options)).toBe(
    [
      `tfprojects ${VERSION}, HCP Terraform, API version 2.6`,
      "",
      "[ok]   sort: `name` or `-name`; a stable order by default.",
      "[ok]   sort (projects): `name` or `-name`; a stable order by default.",
      "       Found: a limit of 30",
      "[FAIL] sort: `name` or `-name`; a stable order by default.",
      "       Seen: 404 \\u{1b}[31m",
      "       Check: sort",
      "       Consequence: Lists are in another order.",
      "[skip] sort: the workspace has no run",
      "[skip] 2 more checks: --run is needed",
      "",
      "2 checks as expected, 1 difference, 3 skipped. 2 requests.",
      "",
    ].join("\n"),
  );
});

test("the JSON document has the versions, and for each check what was seen or why it was skipped", () => {
  expect(JSON.parse(conformanceAsJson(REPORT, nameOf))).toMatchObject({
    kind: "conformance",
    as_expected: false,
    service: { application: "HCP Terraform", api_version: "2.6", release: null },
    checks: [
      { id: "sort", row: "pages: sort", about: null, status: "as-expected" },
      { id: "of-part", about: "projects", found: "a limit of 30" },
      { status: "differs", seen: "404 \u001b[31m", consequence: "Lists are in another order." },
      { status: "skipped", reason: "the workspace has no run" },
      { status: "skipped", reason: "--run is needed" },
      { status: "skipped" },
    ],
    left: [],
  });
});

test("IDs, names and tokens are not in what was seen", () => {
  const text = "404 in acme: ws-0123456789abcdef of prj-ABCDEFGHIJKLMNOP, token.atlasv1.secret, network";
  expect(anonymize(text, { names: ["acme", "network"], secrets: ["token.atlasv1.secret"] })).toBe(
    "404 in [name]: ws-… of prj-…, [token], [name]",
  );
});
