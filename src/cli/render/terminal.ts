import type { Colors } from "picocolors/types";
import stringWidth from "string-width";
import {
  compareStrings,
  groupBy,
  pluralize,
  type MovedWorkspace,
  type OrganizationPlan,
  type PlanWarning,
} from "../../reconcile";
import { attributeChanges, changesByProject, type ProjectChange } from "./project-change";
import { quote, sanitize } from "./sanitize";
import {
  coverageLine,
  driftSummary,
  driftWarnings,
  identitiesText,
  ignoredText,
  INVALID_CONFIGURATION,
  leftAloneText,
  leftInPlaceText,
  PLAN_BLOCKED,
  planSummary,
  raisedLimitsText,
  totalSummary,
} from "./summary";
import { padText, wrapText } from "./wrap";

export interface TerminalOptions {
  /** From `createColors` of picocolors; `createColors(false)` for none. */
  readonly colors: Colors;
  /** Maximum width of lines in columns. @default 80 */
  readonly width?: number | undefined;
  /** Whether long lists are shown in full. @default false */
  readonly verbose?: boolean | undefined;
}

/** How many items of a long list are shown without `--verbose`. */
const LIST_LIMIT = 12;
/** Lists up to this length are shown in full. */
const LIST_TOLERANCE = 16;
const MIN_WIDTH = 20;
/** Column of the values of attributes, unless a label is longer. */
const LABEL_WIDTH = 14;

/** Plans for a terminal, one organization after the other, with a line break at the end. Pure. */
export function planForTerminal(plans: readonly OrganizationPlan[], options: TerminalOptions): string {
  const report = new TextReport(options);
  for (const plan of plans) report.plan(plan);
  if (plans.length > 1) report.line(totalSummary(plans), options.colors.bold);
  return report.text;
}

/** Drift for a terminal, one organization after the other, with a line break at the end. Pure. */
export function driftForTerminal(plans: readonly OrganizationPlan[], options: TerminalOptions): string {
  const report = new TextReport(options);
  for (const plan of plans) report.drift(plan);
  return report.text;
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
    this.#heading(plan);
    this.#errors(plan, `${PLAN_BLOCKED}:`);
    this.#warnings(plan.warnings);
    for (const change of changesByProject(plan)) this.#change(change, PLAN_LABELS);
    if (plan.leftInPlace.length > 0) {
      this.line(leftInPlaceText(plan, sanitize), this.#colors.dim);
      this.line();
    }
    this.#note(ignoredText(plan, sanitize));
    this.line(planSummary(plan), this.#colors.bold);
    this.#note(leftAloneText(plan));
    this.line();
  }

  drift(plan: OrganizationPlan): void {
    this.#heading(plan);
    this.#errors(plan, `${INVALID_CONFIGURATION}:`);
    this.#warnings(driftWarnings(plan));
    for (const change of changesByProject(plan)) this.#change(change, DRIFT_LABELS);
    this.#unmanaged(plan);
    this.#note(ignoredText(plan, sanitize));
    this.line(coverageLine(plan.coverage));
    this.line(driftSummary(plan), this.#colors.bold);
    this.line();
  }

  /** Adds a line, wrapped before it is styled. */
  line(text = "", style: Style = unstyled, indent = 0): void {
    const lines = text === "" ? [""] : wrapText(text, this.#width, Math.min(indent, Math.floor(this.#width / 4)));
    for (const it of lines) this.text += `${it === "" ? "" : style(it)}\n`;
  }

  #note(text: string): void {
    if (text !== "") this.line(text, this.#colors.dim);
  }

  #heading(plan: OrganizationPlan): void {
    const { organization, states } = plan;
    this.line(`Organization ${sanitize(organization)}`, this.#colors.bold);
    if (states.length > 0) this.#note(`Identities: ${identitiesText(states, sanitize)}`);
    const raised = raisedLimitsText(plan);
    if (raised !== "") this.line(raised, this.#colors.yellow);
    this.line();
  }

  #errors({ refusals }: OrganizationPlan, heading: string): void {
    const { bold, red } = this.#colors;
    if (refusals.length === 0) return;
    this.line(heading, (text) => bold(red(text)));
    for (const { subject, message } of refusals) {
      this.line(`  ✗ ${sanitize(subject)}`, red, 4);
      this.line(`    ${sanitize(message)}`, unstyled, 4);
    }
    this.line();
  }

  #warnings(warnings: readonly PlanWarning[]): void {
    const { bold, red, yellow } = this.#colors;
    if (warnings.length === 0) return;
    this.line("Warnings:", (text) => bold(yellow(text)));
    for (const { kind, message } of warnings) {
      this.line(`  ! ${sanitize(message)}`, kind === "delete" ? red : yellow, 4);
    }
    this.line();
  }

  #change(change: ProjectChange, labels: Labels): void {
    const { kind, incoming, outgoing } = change;
    // Outgoing workspaces are shown at their destination.
    if (kind === "none" && incoming.length === 0) return;
    this.line(`${SIGNS[kind]} ${sanitize(change.name)}${titleSuffix(change, labels)}`, this.#styleOf(kind), 4);
    const attributes = attributeLines(change);
    const column = Math.max(LABEL_WIDTH, ...attributes.map(([label]) => stringWidth(label) + 2));
    for (const [label, value] of attributes) this.line(`    ${padText(label, column)}${value}`, unstyled, 4 + column);
    if (kind === "delete" && outgoing.length > 0) {
      this.line(`    ${pluralize(outgoing.length, "workspace")} ${outgoing.length === 1 ? "moves" : "move"} out first`);
    }
    this.#incoming(change, labels);
    this.line();
  }

  #incoming({ name: project, incoming }: ProjectChange, labels: Labels): void {
    if (incoming.length === 0) return;
    this.line(`    ${labels.incoming(incoming.length)}`);
    const isCut = !this.#verbose && incoming.length > LIST_TOLERANCE;
    const shown = (isCut ? incoming.slice(0, LIST_LIMIT) : incoming).map(({ name, from, reason }) => ({
      name: sanitize(name),
      route: labels.route(sanitize(from.name), sanitize(project), reason),
    }));
    const column = Math.max(...shown.map(({ name }) => stringWidth(name)));
    const fits = shown.every(({ route }) => 6 + column + 2 + stringWidth(route) <= this.#width);
    for (const { name, route } of shown)
      this.line(`      ${fits ? padText(name, column) : name}  ${route}`, unstyled, 8);
    if (!isCut) return;
    const rest = incoming.slice(LIST_LIMIT);
    const sources = countBySource(rest);
    const from = sources.length > 5 ? `from ${sources.length} projects` : sources.join(", ");
    this.line(`      … and ${rest.length} more, ${from} ${SHOW_ALL}`, this.#colors.dim, 8);
  }

  #unmanaged({ coverage, unmanagedDrift }: OrganizationPlan): void {
    const { unmanagedProjects, unmanagedWorkspaces } = coverage;
    if (unmanagedProjects.length + unmanagedWorkspaces.length === 0) return;
    const mark = (isDrift: boolean): string => (isDrift ? " (drift)" : "");
    this.line("Unmanaged:", this.#colors.bold);
    this.#names(
      `  ${pluralize(unmanagedProjects.length, "project")}${mark(unmanagedDrift.projects > 0)}`,
      unmanagedProjects,
    );
    const byProject = groupBy(unmanagedWorkspaces, ({ project }) => project.name);
    for (const [project, workspaces] of [...byProject].sort(([one], [other]) => compareStrings(one, other))) {
      const isDrift = unmanagedDrift.workspaces > 0 && workspaces.some(({ isInManagedProject }) => isInManagedProject);
      this.#names(`  ${pluralize(workspaces.length, "workspace")} in ${sanitize(project)}${mark(isDrift)}`, workspaces);
    }
    this.line();
  }

  #names(label: string, items: readonly { readonly name: string }[]): void {
    if (items.length === 0) return;
    const isCut = !this.#verbose && items.length > LIST_TOLERANCE;
    const names = (isCut ? items.slice(0, LIST_LIMIT) : items).map(({ name }) => sanitize(name)).join(", ");
    const more = isCut ? `, … and ${items.length - LIST_LIMIT} more ${SHOW_ALL}` : "";
    this.line(`${label}: ${names}${more}`, unstyled, 4);
  }

  #styleOf(kind: ProjectChange["kind"]): Style {
    const { green, yellow, red, cyan } = this.#colors;
    return { create: green, update: yellow, delete: red, none: cyan }[kind];
  }
}

const SIGNS = { create: "+", update: "~", delete: "-", none: "→" } as const;
const SHOW_ALL = "(use --verbose to show all)";

/** `3 from Platform` for each project that workspaces come from. */
function countBySource(workspaces: readonly MovedWorkspace[]): readonly string[] {
  const byProject = groupBy(workspaces, ({ from }) => from.name);
  return [...byProject].map(([name, { length }]) => `${length} from ${sanitize(name)}`);
}

/** The texts that differ between a plan and drift. */
interface Labels {
  readonly kinds: Readonly<Record<ProjectChange["kind"], string>>;
  readonly incoming: (count: number) => string;
  readonly route: (from: string, to: string, reason: MovedWorkspace["reason"]) => string;
}

const PLAN_LABELS: Labels = {
  kinds: { create: " (new)", update: "", delete: " (deleted)", none: "" },
  incoming: (count) => `${pluralize(count, "workspace")} ${count === 1 ? "moves" : "move"} in:`,
  route: (from, to, reason) => `${from} → ${to}${reason === "member" ? "" : ` (${reason})`}`,
};

const DRIFT_LABELS: Labels = {
  kinds: { create: " (missing)", update: " (changed)", delete: " (to be deleted)", none: "" },
  incoming: (count) => `${pluralize(count, "workspace")} ${count === 1 ? "belongs" : "belong"} here:`,
  route: (from, _, reason) => `is in ${from}${reason === "evicted" ? ", exclusive to other workspaces" : ""}`,
};

function titleSuffix({ kind, before, after }: ProjectChange, labels: Labels): string {
  return before !== null && after !== null && before.name !== after.name ? " (renamed)" : labels.kinds[kind];
}

/** Label and value of each attribute that a new project has, or that differs between before and after. */
function attributeLines({ before, after, temporaryName }: ProjectChange): readonly (readonly [string, string])[] {
  if (after === null) return [];
  return attributeChanges(before, after).map(({ setting, attribute, from, to }) => {
    if (before === null) return [attribute, quote(to)] as const;
    const via = setting === "name" && temporaryName !== null ? ` (via the temporary name ${quote(temporaryName)})` : "";
    return [attribute, `${quote(from)} → ${quote(to)}${via}`] as const;
  });
}
