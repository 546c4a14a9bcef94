import type { Colors } from "picocolors/types";
import stringWidth from "string-width";
import { compared, counted, groupedBy, type Attention, type Coverage, type OrganizationPlan } from "../../reconcile";
import { harmless, quoted } from "./harmless";
import { padded, wrapped } from "./lines";
import { attributeChanges, changesByProject, type ProjectChange } from "./project-change";
import { coverageLine, driftSummary, planSummary, planSummaryOfAll, suspicions } from "./summary";

export interface TerminalOptions {
  /** What picocolors' `createColors` gives; with `createColors(false)` there are none. */
  readonly colors: Colors;
  /** Columns; nothing is wider. @default 80 */
  readonly width?: number | undefined;
  /** Whether long lists of workspaces are shown in full. @default false */
  readonly verbose?: boolean | undefined;
}

/** Workspaces of one list that are shown without `--verbose`; a list that is hardly longer is shown in full. */
const SHOWN = 12;
const HARDLY_LONGER = 16;
/** The narrowest that is written for. */
const NARROWEST = 20;

/** Plans for a person at a terminal, one organization after the other. Pure; ends with a line break. */
export function planForTerminal(plans: readonly OrganizationPlan[], options: TerminalOptions): string {
  const page = new Page(options);
  for (const plan of plans) page.plan(plan);
  if (plans.length > 1) page.line(planSummaryOfAll(plans), options.colors.bold);
  return page.text;
}

/** What differs between organizations and their code, and what is not in the code. Pure; ends with a line break. */
export function driftForTerminal(plans: readonly OrganizationPlan[], options: TerminalOptions): string {
  const page = new Page(options);
  for (const plan of plans) page.drift(plan);
  return page.text;
}

type Colour = (text: string) => string;
const plain: Colour = (text) => text;

class Page {
  text = "";
  readonly #colors: Colors;
  readonly #width: number;
  readonly #verbose: boolean;

  constructor({ colors, width = 80, verbose = false }: TerminalOptions) {
    this.#colors = colors;
    this.#width = Math.max(width, NARROWEST);
    this.#verbose = verbose;
  }

  plan(plan: OrganizationPlan): void {
    const { bold } = this.#colors;
    this.#heading(plan);
    this.#refusals(plan, "Refused: nothing can be applied until this is put right.");
    this.#attention(plan.attention);
    for (const change of changesByProject(plan)) this.#change(change, PLAN_WORDS);
    this.line(planSummary(plan), bold);
    this.line();
  }

  drift(plan: OrganizationPlan): void {
    const { bold } = this.#colors;
    this.#heading(plan);
    this.#refusals(plan, "The code asks for what cannot be:");
    this.#attention(suspicions(plan));
    for (const change of changesByProject(plan)) this.#change(change, DRIFT_WORDS);
    this.#outside(plan.coverage);
    this.line(coverageLine(plan.coverage));
    this.line(driftSummary(plan), bold);
    this.line();
  }

  /** Breaks a line that is too wide; the colour is put on afterwards. */
  line(text = "", colour: Colour = plain, hanging = 0): void {
    const lines = text === "" ? [""] : wrapped(text, this.#width, Math.min(hanging, Math.floor(this.#width / 4)));
    for (const it of lines) this.text += `${it === "" ? "" : colour(it)}\n`;
  }

  #heading({ organization }: OrganizationPlan): void {
    this.line(`Organization ${harmless(organization)}`, this.#colors.bold);
    this.line();
  }

  #refusals({ refusals }: OrganizationPlan, heading: string): void {
    const { bold, red } = this.#colors;
    if (refusals.length === 0) return;
    this.line(heading, (text) => bold(red(text)));
    for (const { subject, message } of refusals) {
      this.line(`  ✗ ${harmless(subject)}`, red, 4);
      this.line(`    ${harmless(message)}`, plain, 4);
    }
    this.line();
  }

  #attention(attention: readonly Attention[]): void {
    const { bold, red, yellow } = this.#colors;
    if (attention.length === 0) return;
    this.line("Look at this first:", (text) => bold(yellow(text)));
    for (const { kind, message } of attention) {
      this.line(`  ! ${harmless(message)}`, kind === "delete" ? red : yellow, 4);
    }
    this.line();
  }

  #change(change: ProjectChange, words: Words): void {
    const { kind, entering, leaving } = change;
    // A project that only gives workspaces away is seen where they go.
    if (kind === "none" && entering.length === 0) return;
    this.line(`${SIGNS[kind]} ${harmless(change.name)}${titleEnd(change, words)}`, this.#colorOf(kind), 4);
    for (const [label, value] of attributeLines(change)) this.line(`    ${padded(label, 14)}${value}`, plain, 18);
    if (kind === "delete" && leaving.length > 0) {
      this.line(`    ${counted(leaving.length, "workspace")} ${leaving.length === 1 ? "moves" : "move"} out first`);
    }
    this.#moves(change, words);
    this.line();
  }

  #moves(change: ProjectChange, words: Words): void {
    const { entering } = change;
    if (entering.length === 0) return;
    this.line(`    ${words.enter(entering.length)}`);
    const isCut = !this.#verbose && entering.length > HARDLY_LONGER;
    const shown = (isCut ? entering.slice(0, SHOWN) : entering).map(({ name, from, because }) => ({
      name: harmless(name),
      way: words.way(harmless(from.name), harmless(change.name), because),
    }));
    const column = Math.max(...shown.map(({ name }) => stringWidth(name)));
    const fits = shown.every(({ way }) => 6 + column + 2 + stringWidth(way) <= this.#width);
    for (const { name, way } of shown) this.line(`      ${fits ? padded(name, column) : name}  ${way}`, plain, 8);
    if (!isCut) return;
    const rest = entering.slice(SHOWN);
    const sources = new Map<string, number>();
    for (const { from } of rest) sources.set(from.name, (sources.get(from.name) ?? 0) + 1);
    const summed = [...sources].map(([name, count]) => `${count} from ${harmless(name)}`);
    const told = summed.length > 5 ? `from ${summed.length} projects` : summed.join(", ");
    this.line(`      … and ${rest.length} more, ${told} (--verbose shows all)`, this.#colors.dim, 8);
  }

  #outside({ projectsOutside, workspacesOutside }: Coverage): void {
    if (projectsOutside.length + workspacesOutside.length === 0) return;
    this.line("Not in code:", this.#colors.bold);
    this.#names(`  ${counted(projectsOutside.length, "project")}`, projectsOutside);
    const byProject = groupedBy(workspacesOutside, ({ project }) => project.name);
    for (const [project, inside] of [...byProject].sort(([one], [other]) => compared(one, other))) {
      this.#names(`  ${counted(inside.length, "workspace")} in ${harmless(project)}`, inside);
    }
    this.line();
  }

  #names(of: string, items: readonly { readonly name: string }[]): void {
    if (items.length === 0) return;
    const isCut = !this.#verbose && items.length > HARDLY_LONGER;
    const names = (isCut ? items.slice(0, SHOWN) : items).map(({ name }) => harmless(name)).join(", ");
    this.line(`${of}: ${names}${isCut ? `, … and ${items.length - SHOWN} more (--verbose shows all)` : ""}`, plain, 4);
  }

  #colorOf(kind: ProjectChange["kind"]): Colour {
    const { green, yellow, red, cyan } = this.#colors;
    return { create: green, update: yellow, delete: red, none: cyan }[kind];
  }
}

const SIGNS = { create: "+", update: "~", delete: "-", none: "→" } as const;

/** What is called what, in a plan and in a report of drift. */
interface Words {
  readonly kinds: Readonly<Record<ProjectChange["kind"], string>>;
  readonly renamed: string;
  readonly enter: (count: number) => string;
  readonly way: (from: string, to: string, because: ProjectChange["entering"][number]["because"]) => string;
}

const PLAN_WORDS: Words = {
  kinds: { create: " (new)", update: "", delete: " (deleted)", none: "" },
  renamed: " (renamed)",
  enter: (count) => `${counted(count, "workspace")} ${count === 1 ? "moves" : "move"} in:`,
  way: (from, to, because) =>
    `${from} → ${to}${{ member: "", evicted: " (evicted)", evacuated: " (evacuated)" }[because]}`,
};

const DRIFT_WORDS: Words = {
  kinds: { create: " (missing)", update: " (differs)", delete: " (to be deleted)", none: "" },
  renamed: " (has another name)",
  enter: (count) => `${counted(count, "workspace")} ${count === 1 ? "belongs" : "belong"} here:`,
  way: (from, _, because) => `is in ${from}${because === "evicted" ? ", which holds others only" : ""}`,
};

function titleEnd({ kind, before, after }: ProjectChange, words: Words): string {
  return before !== null && after !== null && before.name !== after.name ? words.renamed : words.kinds[kind];
}

/** Label and value of each attribute that is set by a create, or differs between before and after. */
function attributeLines({ before, after, temporaryName }: ProjectChange): readonly (readonly [string, string])[] {
  if (after === null) return [];
  return attributeChanges(before, after).flatMap(({ setting, attribute, from, to }) => {
    if (before === null) return [[attribute, quoted(to)] as const];
    const detour =
      setting === "name" && temporaryName !== null
        ? ` (by way of ${quoted(temporaryName)}, since another project has the name until then)`
        : "";
    return [[attribute, `${quoted(from)} → ${quoted(to)}${detour}`] as const];
  });
}
