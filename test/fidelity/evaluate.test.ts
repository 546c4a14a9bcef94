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
const section = (...rows: readonly Row[]): Section => ({ source: "reference", title: "Project", rows });

const outcomes = (...passed: readonly (readonly [title: string, passed: boolean])[]): Outcomes =>
  new Map([
    ["test/routes.test.ts", passed.map(([title, isPassed]) => ({ titles: title.split(" › "), passed: isPassed }))],
    ["test/client.test.ts", [{ titles: ["reads it @reads"], passed: true }]],
  ]);

const openWith = (shown: Evidence, ran: Outcomes): readonly string[] =>
  evaluate([section(row(shown, client("reads")))], ran)[0]!.open;

test("a row is shown when its tests have passed on both sides, whatever their titles", () => {
  expect(openWith(routes("sends"), outcomes(["create › sends it @sends", true]))).toEqual([]);
  expect(openWith(routes("sends"), outcomes(["reworded @sends", true]))).toEqual([]);
});

test.each<[string, Evidence, Outcomes, string]>([
  ["no test", [], outcomes(), "no test shows it on the emulator"],
  ["a test that failed", routes("sends"), outcomes(["sends it @sends", false]), '"sends it @sends" did not pass'],
  ["an unknown id", routes("sends"), outcomes(["sends @sends-it", true]), "there is no test with the id sends"],
  [
    "one of a family that failed",
    routes("sends-*"),
    outcomes(["it @sends-a", true], ["it @sends-b", false]),
    '"it @sends-b" did not pass',
  ],
  [
    "one of a group that failed",
    routes("create"),
    outcomes(["create @create › a", true], ["create @create › b", false]),
    '"create @create › b" did not pass',
  ],
  ["a file that was not run", testsOf("test/gone.test.ts")("x"), outcomes(), "the file was not run"],
  ["an empty reason", { because: "" }, outcomes(), "there is neither a test nor a reason on the emulator"],
])("a row with %s is open, and says why", (_, shown, ran, problem) => {
  expect(openWith(shown, ran)).toEqual([expect.stringContaining(problem)]);
});

test("a side that no test can show needs a reason alone", () => {
  expect(openWith({ because: "Only the service can know." }, outcomes())).toEqual([]);
});

test("a row that says that constructs or the provider show it is open until they do", () => {
  const terraform = testsOf("test/provider.test.ts")("gives");
  const shown = { ...row(routes("sends"), client("reads")), terraform };
  const ran = outcomes(["sends it @sends", true]);
  expect(evaluate([section(shown)], ran)[0]!.open).toEqual([
    "on constructs and provider, test/provider.test.ts: the file was not run",
  ]);
  const all = new Map([...ran, ["test/provider.test.ts", [{ titles: ["gives it @gives"], passed: true }]] as const]);
  expect(evaluate([section(shown)], all)[0]!.open).toEqual([]);
  expect(count([shown]).inTerraform).toBe(1);
  expect(filesOf([section(shown)])).toContain("test/provider.test.ts");
});

test("the files of all references are known", () => {
  const sections = [section(row(routes("a", "b"), client("c"))), section(row({ because: "x" }, client("d")))];
  expect([...filesOf(sections)]).toEqual(["test/routes.test.ts", "test/client.test.ts"]);
});

test("rows are counted by where they are shown, and the line says so", () => {
  const reason = { because: "Only the client can know." };
  const rows = [
    row(routes("sends"), client("reads")),
    row(routes("sends"), reason),
    row(reason, client("reads")),
    row(routes("sends"), client("unheard-of")),
  ];
  const evaluated = evaluate([section(...rows)], outcomes(["sends it @sends", true]));
  expect(count(rows)).toEqual({ rows: 4, both: 2, emulatorAlone: 1, clientAlone: 1, inTerraform: 0 });
  expect(countsLine(evaluated)).toBe(
    "Fidelity: 4 rows (4 API reference, 0 documented, 0 observed, 0 our choice): 1 shown on the emulator and in " +
      "the client, 1 on the emulator alone, 1 in the client alone; 1 open. 0 are shown in constructs and provider " +
      "as well.",
  );
});
