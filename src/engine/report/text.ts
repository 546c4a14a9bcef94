import { createColors } from "picocolors";
import type { Colors } from "picocolors/types";
import { pluralize } from "../../reconcile";
import { quoteIfAmbiguous } from "../../reconcile/text";
import { quoteSanitized, sanitize } from "../../sanitize";
import type { Compared, Drift, Plan } from "../plan/comparison";
import { nameInPrograms, type OptionName, type ReportOptions } from "../option-name";
import * as blocks from "./blocks";
import type { Block, Text } from "./blocks";
import { assignmentCount, bySeverity } from "./changes";
import { proposedBlocks, reportOf } from "./sections";
import { totalSummary } from "./sentences";
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
  const printer = new TextPrinter(options);
  for (const it of compared) printer.report(reportOf(it, "terminal", options.optionName ?? nameInPrograms));
  const plans = compared.flatMap((it: Plan | Drift) => (it.kind === "plan" ? it : []));
  if (plans.length > 1) printer.line(totalSummary(plans), printer.colors.bold);
  return printer.text;
}

/** What a plan with a single move says of it, as text. Pure. */
export function proposedAsText(plan: Plan, options: TextOptions): string {
  const printer = new TextPrinter(options);
  printer.blocks(proposedBlocks(plan, options.optionName ?? nameInPrograms));
  return printer.text;
}

type Style = (text: string) => string;
const unstyled: Style = (text) => text;

const FORMAT: blocks.Format = {
  name: (name) => sanitize(quoteIfAmbiguous(name)),
  value: (value) => (value === undefined ? "(not reported)" : value === null ? "(none)" : quoteSanitized(value)),
  sentence: sanitize,
};

const SIGNS = { create: "+", update: "~", rename: "~", assign: "~", delete: "-", none: "→" } as const;
const COLORS = {
  ...({ create: "green", update: "yellow", rename: "yellow" } as const),
  ...({ assign: "yellow", delete: "red", none: "cyan" } as const),
};
/** The sign and color of items, and the color of their heading. */
const TONES = {
  error: ["✗", "red", "red"],
  difference: ["~", "yellow", "yellow"],
  warning: ["!", "yellow", "yellow"],
  new: ["+", "green", undefined],
  note: ["·", undefined, undefined],
} as const satisfies Readonly<Record<blocks.List["tone"], readonly [string, keyof Colors | undefined, unknown]>>;

class TextPrinter {
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

  report({ organization, blocks: all }: blocks.Report): void {
    const isBasis = (block: Block): boolean => block.kind === "paragraph" && block.role === "basis";
    this.line(`Organization ${sanitize(organization)}`, this.colors.bold);
    this.blocks(all.filter(isBasis));
    this.line();
    this.blocks(all.filter((it) => !isBasis(it)));
    this.line();
  }

  blocks(all: readonly Block[]): void {
    for (const block of all) this.#block(block);
  }

  #block(block: Block): void {
    switch (block.kind) {
      case "paragraph":
        this.#say(block.text, block.isWarning === true ? this.colors.yellow : this.colors.dim);
        if (block.role === "remark") this.line();
        break;
      case "summary":
        this.#cutNote();
        this.#say(block.text, this.colors.bold);
        break;
      case "coverage":
        this.#cutNote();
        this.#say(block.text);
        break;
      case "list":
        this.#list(block);
        break;
      case "changes":
        this.#changes(block);
        break;
      case "effects":
        this.#effects(block);
        break;
      case "unmanaged":
        this.#unmanaged(block);
        break;
    }
  }

  /** Adds a line, wrapped before it is styled. */
  line(text = "", style: Style = unstyled, indent = 0): void {
    const lines = text === "" ? [""] : wrapText(text, this.#width, Math.min(indent, Math.floor(this.#width / 4)));
    for (const it of lines) this.text += `${it === "" ? "" : style(it)}\n`;
  }

  #say(text: Text, style: Style = unstyled, before = "", indent = before.length): void {
    this.line(before + blocks.printed(text, FORMAT), style, indent);
  }

  #heading(heading: string, color: Style = unstyled): void {
    this.line(`${heading}:`, (text) => this.colors.bold(color(text)));
  }

  #list({ tone, heading, items: all, noun }: blocks.List): void {
    const { dim, red } = this.colors;
    const [sign, color, headingColor] = TONES[tone];
    const style = color === undefined ? unstyled : this.colors[color];
    this.#heading(heading, headingColor === undefined ? unstyled : this.colors[headingColor]);
    const grouped = all.flatMap(({ group }) => group ?? []);
    const isCounted = !this.#verbose && grouped.length > LIST_LIMITS.tolerance;
    if (isCounted) this.line(`  ${sign} ${grouped[0]?.many}`, red, 4);
    const items = isCounted ? all.filter(({ group }) => group === undefined) : all;
    const [shown, rest] = noun === undefined ? [items, []] : this.#cut(items);
    for (const { where, text, isCaution, names = [], code } of shown) {
      if (where !== undefined) this.line(`  ${sign} ${sanitize(where)}`, style, 4);
      if (where !== undefined) this.#say(text, unstyled, "    ");
      else this.#say(text, isCaution === true ? red : style, `  ${sign} `);
      for (const line of code?.lines ?? []) this.line(`      ${sanitize(line)}`, dim, 6);
      if (names.length > 0 && this.#verbose) this.line(`    All workspaces: ${namesOf(names).join(", ")}`, dim, 6);
      else if (names.length > 0) this.#isCut = true;
    }
    if (rest.length > 0) this.#more(pluralize(rest.length, `more ${noun}`));
    this.line();
  }

  /** All changes, with empty lines between those of more than one line. */
  #changes({ changes: all, direction, from }: blocks.Changes): void {
    if (direction !== "") {
      this.line(direction, this.colors.dim);
      this.line();
    }
    // Outgoing workspaces are shown at their destination.
    const changes = all.filter(({ change, movesIn }) => change !== "none" || movesIn.length > 0);
    for (const [index, change] of changes.entries()) {
      const next = changes[index + 1];
      this.#change(change, from);
      if (next?.change !== change.change || !(isShort(change) && isShort(next))) this.line();
    }
  }

  #change(
    { change, name, label, found, movement, attributes, assignments, movesIn }: blocks.Change,
    from: string,
  ): void {
    const suffix = found || label;
    const title = blocks.text`${{ name }}${suffix === "" ? "" : ` (${suffix})`}${movement.length === 0 ? "" : ": "}`;
    this.#say([...title, ...movement], this.colors[COLORS[change]], `${SIGNS[change]} `, 4);
    this.#values(
      attributes.map((it) => {
        const value = it.before === undefined ? it.after : blocks.text`${it.before} → ${it.after}`;
        return [it.label, blocks.printed(value, FORMAT)];
      }),
    );
    // Of a long list those that are removed or changed, before those that are added.
    const [, rest] = this.#cut(bySeverity(assignments));
    const omitted = new Set(rest);
    for (const { text } of assignments.filter((it) => !omitted.has(it))) this.#say(text, unstyled, "    ", 6);
    if (rest.length > 0) this.#more(assignmentCount(rest, "more assignment"), 4);
    const [shown, others] = this.#cut(movesIn);
    for (const move of shown) this.#move(move, from);
    if (others.length === 0) return;
    const count = others.reduce((sum, move) => sum + move.count, 0);
    this.#more(`${pluralize(count, "workspace")} ${from} ${pluralize(others.length, "other project")}`, 4);
  }

  /** The workspaces that move between two projects. */
  #move({ from: { name }, parts }: blocks.Move, from: string): void {
    for (const { reason, names } of parts) {
      const details = [names.length === 1 ? "" : String(names.length), sanitize(reason)].filter((it) => it !== "");
      const suffix = details.length === 0 ? "" : ` (${details.join(", ")})`;
      this.#names(`    ${from} ${FORMAT.name(name)}${suffix}`, names, LIST_LIMITS, 6);
    }
  }

  #effects({ heading, groups, notes }: blocks.Effects): void {
    this.#heading(heading);
    const [shown, rest] = this.#cut(groups);
    for (const { pairs, rows } of shown) {
      this.#say(blocks.pairsTitle(pairs), this.colors.cyan, "  ", 4);
      const printed = pairs.map((pair) => blocks.printed(blocks.pairText(pair), FORMAT));
      if (pairs.length > 1) this.line(`    ${this.#joined(printed)}`, unstyled, 6);
      this.#values(
        rows.map(({ label, items }) => [label, this.#joined(items.map((it) => blocks.printed(it.text, FORMAT)))]),
      );
    }
    const others = rest.reduce((sum, { pairs }) => sum + pairs.length, 0);
    if (others > 0) this.#more(`${pluralize(others, "more pair")} of projects`);
    for (const note of notes) this.#say(note, this.colors.dim, "  ", 4);
    this.line();
  }

  #unmanaged({ heading, projects, areProjectsDrift, groups }: blocks.Unmanaged): void {
    this.#heading(heading);
    const mark = (isDrift: boolean): string => (isDrift ? " (drift)" : "");
    const names = projects.map(({ name }) => name);
    this.#names(`  ${pluralize(names.length, "project")}${mark(areProjectsDrift)}`, names, UNMANAGED_LIMITS);
    const [shown, rest] = this.#cut(groups, UNMANAGED_LIMITS);
    for (const { name, isDrift, workspaces } of shown) {
      const label = `  ${pluralize(workspaces.length, "workspace")} in ${FORMAT.name(name)}${mark(isDrift)}`;
      this.#names(label, workspaces, UNMANAGED_LIMITS);
    }
    const count = rest.reduce((sum, { workspaces }) => sum + workspaces.length, 0);
    if (count > 0) this.#more(`${pluralize(count, "workspace")} in ${pluralize(rest.length, "more project")}`);
    this.line();
  }

  #more(what: string, indent = 2): void {
    this.line(`${" ".repeat(indent)}… and ${what}`, this.colors.dim, indent + 2);
  }

  #names(label: string, names: readonly string[], limits = LIST_LIMITS, indent = 4): void {
    if (names.length > 0) this.line(`${label}: ${this.#joined(namesOf(names), limits)}`, unstyled, indent);
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

function namesOf(names: readonly string[]): readonly string[] {
  return names.map(FORMAT.name);
}

/** Whether a change is one line, or moves only. */
function isShort(change: blocks.Change | undefined): boolean {
  if (change?.change === "none") return true;
  return change !== undefined && change.movesIn.length + change.assignments.length + change.attributes.length === 0;
}
