import { count, countsLine } from "./counts";
import type { Outcomes } from "./evaluate";
import { evaluate, filesOf } from "./evaluate";
import { sectionsOf } from "./example";

const STATED = 'shows.field("project: name", "A name.");';
const CLIENT = 'shows("project: name"); test("reads it", () => {});';

const outcomes = (...passed: readonly (readonly [title: string, passed: boolean])[]): Outcomes =>
  new Map([
    ["test/emulator/a.test.ts", passed.map(([title, isPassed]) => ({ titles: title.split(" › "), passed: isPassed }))],
    ["test/api/b.test.ts", [{ titles: ["reads it"], passed: true }]],
  ]);

const openWith = (emulator: string, ran: Outcomes): readonly string[] =>
  evaluate(sectionsOf({ "emulator/a": emulator, "api/b": CLIENT }), ran)[0]!.open;

test("a row is shown when its tests have passed on both sides", () => {
  expect(openWith(`${STATED} test("sends it", () => {});`, outcomes(["sends it", true]))).toEqual([]);
  const group = `${STATED} describe.each(KINDS)("of a %s", () => {});`;
  expect(openWith(group, outcomes(["of a team › sends it", true], ["of a user › sends it", true]))).toEqual([]);
});

test.each<[string, string, Outcomes, string]>([
  ["a test that failed", 'test("sends it", f);', outcomes(["sends it", false]), '"sends it" did not pass'],
  ["a test that was not run", 'test("sends it", f);', outcomes(["sends", true]), "there is no test /^sends it$/s"],
  [
    "a case that failed",
    'test.each(KINDS)("sends %s", f);',
    outcomes(["sends a", true], ["sends b", false]),
    '"sends b" did not pass',
  ],
  [
    "one of a group that failed",
    'describe("create", f);',
    outcomes(["create › a", true], ["create › b", false]),
    '"create › b" did not pass',
  ],
])("a row with %s is open, and says why", (_, its, ran, problem) => {
  expect(openWith(`${STATED} ${its}`, ran)).toEqual([`on the emulator, test/emulator/a.test.ts: ${problem}`]);
});

test("a case that is not among those that ran is open", () => {
  const source = `${STATED} shows.case("b", "project: name"); test.each(KINDS)("sends %s", f);`;
  expect(openWith(source, outcomes(["sends a", true], ["sends b", true]))).toEqual([]);
  expect(openWith(source, outcomes(["sends a", true]))).toEqual([
    "on the emulator, test/emulator/a.test.ts: there is no test /^sends .*$/s b",
  ]);
});

test("a side without tests needs a reason", () => {
  const client = (reason: string) =>
    sectionsOf({ "api/b": `shows.field("project: name", "A name."${reason}); test("reads it", f);` });
  expect(evaluate(client(', { emulator: "Why." }'), outcomes())[0]!.open).toEqual([]);
  expect(evaluate(client(""), outcomes())[0]!.open).toEqual([
    "no test shows it on the emulator, and there is no reason",
  ]);
});

test("a file that was not run, of constructs or the provider too, leaves its rows open", () => {
  const sections = sectionsOf({
    "emulator/a": `${STATED} test("sends it", f);`,
    "api/b": CLIENT,
    "provider/c": 'shows("project: name"); test("gives it", f);',
  });
  const ran = outcomes(["sends it", true]);
  expect(evaluate(sections, ran)[0]!.open).toEqual([
    "on constructs and provider, test/provider/c.test.ts: the file was not run",
  ]);
  const all = new Map([...ran, ["test/provider/c.test.ts", [{ titles: ["gives it"], passed: true }]] as const]);
  expect(evaluate(sections, all)[0]!.open).toEqual([]);
  expect(count(sections[0]!.rows).inTerraform).toBe(1);
  expect([...filesOf(sections)].sort()).toEqual([
    "test/api/b.test.ts",
    "test/emulator/a.test.ts",
    "test/provider/c.test.ts",
  ]);
});

test("rows are counted by where they are shown, and the line says so", () => {
  const field = (name: string, reasons = ""): string => `shows.field("project: ${name}", "A name."${reasons});`;
  const sections = sectionsOf({
    "emulator/a":
      `${field("a")} ${field("b", ', { client: "Why." }')} test("sends it", f);` +
      `${field("d")} test("is not run", f);`,
    "api/b": `shows("project: a", "project: d"); ${field("c", ', { emulator: "Why." }')} test("reads it", f);`,
  });
  expect(count(sections[0]!.rows)).toEqual({ rows: 4, both: 2, emulatorAlone: 1, clientAlone: 1, inTerraform: 0 });
  expect(countsLine(evaluate(sections, outcomes(["sends it", true])))).toBe(
    "Fidelity: 4 rows (4 API reference, 0 documented, 0 observed, 0 our choice): 1 shown on the emulator and in " +
      "the client, 1 on the emulator alone, 1 in the client alone; 1 open. 0 are shown in constructs and provider " +
      "as well.",
  );
});
