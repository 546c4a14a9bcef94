import { readFileSync } from "node:fs";
import { join } from "node:path";
import { catalogue, hasTests, idOf, nameOf, slugOf } from "./catalogue";
import { collect, showingsIn } from "./collect";
import { fidelityDocument } from "./document";
import { FURTHER, REFERENCE } from "./sections";
import { KINDS, MARKS, SIDES } from "./statement";

const showings = collect();
const sections = catalogue(showings);
const rows = sections.flatMap((section) => section.rows.map((row) => ({ ...row, section })));

test("docs/fidelity.md has the statements of the tests: otherwise run `npm run fidelity`", () => {
  expect(readFileSync(join(__dirname, "../../docs/fidelity.md"), "utf8")).toBe(fidelityDocument(sections));
});

test("statements have different IDs, and sections have different titles", () => {
  const ids = rows.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(new Set(sections.map(slugOf)).size).toBe(sections.length);
});

test("every section has statements, and every statement a section", () => {
  expect(sections.filter((section) => section.rows.length === 0)).toEqual([]);
  expect(rows.length).toBe(new Set(showings.map(({ shown }) => idOf(shown))).size);
  expect(sections.map(({ title }) => title)).toEqual([...Object.values(REFERENCE), ...Object.values(FURTHER)]);
});

test("links in statements lead to sections", () => {
  const links = rows.flatMap(({ says }) => [...says.matchAll(/\(#([^)]*)\)/g)].map(([, slug]) => slug));
  expect(links.length).toBeGreaterThan(0);
  expect(sections.map(slugOf)).toEqual(expect.arrayContaining(links));
});

test("a test shows a behavior once", () => {
  const keys = showings.map(({ shown, side, test: it }) =>
    JSON.stringify([idOf(shown), side, it, it.titles.map(String)]),
  );
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test("every statement has a text, and a test of the emulator or of the client", () => {
  const wrong = rows.filter(({ says, emulator, client }) => says === "" || (!hasTests(emulator) && !hasTests(client)));
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test("every side has tests, or a reason why not; constructs and provider for the API reference alone", () => {
  const wrong = rows.flatMap(({ id, section, reasons, ...row }) =>
    SIDES.flatMap((side) => {
      const evidence = row[side] ?? (section.source === "reference" ? [] : undefined);
      if (evidence === undefined) return [];
      const isSilent = hasTests(evidence) ? evidence.length === 0 : evidence.because === "";
      const isNeedless = hasTests(evidence) && reasons[side] !== undefined;
      return isSilent || isNeedless ? [`${id}: ${side}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test("a statement beyond the API reference has a date, others have none", () => {
  const wrong = rows.filter(({ section, basis }) => {
    const isContract = section.source === "reference";
    return (basis.mark === "API reference") !== isContract || /^\d{4}(-\d\d)*$/.test(basis.date ?? "") === isContract;
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test("every kind and every mark occurs", () => {
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(KINDS));
  expect(new Set(rows.map(({ basis }) => basis.mark))).toEqual(new Set(MARKS));
});

test("the name and the text of a statement are single lines of at most 160 characters", () => {
  const texts = rows.flatMap((row) => [nameOf(row), row.says]);
  expect(texts.filter((text) => text.includes("\n") || text.length > 160)).toEqual([]);
});

test("an ID that no test states is an error that names the file", () => {
  const unknown = showingsIn("test/api/a.test.ts", 'shows("project: colour");\ntest("x", () => {});');
  expect(() => catalogue(unknown)).toThrow('test/api/a.test.ts shows "project: colour", which no test states.');
});
