import { count, countsLine } from "./counts";
import { filesOf, evaluate } from "./evaluate";
import type { Outcomes } from "./evaluate";
import type { Row, Section, Evidence } from "./row";
import { testsOf } from "./row";

const routes = testsOf("test/routes.test.ts");
const client = testsOf("test/client.test.ts");

const row = (emulator: Evidence, ofClient: Evidence): Row => ({
  kind: "field",
  name: "name",
  says: "A name.",
  basis: { mark: "API reference" },
  emulator,
  client: ofClient,
});
const section = (...rows: readonly Row[]): Section => ({ source: "reference", number: "2.1", title: "Project", rows });

const outcomes = (...passed: readonly (readonly [title: string, passed: boolean])[]): Outcomes =>
  new Map([
    ["test/routes.test.ts", passed.map(([title, isPassed]) => ({ titles: title.split(" › "), passed: isPassed }))],
    ["test/client.test.ts", [{ titles: ["reads it"], passed: true }]],
  ]);

const openWith = (shown: Evidence, ran: Outcomes): readonly string[] =>
  evaluate([section(row(shown, client("reads it")))], ran)[0]!.open;

test("a row is shown when its tests have passed on both sides", () => {
  expect(openWith(routes("create › sends it"), outcomes(["create › sends it", true]))).toEqual([]);
});

test.each<[string, Evidence, Outcomes, string]>([
  ["no test", [], outcomes(), "no test shows it on the emulator"],
  ["a test that failed or was skipped", routes("sends it"), outcomes(["sends it", false]), '"sends it" did not pass'],
  ["a test that there is not", routes("sends"), outcomes(["sends it", true]), 'there is no test "sends"'],
  [
    "one of a family that failed",
    routes("sends …"),
    outcomes(["sends a", true], ["sends b", false]),
    '"sends b" did not pass',
  ],
  ["a file that was not run", testsOf("test/gone.test.ts")("x"), outcomes(), "the file was not run"],
  ["an empty reason", { because: "" }, outcomes(), "nothing says why no test shows it on the emulator"],
])("a row with %s is open, and says why", (_, shown, ran, problem) => {
  expect(openWith(shown, ran)).toEqual([expect.stringContaining(problem)]);
});

test("… stands for anything in a title, other signs for themselves", () => {
  const ran = outcomes(["filter[names] (a|b) › is .*", true]);
  expect(openWith(routes("filter[names] (a|b) › …"), ran)).toEqual([]);
  expect(openWith(routes("… › is .*"), ran)).toEqual([]);
  expect(openWith(routes("filter.names. … › is .*"), ran)).not.toEqual([]);
});

test("a side that no test can show needs a reason alone", () => {
  expect(openWith({ because: "Only the service can know." }, outcomes())).toEqual([]);
});

test("a row that says that constructs or the provider show it is open until they do", () => {
  const terraform = testsOf("test/provider.test.ts")("gives it");
  const shown = { ...row(routes("sends it"), client("reads it")), terraform };
  const ran = outcomes(["sends it", true]);
  expect(evaluate([section(shown)], ran)[0]!.open).toEqual([
    "on constructs and provider, test/provider.test.ts: the file was not run",
  ]);
  const all = new Map([...ran, ["test/provider.test.ts", [{ titles: ["gives it"], passed: true }]] as const]);
  expect(evaluate([section(shown)], all)[0]!.open).toEqual([]);
  expect(count(evaluate([section(shown)], all)).inTerraform).toBe(1);
  expect(filesOf([section(shown)])).toContain("test/provider.test.ts");
});

test("the files of all references are known", () => {
  const sections = [section(row(routes("a", "b"), client("c"))), section(row({ because: "x" }, client("d")))];
  expect([...filesOf(sections)]).toEqual(["test/routes.test.ts", "test/client.test.ts"]);
});

test("rows are counted by where they are shown, and the line tells it", () => {
  const reason = { because: "Only the client can know." };
  const rows = [
    row(routes("sends it"), client("reads it")),
    row(routes("sends it"), reason),
    row(reason, client("reads it")),
    row(routes("sends it"), client("unheard of")),
  ];
  const counts = count(evaluate([section(...rows)], outcomes(["sends it", true])));
  expect(counts).toEqual({
    rows: 4,
    both: 1,
    emulatorAlone: 1,
    clientAlone: 1,
    open: 1,
    inTerraform: 0,
    byMark: { "API reference": 4, documented: 0, observed: 0, "our choice": 0 },
  });
  expect(countsLine(counts)).toBe(
    "Fidelity: 4 rows (4 API reference, 0 documented, 0 observed, 0 our choice): 1 shown on the emulator and in " +
      "the client, 1 on the emulator alone, 1 in the client alone; 1 open. 0 are shown in constructs and provider " +
      "as well.",
  );
});
