import { CHECKS } from "../../src/conformance/checks";
import type { Row, Section } from "./catalogue";
import { nameOf, reasonOf, slugOf } from "./catalogue";
import { count } from "./counts";
import type { Basis, Kind, Side } from "./statement";

/** docs/internals/fidelity.md. It names only the files of tests, so that it stays when a title is reworded. */
export function fidelityDocument(sections: readonly Section[]): string {
  const part = (source: Section["source"]): readonly string[] =>
    sections.filter((section) => section.source === source).flatMap(sectionText);
  return [
    ...INTRODUCTION,
    ...summary(sections),
    "## The API reference",
    "",
    "HashiCorp's API reference for projects, run task stages and their results.",
    "",
    ...part("reference"),
    "## Beyond the API reference",
    "",
    "Other public information about HCP Terraform, and our choices where there is none.",
    "",
    ...part("further"),
    ...linkTargets(sections),
  ].join("\n");
}

/** Marks what `tfprojects conformance` checks; a link of its own. */
const CHECKED = "[✓]";

const INTRODUCTION = [
  "# Fidelity",
  "",
  "<!-- Written by `npm run fidelity`. Do not edit: change what stands before the tests. -->",
  "",
  "Each row is a behavior of HCP Terraform, with the tests that show it on the emulator and in the client. " +
    "Emulator tests",
  "use plain HTTP; client tests run the client, most of them against the emulator. For the API reference, the " +
    "last column",
  "has the tests of constructs and provider. A dash is followed by the reason why there is no test.",
  "",
  "The tests are listed by file: search it for the subject, which stands before each of them. A test run fails if one",
  "of these tests does not pass.",
  "`test/published-responses` has responses that were published, and where those of the emulator differ and why.",
  "",
  `${CHECKED} after the subject of a row: [conformance checks](../checking.md#the-service) try it on the service itself.`,
  "",
  "The basis of a row:",
  "",
  "| Mark | Meaning |",
  "| --- | --- |",
  "| API reference | HashiCorp's API reference says so. |",
  "| documented | HashiCorp's other documentation, OpenAPI description or source code says so, as of the date. |",
  "| observed | A published response of HCP Terraform shows it, as of the date. |",
  "| our choice | No public source says so. HCP Terraform may differ from our choice as of the date. |",
  "",
];

function summary(sections: readonly Section[]): readonly string[] {
  const line = (name: string, rows: readonly Row[]): string => {
    const { both, emulatorAlone, clientAlone, inTerraform } = count(rows);
    return tableRow([name, rows.length, both, emulatorAlone, clientAlone, inTerraform]);
  };
  return [
    "| Section | Rows | Emulator and client | Emulator alone | Client alone | Constructs and provider too |",
    "| --- | --: | --: | --: | --: | --: |",
    ...sections.map((section) => line(`[${section.title}](#${slugOf(section)})`, section.rows)),
    line(
      "**All**",
      sections.flatMap(({ rows }) => rows),
    ),
    "",
  ];
}

function sectionText(section: Section): readonly string[] {
  const { rows } = section;
  const isContract = section.source === "reference";
  const hasTerraform = rows.some((row) => testsText(row, "terraform") !== "");
  const columns = [
    "Subject",
    "Behavior",
    ...(isContract ? [] : ["Basis"]),
    "Emulator",
    "Client",
    ...(hasTerraform ? ["Constructs and provider"] : []),
  ];
  return [
    `### ${section.title}`,
    "",
    tableRow(columns),
    tableRow(columns.map(() => "---")),
    ...rows.map((row) =>
      tableRow([
        nameCell(row) + (isChecked(row) ? ` ${CHECKED}` : ""),
        cell(row.says),
        ...(isContract ? [] : [basisText(row.basis)]),
        testsText(row, "emulator"),
        testsText(row, "client"),
        ...(hasTerraform ? [testsText(row, "terraform")] : []),
      ]),
    ),
    "",
  ];
}

function isChecked({ id }: Row): boolean {
  return CHECKS.some(({ row }) => row === id);
}

/** What is a name on the wire is code; what has words in it is text, but for an operation. */
function nameCell(row: Row): string {
  const name = nameOf(row);
  const isCode = /^(GET|POST|PATCH|DELETE) \//.test(name) || (CODE.includes(row.kind) && !name.includes(" "));
  return isCode ? `\`${cell(name)}\`` : plainText(name);
}

const CODE: readonly Kind[] = ["field", "parameter", "status"];

function basisText({ mark, date }: Basis): string {
  return date === undefined ? mark : `${mark}, ${date}`;
}

function testsText(row: Row, side: Side): string {
  const reason = reasonOf(row, side);
  if (row.tests[side].length === 0) return reason === undefined ? "" : `— _${cell(reason)}_`;
  return [...new Set(row.tests[side].map(({ file }) => `[${label(file)}]`))].join("<br>");
}

/** What would mean something in Markdown is escaped. */
function plainText(text: string): string {
  return text.replace(/[\\[\]|<>*_`]/g, "\\$&");
}

function cell(markdown: string): string {
  return markdown.replaceAll("|", "\\|");
}

function tableRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

function label(file: string): string {
  return file.replace(/^test\//, "").replace(/(\.test)?\.ts$/, "");
}

function linkTargets(sections: readonly Section[]): readonly string[] {
  const rows = sections.flatMap((section) => section.rows);
  const files = rows.flatMap(({ tests }) => Object.values(tests).flat()).map(({ file }) => file);
  return [...new Set(files)]
    .sort()
    .map((file) => `[${label(file)}]: ../../${file}`)
    .concat(`${CHECKED}: ../checking.md#the-service`, "");
}
