import { fidelityDocument } from "./document";
import { sectionsOf } from "./example";

const documentOf = (emulator: string, others: Readonly<Record<string, string>> = {}): string =>
  fidelityDocument(sectionsOf({ "emulator/list": `${emulator} test("is shown", () => {});`, ...others }));

const PARAMETER = 'shows.parameter("list-projects: filter[names]", "Either `a|b`.");';
const CLIENT = { "api/list": 'shows("list-projects: filter[names]"); test("sends it", () => {});' };

test("a statement is in the table of its section, with links to its tests, and nothing in it breaks the table", () => {
  const twice = `${PARAMETER} test("is shown too", () => {}); shows("list-projects: filter[names]");`;
  const document = documentOf(twice, CLIENT);
  expect(document).toContain("### List projects\n\n| Subject | Behavior | Emulator | Client |\n| --- ");
  expect(document).toContain("| `filter[names]` | Either `a\\|b`. | [emulator/list] | [api/list] |\n");
  expect(document).toContain(
    "\n[api/list]: ../test/api/list.test.ts\n[emulator/list]: ../test/emulator/list.test.ts\n",
  );
});

test("a statement beyond the API reference has its basis, and the reason why a side has no tests", () => {
  const document = documentOf('shows.observed("2020", "rate-limits: The wait", "A second.", { client: "Why." });');
  expect(document).toContain("### Rate limits\n\n| Subject | Behavior | Basis | Emulator | Client |\n");
  expect(document).toContain("| The wait | A second. | observed, 2020 | [emulator/list] | — _Why._ |\n");
});

test("a section about one side has its reason once", () => {
  const document = documentOf('shows.documented(PROVIDER, "go-client: tfe_project", "Create, delete.");');
  expect(document).toContain("[emulator/list] | — _These are requests of other clients._ |\n");
});

test("a statement that does not reach constructs and provider has a dash and the reason", () => {
  const document = documentOf(PARAMETER.replace(");", ', { terraform: "Nobody meets it." });'), CLIENT);
  expect(document).toContain("[api/list] | — _Nobody meets it._ |\n");
  expect(document).toContain("| **All** | 1 | 1 | 0 | 0 | 0 |\n");
});

test("a statement that reaches constructs or the provider has the test", () => {
  const provider = { "provider/projects": CLIENT["api/list"] };
  const document = documentOf(PARAMETER, { ...CLIENT, ...provider });
  expect(document).toContain("| Emulator | Client | Constructs and provider |\n");
  expect(document).toContain("[api/list] | [provider/projects] |\n");
  expect(document).toContain("[provider/projects]: ../test/provider/projects.test.ts\n");
  expect(document).toContain("| **All** | 1 | 1 | 0 | 0 | 1 |\n");
});

test("statements are in the order of kinds, and then of the tests", () => {
  const document = documentOf(
    'shows.field("project: id", "b"); test("b", () => {}); shows.operation("project: GET", "a"); test("a", () => {});' +
      'shows.field("project: type", "c");',
  );
  expect(document.match(/^\| `?(GET|id|type)/gm)).toEqual(["| GET", "| `id", "| `type"]);
});

test("the summary counts each section and all", () => {
  const document = documentOf(
    `${PARAMETER} shows.parameter("list-projects: q", "A part.", { client: "x" });` +
      'shows.observed("2020", "rate-limits: The wait", "A second.", { client: "x" });',
    CLIENT,
  );
  expect(document).toContain("| [List projects](#list-projects) | 2 | 1 | 1 | 0 | 0 |\n");
  expect(document).toContain("| **All** | 3 | 1 | 2 | 0 | 0 |\n");
});
