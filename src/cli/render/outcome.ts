import type { Colors } from "picocolors/types";
import {
  counted,
  mayHaveBeenDone,
  type Action,
  type Outcome,
  type OrganizationPlan,
  type Outcomes,
} from "../../reconcile";
import { reasonOf } from "../problem";
import { harmless, quoted } from "./harmless";

/** Actions that were not begun, of which so many are shown without `--verbose`: applying again tells them anyway. */
const SHOWN = 12;

/** A plan, and how its actions ended. */
export interface CarriedPlan {
  readonly plan: OrganizationPlan;
  readonly outcomes: Outcomes;
}

/**
 * What was done and what is left, for a person at a terminal; pure. Errors of actions are told by their messages, which say what to do.
 */
export function outcomeForTerminal(
  carried: readonly CarriedPlan[],
  { green, red, yellow }: Colors,
  { verbose = false }: { readonly verbose?: boolean | undefined } = {},
): string {
  return carried
    .map(({ plan, outcomes }) => {
      const of = (kind: Outcome["kind"]): readonly Action[] =>
        plan.actions.filter(({ id }) => outcomes.get(id)?.kind === kind);
      const [done, failed, left] = [of("done"), of("failed"), of("not-begun")];
      const name = quoted(plan.organization);
      if (failed.length + left.length === 0)
        return green(`Applied to ${name}: ${counted(done.length, "change")} made.`);
      const errorOf = (action: Action): unknown => {
        const outcome = outcomes.get(action.id);
        return outcome?.kind === "failed" ? outcome.error : undefined;
      };
      const unknown = failed.filter((action) => mayHaveBeenDone(errorOf(action))).length;
      const unknownInAll = unknown === 0 ? "" : `, ${unknown} of unknown outcome`;
      return [
        ...failed.map((action) => {
          const error = errorOf(action);
          const label = mayHaveBeenDone(error) ? yellow("outcome unknown:") : red("failed:");
          return `${label} ${described(action)}\n  ${messageOf(error)}`;
        }),
        ...(verbose ? left : left.slice(0, SHOWN)).map((action) => `${yellow("not begun:")} ${described(action)}`),
        ...(verbose || left.length <= SHOWN
          ? []
          : [`${yellow("not begun:")} … and ${left.length - SHOWN} more (--verbose shows all)`]),
        red(
          `Applied to ${name} in part: ${counted(done.length, "change")} of ${plan.actions.length} made${unknownInAll}, ${failed.length - unknown} failed, ${left.length} not begun. Apply again to go on.`,
        ),
      ].join("\n");
    })
    .join("\n");
}

/** How the actions of plans ended, as one JSON document for programs. */
export function outcomesOf({ plan, outcomes }: CarriedPlan): readonly object[] {
  return plan.actions.map(({ id }) => {
    const outcome = outcomes.get(id);
    return {
      action: id,
      outcome: outcome?.kind.replace("-", "_") ?? "not_begun",
      ...(outcome?.kind === "failed"
        ? { error: messageOf(outcome.error), may_have_been_done: mayHaveBeenDone(outcome.error) }
        : {}),
    };
  });
}

function described(action: Action): string {
  switch (action.kind) {
    case "create":
      return `create project ${quoted(action.to.name)}`;
    case "update":
      return action.from.name === action.to.name
        ? `update project ${quoted(action.from.name)}`
        : `rename project ${quoted(action.from.name)} to ${quoted(action.to.name)}`;
    case "move":
      return `move ${counted(action.workspaces.length, "workspace")} into ${quoted(action.destination.name)}`;
    case "delete":
      return `delete project ${quoted(action.from.name)}`;
  }
}

function messageOf(error: unknown): string {
  return harmless(reasonOf(error));
}
