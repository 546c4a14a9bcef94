import { count } from "./counts";
import type { EvaluatedRow } from "./evaluate";
import { sidesOf } from "./evaluate";
import type { Basis, Row, RowKind, Section, Evidence } from "./row";
import { hasTests } from "./row";

/** docs/fidelity.md: the same for the same rows and outcomes, wherever and whenever the tests ran. */
export function fidelityDocument(judged: readonly EvaluatedRow[]): string {
  const sections = [...new Set(judged.map(({ section }) => section))];
  const rowsOf = (section: Section): readonly EvaluatedRow[] => judged.filter((it) => it.section === section);
  const part = (source: Section["source"]): readonly string[] =>
    sections.filter((section) => section.source === source).flatMap((section) => sectionText(section, rowsOf(section)));
  return [
    ...INTRODUCTION,
    ...summary(sections, judged),
    "## The contract",
    "",
    "What `service-api.md` says, section by section.",
    "",
    ...part("contract"),
    "## Beyond the contract",
    "",
    "What is publicly known of the real service where the contract is silent, and what we chose where nothing is known.",
    "",
    ...part("facts"),
    ...linkTargets(judged),
  ].join("\n");
}

const INTRODUCTION = [
  "# Fidelity",
  "",
  "<!-- Made from the results of the tests by `npm run fidelity`. Do not edit: change test/fidelity/catalogue. -->",
  "",
  "Each row is one thing that the service does. Beside it stand the tests that show that the emulator does the same, and that the",
  "client gets it right. Emulator tests speak plain HTTP; client tests run the client, most of them against the emulator. The last column, which rows",
  "of the contract have, shows that whoever uses constructs and provider gets it right. A dash says why there is nothing to show.",
  "",
  "A row counts only while its tests pass: a test run fails when a row has none, or when this page is not what the tests give.",
  "",
  "What a row goes by:",
  "",
  "| Mark | Meaning |",
  "| --- | --- |",
  "| contract | `service-api.md`, the contract that this package implements, says so. |",
  "| documented | HashiCorp's documentation, OpenAPI description or source code says so. The date is that of the source, or of our reading it. |",
  "| observed | Somebody published an answer of the real service that shows it. The date is that of the answer. |",
  "| our choice | Nothing public says so. We chose what a user would expect; the real service may differ. The date is that of the choice. |",
  "",
  "In the title of a test, … stands for what the tests of a family differ in.",
  "",
];

function summary(sections: readonly Section[], judged: readonly EvaluatedRow[]): readonly string[] {
  const line = (name: string, rows: readonly EvaluatedRow[]): string => {
    const { both, emulatorAlone, clientAlone, open, inTerraform } = count(rows);
    return tableRow([name, rows.length, both, emulatorAlone, clientAlone, open, inTerraform]);
  };
  return [
    "| Section | Rows | Emulator and client | Emulator alone | Client alone | Open | Constructs and provider too |",
    "| --- | --: | --: | --: | --: | --: | --: |",
    ...sections.map((section) =>
      line(
        `[${heading(section)}](#${anchor(section)})`,
        judged.filter((it) => it.section === section),
      ),
    ),
    line("**All**", judged),
    "",
  ];
}

function sectionText(section: Section, rows: readonly EvaluatedRow[]): readonly string[] {
  const isContract = section.source === "contract";
  const hasTerraform = rows.some(({ row }) => row.terraform !== undefined);
  const columns = [
    "What",
    "What it says",
    ...(isContract ? [] : ["Goes by"]),
    "Emulator",
    "Client",
    ...(hasTerraform ? ["Constructs and provider"] : []),
  ];
  return [
    `<a id="${anchor(section)}"></a>`,
    "",
    `### ${heading(section)}`,
    "",
    tableRow(columns),
    tableRow(columns.map(() => "---")),
    ...rows.map(({ row, open }) =>
      tableRow([
        nameCell(row),
        open.length === 0 ? cell(row.says) : `${cell(row.says)} **Open**: ${cell(open.join("; "))}.`,
        ...(isContract ? [] : [basisText(row.basis)]),
        shownText(row.emulator),
        shownText(row.client),
        ...(hasTerraform ? [shownText(row.terraform ?? [])] : []),
      ]),
    ),
    "",
  ];
}

/** What is a name on the wire is code; what has words in it is text, but for an operation. */
function nameCell({ kind, name }: Row): string {
  const isCode = /^(GET|POST|PATCH|DELETE) \//.test(name) || (CODE.includes(kind) && !name.includes(" "));
  return isCode ? `\`${cell(name)}\`` : titleText(name);
}

const CODE: readonly RowKind[] = ["field", "parameter", "status"];

function heading({ source, number, title }: Section): string {
  return `${source === "contract" ? "" : "Facts "}${number} ${title}`;
}

function anchor({ source, number }: Section): string {
  return `${source}-${number}`;
}

function basisText({ mark, date }: Basis): string {
  return date === undefined ? mark : `${mark}, ${date}`;
}

function shownText(shown: Evidence): string {
  if (!hasTests(shown)) return `— _${cell(shown.because)}_`;
  return shown.map(({ file, title }) => `[${titleText(title)}][${label(file)}]`).join("<br>");
}

/** Titles are texts of tests, not Markdown: what would mean something there is escaped. */
function titleText(title: string): string {
  return title.replace(/[\\[\]|<>*_`]/g, "\\$&");
}

function cell(markdown: string): string {
  return markdown.replaceAll("|", "\\|");
}

function tableRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

function label(file: string): string {
  return file.replace(/^test\//, "").replace(/\.test\.ts$/, "");
}

function linkTargets(judged: readonly EvaluatedRow[]): readonly string[] {
  const files = judged.flatMap(({ row }) => sidesOf(row).flatMap((tests) => tests.map(({ file }) => file)));
  return [...new Set(files)]
    .sort()
    .map((file) => `[${label(file)}]: ../${file}`)
    .concat("");
}
