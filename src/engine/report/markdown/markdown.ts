import { isWarning, type WarningFacts } from "../../../diagnostics";
import { messageOf, type Diagnostic } from "../../../model";
import { capitalized } from "../../../model";
import { pluralize } from "../../../reconcile";
import { compareNames } from "../../../reconcile/lists";
import { assignmentCount, signedText } from "../../changes/assignment-change";
import { attributeTexts, isRenamed, quoteValue } from "../../changes/attribute-change";
import { nameInPrograms, type OptionName, type ReportOptions } from "../../option-name";
import type { Compared } from "../../plan/comparison";
import { countMoved, type ProjectChange, type ReasonGroup, reasonsOf } from "../../plan/project-change";
import { pairText, type ImpactPair } from "../impact";
import { REPORT_KINDS, reportKindOf, type ReportKind } from "../wording";
import { sectionsOf, type Said, type Section, type SectionOf } from "../sections";
import { sanitize } from "../../../sanitize";
import { code, prose } from "./escape";
import { shortened, type Part, type Shortening } from "./shortening";

/** Maximum length of a comment on GitHub, in characters. Job summaries may be longer. */
const COMMENT_LIMIT = 65_536;
/** Longer lists are collapsed. */
const MAX_UNFOLDED = 20;
/** Names of workspaces in a cell; more are collapsed. */
const MAX_NAMES = 5;
/** Pairs of projects in a cell; more are counted. */
const MAX_PAIRS = 50;

export interface MarkdownOptions extends ReportOptions {
  /** Maximum size in bytes. @default 65,536 */
  readonly limit?: number | undefined;
}

/** A report of an organization. */
interface Report extends ReportKind {
  readonly organization: string;
  readonly sections: readonly Section[];
}

/**
 * Plans or drift as Markdown, for pull request comments and job summaries. Pure. Errors, deletions and warnings come
 * first, are never collapsed, and are the last to be cut to the limit: every section of one organization is there, and
 * of several at least a line for each.
 */
export function asMarkdown(
  compared: Compared,
  { limit = COMMENT_LIMIT, optionName = nameInPrograms }: MarkdownOptions = {},
): string {
  const reports = compared.map((it): Report => {
    const sections = sectionsOf(it, "comment", optionName);
    return { ...reportKindOf(it), organization: it.organization, sections };
  });
  return shortened(
    limit,
    (shortening) => reports.map((report) => reportOf(report, shortening)).join(""),
    reports.map(lineOf),
    incompleteNotice(limit, optionName),
  );
}

/** Labels of changes of projects: a plan has a column of what it does. */
const LABELS: Readonly<Record<ReportKind["name"], ReportKind["labels"]>> = {
  plan: { ...REPORT_KINDS.plan.labels, create: "create", update: "update", delete: "**delete**" },
  drift: REPORT_KINDS.drift.labels,
};

/** Says that a report is not all, and where all of it is. */
function incompleteNotice(limit: number, optionName: OptionName): (omitted: string) => string {
  const [verbose, json, html] = (["verbose", "json", "html"] as const).map((option) => code(optionName(option)));
  return (omitted) =>
    `_This report is incomplete, because it is limited to ${limit.toLocaleString("en")} bytes${omitted}. ` +
    `To see everything, use ${verbose} on a terminal, ${json} or ${html}._\n\n`;
}

/** The least that a report says of an organization. */
function lineOf({ title, organization, sections }: Report): string {
  const summary = sections.flatMap((it) => (it.name === "summary" ? [it.text(code)] : []));
  return `- ${title} ${code(organization)}: ${summary.join(" ")}\n`;
}

function reportOf(report: Report, shortening: Shortening): string {
  const texts = report.sections.map((section) => sectionOf(section, report, shortening));
  return `### ${report.title} ${code(report.organization)}\n\n${texts.join("")}`;
}

function sectionOf(section: Section, report: Report, shortening: Shortening): string {
  switch (section.name) {
    case "summary":
      return `**${section.text(code)}**\n\n`;
    case "errors":
      return alert("CAUTION", section.heading, bullets(section.items, "errors", shortening));
    case "missing":
      return alert("WARNING", section.heading, bullets(section.items, "warnings", shortening));
    case "warnings":
      return warnings(section, shortening);
    case "left":
      return alert("NOTE", section.heading, leftLines(section, shortening));
    case "changes":
      return projectsTable(section, report, shortening) + moves(section, report, shortening);
    case "created":
      return table(
        section.heading,
        "Membership |",
        section.items.map((it) => `${code(it.where)} | ${prose(messageOf(it))}`),
        "projects",
        shortening,
      );
    case "impact":
      return impact(section, shortening);
    case "coverage":
      return `${section.line}\n\n`;
    case "unmanaged":
      return unmanaged(section, shortening);
    case "left-in-place":
    case "irreversible":
      return `${section.text(prose)}\n\n`;
    default:
      return `${section.text(code)}\n\n`;
  }
}

/**
 * What cannot be undone in alerts of their own; of deletions few with their texts, many with their names only, so that
 * all of them fit.
 */
function warnings({ heading, items }: SectionOf<"warnings">, shortening: Shortening): string {
  const isDeletion = isWarning("delete");
  const deletions = items.filter(isDeletion);
  const cautions = items.filter((it) => it.severity === "caution" && !isDeletion(it));
  const others = items.filter(({ severity }) => severity === "warning");
  const count = `${pluralize(deletions.length, "project")} ${deletions.length === 1 ? "is" : "are"} deleted`;
  return (
    cautions.map((it) => alert("CAUTION", capitalized(it.summary), bullets([it], "errors", shortening))).join("") +
    alert(
      "CAUTION",
      count,
      deletions.length > MAX_UNFOLDED ? [names(deletions, shortening)] : bullets(deletions, "errors", shortening),
    ) +
    alert("WARNING", heading, bullets(others, "warnings", shortening))
  );
}

function names(deletions: readonly Diagnostic<WarningFacts<"delete">>[], shortening: Shortening): string {
  const [shown, more] = shortening.take("errors", deletions);
  return `${shown.map(({ data }) => code(data.project.name)).join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}

function bullets(findings: readonly Said[], part: Part, shortening: Shortening): readonly string[] {
  const [shown, more] = shortening.take(part, findings);
  return [
    ...shown.map((it) => `- ${it.where === "" ? "" : `${code(it.where)}: `}${prose(messageOf(it))}`),
    ...moreLine(more),
  ];
}

function moreLine(more: number): readonly string[] {
  return more === 0 ? [] : [`- … and ${more} more`];
}

/** The changes that an undo leaves as they are, with code in blocks. */
function leftLines({ items, language }: SectionOf<"left">, shortening: Shortening): readonly string[] {
  const [shown, more] = shortening.take("warnings", items);
  const lines = shown.flatMap(({ text, code: block }) => {
    const fenced =
      block.length === 0 ? [] : [`\`\`\`${language === "terraform" ? "hcl" : language}`, ...block.map(sanitize), "```"];
    return [`- ${prose(text)}`, ...fenced.map((line) => `  ${line}`)];
  });
  return [...lines, ...moreLine(more)];
}

function alert(kind: "CAUTION" | "WARNING" | "NOTE", heading: string, lines: readonly string[]): string {
  return lines.length === 0
    ? ""
    : `> [!${kind}]\n> **${heading}**\n>\n${lines.map((line) => `> ${line}\n`).join("")}\n`;
}

function projectsTable({ items, direction }: SectionOf<"changes">, report: Report, shortening: Shortening): string {
  const rows = items.flatMap((change) =>
    change.change === "none" && report.foundByName(change) === "" ? [] : [projectRow(change, report)],
  );
  const title = pluralize(rows.length, "project");
  const intro = direction === "" ? "" : `${direction}\n\n`;
  return intro + table(title, "Project | | Attributes", rows, "projects", shortening);
}

/** A row for each pair of projects and reason. */
function moves({ items }: SectionOf<"changes">, report: Report, shortening: Shortening): string {
  const groups = items.flatMap(({ movesIn }) => movesIn);
  const count = countMoved(groups);
  const rows = groups.flatMap((group) =>
    reasonsOf(group).map((moved) => {
      const names = movedNames(moved, report, shortening);
      return `${code(group.from.name)} | ${code(group.to.name)} | ${names}`;
    }),
  );
  const title = report.name === "plan" ? report.moves(count) : `${pluralize(count, "workspace")} misplaced`;
  return table(title, [...report.columns, "Workspaces"].join(" | "), rows, "pairs", shortening);
}

/** Workspaces that move for the same reason: few by their names, many by their number and collapsed names. */
function movedNames(moved: ReasonGroup, { reasonOf }: ReportKind, shortening: Shortening): string {
  const { workspaces } = moved;
  const [shown, more] = shortening.take("moves", workspaces);
  const reason = reasonOf(moved);
  const because = reason === "" ? "" : ` (${prose(reason)})`;
  const count = `${pluralize(workspaces.length, "workspace")}${because}`;
  if (shown.length === 0) return count;
  const names = [...shown.map(({ name }) => code(name)), ...(more === 0 ? [] : [`… and ${more} more`])].join(", ");
  if (workspaces.length <= MAX_NAMES) return `${names}${because}`;
  return collapsed(count, names);
}

/** Content of a cell that a click shows. */
function collapsed(title: string, content: string): string {
  return `<details><summary>${title}</summary>${content}</details>`;
}

/** The effects of moves, a row for each kind of change; several pairs of projects are listed in their first row. */
function impact({ heading, pairs: pairsOf, notes }: SectionOf<"impact">, shortening: Shortening): string {
  const rows = pairsOf(code).flatMap(({ pairs, rows: kinds }) =>
    kinds.map(({ label, items }, index) => {
      const isListed = index === 0 || pairs.length === 1;
      const where = isListed ? pairsList(pairs) : `the same ${pairs.length} pairs`;
      return `${where} | ${label} | ${items.map(({ text }) => text).join(", ")}`;
    }),
  );
  const texts = notes(code);
  return (
    table(heading, "Workspaces | | Change", rows, "impact", shortening) +
    (texts.length === 0 ? "" : `${texts.join(" ")}\n\n`)
  );
}

function pairsList(pairs: readonly ImpactPair[]): string {
  const more = pairs.length - MAX_PAIRS;
  const shown = more > 0 ? [...pairs.slice(0, MAX_PAIRS).map(pairText), `… and ${more} more`] : pairs.map(pairText);
  return shown.join("<br>");
}

function projectRow(change: ProjectChange, report: Report): string {
  const { assignments } = change;
  const attributes = attributeTexts(change, value).map((it) => it.join(" "));
  const signed = assignments.map((it) => signedText(it, code));
  const shown =
    signed.length <= MAX_UNFOLDED
      ? [...attributes, ...signed]
      : [...attributes, collapsed(assignmentCount(assignments), signed.join("<br>"))];
  const label = isRenamed(change) ? "rename" : LABELS[report.name][change.change];
  const labels = [label, report.foundByName(change)].filter((it) => it !== "");
  return `${code(change.name)} | ${labels.join("; ")} | ${shown.join("<br>")}`;
}

function value(text: string | null | undefined): string {
  return typeof text === "string" ? code(text) : quoteValue(text);
}

function unmanaged({ projects, areProjectsDrift, groups }: SectionOf<"unmanaged">, shortening: Shortening): string {
  const tableOf = (noun: string, suffix: string, columns: string, rows: readonly string[]): string =>
    table(`${pluralize(rows.length, noun)} unmanaged${suffix}`, columns, rows, "unmanaged", shortening);
  const workspaces = (isDrift: boolean, suffix: string): string => {
    const all = groups.flatMap((group) => (group.isDrift === isDrift ? group.workspaces : [])).sort(compareNames);
    const rows = all.map(({ name, project }) => `${code(name)} | ${code(project.name)}`);
    return tableOf("workspace", suffix, "Workspace | Project", rows);
  };
  const names = projects.map(({ name }) => code(name));
  return (
    tableOf("project", areProjectsDrift ? " (drift)" : "", "Project", names) +
    workspaces(true, " in projects of the code (drift)") +
    workspaces(false, "")
  );
}

/**
 * Long tables are collapsed. Of one without room for a row, the title is left.
 *
 * @param columns - The first row; cells have `|` between them.
 */
function table(title: string, columns: string, rows: readonly string[], part: Part, shortening: Shortening): string {
  if (rows.length === 0) return "";
  const [shown, more] = shortening.take(part, rows);
  if (shown.length === 0) return `**${title}**\n\n`;
  const end = more === 0 ? "" : `… and ${more} more\n`;
  const separator = columns.split("|").fill("---").join(" | ");
  const lines = [columns, separator, ...shown].map((row) => `| ${row} |\n`).join("");
  if (rows.length <= MAX_UNFOLDED) return `**${title}**\n\n${lines}\n${end === "" ? "" : `${end}\n`}`;
  // A click shows it.
  return `<details><summary>${title}</summary>\n\n${lines}${end === "" ? "" : `\n${end}`}\n</details>\n\n`;
}
