import { createColors } from "picocolors";
import { formatList, isOutcomeUnknown, pluralize } from "../../reconcile";
import type { BatchOutcome, Outcome } from "../action-outcome";
import { kindOf } from "../actions/table";
import type { Action } from "../plan/action";
import type { Plan } from "../plan/comparison";
import type { DoneBefore } from "../plan/done-before";
import { messageOf } from "../../system-errors";
import { nameInPrograms } from "../option-name";
import { quoteSanitized, sanitize } from "./sanitize";
import type { TextOptions } from "./text";

/** How many skipped actions are listed, unless the report is verbose. */
const SKIPPED_SHOWN = 12;

/** A plan, and the outcome of each of its actions. */
export interface PlanOutcome {
  readonly plan: Plan;
  /** In the order of the actions; empty if the plan was not applied. */
  readonly outcomes: readonly Outcome[];
  /** What of a saved plan had been done before. @default nothing */
  readonly doneBefore?: readonly DoneBefore[] | undefined;
}

/** The outcomes of plans as text. Pure. */
export function outcomeAsText(plans: readonly PlanOutcome[], options: Omit<TextOptions, "width"> = {}): string {
  return plans.map((it) => planOutcome(it, options)).join("\n");
}

function planOutcome(
  { plan, outcomes }: PlanOutcome,
  { colors = false, verbose = false, optionName = nameInPrograms }: Omit<TextOptions, "width">,
): string {
  const { green, red, yellow } = createColors(colors);
  const ended = plan.actions.flatMap((action, index) => {
    const outcome = outcomes[index];
    return outcome === undefined ? [] : [{ action, outcome }];
  });
  const done = ended.filter(({ outcome }) => outcome.kind === "done");
  const failed = ended.flatMap(({ action, outcome }) =>
    outcome.kind === "failed" ? [{ action, error: outcome.error, batches: outcome.batches }] : [],
  );
  const skipped = ended.filter(({ outcome }) => outcome.kind === "skipped");
  const name = quoteSanitized(plan.organization);
  const command = plan.desired.undo === undefined ? "Apply" : "Undo";
  const warnings = done.flatMap(({ action, outcome }) =>
    outcome.kind === "done" && outcome.warning !== undefined
      ? [`${yellow("warning:")} ${describe(action)}\n  ${sanitize(outcome.warning)}`]
      : [],
  );
  if (failed.length + skipped.length === 0) {
    return [...warnings, green(`${command} complete: ${pluralize(done.length, "change")} made in ${name}.`)].join("\n");
  }
  const unknown = failed.filter(({ error }) => isOutcomeUnknown(error)).length;
  const counts = [
    `${done.length} of ${pluralize(plan.actions.length, "change")} made in ${name}`,
    ...(unknown === 0 ? [] : [`${unknown} with unknown outcome`]),
    `${failed.length - unknown} failed`,
    `${skipped.length} skipped`,
    ...batchCounts(ended.flatMap(({ outcome }) => outcome.batches ?? [])),
  ];
  const shown = verbose ? skipped : skipped.slice(0, SKIPPED_SHOWN);
  const more = skipped.length - shown.length;
  return [
    ...warnings,
    ...failed.map(({ action, error, batches }) => {
      const isUnknown = isOutcomeUnknown(error);
      const label = isUnknown ? yellow("outcome unknown:") : red("failed:");
      const lines = batchLines(batches, isUnknown ? "unknown" : "failed", verbose);
      return [`${label} ${describe(action)}`, `  ${sanitize(messageOf(error))}`, ...lines].join("\n");
    }),
    ...shown.map(({ action, outcome }) =>
      [`${yellow("skipped:")} ${describe(action)}`, ...batchLines(outcome.batches, "failed", verbose)].join("\n"),
    ),
    ...(more === 0 ? [] : [`${yellow("skipped:")} … and ${more} more (use ${optionName("verbose")} to show all)`]),
    red(`${command} incomplete: ${counts.join(", ")}. Run ${command.toLowerCase()} again to continue.`),
  ].join("\n");
}

/** What became of the workspaces of a move in batches; nothing if no batch has begun. */
function batchLines(
  batches: readonly BatchOutcome[] = [],
  failed: "failed" | "unknown",
  verbose: boolean,
): readonly string[] {
  if (batches.every(({ kind }) => kind === "skipped")) return [];
  const labels = { done: "moved", failed, skipped: "skipped" } as const;
  return (["done", "failed", "skipped"] as const).flatMap((kind) => {
    const its = batches.filter((batch) => batch.kind === kind);
    const [first, last] = [its.at(0), its.at(-1)];
    if (first === undefined || last === undefined) return [];
    const numbers = first === last ? `batch ${first.batch}` : `batches ${first.batch} to ${last.batch}`;
    const names = its.flatMap(({ workspaces }) => workspaces.map(({ name }) => sanitize(name)));
    return [`  ${labels[kind]} (${numbers}): ${verbose ? names.join(", ") : formatList(names)}`];
  });
}

/** How many workspaces have moved, if they move in batches. */
function batchCounts(batches: readonly BatchOutcome[]): readonly string[] {
  if (batches.length === 0) return [];
  const count = (its: readonly BatchOutcome[]): number =>
    its.reduce((sum, { workspaces }) => sum + workspaces.length, 0);
  const done = batches.filter(({ kind }) => kind === "done");
  return [
    `${count(done)} of ${pluralize(count(batches), "workspace")} moved (${done.length} of ${batches.length} batches)`,
  ];
}

/** What of saved plans had been done before, a line for each action; empty if nothing was. */
export function doneBeforeAsText(plans: readonly Pick<PlanOutcome, "plan" | "doneBefore">[]): string {
  return plans
    .flatMap(({ plan, doneBefore = [] }) => [
      ...(doneBefore.length === 0 ? [] : [`Done before in ${quoteSanitized(plan.organization)}, and left out:`]),
      ...doneBefore.map(({ action, workspaces, isComplete }) => {
        if (isComplete || workspaces === undefined) return `  ${describe(action)}`;
        return `  ${describe(action)}: ${workspaces.length} of them`;
      }),
    ])
    .join("\n");
}

function describe(action: Action): string {
  return kindOf(action).describe(action, quoteSanitized);
}
