import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOGUE } from "./catalogue";
import { fidelityDocument } from "./document";
import type { Row, Section } from "./row";
import { testsOf } from "./row";

const base: Row = {
  kind: "parameter",
  name: "filter[names]",
  says: "Either `a|b`.",
  basis: { mark: "API reference" },
  emulator: testsOf("test/emulator/list.test.ts")("finds-[a_b]", "pages"),
  client: testsOf("test/api/list.test.ts")("asks"),
};
const reference = (...rows: readonly Partial<Row>[]): Section => ({
  source: "reference",
  title: "List projects",
  rows: rows.map((row) => ({ ...base, ...row })),
});
const further = (row: Partial<Row>): Section => ({
  source: "further",
  title: "Rate limits",
  rows: [{ ...base, ...row }],
});

test("docs/fidelity.md has the rows of the catalogue: otherwise run `npm run fidelity`", () => {
  expect(readFileSync(join(__dirname, "../../docs/fidelity.md"), "utf8")).toBe(fidelityDocument(CATALOGUE));
});

test("a row is in the table of its section, with links to its tests, and nothing in it breaks the table", () => {
  const document = fidelityDocument([reference({})]);
  expect(document).toContain("### List projects\n\n| Subject | Behavior | Emulator | Client |\n| --- ");
  expect(document).toContain(
    "| `filter[names]` | Either `a\\|b`. | " +
      "[finds-\\[a\\_b\\]][emulator/list]<br>[pages][emulator/list] | [asks][api/list] |\n",
  );
  expect(document).toContain(
    "\n[api/list]: ../test/api/list.test.ts\n[emulator/list]: ../test/emulator/list.test.ts\n",
  );
});

test("a row beyond the API reference has its basis, and the reason why a side has no tests", () => {
  const row = { name: "The wait", basis: { mark: "observed", date: "2020" } as const, client: { because: "Why." } };
  const document = fidelityDocument([further(row)]);
  expect(document).toContain("### Rate limits\n\n| Subject | Behavior | Basis | Emulator | Client |\n");
  expect(document).toContain("| The wait | Either `a\\|b`. | observed, 2020 | ");
  expect(document).toContain(" | — _Why._ |\n");
});

test("a row that does not reach constructs and provider has a dash and the reason", () => {
  const document = fidelityDocument([reference({ terraform: { because: "Nobody meets it." } })]);
  expect(document).toContain("[asks][api/list] | — _Nobody meets it._ |\n");
  expect(document).toContain("| **All** | 1 | 1 | 0 | 0 | 0 |\n");
});

test("a row that reaches constructs or the provider has the test", () => {
  const terraform = testsOf("test/provider/projects.test.ts")("reads");
  const document = fidelityDocument([reference({ terraform })]);
  expect(document).toContain("| Emulator | Client | Constructs and provider |\n");
  expect(document).toContain("[asks][api/list] | [reads][provider/projects] |\n");
  expect(document).toContain("[provider/projects]: ../test/provider/projects.test.ts\n");
  expect(document).toContain("| **All** | 1 | 1 | 0 | 0 | 1 |\n");
});

test("the summary counts each section and all", () => {
  const document = fidelityDocument([reference({}, { client: { because: "x" } }), further({})]);
  expect(document).toContain("| [List projects](#list-projects) | 2 | 1 | 1 | 0 | 0 |\n");
  expect(document).toContain("| **All** | 3 | 2 | 1 | 0 | 0 |\n");
});
