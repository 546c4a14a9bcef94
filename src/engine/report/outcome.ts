import { createColors } from "picocolors";
import { isOutcomeUnknown, pluralize } from "../../reconcile";
import type { Action } from "../plan/action";
import type { Plan } from "../plan/comparison";
import type { Outcome } from "../apply/execute-plan";
import { messageOf } from "../../system-errors";
import { nameInPrograms } from "./options";
import { quote, sanitize } from "./sanitize";
import type { TextOptions } from "./text";

/** How many skipped actions are listed, unless the report is verbose. */
const SKIPPED_SHOWN = 12;

/** A plan, and the outcome of each of its actions. */
export interface PlanOutcome {
  readonly plan: Plan;
  /** In the order of the actions; empty if the plan was not applied. */
  readonly outcomes: readonly Outcome[];
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
    outcome.kind === "failed" ? [{ action, error: outcome.error }] : [],
  );
  const skipped = ended.filter(({ outcome }) => outcome.kind === "skipped");
  const name = quote(plan.organization);
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
  ];
  const shown = verbose ? skipped : skipped.slice(0, SKIPPED_SHOWN);
  const more = skipped.length - shown.length;
  return [
    ...warnings,
    ...failed.map(({ action, error }) => {
      const label = isOutcomeUnknown(error) ? yellow("outcome unknown:") : red("failed:");
      return `${label} ${describe(action)}\n  ${sanitize(messageOf(error))}`;
    }),
    ...shown.map(({ action }) => `${yellow("skipped:")} ${describe(action)}`),
    ...(more === 0 ? [] : [`${yellow("skipped:")} … and ${more} more (use ${optionName("verbose")} to show all)`]),
    red(`${command} incomplete: ${counts.join(", ")}. Run ${command.toLowerCase()} again to continue.`),
  ].join("\n");
}

function describe(action: Action): string {
  switch (action.kind) {
    case "create":
      return `create project ${quote(action.after.name)}`;
    case "update":
      return action.before.name === action.after.name
        ? `update project ${quote(action.before.name)}`
        : `rename project ${quote(action.before.name)} to ${quote(action.after.name)}`;
    case "move":
      return `move ${pluralize(action.workspaces.length, "workspace")} into ${quote(action.destination.name)}`;
    case "delete":
      return `delete project ${quote(action.before.name)}`;
  }
}
