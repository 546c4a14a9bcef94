import { WITHOUT_TERRAFORM } from "../support/without-terraform";
import { catalogue } from "./catalogue";
import { fidelityDocument } from "./document";
import { showing } from "./example";
import { problemsOf } from "./problems";
import { FidelityReporter } from "./reporter";
import { define, filesThatShow, readDocument, readShowings } from "./showings";
import { statement } from "./shows";
import type { Showing } from "./statement";

jest.mock("./problems");
jest.mock("./showings");

const ID = "show-project: GET /projects/:project_id";
const EMULATOR = showing("emulator/a", statement.operation(ID, "Gives it.", { terraform: "Why." }), "shows it");
const CLIENT = showing("api/b", ID, "reads it");
/** In a file that is run on request. */
const DEPLOYED = showing("e2e/c", ID, "deploys it");

let output: string;
beforeEach(() => {
  output = "";
  jest.mocked(problemsOf).mockReturnValue([]);
  jest.mocked(readDocument).mockReturnValue(fidelityDocument(catalogue([EMULATOR, CLIENT])));
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    output += String(text);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  delete process.env["FIDELITY"];
});

type Ran = readonly (readonly [showing: Showing, status: string])[];
const PASSED = [[EMULATOR, "passed"] as const, [CLIENT, "passed"] as const];

/** What the reporter makes of a run of tests, when there are others too. */
function report(ran: Ran, all: readonly Showing[] = [EMULATOR, CLIENT], testNamePattern = ""): Error | undefined {
  const files = ran.map(([{ file }]) => file);
  jest.mocked(filesThatShow).mockReturnValue(all.map(({ file }) => file));
  jest.mocked(define).mockImplementation((others) => files.push(...others));
  jest.mocked(readShowings).mockImplementation(() => all.filter(({ file }) => files.includes(file)));
  const reporter = new FidelityReporter({ rootDir: "/root", testNamePattern }, (file) => file.startsWith("test/e2e/"));
  reporter.onRunComplete(undefined, {
    testResults: ran.map(([{ file, tests }, status]) => ({
      testFilePath: `/root/${file}`,
      testResults: [{ ancestorTitles: [], title: tests[0]!.join(), status }],
    })),
  });
  return reporter.getLastError();
}

test("a whole run in which every row is shown prints the counts and succeeds", () => {
  expect(report(PASSED)).toBeUndefined();
  expect(output).toContain("Fidelity: 1 rows");
  expect(output).toContain("0 open");
});

test.each<[string, Ran]>([
  ["failed", [[EMULATOR, "failed"], PASSED[1]!]],
  ["was skipped", [[EMULATOR, "pending"], PASSED[1]!]],
  ["was not run", [[showing("emulator/a", ID, "another"), "passed"], PASSED[1]!]],
  ["failed in the first of two projects", [[EMULATOR, "failed"], ...PASSED]],
  ["failed in the second of two projects", [...PASSED, [EMULATOR, "failed"]]],
])("a whole run in which a test %s fails, and names the row", (_, ran) => {
  expect(report(ran)).toBeInstanceOf(Error);
  expect(output).toContain(`open: ${ID}: "test/emulator/a.test.ts › shows it" did not pass.`);
});

test("a whole run fails with what is wrong with statements, and when docs/internals/fidelity.md is not made of them", () => {
  jest.mocked(problemsOf).mockReturnValueOnce(['"x" is stated twice.']);
  expect(report(PASSED)).toBeInstanceOf(Error);
  expect(output).toContain('"x" is stated twice.');
  jest.mocked(readDocument).mockReturnValue("");
  expect(report(PASSED)).toBeInstanceOf(Error);
  expect(output).toContain("docs/internals/fidelity.md is out of date: `npm run fidelity`.");
});

test("a run of some tests prints nothing, and one of some files fails when every row is required", () => {
  expect(report(PASSED, undefined, "shows")).toBeUndefined();
  expect(report(PASSED.slice(1))).toBeUndefined();
  expect(output).toBe("");
  process.env["FIDELITY"] = "required";
  expect(report(PASSED.slice(1))).toBeInstanceOf(Error);
  expect(output).toContain("test/emulator/a.test.ts");
});

test("where a file on request shows a row too, a run without it counts the row, neither shown nor open", () => {
  const all = [EMULATOR, CLIENT, DEPLOYED];
  jest.mocked(readDocument).mockReturnValue(fidelityDocument(catalogue(all)));
  expect(report(PASSED, all)).toBeUndefined();
  expect(output).toContain("0 shown on the emulator and in the client,");
  expect(output).toContain("1 shown by `npm run test:e2e:all`; 0 open");
  expect(report([...PASSED, [DEPLOYED, "passed"]], all)).toBeUndefined();
  expect(output).toContain("0 shown by `npm run test:e2e:all`; 0 open");
  expect(report([...PASSED, [DEPLOYED, "failed"]], all)).toBeInstanceOf(Error);
  expect(output).toContain('"test/e2e/c.test.ts › deploys it" did not pass');
  // Another test of constructs or the provider that is run shows it.
  const provider = showing("provider/d", ID, "gives it");
  jest.mocked(readDocument).mockReturnValue(fidelityDocument(catalogue([...all, provider])));
  output = "";
  expect(report([...PASSED, [provider, "passed"]], [...all, provider])).toBeUndefined();
  expect(output).toContain("0 shown by `npm run test:e2e:all`; 0 open. 1 are shown in constructs and provider");
});

test("a run without Terraform, which skips some tests, reports that, and fails only when every row is required", () => {
  const ran: Ran = [...PASSED, [showing("e2e/d", ID, `x (${WITHOUT_TERRAFORM})`), "pending"]];
  expect(report(ran)).toBeUndefined();
  expect(output).toContain("not checked, because tests that need Terraform were skipped");
  process.env["FIDELITY"] = "required";
  expect(report(ran)).toBeInstanceOf(Error);
});
