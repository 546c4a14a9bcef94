import type { Colors } from "picocolors/types";
import { isOutcomeUnknown, pluralize } from "../../reconcile";
import type { Action } from "../plan/action";
import type { OrganizationPlan } from "../plan/plan";
import type { Outcome, Outcomes } from "../apply/apply";
import { messageOf } from "../../system-errors";
import { nameInPrograms, type ReportOptions } from "./options";
import { quote, sanitize } from "./sanitize";

/** How many skipped actions are listed, unless the report is verbose. */
const SKIPPED_SHOWN = 12;

/** A plan, and the outcome of each of its actions. */
export interface PlanOutcome {
  readonly plan: OrganizationPlan;
  readonly outcomes: Outcomes;
}

interface OutcomeOptions extends ReportOptions {
  /** Whether all skipped actions are listed. @default false */
  readonly verbose?: boolean | undefined;
}

/** The outcomes of plans for a terminal. Pure. */
export function outcomeForTerminal(
  plans: readonly PlanOutcome[],
  colors: Colors,
  options: OutcomeOptions = {},
): string {
  return plans.map((it) => planOutcome(it, colors, options)).join("\n");
}

function planOutcome(
  { plan, outcomes }: PlanOutcome,
  { green, red, yellow }: Colors,
  { verbose = false, optionName = nameInPrograms }: OutcomeOptions,
): string {
  const of = (kind: Outcome["kind"]): readonly Action[] =>
    plan.actions.filter((action) => outcomes.get(action)?.kind === kind);
  const [done, failed, skipped] = [of("done"), of("failed"), of("skipped")];
  const name = quote(plan.organization);
  const warnings = done.flatMap((action) => {
    const outcome = outcomes.get(action);
    return outcome?.kind === "done" && outcome.warning !== undefined
      ? [`${yellow("warning:")} ${describe(action)}\n  ${sanitize(outcome.warning)}`]
      : [];
  });
  if (failed.length + skipped.length === 0) {
    return [...warnings, green(`Apply complete: ${pluralize(done.length, "change")} made in ${name}.`)].join("\n");
  }
  const errorOf = (action: Action): unknown => {
    const outcome = outcomes.get(action);
    return outcome?.kind === "failed" ? outcome.error : undefined;
  };
  const unknown = failed.filter((action) => isOutcomeUnknown(errorOf(action))).length;
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
    ...failed.map((action) => {
      const error = errorOf(action);
      const label = isOutcomeUnknown(error) ? yellow("outcome unknown:") : red("failed:");
      return `${label} ${describe(action)}\n  ${sanitize(messageOf(error))}`;
    }),
    ...shown.map((action) => `${yellow("skipped:")} ${describe(action)}`),
    ...(more === 0 ? [] : [`${yellow("skipped:")} … and ${more} more (use ${optionName("verbose")} to show all)`]),
    red(`Apply incomplete: ${counts.join(", ")}. Run apply again to continue.`),
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
