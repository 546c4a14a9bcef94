import type { Colors } from "picocolors/types";
import stringWidth from "string-width";
import {
  compareStrings,
  pluralize,
  groupBy,
  type PlanWarning,
  type Coverage,
  type OrganizationPlan,
} from "../../reconcile";
import { sanitize, quote } from "./sanitize";
import { padText, wrapText } from "./wrap";
import { attributeChanges, changesByProject, type ProjectChange } from "./project-change";
import { coverageLine, driftSummary, planSummary, totalSummary, driftWarnings } from "./summary";

export interface TerminalOptions {
  /** What picocolors' `createColors` gives; with `createColors(false)` there are none. */
  readonly colors: Colors;
  /** Columns; nothing is wider. @default 80 */
  readonly width?: number | undefined;
  /** Whether long lists of workspaces are shown in full. @default false */
  readonly verbose?: boolean | undefined;
}

/** Workspaces of one list that are shown without `--verbose`; a list that is hardly longer is shown in full. */
const LIST_LIMIT = 12;
const LIST_TOLERANCE = 16;
/** The narrowest that is written for. */
const MIN_WIDTH = 20;

/** Plans for a person at a terminal, one organization after the other. Pure; ends with a line break. */
export function planForTerminal(plans: readonly OrganizationPlan[], options: TerminalOptions): string {
  const page = new TextReport(options);
  for (const plan of plans) page.plan(plan);
  if (plans.length > 1) page.line(totalSummary(plans), options.colors.bold);
  return page.text;
}

/** What differs between organizations and their code, and what is not in the code. Pure; ends with a line break. */
export function driftForTerminal(plans: readonly OrganizationPlan[], options: TerminalOptions): string {
  const page = new TextReport(options);
  for (const plan of plans) page.drift(plan);
  return page.text;
}

type Style = (text: string) => string;
const unstyled: Style = (text) => text;

class TextReport {
  text = "";
  readonly #colors: Colors;
  readonly #width: number;
  readonly #verbose: boolean;

  constructor({ colors, width = 80, verbose = false }: TerminalOptions) {
    this.#colors = colors;
    this.#width = Math.max(width, MIN_WIDTH);
    this.#verbose = verbose;
  }

  plan(plan: OrganizationPlan): void {
    const { bold } = this.#colors;
    this.#heading(plan);
    this.#refusals(plan, "Refused: nothing can be applied until this is put right.");
    this.#attention(plan.warnings);
    for (const change of changesByProject(plan)) this.#change(change, PLAN_LABELS);
    this.line(planSummary(plan), bold);
    this.line();
  }

  drift(plan: OrganizationPlan): void {
    const { bold } = this.#colors;
    this.#heading(plan);
    this.#refusals(plan, "The code asks for what cannot be:");
    this.#attention(driftWarnings(plan));
    for (const change of changesByProject(plan)) this.#change(change, DRIFT_LABELS);
    this.#outside(plan.coverage);
    this.line(coverageLine(plan.coverage));
    this.line(driftSummary(plan), bold);
    this.line();
  }

  /** Breaks a line that is too wide; the colour is put on afterwards. */
  line(text = "", colour: Style = unstyled, hanging = 0): void {
    const lines = text === "" ? [""] : wrapText(text, this.#width, Math.min(hanging, Math.floor(this.#width / 4)));
    for (const it of lines) this.text += `${it === "" ? "" : colour(it)}\n`;
  }

  #heading({ organization }: OrganizationPlan): void {
    this.line(`Organization ${sanitize(organization)}`, this.#colors.bold);
    this.line();
  }

  #refusals({ refusals }: OrganizationPlan, heading: string): void {
    const { bold, red } = this.#colors;
    if (refusals.length === 0) return;
    this.line(heading, (text) => bold(red(text)));
    for (const { subject, message } of refusals) {
      this.line(`  ✗ ${sanitize(subject)}`, red, 4);
      this.line(`    ${sanitize(message)}`, unstyled, 4);
    }
    this.line();
  }

  #attention(attention: readonly PlanWarning[]): void {
    const { bold, red, yellow } = this.#colors;
    if (attention.length === 0) return;
    this.line("Look at this first:", (text) => bold(yellow(text)));
    for (const { kind, message } of attention) {
      this.line(`  ! ${sanitize(message)}`, kind === "delete" ? red : yellow, 4);
    }
    this.line();
  }

  #change(change: ProjectChange, words: Labels): void {
    const { kind, incoming: entering, outgoing: leaving } = change;
    // A project that only gives workspaces away is seen where they go.
    if (kind === "none" && entering.length === 0) return;
    this.line(`${SIGNS[kind]} ${sanitize(change.name)}${titleSuffix(change, words)}`, this.#colorOf(kind), 4);
    for (const [label, value] of attributeLines(change)) this.line(`    ${padText(label, 14)}${value}`, unstyled, 18);
    if (kind === "delete" && leaving.length > 0) {
      this.line(`    ${pluralize(leaving.length, "workspace")} ${leaving.length === 1 ? "moves" : "move"} out first`);
    }
    this.#moves(change, words);
    this.line();
  }

  #moves(change: ProjectChange, words: Labels): void {
    const { incoming: entering } = change;
    if (entering.length === 0) return;
    this.line(`    ${words.incoming(entering.length)}`);
    const isCut = !this.#verbose && entering.length > LIST_TOLERANCE;
    const shown = (isCut ? entering.slice(0, LIST_LIMIT) : entering).map(({ name, from, reason: because }) => ({
      name: sanitize(name),
      way: words.route(sanitize(from.name), sanitize(change.name), because),
    }));
    const column = Math.max(...shown.map(({ name }) => stringWidth(name)));
    const fits = shown.every(({ way }) => 6 + column + 2 + stringWidth(way) <= this.#width);
    for (const { name, way } of shown) this.line(`      ${fits ? padText(name, column) : name}  ${way}`, unstyled, 8);
    if (!isCut) return;
    const rest = entering.slice(LIST_LIMIT);
    const sources = new Map<string, number>();
    for (const { from } of rest) sources.set(from.name, (sources.get(from.name) ?? 0) + 1);
    const summed = [...sources].map(([name, count]) => `${count} from ${sanitize(name)}`);
    const told = summed.length > 5 ? `from ${summed.length} projects` : summed.join(", ");
    this.line(`      … and ${rest.length} more, ${told} (--verbose shows all)`, this.#colors.dim, 8);
  }

  #outside({ unmanagedProjects: projectsOutside, unmanagedWorkspaces: workspacesOutside }: Coverage): void {
    if (projectsOutside.length + workspacesOutside.length === 0) return;
    this.line("Not in code:", this.#colors.bold);
    this.#names(`  ${pluralize(projectsOutside.length, "project")}`, projectsOutside);
    const byProject = groupBy(workspacesOutside, ({ project }) => project.name);
    for (const [project, inside] of [...byProject].sort(([one], [other]) => compareStrings(one, other))) {
      this.#names(`  ${pluralize(inside.length, "workspace")} in ${sanitize(project)}`, inside);
    }
    this.line();
  }

  #names(of: string, items: readonly { readonly name: string }[]): void {
    if (items.length === 0) return;
    const isCut = !this.#verbose && items.length > LIST_TOLERANCE;
    const names = (isCut ? items.slice(0, LIST_LIMIT) : items).map(({ name }) => sanitize(name)).join(", ");
    this.line(
      `${of}: ${names}${isCut ? `, … and ${items.length - LIST_LIMIT} more (--verbose shows all)` : ""}`,
      unstyled,
      4,
    );
  }

  #colorOf(kind: ProjectChange["kind"]): Style {
    const { green, yellow, red, cyan } = this.#colors;
    return { create: green, update: yellow, delete: red, none: cyan }[kind];
  }
}

const SIGNS = { create: "+", update: "~", delete: "-", none: "→" } as const;

/** What is called what, in a plan and in a report of drift. */
interface Labels {
  readonly kinds: Readonly<Record<ProjectChange["kind"], string>>;
  readonly renamed: string;
  readonly incoming: (count: number) => string;
  readonly route: (from: string, to: string, because: ProjectChange["incoming"][number]["reason"]) => string;
}

const PLAN_LABELS: Labels = {
  kinds: { create: " (new)", update: "", delete: " (deleted)", none: "" },
  renamed: " (renamed)",
  incoming: (count) => `${pluralize(count, "workspace")} ${count === 1 ? "moves" : "move"} in:`,
  route: (from, to, because) =>
    `${from} → ${to}${{ member: "", evicted: " (evicted)", evacuated: " (evacuated)" }[because]}`,
};

const DRIFT_LABELS: Labels = {
  kinds: { create: " (missing)", update: " (differs)", delete: " (to be deleted)", none: "" },
  renamed: " (has another name)",
  incoming: (count) => `${pluralize(count, "workspace")} ${count === 1 ? "belongs" : "belong"} here:`,
  route: (from, _, because) => `is in ${from}${because === "evicted" ? ", which holds others only" : ""}`,
};

function titleSuffix({ kind, before, after }: ProjectChange, words: Labels): string {
  return before !== null && after !== null && before.name !== after.name ? words.renamed : words.kinds[kind];
}

/** Label and value of each attribute that is set by a create, or differs between before and after. */
function attributeLines({ before, after, temporaryName }: ProjectChange): readonly (readonly [string, string])[] {
  if (after === null) return [];
  return attributeChanges(before, after).flatMap(({ setting, attribute, from, to }) => {
    if (before === null) return [[attribute, quote(to)] as const];
    const detour =
      setting === "name" && temporaryName !== null
        ? ` (by way of ${quote(temporaryName)}, since another project has the name until then)`
        : "";
    return [[attribute, `${quote(from)} → ${quote(to)}${detour}`] as const];
  });
}
