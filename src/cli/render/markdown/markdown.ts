import { pluralize, type PlanWarning, type OrganizationPlan } from "../../../reconcile";
import { quote } from "../sanitize";
import { attributeChanges, changesByProject, type ProjectChange } from "../project-change";
import { coverageLine, driftSummary, planSummary, driftWarnings } from "../summary";
import { SizeLimitedText } from "./size-limit";
import { code, htmlCode, prose } from "./escape";

/** The longest comment that GitHub takes, in characters; a step summary may be longer. */
export const COMMENT_LIMIT = 65_536;
/** Kept for the remark that something was left out. */
const NOTICE_BYTES = 200;
/** So many rows are shown unfolded. */
const MAX_UNFOLDED = 20;

interface MarkdownOptions {
  /** Bytes of the result at most. @default 65,536 */
  readonly limit?: number | undefined;
}

/**
 * Plans as a comment for a review and for `$GITHUB_STEP_SUMMARY`. Pure. What refuses the plan, what is deleted and what needs attention stands
 * first, is never folded, and is kept when the rest is cut to the limit.
 */
export function planAsMarkdown(plans: readonly OrganizationPlan[], options: MarkdownOptions = {}): string {
  return documentOf(plans, PLAN, options);
}

/** What differs between organizations and their code, and what is not in the code, as markdown. Pure. */
export function driftAsMarkdown(plans: readonly OrganizationPlan[], options: MarkdownOptions = {}): string {
  return documentOf(plans, DRIFT, options);
}

/** What a plan and a report of drift have different. */
interface ReportLabels {
  readonly title: string;
  readonly summary: (plan: OrganizationPlan) => string;
  readonly refused: string;
  readonly kinds: Readonly<Record<ProjectChange["kind"], string>>;
  readonly moves: (count: number) => string;
  /** To one project, as HTML. */
  readonly movesTo: (count: number, project: string) => string;
  /** Where workspaces are, and where they go. */
  readonly columns: readonly [string, string];
  readonly attention: (plan: OrganizationPlan) => readonly PlanWarning[];
  readonly showsUnmanaged: boolean;
}

const PLAN: ReportLabels = {
  title: "Plan for",
  summary: planSummary,
  refused: "Refused: nothing can be applied until this is put right.",
  kinds: { create: "create", update: "update", delete: "**delete**", none: "" },
  moves: (count) => `${pluralize(count, "workspace")} ${count === 1 ? "moves" : "move"}`,
  movesTo: (count, project) => `${pluralize(count, "workspace")} ${count === 1 ? "moves" : "move"} to ${project}`,
  columns: ["From", "To"],
  attention: (plan) => plan.warnings,
  showsUnmanaged: false,
};

const DRIFT: ReportLabels = {
  title: "Drift of",
  summary: driftSummary,
  refused: "The code asks for what cannot be:",
  kinds: { create: "missing", update: "differs", delete: "to be deleted", none: "" },
  moves: (count) => `${pluralize(count, "workspace")} ${count === 1 ? "is" : "are"} elsewhere`,
  movesTo: (count, project) =>
    `${pluralize(count, "workspace")} ${count === 1 ? "belongs" : "belong"} in ${project}, elsewhere now`,
  columns: ["Is in", "Belongs in"],
  attention: driftWarnings,
  showsUnmanaged: true,
};

/** How many items of the lists that matter most are shown; the first that fits the limit is taken. */
const LIST_LIMITS = [
  { attention: Infinity, deletes: Infinity },
  { attention: 100, deletes: Infinity },
  { attention: 20, deletes: Infinity },
  { attention: 0, deletes: Infinity },
  { attention: 0, deletes: 500 },
  { attention: 0, deletes: 50 },
  { attention: 0, deletes: 0 },
];

function documentOf(plans: readonly OrganizationPlan[], report: ReportLabels, options: MarkdownOptions): string {
  const limit = (options.limit ?? COMMENT_LIMIT) - NOTICE_BYTES;
  const heads = LIST_LIMITS.map((cut) => plans.map((plan) => head(plan, report, cut)));
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
  return isCut
    ? `${text}_Not all is shown here: a comment has at most 65,536 characters. The terminal (with \`--verbose\`), \`--json\` and \`--html\` show all._\n`
    : text;
}

/** What is always shown: the numbers, what refuses the plan, what needs attention. */
function head(plan: OrganizationPlan, report: ReportLabels, cut: (typeof LIST_LIMITS)[number]): string {
  const attention = report.attention(plan);
  const deletes = attention.filter(({ kind }) => kind === "delete");
  const others = attention.filter(({ kind }) => kind !== "delete");
  const refusals = plan.refusals.map(({ subject, message }) => `${code(subject)}: ${prose(message)}`);
  return [
    `### ${report.title} ${code(plan.organization)}\n\n`,
    `**${report.summary(plan)}**\n\n`,
    alert("CAUTION", report.refused, bullets(refusals, cut.deletes)),
    alert(
      "CAUTION",
      `${pluralize(deletes.length, "project")} ${deletes.length === 1 ? "is" : "are"} deleted`,
      deletedProjects(plan, deletes, cut.deletes),
    ),
    alert(
      "WARNING",
      "Look at this first",
      bullets(
        others.map(({ message }) => prose(message)),
        cut.attention,
      ),
    ),
  ].join("");
}

/** Short lists with all that is to be said, long ones as names only, so that all of them can be kept. */
function deletedProjects(plan: OrganizationPlan, deletes: readonly PlanWarning[], most: number): readonly string[] {
  if (deletes.length <= MAX_UNFOLDED)
    return bullets(
      deletes.map(({ message }) => prose(message)),
      most,
    );
  const names = plan.actions.flatMap((action) => (action.kind === "delete" ? [code(action.before.name)] : []));
  const rest = names.length > most ? ` and ${names.length - most} more` : "";
  return [names.slice(0, most).join(", ") + rest];
}

function bullets(items: readonly string[], most: number): readonly string[] {
  const shown = items.slice(0, most).map((item) => `- ${item}`);
  return items.length > most ? [...shown, `- … and ${items.length - most} more`] : shown;
}

function alert(kind: "CAUTION" | "WARNING", heading: string, lines: readonly string[]): string {
  return lines.length === 0
    ? ""
    : `> [!${kind}]\n> **${heading}**\n>\n${lines.map((line) => `> ${line}\n`).join("")}\n`;
}

/** Projects and moves, as far as there is room. Tells whether all of it was shown. */
function addBody(part: SizeLimitedText, plan: OrganizationPlan, report: ReportLabels): boolean {
  const changes = changesByProject(plan);
  const rows = changes.flatMap((change) => (change.kind === "none" ? [] : [projectRow(change, report)]));
  const moving = changes.filter(({ incoming: entering }) => entering.length > 0);
  const count = moving.reduce((sum, { incoming: entering }) => sum + entering.length, 0);
  let left = addTable(
    part,
    pluralize(rows.length, "project"),
    "| Project | | Attributes |\n| --- | --- | --- |\n",
    rows,
  );
  if (count <= MAX_UNFOLDED) {
    const all = moving.flatMap((to) =>
      to.incoming.map((it) => `| ${code(it.name)} | ${code(it.from.name)} | ${code(to.name)} |\n`),
    );
    left += addTable(
      part,
      report.moves(count),
      `| Workspace | ${report.columns.join(" | ")} |\n| --- | --- | --- |\n`,
      all,
    );
  } else {
    for (const to of moving) {
      const title = report.movesTo(to.incoming.length, htmlCode(to.name));
      const its = to.incoming.map(({ name, from }) => `| ${code(name)} | ${code(from.name)} |\n`);
      left += part.addList(
        detailsStart(title, `| Workspace | ${report.columns[0]} |\n| --- | --- |\n`),
        its,
        DETAILS_END,
      );
    }
  }
  if (report.showsUnmanaged) left += addUnmanaged(part, plan);
  return left === 0;
}

function projectRow(change: ProjectChange, report: ReportLabels): string {
  const { before, after, kind, temporaryName } = change;
  const isRenamed = before !== null && after !== null && before.name !== after.name;
  const attributes = after === null ? [] : attributeChanges(before, after);
  const shown = attributes.map(({ attribute, from, to }) =>
    before === null ? `${attribute} ${value(to)}` : `${attribute} ${value(from)} → ${value(to)}`,
  );
  if (temporaryName !== null) shown.push(`for a moment called ${code(temporaryName)}`);
  return `| ${code(change.name)} | ${isRenamed ? "rename" : report.kinds[kind]} | ${shown.join("<br>")} |\n`;
}

function value(text: string | null): string {
  return text === null ? quote(null) : code(text);
}

function addUnmanaged(part: SizeLimitedText, { coverage }: OrganizationPlan): number {
  const { unmanagedProjects: projectsOutside, unmanagedWorkspaces: workspacesOutside } = coverage;
  const projects = projectsOutside.map(({ name }) => `| ${code(name)} |\n`);
  const workspaces = workspacesOutside.map(({ name, project }) => `| ${code(name)} | ${code(project.name)} |\n`);
  return (
    (part.add(`${coverageLine(coverage)}\n\n`) ? 0 : 1) +
    addTable(part, `${pluralize(projects.length, "project")} not in code`, "| Project |\n| --- |\n", projects) +
    addTable(
      part,
      `${pluralize(workspaces.length, "workspace")} not in code`,
      "| Workspace | Project |\n| --- | --- |\n",
      workspaces,
    )
  );
}

/** Long ones are folded. Gives the number of rows that did not fit. */
function addTable(part: SizeLimitedText, title: string, head: string, rows: readonly string[]): number {
  return rows.length > MAX_UNFOLDED
    ? part.addList(detailsStart(title, head), rows, DETAILS_END)
    : part.addList(`**${title}**\n\n${head}`, rows, "\n");
}

function detailsStart(title: string, head: string): string {
  return `<details><summary>${title}</summary>\n\n${head}`;
}

const DETAILS_END = "\n</details>\n\n";
