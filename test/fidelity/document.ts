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
    "## The API reference",
    "",
    "What HashiCorp's API reference says of projects, run task stages and their results.",
    "",
    ...part("reference"),
    "## Beyond the API reference",
    "",
    "What else is publicly known of HCP Terraform, and what we chose where nothing is known.",
    "",
    ...part("further"),
    ...linkTargets(judged),
  ].join("\n");
}

const INTRODUCTION = [
  "# Fidelity",
  "",
  "<!-- Made from the results of the tests by `npm run fidelity`. Do not edit: change test/fidelity/catalogue. -->",
  "",
  "Each row is a behavior of HCP Terraform, with the tests that show it on the emulator and in the client. " +
    "Emulator tests",
  "use plain HTTP; client tests run the client, most of them against the emulator. For the API reference, the " +
    "last column",
  "has the tests of constructs and provider. A dash says why there is no test.",
  "",
  "A test run fails when a row has no passing test, or when this page is out of date.",
  "",
  "The basis of a row:",
  "",
  "| Mark | Meaning |",
  "| --- | --- |",
  "| API reference | HashiCorp's API reference says so. |",
  "| documented | HashiCorp's other documentation, OpenAPI description or source code says so, as of the date. |",
  "| observed | A published response of HCP Terraform shows it, as of the date. |",
  "| our choice | Nothing public says so. HCP Terraform may differ from what we chose at the date. |",
  "",
  "In the title of a parameterized test, … stands for its parameters.",
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
  const isContract = section.source === "reference";
  const hasTerraform = rows.some(({ row }) => row.terraform !== undefined);
  const columns = [
    "Subject",
    "Behavior",
    ...(isContract ? [] : ["Basis"]),
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

function heading({ title }: Section): string {
  return title;
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
