import { isWarning } from "../../diagnostics";
import { messageOf } from "../../model";
import { createColors } from "picocolors";
import type { Colors } from "picocolors/types";
import { formatList, pluralize } from "../../reconcile";
import { quoteIfAmbiguous } from "../../reconcile/text";
import type { Compared, Drift, Plan } from "../plan/comparison";
import { pairsTitle, pairText } from "./impact";
import { countMoved, type MoveGroup, type ProjectChange, reasonsOf } from "../plan/project-change";
import { nameInPrograms, type OptionName, type ReportOptions } from "../option-name";
import { assignmentCount, bySeverity, signedText, type ChangeOfAssignment } from "../changes/assignment-change";
import { attributeChanges, attributeTexts, isRenamed, quoteValue } from "../changes/attribute-change";
import { sanitize } from "../../sanitize";
import { allWorkspaces, sectionsOf, type Section, type SectionOf } from "./sections";
import { REPORT_KINDS, totalSummary, type ReportKind } from "./wording";
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

/** How many items of a long list are shown, unless the report is verbose. Lists up to the tolerance are not long. */
const LIST_LIMITS = { shown: 12, tolerance: 16 };
/** Of unmanaged objects there may be very many, which are no changes: a line or name for each of the first ones. */
const UNMANAGED_LIMITS = { shown: 10, tolerance: 11 };
const MIN_WIDTH = 20;
/** Column of the values of attributes, unless a label is longer. */
const LABEL_WIDTH = 14;

/** Plans or drift as text, one organization after the other, with a line break at the end. Pure. */
export function asText(compared: Compared, options: TextOptions = {}): string {
  const report = new TextReport(options);
  for (const it of compared) report.add(it);
  const plans = compared.flatMap((it: Plan | Drift) => (it.kind === "plan" ? it : []));
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
    const report = REPORT_KINDS[it.kind];
    const sections = sectionsOf(it, "terminal", this.#optionName);
    this.line(`Organization ${sanitize(it.organization)}`, this.colors.bold);
    for (const section of sections.filter(isBasis)) this.#section(section, report);
    this.line();
    for (const section of sections.filter((other) => !isBasis(other))) this.#section(section, report);
    this.line();
  }

  #section(section: Section, report: ReportKind): void {
    if ("text" in section) this.#sentence(section);
    else if (section.name === "coverage") this.#coverage(section);
    else if (section.name === "changes") this.#changes(section, report);
    else {
      this.#heading(section);
      if (section.name === "warnings") this.#warnings(section);
      else if (section.name === "impact") this.#impact(section);
      else if (section.name === "left") this.#left(section);
      else if (section.name === "unmanaged") this.#unmanaged(section);
      else this.#findings(section);
      this.line();
    }
  }

  #heading({ name, heading }: Extract<Section, { readonly heading: string }>): void {
    const { bold, red, yellow } = this.colors;
    const color = name === "errors" ? red : name === "missing" || name === "warnings" ? yellow : unstyled;
    this.line(`${heading}:`, (text) => bold(color(text)));
  }

  #sentence({ name, text }: Extract<Section, { readonly text: unknown }>): void {
    const { bold, dim, yellow } = this.colors;
    if (name === "summary") this.#cutNote();
    this.line(text(nameText), name === "summary" ? bold : name === "raised-limits" ? yellow : dim);
    if (name === "left-in-place") this.line();
  }

  #coverage({ line }: SectionOf<"coverage">): void {
    this.#cutNote();
    this.line(line);
  }

  /** Adds a line, wrapped before it is styled. */
  line(text = "", style: Style = unstyled, indent = 0): void {
    const lines = text === "" ? [""] : wrapText(text, this.#width, Math.min(indent, Math.floor(this.#width / 4)));
    for (const it of lines) this.text += `${it === "" ? "" : style(it)}\n`;
  }

  #findings({ name, items }: SectionOf<"errors" | "missing" | "created">): void {
    const { green, red, yellow } = this.colors;
    const marks = { errors: ["✗", red], missing: ["~", yellow], created: ["+", green] } as const;
    const [mark, color] = marks[name];
    const [shown, rest] = name === "created" ? this.#cut(items) : [items, []];
    for (const it of shown) {
      this.line(`  ${mark} ${sanitize(it.where)}`, color, 4);
      this.line(`    ${sanitize(messageOf(it))}`, unstyled, 4);
      const workspaces = allWorkspaces(it);
      if (workspaces.length === 0) continue;
      if (this.#verbose) this.line(`    All workspaces: ${workspaces.map(nameText).join(", ")}`, this.colors.dim, 6);
      else this.#isCut = true;
    }
    if (rest.length > 0) this.line(`  … and ${pluralize(rest.length, "more membership")}`, this.colors.dim, 4);
  }

  #warnings({ items }: SectionOf<"warnings">): void {
    const { dim, red, yellow } = this.colors;
    const others = items.filter((it) => !isWarning("delete")(it));
    const deletions = items.length - others.length;
    const areListed = this.#verbose || deletions <= LIST_LIMITS.tolerance;
    if (!areListed) this.line(`  ! ${deletions} projects will be deleted; they are listed below.`, red, 4);
    const [shown, rest] = this.#cut(areListed ? items : others);
    for (const it of shown) {
      this.line(`  ! ${sanitize(messageOf(it))}`, it.severity === "caution" ? red : yellow, 4);
    }
    if (rest.length > 0) this.line(`  … and ${pluralize(rest.length, "more warning")}`, dim, 4);
  }

  /** All changes, with empty lines between those of more than one line. */
  #changes({ items, direction }: SectionOf<"changes">, report: ReportKind): void {
    if (direction !== "") {
      this.line(direction, this.colors.dim);
      this.line();
    }
    // Outgoing workspaces are shown at their destination.
    const changes = items.filter(({ change, movesIn }) => change !== "none" || movesIn.length > 0);
    for (const [index, project] of changes.entries()) {
      const next = changes[index + 1];
      this.#change(project, report);
      if (next?.change !== project.change || !(isShort(project) && isShort(next))) this.line();
    }
  }

  #change(project: ProjectChange, report: ReportKind): void {
    const { change, incoming, movesIn } = project;
    const name = `${nameText(project.name)}${titleSuffix(project, report)}`;
    const moves =
      incoming.length > 0 ? `: ${report.moves(incoming.length)} ${report.prepositions.here}` : outgoingText(project);
    this.line(`${SIGNS[change]} ${name}${moves}`, this.colors[COLORS[change]], 4);
    this.#values(attributeTexts(project, quoteValue));
    if (project.assignments.length > 0) this.#assignments(project.assignments);
    const [shown, rest] = this.#cut(movesIn);
    for (const group of shown) this.#moves(group, report);
    if (rest.length === 0) return;
    const count = pluralize(countMoved(rest), "workspace");
    const others = pluralize(rest.length, "other project");
    this.line(`    … and ${count} ${report.prepositions.from} ${others}`, this.colors.dim, 6);
  }

  /** Of a long list those that are removed or changed, before those that are added. */
  #assignments(assignments: readonly ChangeOfAssignment[]): void {
    const [, rest] = this.#cut(bySeverity(assignments));
    const omitted = new Set(rest);
    for (const it of assignments.filter((assignment) => !omitted.has(assignment))) {
      this.line(`    ${signedText(it, nameText)}`, unstyled, 6);
    }
    if (rest.length > 0) this.line(`    … and ${assignmentCount(rest, "more assignment")}`, this.colors.dim, 6);
  }

  /** The workspaces that move between two projects. */
  #moves(group: MoveGroup, { prepositions, reasonOf }: ReportKind): void {
    for (const moved of reasonsOf(group)) {
      const { workspaces } = moved;
      const details = [workspaces.length === 1 ? "" : String(workspaces.length), sanitize(reasonOf(moved))].filter(
        (it) => it !== "",
      );
      const suffix = details.length === 0 ? "" : ` (${details.join(", ")})`;
      this.#names(`    ${prepositions.from} ${nameText(group.from.name)}${suffix}`, workspaces, LIST_LIMITS, 6);
    }
  }

  #impact({ pairs: pairsOf, notes }: SectionOf<"impact">): void {
    const [shown, rest] = this.#cut(pairsOf(nameText));
    for (const { pairs, rows } of shown) {
      this.line(`  ${pairsTitle(pairs)}`, this.colors.cyan, 4);
      if (pairs.length > 1) this.line(`    ${this.#joined(pairs.map(pairText))}`, unstyled, 6);
      this.#values(rows.map(({ label, items }) => [label, this.#joined(items.map(({ text }) => text))]));
    }
    const others = rest.reduce((sum, { pairs }) => sum + pairs.length, 0);
    if (others > 0) this.line(`  … and ${pluralize(others, "more pair")} of projects`, this.colors.dim, 4);
    for (const note of notes(nameText)) this.line(`  ${note}`, this.colors.dim, 4);
  }

  #left({ items }: SectionOf<"left">): void {
    const [shown, rest] = this.#cut(items);
    for (const { text, code } of shown) {
      this.line(`  · ${sanitize(text)}`, unstyled, 4);
      for (const line of code) this.line(`      ${sanitize(line)}`, this.colors.dim, 6);
    }
    if (rest.length > 0) this.line(`  … and ${rest.length} more`, this.colors.dim, 4);
  }

  #unmanaged({ projects, areProjectsDrift, groups }: SectionOf<"unmanaged">): void {
    const mark = (isDrift: boolean): string => (isDrift ? " (drift)" : "");
    this.#names(`  ${pluralize(projects.length, "project")}${mark(areProjectsDrift)}`, projects, UNMANAGED_LIMITS);
    const [shown, rest] = this.#cut(groups, UNMANAGED_LIMITS);
    for (const { name, isDrift, workspaces } of shown) {
      const label = `  ${pluralize(workspaces.length, "workspace")} in ${nameText(name)}${mark(isDrift)}`;
      this.#names(label, workspaces, UNMANAGED_LIMITS);
    }
    if (rest.length === 0) return;
    const count = rest.reduce((sum, { workspaces }) => sum + workspaces.length, 0);
    const others = pluralize(rest.length, "more project");
    this.line(`  … and ${pluralize(count, "workspace")} in ${others}`, this.colors.dim, 4);
  }

  #names(label: string, items: readonly { readonly name: string }[], limits = LIST_LIMITS, indent = 4): void {
    if (items.length === 0) return;
    const names = items.map(({ name }) => nameText(name));
    this.line(`${label}: ${this.#joined(names, limits)}`, unstyled, indent);
  }

  /** Values beside their labels. */
  #values(rows: readonly (readonly [label: string, value: string])[]): void {
    const column = Math.max(LABEL_WIDTH, ...rows.map(([label]) => widthOf(label) + 2));
    for (const [label, value] of rows) this.line(`    ${padText(label, column)}${value}`, unstyled, 4 + column);
  }

  /** Texts in one, of a long list the first ones, with the number of the others. */
  #joined(texts: readonly string[], limits = LIST_LIMITS): string {
    const [shown, rest] = this.#cut(texts, limits);
    return [...shown, ...(rest.length === 0 ? [] : [`… and ${rest.length} more`])].join(", ");
  }

  /** The items of a list that are shown, and those that are not. */
  #cut<T>(items: readonly T[], { shown, tolerance } = LIST_LIMITS): readonly [readonly T[], readonly T[]] {
    if (this.#verbose || items.length <= tolerance) return [items, []];
    this.#isCut = true;
    return [items.slice(0, shown), items.slice(shown)];
  }

  #cutNote(): void {
    if (!this.#isCut) return;
    this.#isCut = false;
    const [verbose, json, html] = (["verbose", "json", "html"] as const).map(this.#optionName);
    this.line(
      `Long lists are cut: ${verbose} shows all of them, ${json} and ${html} have everything.`,
      this.colors.dim,
    );
  }
}

/** Whether a section says what the report is based on: these come before everything else. */
function isBasis({ name }: Section): boolean {
  return name === "identities" || name === "raised-limits";
}

const SIGNS = { create: "+", update: "~", assign: "~", delete: "-", none: "→" } as const;
const COLORS = { create: "green", update: "yellow", assign: "yellow", delete: "red", none: "cyan" } as const;

/** A name from outside, as lists and lines show it. */
function nameText(name: string): string {
  return sanitize(quoteIfAmbiguous(name));
}

/** How many projects a line about moves names. */
const MAX_DESTINATIONS = 3;

/** Whether a change is one line, or moves only. */
function isShort(project: ProjectChange | undefined): boolean {
  return (
    project?.change === "none" ||
    (project?.movesIn.length === 0 && project.assignments.length === 0 && attributeChanges(project).length === 0)
  );
}

/** Where the workspaces of a deleted project go, which are listed there. */
function outgoingText({ change, movesOut }: ProjectChange): string {
  if (change !== "delete" || movesOut.length === 0) return "";
  const count = countMoved(movesOut);
  const names = movesOut.map(
    ({ to, workspaces }) => nameText(to.name) + (movesOut.length === 1 ? "" : ` (${workspaces.length})`),
  );
  const destinations = names.length > MAX_DESTINATIONS ? `${names.length} projects` : formatList(names);
  return `: ${pluralize(count, "workspace")} ${count === 1 ? "moves" : "move"} out first, to ${destinations}`;
}

function titleSuffix(project: ProjectChange, report: ReportKind): string {
  const label = report.foundByName(project) || (isRenamed(project) ? "renamed" : report.labels[project.change]);
  return label === "" ? "" : ` (${label})`;
}
