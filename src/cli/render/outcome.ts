import type { Colors } from "picocolors/types";
import {
  pluralize,
  isOutcomeUnknown,
  type Action,
  type Outcome,
  type OrganizationPlan,
  type Outcomes,
} from "../../reconcile";
import { messageOf } from "../errors";
import { sanitize, quote } from "./sanitize";

/** Actions that were not begun, of which so many are shown without `--verbose`: applying again tells them anyway. */
const SKIPPED_SHOWN = 12;

/** A plan, and how its actions ended. */
export interface PlanOutcome {
  readonly plan: OrganizationPlan;
  readonly outcomes: Outcomes;
}

/**
 * What was done and what is left, for a person at a terminal; pure. Errors of actions are told by their messages, which say what to do.
 */
export function outcomeForTerminal(
  plans: readonly PlanOutcome[],
  { green, red, yellow }: Colors,
  { verbose = false }: { readonly verbose?: boolean | undefined } = {},
): string {
  return plans
    .map(({ plan, outcomes }) => {
      const of = (kind: Outcome["kind"]): readonly Action[] =>
        plan.actions.filter(({ id }) => outcomes.get(id)?.kind === kind);
      const [done, failed, skipped] = [of("done"), of("failed"), of("skipped")];
      const name = quote(plan.organization);
      if (failed.length + skipped.length === 0)
        return green(`Applied to ${name}: ${pluralize(done.length, "change")} made.`);
      const errorOf = (action: Action): unknown => {
        const outcome = outcomes.get(action.id);
        return outcome?.kind === "failed" ? outcome.error : undefined;
      };
      const unknown = failed.filter((action) => isOutcomeUnknown(errorOf(action))).length;
      const unknownInAll = unknown === 0 ? "" : `, ${unknown} of unknown outcome`;
      return [
        ...failed.map((action) => {
          const error = errorOf(action);
          const label = isOutcomeUnknown(error) ? yellow("outcome unknown:") : red("failed:");
          return `${label} ${describe(action)}\n  ${sanitizedMessage(error)}`;
        }),
        ...(verbose ? skipped : skipped.slice(0, SKIPPED_SHOWN)).map(
          (action) => `${yellow("not begun:")} ${describe(action)}`,
        ),
        ...(verbose || skipped.length <= SKIPPED_SHOWN
          ? []
          : [`${yellow("not begun:")} … and ${skipped.length - SKIPPED_SHOWN} more (--verbose shows all)`]),
        red(
          `Applied to ${name} in part: ${pluralize(done.length, "change")} of ${plan.actions.length} made${unknownInAll}, ${failed.length - unknown} failed, ${skipped.length} not begun. Apply again to go on.`,
        ),
      ].join("\n");
    })
    .join("\n");
}

/** How the actions of plans ended, as one JSON document for programs. */
export function outcomesAsJson({ plan, outcomes }: PlanOutcome): readonly object[] {
  return plan.actions.map(({ id }) => {
    const outcome = outcomes.get(id);
    return {
      action: id,
      outcome: outcome?.kind.replace("-", "_") ?? "not_begun",
      ...(outcome?.kind === "failed"
        ? { error: sanitizedMessage(outcome.error), may_have_been_done: isOutcomeUnknown(outcome.error) }
        : {}),
    };
  });
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

function sanitizedMessage(error: unknown): string {
  return sanitize(messageOf(error));
}
