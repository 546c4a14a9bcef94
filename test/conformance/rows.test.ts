import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { CHECKS } from "../../src/conformance/checks";
import { ROWS } from "../../src/conformance/rows";
import type { Id } from "../fidelity";
import { FURTHER, REFERENCE } from "../fidelity/sections";

/** What the rows of docs/internals/fidelity.md say, by ID. */
const said = new Map<string, string>();
const document = readFileSync(resolve(__dirname, "../../docs/internals/fidelity.md"), "utf8");
const keys = new Map(Object.entries({ ...REFERENCE, ...FURTHER }).map(([key, title]) => [title as string, key]));
let section = "";
for (const line of document.split("\n")) {
  if (line.startsWith("### ")) section = keys.get(line.slice(4)) ?? "";
  const [, subject = "", says = ""] = line.split(/(?<!\\)\| ?/).map((cell) => cell.trim());
  const name = subject.replace(/ \[✓\]$/, "").replace(/^`(.*)`$/, "$1");
  if (section !== "") said.set(`${section}: ${unescaped(name)}`, says.replaceAll("\\|", "|"));
}

function unescaped(markdown: string): string {
  return markdown.replace(/\\([\\[\]|<>*_`])/g, "$1");
}

test("the rows that checks are about say what docs/internals/fidelity.md says", () => {
  // Each of them is the ID of a statement.
  const rows: Readonly<Partial<Record<Id, string>>> = ROWS;
  const inDocument = Object.keys(rows).map((id) => [id, said.get(id)]);
  expect(Object.fromEntries(inDocument)).toEqual(ROWS);
});

test("every row has a check, and every check an ID of its own", () => {
  expect([...new Set(CHECKS.map(({ row }) => row))].sort()).toEqual(Object.keys(ROWS).sort());
  expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
});

test("several checks of a row say which part of it they are about", () => {
  const parts = CHECKS.map(({ row, about }) => `${row} ${about ?? ""}`);
  expect(parts.filter((part, index) => parts.indexOf(part) !== index)).toEqual([]);
});

test("docs/internals/fidelity.md marks the rows that are checked, and no others", () => {
  const marked = document.match(/^\| .* \[✓\] \|/gm) ?? [];
  expect(marked.length).toBe(Object.keys(ROWS).length);
});
