import { catalogue } from "./catalogue";
import { fidelityDocument } from "./document";
import { showing } from "./example";
import type { Id, Statement } from "./statement";
import { statement } from "./shows";
import { PROVIDER } from "./sources";

const documentOf = (shown: readonly Statement[], others: Readonly<Record<string, Id>> = {}): string =>
  fidelityDocument(
    catalogue([
      ...shown.map((it) => showing("emulator/list", it, "is shown")),
      ...Object.entries(others).map(([file, id]) => showing(file, id, "sends it")),
    ]),
  );

const ID = "list-projects: filter[names]";
const PARAMETER = statement.parameter(ID, "Either `a|b`.", { terraform: "Nobody meets it." });
const CLIENT = { "api/list": ID } as const;

test("a statement is in the table of its section, with links to its tests, and nothing in it breaks the table", () => {
  const document = documentOf([PARAMETER, PARAMETER], CLIENT);
  expect(document).toContain(
    "### List projects\n\n| Subject | Behavior | Emulator | Client | Constructs and provider |",
  );
  expect(document).toContain(
    "| `filter[names]` | Either `a\\|b`. | [emulator/list] | [api/list] | — _Nobody meets it._ |",
  );
  expect(document).toContain(
    "\n[api/list]: ../../test/api/list.test.ts\n[emulator/list]: ../../test/emulator/list.test.ts\n",
  );
});

test("a statement beyond the API reference has its basis, and the reason why a side has no tests", () => {
  const document = documentOf([statement.observed("2020", "rate-limits: The wait", "A second.", { client: "Why." })]);
  expect(document).toContain("### Rate limits\n\n| Subject | Behavior | Basis | Emulator | Client |\n");
  expect(document).toContain("| The wait | A second. | observed, 2020 | [emulator/list] | — _Why._ |\n");
});

test("a section about one side has its reason once", () => {
  const document = documentOf([statement.documented(PROVIDER, "go-client: tfe_project", "Create, delete.")]);
  expect(document).toContain("[emulator/list] | — _These are requests of other clients._ |\n");
});

test("a statement that reaches constructs or the provider has the test", () => {
  const document = documentOf([PARAMETER], { ...CLIENT, "provider/projects": ID });
  expect(document).toContain("| Emulator | Client | Constructs and provider |\n");
  expect(document).toContain("[api/list] | [provider/projects] |\n");
  expect(document).toContain("[provider/projects]: ../../test/provider/projects.test.ts\n");
  expect(document).toContain("| **All** | 1 | 1 | 0 | 0 | 1 |\n");
});

test("statements are in the order of kinds, and then of the tests", () => {
  const document = documentOf([
    statement.field("project: id", "b"),
    statement.operation("project: GET", "a"),
    statement.field("project: type", "c"),
  ]);
  expect(document.match(/^\| `?(GET|id|type)/gm)).toEqual(["| GET", "| `id", "| `type"]);
});

test("the summary counts each section and all", () => {
  const document = documentOf(
    [
      PARAMETER,
      statement.parameter("list-projects: q", "A part.", { client: "x" }),
      statement.observed("2020", "rate-limits: The wait", "A second.", { client: "x" }),
    ],
    CLIENT,
  );
  expect(document).toContain("| [List projects](#list-projects) | 2 | 1 | 1 | 0 | 0 |\n");
  expect(document).toContain("| **All** | 3 | 1 | 2 | 0 | 0 |\n");
});
