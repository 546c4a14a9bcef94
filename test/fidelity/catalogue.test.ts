import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { CATALOGUE } from "./catalogue";
import { filesOf, sidesOf } from "./evaluate";
import { hasTests, MARKS, ROW_KINDS, rowId, slugOf } from "./row";
import { idsInSource, mayMean, partsOf } from "./tags";

const ROOT = join(__dirname, "../..");
const rows = CATALOGUE.flatMap((section) => section.rows.map((row) => ({ section, row, id: rowId(section, row) })));

test("the rows of a section have different names, and sections have different titles", () => {
  const ids = rows.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(new Set(CATALOGUE.map(slugOf)).size).toBe(CATALOGUE.length);
});

test("links in rows lead to sections", () => {
  const links = rows.flatMap(({ row }) => [...row.says.matchAll(/\(#([^)]*)\)/g)].map(([, slug]) => slug));
  expect(links.length).toBeGreaterThan(0);
  expect(CATALOGUE.map(slugOf)).toEqual(expect.arrayContaining(links));
});

test("every file that a row refers to is a test", () => {
  const files = [...filesOf(CATALOGUE)];
  expect(files.filter((file) => !file.endsWith(".test.ts") || !existsSync(join(ROOT, file)))).toEqual([]);
  expect(files.length).toBeGreaterThan(20);
});

describe("the ids of tests", () => {
  const sources = new Map(testFiles().map((file) => [file, sourceOf(file)]));
  const references = rows.flatMap(({ row }) => sidesOf(row).flat());
  const partsIn = (file: string): readonly string[] =>
    references.filter((reference) => reference.file === file).flatMap(({ id }) => partsOf(id));

  test("every id that a row refers to is in its file once", () => {
    const wrong = references.flatMap(({ file, id }) => {
      const found = idsInSource(sources.get(file) ?? "");
      const places = partsOf(id).map((part) => [part, found.filter((it) => mayMean(part, it)).length] as const);
      return places.flatMap(([part, count]) => (count === 1 ? [] : [`${file}: ${part} is there ${count} times`]));
    });
    expect([...new Set(wrong)]).toEqual([]);
  });

  test("no id in a test may be taken for another in its file", () => {
    const wrong = [...sources].flatMap(([file, source]) => {
      const ids = idsInSource(source);
      return ids
        .filter((id, index) => ids.some((other, at) => at !== index && mayMean(id, other)))
        .map((id) => `${file}: ${id}`);
    });
    expect(wrong).toEqual([]);
  });

  test("a row refers to every id in a test", () => {
    const unused = [...sources].flatMap(([file, source]) => {
      const parts = partsIn(file);
      return idsInSource(source).flatMap((id) => (parts.some((part) => mayMean(part, id)) ? [] : [`${file}: ${id}`]));
    });
    expect(unused).toEqual([]);
  });

  function testFiles(): readonly string[] {
    const paths = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" });
    return paths.filter((path) => path.endsWith(".test.ts")).map((path) => `test/${path.split(sep).join("/")}`);
  }

  /** Of the test, and of what it imports from its folder. The ids in test/fidelity itself are examples. */
  function sourceOf(file: string): string {
    if (file.startsWith("test/fidelity/")) return "";
    const source = readFileSync(join(ROOT, file), "utf8");
    const imported = [...source.matchAll(/ from "(\.\/[\w-]+)";/g)].map(([, name]) =>
      join(ROOT, dirname(file), `${name!}.ts`),
    );
    return [source, ...imported.filter((path) => existsSync(path)).map((path) => readFileSync(path, "utf8"))].join(
      "\n",
    );
  }
});

test("every row has a text, and a test on at least one side", () => {
  const wrong = rows.filter(({ row }) => row.says === "" || (!hasTests(row.emulator) && !hasTests(row.client)));
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test("every row of the API reference has tests of constructs and provider, or a reason why not", () => {
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

test("the name and the text of a row are single lines of at most 160 characters", () => {
  const texts = rows.flatMap(({ row }) => [row.name, row.says]);
  expect(texts.filter((text) => text.includes("\n") || text.length > 160)).toEqual([]);
});
