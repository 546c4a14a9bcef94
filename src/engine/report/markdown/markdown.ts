import { pluralize } from "../../../reconcile";
import { irreversibleOf } from "../../actions/table";
import { isWorkspaceDrift } from "../../plan/drift";
import type { Compared, Comparison } from "../../plan/comparison";
import type { MovedWorkspace } from "../../plan/action";
import type { PlanWarning } from "../../plan/warnings";
import type { UnmanagedWorkspace } from "../../plan/coverage";
import { quote, sanitize } from "../sanitize";
import type { LeftChange } from "../../undo/undone";
import { CREATED_HEADING, createdMembers } from "../after-apply-text";
import { IMPACT_HEADING, impactNotes, impactSections, itemsText, pairText, type ImpactPair } from "../impact";
import { refusalText, subjectOf } from "../../findings/errors";
import { severityOf, warningText } from "../../findings/warnings";
import { nameInPrograms, type OptionName } from "../../option-name";
import { MISSING_HEADING, missingFindings } from "../missing-text";
import { irreversibleText, LEFT_HEADING, leftOf, leftSentence } from "../left-text";
import { REPORT_KINDS, type ReportKind } from "../kind";
import type { ReportOptions } from "../options";
import { changesByProject, type ProjectChange } from "../../plan/project-change";
import { attributeTexts } from "../../actions/attribute-change";
import {
  coverageLine,
  elsewhereText,
  identitiesText,
  ignoredText,
  leftAloneText,
  leftInPlaceText,
  raisedLimitsText,
} from "../summary";
import { SizeLimitedText } from "./size-limit";
import { code, htmlCode, prose } from "./escape";

/** Maximum length of a comment on GitHub, in characters. Job summaries may be longer. */
const COMMENT_LIMIT = 65_536;
/** Reserved for the notice that something is left out. */
const NOTICE_BYTES = 200;
/** Longer lists are collapsed. */
const MAX_UNFOLDED = 20;
/** Pairs of projects in a cell; more are counted. */
const MAX_PAIRS = 50;

export interface MarkdownOptions extends ReportOptions {
  /** Maximum size in bytes. @default 65,536 */
  readonly limit?: number | undefined;
}

/**
 * Plans or drift as Markdown, for pull request comments and job summaries. Pure. Errors, deletions and warnings come
 * first, are never collapsed, and are kept when the rest is cut to the limit.
 */
export function asMarkdown(compared: Compared, options: MarkdownOptions = {}): string {
  const [first] = compared;
  return first === undefined ? "" : documentOf(compared, REPORT_KINDS[first.kind], options);
}

type Report = ReportKind & Required<ReportOptions>;

/** What happens to a project. */
const KIND_LABELS: Readonly<Record<ReportKind["name"], Readonly<Record<ProjectChange["change"], string>>>> = {
  plan: { create: "create", update: "update", delete: "**delete**", none: "" },
  drift: { create: "missing", update: "changed", delete: "to be deleted", none: "" },
};

/** Limits of the lists of warnings and deletions. The first limits with which the report fits are used. */
const LIST_LIMITS = [
  { warnings: Infinity, deletes: Infinity },
  { warnings: 100, deletes: Infinity },
  { warnings: 20, deletes: Infinity },
  { warnings: 0, deletes: Infinity },
  { warnings: 0, deletes: 500 },
  { warnings: 0, deletes: 50 },
  { warnings: 0, deletes: 0 },
];

function documentOf(
  plans: readonly Comparison[],
  kind: ReportKind,
  { limit: maximum = COMMENT_LIMIT, optionName = nameInPrograms }: MarkdownOptions,
): string {
  const report = { ...kind, optionName };
  const limit = maximum - NOTICE_BYTES;
  const heads = LIST_LIMITS.map((limits) => plans.map((plan) => head(plan, report, limits)));
  const fitting =
    heads.find((it) => it.reduce((sum, text) => sum + Buffer.byteLength(text), 0) <= limit) ?? heads.at(-1) ?? [];
  const lengths = fitting.map((text) => Buffer.byteLength(text));
  let later = lengths.reduce((sum, length) => sum + length, 0);
  let text = "";
  let isCut = fitting !== heads[0];
  for (const [index, plan] of plans.entries()) {
    const part = new SizeLimitedText(limit - Buffer.byteLength(text) - (later - (lengths[index] ?? 0)));
    later -= lengths[index] ?? 0;
    const isWhole = part.add(fitting[index] ?? "") && addBody(part, plan, report);
    isCut ||= !isWhole;
    text += part.text;
  }
  return isCut ? text + incompleteNotice(optionName) : text;
}

function incompleteNotice(optionName: OptionName): string {
  const [verbose, json, html] = (["verbose", "json", "html"] as const).map((option) => code(optionName(option)));
  return (
    "_This report is incomplete, because a comment has at most 65,536 characters. " +
    `To see everything, use ${verbose} on a terminal, ${json} or ${html}._\n`
  );
}

/** The part that is always shown: summary, errors, deletions and warnings. */
function head(plan: Comparison, report: Report, limits: (typeof LIST_LIMITS)[number]): string {
  const warnings = report.warnings(plan);
  const deletes = warnings.filter((it) => severityOf(it) === "caution");
  const others = warnings.filter((it) => severityOf(it) !== "caution");
  const errors = plan.refusals.map((refusal) => `${code(subjectOf(refusal))}: ${prose(refusalText(refusal))}`);
  const missing = missingFindings(plan).map(({ address, text }) => `${code(address)}: ${prose(text)}`);
  return [
    `### ${report.title} ${code(plan.organization)}\n\n`,
    `**${report.summary(plan, report.optionName)}**\n\n`,
    plan.leftInPlace.length === 0 ? "" : `${leftInPlaceText(plan, prose)}\n\n`,
    paragraph(raisedLimitsText(plan, report.optionName)),
    paragraph(ignoredText(plan, code, report.optionName)),
    paragraph(elsewhereText(plan, code)),
    paragraph(identitiesText(plan, code)),
    alert("CAUTION", report.errors, bullets(errors, limits.deletes)),
    alert(
      "CAUTION",
      `${pluralize(deletes.length, "project")} ${deletes.length === 1 ? "is" : "are"} deleted`,
      deletedProjects(plan, deletes, limits.deletes),
    ),
    alert("WARNING", MISSING_HEADING, bullets(missing, limits.warnings)),
    alert(
      "WARNING",
      "Warnings",
      bullets(
        others.map((warning) => prose(warningText(warning))),
        limits.warnings,
      ),
    ),
    alert("NOTE", LEFT_HEADING, leftLines(leftOf(plan), limits.warnings)),
    paragraph(prose(irreversibleText(plan))),
  ].join("");
}

function paragraph(text: string): string {
  return text === "" ? "" : `${text}\n\n`;
}

/** Short lists with messages, long ones with names only, so that all of them fit. */
function deletedProjects(plan: Comparison, deletes: readonly PlanWarning[], limit: number): readonly string[] {
  if (deletes.length <= MAX_UNFOLDED)
    return bullets(
      deletes.map((warning) => prose(warningText(warning))),
      limit,
    );
  const names = irreversibleOf(plan.actions).deleted.map(({ name }) => code(name));
  const rest = names.length > limit ? ` and ${names.length - limit} more` : "";
  return [names.slice(0, limit).join(", ") + rest];
}

function bullets(items: readonly string[], limit: number): readonly string[] {
  const shown = items.slice(0, limit).map((item) => `- ${item}`);
  return items.length > limit ? [...shown, `- … and ${items.length - limit} more`] : shown;
}

/** What an undo leaves as it is, with code in blocks. */
function leftLines(left: readonly LeftChange[], limit: number): readonly string[] {
  const lines = left.slice(0, limit).flatMap((it) => {
    const block = it.code === undefined ? [] : ["```hcl", ...it.code.map(sanitize), "```"];
    return [`- ${prose(leftSentence(it))}`, ...block.map((line) => `  ${line}`)];
  });
  return left.length > limit ? [...lines, `- … and ${left.length - limit} more`] : lines;
}

function alert(kind: "CAUTION" | "WARNING" | "NOTE", heading: string, lines: readonly string[]): string {
  return lines.length === 0
    ? ""
    : `> [!${kind}]\n> **${heading}**\n>\n${lines.map((line) => `> ${line}\n`).join("")}\n`;
}

/** Adds the projects and moves that fit, and returns whether all of them do. */
function addBody(part: SizeLimitedText, plan: Comparison, report: Report): boolean {
  const changes = changesByProject(plan);
  const rows = changes.flatMap((change) => (change.change === "none" ? [] : [projectRow(change, report)]));
  const moving = changes.filter(({ incoming }) => incoming.length > 0);
  const count = moving.reduce((sum, { incoming }) => sum + incoming.length, 0);
  let left = addTable(
    part,
    pluralize(rows.length, "project"),
    "| Project | | Attributes |\n| --- | --- | --- |\n",
    rows,
  );
  if (count <= MAX_UNFOLDED) {
    const all = moving.flatMap((to) =>
      to.incoming.map((it) => `| ${workspaceCell(it, report)} | ${code(it.from.name)} | ${code(to.name)} |\n`),
    );
    left += addTable(
      part,
      report.name === "plan" ? report.moves(count) : `${pluralize(count, "workspace")} misplaced`,
      `| Workspace | ${report.columns.join(" | ")} |\n| --- | --- | --- |\n`,
      all,
    );
  } else {
    for (const to of moving) {
      const title = `${report.moves(to.incoming.length)} ${report.prepositions.to} ${htmlCode(to.name)}`;
      const tableRows = to.incoming.map((it) => `| ${workspaceCell(it, report)} | ${code(it.from.name)} |\n`);
      left += part.addList(
        detailsStart(title, `| Workspace | ${report.columns[0]} |\n| --- | --- |\n`),
        tableRows,
        DETAILS_END,
      );
    }
  }
  left += addTable(
    part,
    CREATED_HEADING,
    "| Membership | |\n| --- | --- |\n",
    createdMembers(plan).map(({ address, text }) => `| ${code(address)} | ${prose(text)} |\n`),
  );
  if (report.name === "drift") left += addUnmanaged(part, plan);
  else left += addImpact(part, plan, report) + addText(part, paragraph(leftAloneText(plan, report.optionName)));
  return left === 0;
}

/** A workspace, and why a rule selects it. */
function workspaceCell(moved: MovedWorkspace, { reasonOf }: Report): string {
  return moved.match === undefined ? code(moved.name) : `${code(moved.name)} ${prose(reasonOf(moved))}`;
}

/** What the moves change, a row for each kind of change; several pairs of projects are listed in their first row. */
function addImpact(part: SizeLimitedText, plan: Comparison, { optionName }: Report): number {
  const rows = impactSections(plan, code).flatMap(({ pairs, rows: kinds }) =>
    kinds.map(({ label, items }, index) => {
      const isListed = index === 0 || pairs.length === 1;
      return `| ${isListed ? pairsList(pairs) : `the same ${pairs.length} pairs`} | ${label} | ${itemsText(items)} |\n`;
    }),
  );
  return (
    addTable(part, IMPACT_HEADING, "| Workspaces | | Change |\n| --- | --- | --- |\n", rows) +
    addText(part, paragraph(impactNotes(plan, code, optionName).join(" ")))
  );
}

function pairsList(pairs: readonly ImpactPair[]): string {
  const more = pairs.length - MAX_PAIRS;
  const shown = more > 0 ? [...pairs.slice(0, MAX_PAIRS).map(pairText), `… and ${more} more`] : pairs.map(pairText);
  return shown.join("<br>");
}

function projectRow(change: ProjectChange, report: Report): string {
  const { before, after, change: kind } = change;
  const isRenamed = before !== null && after !== null && before.name !== after.name;
  const shown = attributeTexts(change, value).map((it) => it.join(" "));
  const label = isRenamed ? "rename" : KIND_LABELS[report.name][kind];
  return `| ${code(change.name)} | ${label} | ${shown.join("<br>")} |\n`;
}

function value(text: string | null | undefined): string {
  return typeof text === "string" ? code(text) : quote(text);
}

function addUnmanaged(part: SizeLimitedText, plan: Comparison): number {
  const { coverage, unmanagedDrift } = plan;
  const { unmanagedProjects, unmanagedWorkspaces } = coverage;
  const rows = (workspaces: readonly UnmanagedWorkspace[]): readonly string[] =>
    workspaces.map(({ name, project }) => `| ${code(name)} | ${code(project.name)} |\n`);
  const drift = rows(unmanagedWorkspaces.filter((it) => isWorkspaceDrift(plan, it)));
  const others = rows(unmanagedWorkspaces.filter((it) => !isWorkspaceDrift(plan, it)));
  const head = "| Workspace | Project |\n| --- | --- |\n";
  return (
    addText(part, `${coverageLine(coverage)}\n\n`) +
    addTable(
      part,
      `${pluralize(unmanagedProjects.length, "project")} unmanaged${unmanagedDrift.projects > 0 ? " (drift)" : ""}`,
      "| Project |\n| --- |\n",
      unmanagedProjects.map(({ name }) => `| ${code(name)} |\n`),
    ) +
    addTable(part, `${pluralize(drift.length, "workspace")} unmanaged in projects of the code (drift)`, head, drift) +
    addTable(part, `${pluralize(others.length, "workspace")} unmanaged`, head, others)
  );
}

/** Returns 1 if the text does not fit. */
function addText(part: SizeLimitedText, text: string): number {
  return part.add(text) ? 0 : 1;
}

/** Long tables are collapsed. Returns the number of rows that do not fit. */
function addTable(part: SizeLimitedText, title: string, head: string, rows: readonly string[]): number {
  return rows.length > MAX_UNFOLDED
    ? part.addList(detailsStart(title, head), rows, DETAILS_END)
    : part.addList(`**${title}**\n\n${head}`, rows, "\n");
}

function detailsStart(title: string, head: string): string {
  return `<details><summary>${title}</summary>\n\n${head}`;
}

const DETAILS_END = "\n</details>\n\n";
