import { fidelityDocument } from "./document";
import type { EvaluatedRow } from "./evaluate";
import type { Row, Section } from "./row";
import { testsOf } from "./row";

const reference: Section = { source: "reference", number: "4.3", title: "List projects", rows: [] };
const further: Section = { source: "further", number: "3", title: "Rate limits", rows: [] };

const base: Row = {
  kind: "parameter",
  name: "filter[names]",
  says: "Either `a|b`.",
  basis: { mark: "API reference" },
  emulator: testsOf("test/emulator/list.test.ts")("filter[names] finds a|b_c", "it pages"),
  client: testsOf("test/api/list.test.ts")("asks"),
};
const judged = (section: Section, row: Partial<Row> = {}, open: readonly string[] = []): EvaluatedRow => ({
  section,
  row: { ...base, ...row },
  open,
});

test("a row stands in the table of its section, with links to its tests and nothing that would break a table", () => {
  const document = fidelityDocument([judged(reference)]);
  expect(document).toContain("### List projects\n\n| Subject | Behavior | Emulator | Client |\n| --- ");
  expect(document).toContain(
    "| `filter[names]` | Either `a\\|b`. | " +
      "[filter\\[names\\] finds a\\|b\\_c][emulator/list]<br>[it pages][emulator/list] | [asks][api/list] |\n",
  );
  expect(document).toContain(
    "\n[api/list]: ../test/api/list.test.ts\n[emulator/list]: ../test/emulator/list.test.ts\n",
  );
});

test("a row beyond the API reference shows its basis, and why a side has no tests", () => {
  const row = { name: "The wait", basis: { mark: "observed", date: "2020" } as const, client: { because: "Why." } };
  const document = fidelityDocument([judged(further, row)]);
  expect(document).toContain("### Rate limits\n\n| Subject | Behavior | Basis | Emulator | Client |\n");
  expect(document).toContain("| The wait | Either `a\\|b`. | observed, 2020 | ");
  expect(document).toContain(" | — _Why._ |\n");
});

test("a row that does not reach constructs and provider has a dash and the reason", () => {
  const document = fidelityDocument([judged(reference, { terraform: { because: "Nobody meets it." } })]);
  expect(document).toContain("[asks][api/list] | — _Nobody meets it._ |\n");
  expect(document).toContain("| **All** | 1 | 1 | 0 | 0 | 0 | 0 |\n");
});

test("a row that arrives in constructs or the provider says which test shows it", () => {
  const terraform = testsOf("test/provider/projects.test.ts")("gives it");
  const document = fidelityDocument([judged(reference, { terraform })]);
  expect(document).toContain("| Emulator | Client | Constructs and provider |\n");
  expect(document).toContain("[asks][api/list] | [gives it][provider/projects] |\n");
  expect(document).toContain("[provider/projects]: ../test/provider/projects.test.ts\n");
  expect(document).toContain("| **All** | 1 | 1 | 0 | 0 | 0 | 1 |\n");
});

test("an open row says that it is, and why", () => {
  const document = fidelityDocument([judged(reference, {}, ["no test shows it"])]);
  expect(document).toContain("Either `a\\|b`. **Open**: no test shows it. |");
});

test("the summary counts each section and all", () => {
  const document = fidelityDocument([judged(reference), judged(reference, {}, ["x"]), judged(further)]);
  expect(document).toContain("| [List projects](#reference-4.3) | 2 | 1 | 0 | 0 | 1 | 0 |\n");
  expect(document).toContain("| **All** | 3 | 2 | 0 | 0 | 1 | 0 |\n");
  expect(document).toContain('<a id="reference-4.3"></a>');
});
