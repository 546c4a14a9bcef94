import { join } from "node:path";
import { WITHOUT_TERRAFORM } from "../support/terraform";
import { sectionsOf } from "./example";
import { FidelityReporter } from "./reporter";

const SOURCES = {
  "emulator/a": 'shows.operation("show-project: GET /projects/:project_id", "Gives it."); test("shows it", f);',
  "api/b": 'shows("show-project: GET /projects/:project_id"); test("reads it", f);',
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

const rootDir = join(__dirname, "nowhere");
let output: string;

beforeEach(() => {
  output = "";
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    output += String(text);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  delete process.env["FIDELITY"];
});

const file = (name: string, title: string, status = "passed"): object => ({
  testFilePath: join(rootDir, "test", name),
  testResults: [{ ancestorTitles: [], title, status }],
});

/** What the reporter makes of a run. */
function report(files: readonly object[], run: object = {}, sources: object = SOURCES): Error | undefined {
  const reporter = new FidelityReporter({ rootDir, ...WHOLE, ...run }, () => sectionsOf({ ...sources }));
  reporter.onRunComplete(undefined, { testResults: files } as Parameters<FidelityReporter["onRunComplete"]>[1]);
  return reporter.getLastError();
}

const BOTH = [file("emulator/a.test.ts", "shows it"), file("api/b.test.ts", "reads it")];

test("a whole run in which every row is shown prints the counts and succeeds", () => {
  expect(report(BOTH)).toBeUndefined();
  expect(output).toContain("Fidelity: 1 rows");
  expect(output).toContain("0 open");
});

test.each([
  ["a test failed", [file("emulator/a.test.ts", "shows it", "failed"), BOTH[1]!], '"shows it" did not pass'],
  ["a test was skipped", [file("emulator/a.test.ts", "shows it", "pending"), BOTH[1]!], '"shows it" did not pass'],
  ["a test did not run", [file("emulator/a.test.ts", "displays it"), BOTH[1]!], "there is no test /^shows it$/s"],
  ["a file was not run", [BOTH[0]!], "the file was not run"],
])("a whole run in which %s fails, and names the row", (_, files, problem) => {
  expect(report(files)).toBeInstanceOf(Error);
  expect(output).toContain(`open: show-project: GET /projects/:project_id: `);
  expect(output).toContain(problem);
});

test.each([
  ["of some tests by name", BOTH, { testNamePattern: "shows" }],
  ["of some files", [BOTH[0]!], { testPathPatterns: { isSet: () => true } }],
  ["of some files, given by their paths", [BOTH[0]!], { runTestsByPath: true }],
  ["of what has changed", [BOTH[0]!], { onlyChanged: true }],
  ["of a part of the files", [BOTH[0]!], { shard: { shardIndex: 1, shardCount: 2 } }],
  ["of a project without any such file", [file("e2e.test.ts", "x")], {}],
  ["that is watched", BOTH, { watch: true }],
])("a run %s prints nothing", (_, files, run) => {
  expect(report(files, run)).toBeUndefined();
  expect(output).toBe("");
});

describe("where an end-to-end test shows a row too", () => {
  const shown = { ...SOURCES, "e2e/c": SOURCES["api/b"].replace("reads it", "deploys it") };

  test.each([
    ["of the unit tests", BOTH],
    ["of the end-to-end tests", [file("e2e/c.test.ts", "deploys it")]],
  ])("a run %s alone prints nothing", (_, files) => {
    expect(report(files, {}, shown)).toBeUndefined();
    expect(output).toBe("");
  });

  test.each([
    ["passed", "1 rows", "0 open"],
    ["failed", 'on constructs and provider, test/e2e/c.test.ts: "deploys it" did not pass', "1 open"],
  ])("a run of both in which it %s reports it", (status, ...sentences) => {
    report([...BOTH, file("e2e/c.test.ts", "deploys it", status)], {}, shown);
    for (const sentence of sentences) expect(output).toContain(sentence);
  });
});

test("a run without Terraform, which skips some tests, reports that, and fails only when every row is required", () => {
  const files = [...BOTH, file("e2e/c.test.ts", `x (${WITHOUT_TERRAFORM})`, "pending")];
  expect(report(files)).toBeUndefined();
  expect(output).toContain("not checked, because tests that need Terraform were skipped");
  process.env["FIDELITY"] = "required";
  expect(report(files)).toBeInstanceOf(Error);
});

test("where every row is required, a run of some files is judged as a whole one", () => {
  process.env["FIDELITY"] = "required";
  expect(report(BOTH, { runTestsByPath: true })).toBeUndefined();
  expect(report([BOTH[0]!], { runTestsByPath: true })).toBeInstanceOf(Error);
  expect(output).toContain("test/api/b.test.ts: the file was not run");
});
