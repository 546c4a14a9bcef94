import { createColors } from "picocolors";
import type { Colors } from "picocolors/types";
import { compareNames, formatList, groupBy, pluralize } from "../../reconcile";
import { isWorkspaceDrift } from "../plan/drift";
import type { Compared, Comparison, Drift, Plan } from "../plan/comparison";
import type { PlanWarning } from "../plan/warnings";
import { CREATED_HEADING, createdMembers } from "./after-apply-text";
import { IMPACT_HEADING, impactNotes, impactSections, itemsText, pairsTitle, pairText } from "./impact";
import { countMoved, reasonsOf, type MoveGroup } from "../plan/move-group";
import { refusalText, subjectOf } from "../findings/errors";
import { severityOf, warningText } from "../findings/warnings";
import { nameInPrograms, type OptionName } from "../option-name";
import { MISSING_HEADING, missingFindings } from "./missing-text";
import { irreversibleText, LEFT_HEADING, leftOf, leftSentence } from "./left-text";
import { REPORT_KINDS, type ReportKind } from "./kind";
import type { ReportOptions } from "./options";
import { changesByProject, type ProjectChange } from "../plan/project-change";
import { attributeChanges, attributeTexts } from "../actions/attribute-change";
import { quote, sanitize } from "./sanitize";
import {
  coverageLine,
  elsewhereText,
  identitiesText,
  ignoredText,
  leftAloneText,
  leftInPlaceText,
  raisedLimitsText,
  totalSummary,
} from "./summary";
import { padText, widthOf, wrapText } from "./wrap";

/** How a report looks as text. */
export interface TextOptions extends ReportOptions {
  /** Whether it has colors, as ANSI escape codes. @default false */
  readonly colors?: boolean | undefined;
  /** Maximum width of lines in columns. @default 80 */
  readonly width?: number | undefined;
  /** Whether long lists are shown in full. @default false */
  readonly verbose?: boolean | undefined;
}

interface ListLimits {
  /** How many items of a long list are shown, unless the report is verbose. */
  readonly shown: number;
  /** Lists up to this length are shown in full. */
  readonly tolerance: number;
}

const LIST_LIMITS: ListLimits = { shown: 12, tolerance: 16 };
/** Of unmanaged objects there may be very many, which are no changes: a line or name for each of the first ones. */
const UNMANAGED_LIMITS: ListLimits = { shown: 10, tolerance: 11 };
const MIN_WIDTH = 20;
/** Column of the values of attributes, unless a label is longer. */
const LABEL_WIDTH = 14;

/** Plans or drift as text, one organization after the other, with a line break at the end. Pure. */
export function asText(compared: Compared, options: TextOptions = {}): string {
  const report = new TextReport(options);
  for (const it of compared) report.add(it);
  const plans = compared.filter(({ kind }) => kind === "plan");
  if (plans.length > 1) report.line(totalSummary(plans), report.colors.bold);
  return report.text;
}

type Style = (text: string) => string;
const unstyled: Style = (text) => text;

class TextReport {
  text = "";
  readonly colors: Colors;
  readonly #width: number;
  readonly #verbose: boolean;
  readonly #optionName: OptionName;
  /** Whether a list of this organization is cut. */
  #isCut = false;

  constructor({ colors = false, width = 80, verbose = false, optionName = nameInPrograms }: TextOptions) {
    this.colors = createColors(colors);
    this.#width = Math.max(width, MIN_WIDTH);
    this.#verbose = verbose;
    this.#optionName = optionName;
  }

  add(it: Plan | Drift): void {
    if (it.kind === "plan") this.#plan(it);
    else this.#drift(it);
  }

  #plan(plan: Plan): void {
    this.#heading(plan);
    this.#changes(plan, REPORT_KINDS.plan);
    this.#impact(plan);
    this.#left(plan);
    if (plan.leftInPlace.length > 0) {
      this.line(leftInPlaceText(plan, sanitize), this.colors.dim);
      this.line();
    }
    this.#note(ignoredText(plan, sanitize, this.#optionName));
    this.#note(elsewhereText(plan, sanitize));
    this.#cutNote();
    this.line(REPORT_KINDS.plan.summary(plan, this.#optionName), this.colors.bold);
    this.#note(sanitize(irreversibleText(plan)));
    this.#note(leftAloneText(plan, this.#optionName));
    this.line();
  }

  #drift(drift: Drift): void {
    this.#heading(drift);
    this.#changes(drift, REPORT_KINDS.drift);
    this.#unmanaged(drift);
    this.#note(ignoredText(drift, sanitize, this.#optionName));
    this.#note(elsewhereText(drift, sanitize));
    this.#cutNote();
    this.line(coverageLine(drift.coverage));
    this.line(REPORT_KINDS.drift.summary(drift, this.#optionName), this.colors.bold);
    this.line();
  }

  /** Adds a line, wrapped before it is styled. */
  line(text = "", style: Style = unstyled, indent = 0): void {
    const lines = text === "" ? [""] : wrapText(text, this.#width, Math.min(indent, Math.floor(this.#width / 4)));
    for (const it of lines) this.text += `${it === "" ? "" : style(it)}\n`;
  }

  #note(text: string): void {
    if (text !== "") this.line(text, this.colors.dim);
  }

  #heading(plan: Comparison): void {
    this.line(`Organization ${sanitize(plan.organization)}`, this.colors.bold);
    this.#note(identitiesText(plan, sanitize));
    const raised = raisedLimitsText(plan, this.#optionName);
    if (raised !== "") this.line(raised, this.colors.yellow);
    this.line();
  }

  #finding(mark: string, style: Style, subject: string, text: string): void {
    this.line(`  ${mark} ${sanitize(subject)}`, style, 4);
    this.line(`    ${sanitize(text)}`, unstyled, 4);
  }

  #errors({ refusals }: Comparison, heading: string): void {
    const { bold, red } = this.colors;
    if (refusals.length === 0) return;
    this.line(heading, (text) => bold(red(text)));
    for (const refusal of refusals) this.#finding("✗", red, subjectOf(refusal), refusalText(refusal));
    this.line();
  }

  /** Workspaces of the code that do not exist, or have other names. */
  #missing(plan: Comparison): void {
    const { bold, yellow } = this.colors;
    const findings = missingFindings(plan);
    if (findings.length === 0) return;
    this.line(`${MISSING_HEADING}:`, (text) => bold(yellow(text)));
    for (const { address, text } of findings) this.#finding("~", yellow, address, text);
    this.line();
  }

  /** Members that Terraform's plan creates. */
  #created(plan: Comparison): void {
    const { bold, green } = this.colors;
    const findings = createdMembers(plan);
    if (findings.length === 0) return;
    this.line(`${CREATED_HEADING}:`, bold);
    const [shown, rest] = this.#cut(findings);
    for (const { address, text } of shown) this.#finding("+", green, address, text);
    if (rest.length > 0) this.line(`  … and ${pluralize(rest.length, "more membership")}`, this.colors.dim, 4);
    this.line();
  }

  #warnings(warnings: readonly PlanWarning[]): void {
    const { bold, dim, red, yellow } = this.colors;
    if (warnings.length === 0) return;
    this.line("Warnings:", (text) => bold(yellow(text)));
    const deletions = warnings.filter((it) => severityOf(it) === "caution");
    const areListed = this.#verbose || deletions.length <= LIST_LIMITS.tolerance;
    if (!areListed) this.line(`  ! ${deletions.length} projects will be deleted; they are listed below.`, red, 4);
    const [shown, rest] = this.#cut(areListed ? warnings : warnings.filter((it) => severityOf(it) !== "caution"));
    for (const warning of shown) {
      this.line(`  ! ${sanitize(warningText(warning))}`, severityOf(warning) === "caution" ? red : yellow, 4);
    }
    if (rest.length > 0) this.line(`  … and ${pluralize(rest.length, "more warning")}`, dim, 4);
    this.line();
  }

  /** Errors, warnings, all changes and created members, with empty lines between those of more than one line. */
  #changes(plan: Comparison, report: ReportKind): void {
    this.#errors(plan, `${report.errors}:`);
    this.#missing(plan);
    this.#warnings(report.warnings(plan));
    // Outgoing workspaces are shown at their destination.
    const changes = changesByProject(plan).filter(({ change, movesIn }) => change !== "none" || movesIn.length > 0);
    for (const [index, project] of changes.entries()) {
      const next = changes[index + 1];
      this.#change(project, report);
      if (next?.change !== project.change || !(isShort(project) && isShort(next))) this.line();
    }
    this.#created(plan);
  }

  #change(project: ProjectChange, report: ReportKind): void {
    const { change, incoming, movesIn } = project;
    const name = `${sanitize(project.name)}${titleSuffix(project, report)}`;
    const moves =
      incoming.length > 0 ? `: ${report.moves(incoming.length)} ${report.prepositions.here}` : outgoingText(project);
    this.line(`${SIGNS[change]} ${name}${moves}`, this.#styleOf(change), 4);
    const attributes = attributeTexts(project, quote);
    const column = Math.max(LABEL_WIDTH, ...attributes.map(([label]) => widthOf(label) + 2));
    for (const [label, value] of attributes) this.line(`    ${padText(label, column)}${value}`, unstyled, 4 + column);
    const [shown, rest] = this.#cut(movesIn);
    for (const group of shown) this.#moves(group, report);
    if (rest.length === 0) return;
    const others = pluralize(rest.length, "other project");
    this.line(
      `    … and ${pluralize(countMoved(rest), "workspace")} ${report.prepositions.from} ${others}`,
      this.colors.dim,
      6,
    );
  }

  /** The workspaces that move between two projects. */
  #moves(group: MoveGroup, { prepositions, reasonOf }: ReportKind): void {
    for (const moved of reasonsOf(group)) {
      const { workspaces } = moved;
      const details = [workspaces.length === 1 ? "" : String(workspaces.length), sanitize(reasonOf(moved))].filter(
        (it) => it !== "",
      );
      const suffix = details.length === 0 ? "" : ` (${details.join(", ")})`;
      this.#names(`    ${prepositions.from} ${sanitize(group.from.name)}${suffix}`, workspaces, { indent: 6 });
    }
  }

  #impact(plan: Comparison): void {
    const sections = impactSections(plan, sanitize);
    const notes = impactNotes(plan, sanitize, this.#optionName);
    if (sections.length + notes.length === 0) return;
    this.line(`${IMPACT_HEADING}:`, this.colors.bold);
    const [shown, rest] = this.#cut(sections);
    for (const { pairs, rows } of shown) {
      this.line(`  ${pairsTitle(pairs)}`, this.colors.cyan, 4);
      if (pairs.length > 1) {
        const [listed, more] = this.#cut(pairs);
        const end = more.length === 0 ? "" : `, … and ${more.length} more`;
        this.line(`    ${listed.map(pairText).join(", ")}${end}`, unstyled, 6);
      }
      const column = Math.max(LABEL_WIDTH, ...rows.map(({ label }) => widthOf(label) + 2));
      for (const { label, items } of rows) {
        const [first, others] = this.#cut(items);
        this.line(`    ${padText(label, column)}${itemsText(first, others.length)}`, unstyled, 4 + column);
      }
    }
    const others = rest.reduce((sum, { pairs }) => sum + pairs.length, 0);
    if (others > 0) this.line(`  … and ${pluralize(others, "more pair")} of projects`, this.colors.dim, 4);
    for (const note of notes) this.line(`  ${note}`, this.colors.dim, 4);
    this.line();
  }

  /** What an undo leaves as it is. */
  #left(plan: Comparison): void {
    const left = leftOf(plan);
    if (left.length === 0) return;
    this.line(`${LEFT_HEADING}:`, this.colors.bold);
    const [shown, rest] = this.#cut(left);
    for (const it of shown) {
      this.line(`  · ${sanitize(leftSentence(it))}`, unstyled, 4);
      for (const line of it.code ?? []) this.line(`      ${sanitize(line)}`, this.colors.dim, 6);
    }
    if (rest.length > 0) this.line(`  … and ${rest.length} more`, this.colors.dim, 4);
    this.line();
  }

  #unmanaged(plan: Comparison): void {
    const { coverage, unmanagedDrift } = plan;
    const { unmanagedProjects, unmanagedWorkspaces } = coverage;
    if (unmanagedProjects.length + unmanagedWorkspaces.length === 0) return;
    const mark = (isDrift: boolean): string => (isDrift ? " (drift)" : "");
    this.line("Unmanaged:", this.colors.bold);
    this.#names(
      `  ${pluralize(unmanagedProjects.length, "project")}${mark(unmanagedDrift.projects > 0)}`,
      unmanagedProjects,
      { limits: UNMANAGED_LIMITS },
    );
    const groups = [...groupBy(unmanagedWorkspaces, ({ project }) => project.id).values()]
      .map((workspaces) => {
        const [first] = workspaces;
        return { ...first.project, isDrift: isWorkspaceDrift(plan, first), workspaces };
      })
      .sort((one, other) => Number(other.isDrift) - Number(one.isDrift) || compareNames(one, other));
    const [shown, rest] = this.#cut(groups, UNMANAGED_LIMITS);
    for (const { name, isDrift, workspaces } of shown) {
      const label = `  ${pluralize(workspaces.length, "workspace")} in ${sanitize(name)}${mark(isDrift)}`;
      this.#names(label, workspaces, { limits: UNMANAGED_LIMITS });
    }
    if (rest.length > 0) {
      const count = rest.reduce((sum, { workspaces }) => sum + workspaces.length, 0);
      const others = pluralize(rest.length, "more project");
      this.line(`  … and ${pluralize(count, "workspace")} in ${others}`, this.colors.dim, 4);
    }
    this.line();
  }

  #names(
    label: string,
    items: readonly { readonly name: string }[],
    { indent = 4, limits = LIST_LIMITS }: { readonly indent?: number; readonly limits?: ListLimits } = {},
  ): void {
    if (items.length === 0) return;
    const [shown, rest] = this.#cut(items, limits);
    const names = shown.map(({ name }) => sanitize(name)).join(", ");
    this.line(`${label}: ${names}${rest.length === 0 ? "" : `, … and ${rest.length} more`}`, unstyled, indent);
  }

  /** The items of a list that are shown, and those that are not. */
  #cut<T>(items: readonly T[], { shown, tolerance } = LIST_LIMITS): readonly [readonly T[], readonly T[]] {
    if (this.#verbose || items.length <= tolerance) return [items, []];
    this.#isCut = true;
    return [items.slice(0, shown), items.slice(shown)];
  }

  #cutNote(): void {
    const [verbose, json, html] = (["verbose", "json", "html"] as const).map(this.#optionName);
    if (this.#isCut) {
      this.#note(`Long lists are cut: ${verbose} shows all of them, ${json} and ${html} have everything.`);
    }
    this.#isCut = false;
  }

  #styleOf(change: ProjectChange["change"]): Style {
    const { green, yellow, red, cyan } = this.colors;
    return { create: green, update: yellow, delete: red, none: cyan }[change];
  }
}

const SIGNS = { create: "+", update: "~", delete: "-", none: "→" } as const;

/** How many projects a line about moves names. */
const MAX_DESTINATIONS = 3;

/** What happens to a project, after its name. */
const KIND_LABELS: Readonly<Record<ReportKind["name"], Readonly<Record<ProjectChange["change"], string>>>> = {
  plan: { create: " (new)", update: "", delete: " (deleted)", none: "" },
  drift: { create: " (missing)", update: " (changed)", delete: " (to be deleted)", none: "" },
};

/** Whether a change is one line, or moves only. */
function isShort(project: ProjectChange | undefined): boolean {
  return project?.change === "none" || (project?.movesIn.length === 0 && attributeChanges(project).length === 0);
}

/** Where the workspaces of a deleted project go, which are listed there. */
function outgoingText({ change, movesOut }: ProjectChange): string {
  if (change !== "delete" || movesOut.length === 0) return "";
  const count = countMoved(movesOut);
  const [{ to } = { to: { name: "" } }, ...others] = movesOut;
  const several = (): string =>
    formatList(movesOut.map((group) => `${sanitize(group.to.name)} (${group.workspaces.length})`));
  const destinations =
    others.length === 0
      ? sanitize(to.name)
      : movesOut.length > MAX_DESTINATIONS
        ? `${movesOut.length} projects`
        : several();
  return `: ${pluralize(count, "workspace")} ${count === 1 ? "moves" : "move"} out first, to ${destinations}`;
}

function titleSuffix({ change, before, after }: ProjectChange, report: ReportKind): string {
  return before !== null && after !== null && before.name !== after.name
    ? " (renamed)"
    : KIND_LABELS[report.name][change];
}
