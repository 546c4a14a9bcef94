import { join } from "node:path";
import { WITHOUT_TERRAFORM } from "../support/terraform";
import { FidelityReporter } from "./reporter";
import type { Section } from "./row";
import { testsOf } from "./row";

const SECTION: Section = {
  source: "reference",
  title: "Show a project",
  rows: [
    {
      kind: "operation",
      name: "GET /projects/:project_id",
      says: "Gives a project.",
      basis: { mark: "API reference" },
      emulator: testsOf("test/a.test.ts")("shows"),
      client: testsOf("test/b.test.ts")("reads"),
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
function report(files: readonly object[], run: object = {}, section = SECTION): Error | undefined {
  const reporter = new FidelityReporter({ rootDir, ...WHOLE, ...run }, [section]);
  reporter.onRunComplete(undefined, { testResults: files } as Parameters<FidelityReporter["onRunComplete"]>[1]);
  return reporter.getLastError();
}

const BOTH = [file("a.test.ts", "shows it @shows"), file("b.test.ts", "reads it @reads")];

test("a whole run in which every row is shown prints the counts and succeeds", () => {
  expect(report(BOTH)).toBeUndefined();
  expect(output).toContain("Fidelity: 1 rows");
  expect(output).toContain("0 open");
});

test("a whole run in which a title was reworded succeeds", () => {
  expect(report([file("a.test.ts", "displays it @shows"), BOTH[1]!])).toBeUndefined();
});

test.each([
  ["a test failed", [file("a.test.ts", "shows it @shows", "failed"), BOTH[1]!], '"shows it @shows" did not pass'],
  ["a test was skipped", [file("a.test.ts", "shows it @shows", "pending"), BOTH[1]!], '"shows it @shows" did not pass'],
  ["an id was changed", [file("a.test.ts", "shows it @displays"), BOTH[1]!], "there is no test with the id shows"],
  ["a file was not run", [BOTH[0]!], "the file was not run"],
])("a whole run in which %s fails, and names the row", (_, files, problem) => {
  expect(report(files)).toBeInstanceOf(Error);
  expect(output).toContain(`open: show-a-project GET /projects/:project_id: `);
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

describe("where a row refers to an end-to-end test too", () => {
  const rows = SECTION.rows.map((row) => ({ ...row, terraform: testsOf("test/e2e/c.test.ts")("deploys") }));
  const shown: Section = { ...SECTION, rows };

  test.each([
    ["of the unit tests", BOTH],
    ["of the end-to-end tests", [file("e2e/c.test.ts", "deploys it @deploys")]],
  ])("a run %s alone prints nothing", (_, files) => {
    expect(report(files, {}, shown)).toBeUndefined();
    expect(output).toBe("");
  });

  test.each([
    ["passed", "1 rows", "0 open"],
    ["failed", 'on constructs and provider, test/e2e/c.test.ts: "deploys it @deploys" did not pass', "1 open"],
  ])("a run of both in which it %s reports it", (status, ...sentences) => {
    report([...BOTH, file("e2e/c.test.ts", "deploys it @deploys", status)], {}, shown);
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

test("a run of some files that are all that rows refer to is as good as a whole one", () => {
  expect(report([BOTH[0]!, file("b.test.ts", "reads it @reads", "failed")], { runTestsByPath: true })).toBeInstanceOf(
    Error,
  );
  expect(output).toContain("1 open");
});
