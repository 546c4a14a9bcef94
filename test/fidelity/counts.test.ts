import { catalogue } from "./catalogue";
import { count, countsLine } from "./counts";
import { evaluate, keyOf } from "./evaluate";
import { showing } from "./example";
import { statement } from "./shows";

const field = (name: string, reasons: object = {}) => statement.field(`project: ${name}`, "A name.", reasons);

test("rows are counted by where they are shown, and the line says so", () => {
  const showings = [
    showing("emulator/a", field("a"), "sends it"),
    showing("emulator/a", field("b", { client: "Why." }), "sends it"),
    showing("emulator/a", field("d"), "fails"),
    showing("emulator/a", field("e"), "sends it"),
    showing("api/b", "project: a", "reads it"),
    showing("api/b", field("c", { emulator: "Why." }), "reads it"),
    showing("api/b", "project: d", "reads it"),
    showing("api/b", "project: e", "reads it"),
    showing("e2e/c", "project: e", "deploys it"),
  ];
  const tests = showings.flatMap(({ file, tests: its }) => its.map((titles) => keyOf({ file, titles })));
  const passed = new Map(tests.map((test) => [test, !test.endsWith("fails")]));
  const rows = evaluate(catalogue(showings), passed, (file) => file.startsWith("test/e2e/"));
  const counts = { rows: 5, both: 3, emulatorAlone: 1, clientAlone: 1, inTerraform: 1 };
  expect(count(rows.map(({ row }) => row))).toEqual(counts);
  expect(countsLine(rows)).toBe(
    "Fidelity: 5 rows (5 API reference, 0 documented, 0 observed, 0 our choice): 1 shown on the emulator and in " +
      "the client, 1 on the emulator alone, 1 in the client alone; 1 shown by `npm run test:e2e:all`; 1 open. " +
      "0 are shown in constructs and provider as well.",
  );
});
