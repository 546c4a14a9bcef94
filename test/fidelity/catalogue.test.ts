import { existsSync } from "node:fs";
import { join } from "node:path";
import { CATALOGUE } from "./catalogue";
import { filesOf } from "./evaluate";
import { hasTests, MARKS, ROW_KINDS, rowId } from "./row";

const ROOT = join(__dirname, "../..");
const rows = CATALOGUE.flatMap((section) => section.rows.map((row) => ({ section, row, id: rowId(section, row) })));

test("every row has a name of its own in its section, and every section one of its own in its source", () => {
  const ids = rows.map(({ section, id }) => `${section.source} ${id}`);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const sections = CATALOGUE.map(({ source, number }) => `${source} ${number}`);
  expect(new Set(sections).size).toBe(sections.length);
});

test("every file that a row refers to is a test", () => {
  const files = [...filesOf(CATALOGUE)];
  expect(files.filter((file) => !file.endsWith(".test.ts") || !existsSync(join(ROOT, file)))).toEqual([]);
  expect(files.length).toBeGreaterThan(20);
});

test("every row says something, and refers to a test on one side at least; the other may have a reason", () => {
  const wrong = rows.filter(({ row }) => row.says === "" || (!hasTests(row.emulator) && !hasTests(row.client)));
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test("every row of the API reference has tests of constructs and provider, or says why not", () => {
  const silent = rows.filter(({ section, row }) => section.source === "reference" && row.terraform === undefined);
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test("a row beyond the API reference has a date, others have none", () => {
  const wrong = rows.filter(({ section, row }) => {
    const isContract = section.source === "reference";
    return (
      (row.basis.mark === "API reference") !== isContract || /^\d{4}(-\d\d)*$/.test(row.basis.date ?? "") === isContract
    );
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test("every kind and every mark occurs", () => {
  expect(new Set(rows.map(({ row }) => row.kind))).toEqual(new Set(ROW_KINDS));
  expect(new Set(rows.map(({ row }) => row.basis.mark))).toEqual(new Set(MARKS));
});

test("what a row says is a line that a table can hold", () => {
  const texts = rows.flatMap(({ row }) => [row.name, row.says]);
  expect(texts.filter((text) => text.includes("\n") || text.length > 160)).toEqual([]);
});
