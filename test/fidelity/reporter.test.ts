import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WITHOUT_TERRAFORM } from "../support/terraform";
import { fidelityDocument } from "./document";
import { evaluate } from "./evaluate";
import { FidelityReporter } from "./reporter";
import type { Section } from "./row";
import { testsOf } from "./row";

const SECTION: Section = {
  source: "reference",
  number: "4.4",
  title: "Show a project",
  rows: [
    {
      kind: "operation",
      name: "GET /projects/:project_id",
      says: "Gives a project.",
      basis: { mark: "API reference" },
      emulator: testsOf("test/a.test.ts")("shows it"),
      client: testsOf("test/b.test.ts")("reads it"),
    },
  ],
};

/** A run of all tests, as jest configures it. */
const WHOLE = {
  testNamePattern: "",
  testPathPatterns: { isSet: () => false },
  runTestsByPath: false,
  onlyChanged: false,
  onlyFailures: false,
  findRelatedTests: false,
  watch: false,
  watchAll: false,
};

const rootDir = mkdtempSync(join(tmpdir(), "fidelity-"));
let said: string;

beforeEach(() => {
  mkdirSync(join(rootDir, "docs"));
  said = "";
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  delete process.env["FIDELITY"];
  rmSync(join(rootDir, "docs"), { recursive: true });
});
afterAll(() => rmSync(rootDir, { recursive: true }));

const path = (): string => join(rootDir, "docs/fidelity.md");
const file = (name: string, title: string, status = "passed"): object => ({
  testFilePath: join(rootDir, "test", name),
  testResults: [{ ancestorTitles: [], title, status }],
});

/** What the reporter makes of a run. */
function report(files: readonly object[], run: object = {}, section = SECTION): Error | undefined {
  const reporter = new FidelityReporter({ rootDir, ...WHOLE, ...run }, [section]);
  reporter.onRunComplete(undefined, { testResults: files } as Parameters<FidelityReporter["onRunComplete"]>[1]);
  return reporter.getLastError();
}

const BOTH = [file("a.test.ts", "shows it"), file("b.test.ts", "reads it")];
/** What the document must be when both tests have passed. */
const DOCUMENT = fidelityDocument(
  evaluate(
    [SECTION],
    new Map([
      ["test/a.test.ts", [{ titles: ["shows it"], passed: true }]],
      ["test/b.test.ts", [{ titles: ["reads it"], passed: true }]],
    ]),
  ),
);

test("a whole run in which every row is shown prints the counts and succeeds", () => {
  writeFileSync(path(), DOCUMENT);
  expect(report(BOTH)).toBeUndefined();
  expect(said).toContain("Fidelity: 1 rows");
  expect(said).toContain("0 open");
});

test.each([
  ["a test failed", [file("a.test.ts", "shows it", "failed"), BOTH[1]!], '"shows it" did not pass'],
  ["a test was skipped", [file("a.test.ts", "shows it", "pending"), BOTH[1]!], '"shows it" did not pass'],
  ["a test was renamed", [file("a.test.ts", "displays it"), BOTH[1]!], 'there is no test "shows it"'],
  ["a file was not run", [BOTH[0]!], "the file was not run"],
])("a whole run in which %s fails, and names the row", (_, files, problem) => {
  writeFileSync(path(), DOCUMENT);
  expect(report(files)).toBeInstanceOf(Error);
  expect(said).toContain(`open: 4.4 GET /projects/:project_id: `);
  expect(said).toContain(problem);
});

test("a whole run fails when the document is not what the tests give, or is not there, and leaves it as it is", () => {
  writeFileSync(path(), DOCUMENT.replace("Gives a project.", "Gives two."));
  expect(report(BOTH)).toBeInstanceOf(Error);
  expect(said).toContain("run `npm run fidelity`");
  expect(readFileSync(path(), "utf8")).toContain("Gives two.");
  rmSync(path());
  expect(report(BOTH)).toBeInstanceOf(Error);
});

test("told to write, it writes the document, also one with open rows, for which the run fails all the same", () => {
  process.env["FIDELITY"] = "write";
  expect(report(BOTH)).toBeUndefined();
  expect(readFileSync(path(), "utf8")).toBe(DOCUMENT);
  expect(report([BOTH[0]!, file("b.test.ts", "reads it", "failed")])).toBeInstanceOf(Error);
  expect(readFileSync(path(), "utf8")).toContain("**Open**");
});

test.each([
  ["of some tests by name", BOTH, { testNamePattern: "shows" }],
  ["of some files", [BOTH[0]!], { testPathPatterns: { isSet: () => true } }],
  ["of some files, named whole", [BOTH[0]!], { runTestsByPath: true }],
  ["of what has changed", [BOTH[0]!], { onlyChanged: true }],
  ["of a part of the files", [BOTH[0]!], { shard: { shardIndex: 1, shardCount: 2 } }],
  ["of a project without any such file", [file("e2e.test.ts", "x")], {}],
  ["that is watched", BOTH, { watch: true }],
])("of a run %s it says nothing", (_, files, run) => {
  expect(report(files, run)).toBeUndefined();
  expect(said).toBe("");
});

describe("where a row refers to an end-to-end test too", () => {
  const rows = SECTION.rows.map((row) => ({ ...row, terraform: testsOf("test/e2e/c.test.ts")("deploys it") }));
  const shown: Section = { ...SECTION, rows };

  test.each([
    ["of the unit tests", BOTH],
    ["of the end-to-end tests", [file("e2e/c.test.ts", "deploys it")]],
  ])("a run %s alone says nothing", (_, files) => {
    expect(report(files, {}, shown)).toBeUndefined();
    expect(said).toBe("");
  });

  test.each([
    ["passed", "1 rows", "0 open"],
    ["failed", 'on constructs and provider, test/e2e/c.test.ts: "deploys it" did not pass', "1 open"],
  ])("a run of both in which it %s says so", (status, ...sentences) => {
    process.env["FIDELITY"] = "write";
    report([...BOTH, file("e2e/c.test.ts", "deploys it", status)], {}, shown);
    for (const sentence of sentences) expect(said).toContain(sentence);
  });
});

test("a run without Terraform, which skips some tests, says that it tells nothing, and fails only when told to write", () => {
  const files = [...BOTH, file("e2e/c.test.ts", `x (${WITHOUT_TERRAFORM})`, "pending")];
  expect(report(files)).toBeUndefined();
  expect(said).toContain("not looked at, since tests that need Terraform were skipped");
  process.env["FIDELITY"] = "write";
  expect(report(files)).toBeInstanceOf(Error);
  expect(existsSync(path())).toBe(false);
});

test("a run of some files that are all that rows refer to is as good as a whole one", () => {
  expect(report(BOTH, { runTestsByPath: true })).toBeInstanceOf(Error);
  expect(said).toContain("docs/fidelity.md is not what the tests give");
});
