import { isWarning } from "../diagnostics";
import type { NamedObject } from "../model";
import type { Change } from "./changes/change";
import type { EngineError } from "./engine-error";
import type { Plan } from "./plan/comparison";
import type { DoneBefore } from "./plan/progress";

/**
 * How a change ended. Nothing was sent for one that was skipped; `reason`:
 *
 * - `dependency`: it needs what others failed to do, or may have failed to do: `failures` has their IDs;
 * - `stopped`: the apply was interrupted;
 * - `earlier-organization`: an organization before this one was not applied completely.
 */
export type Outcome =
  | {
      readonly kind: "done";
      /** Of the project that was created. */
      readonly createdId?: string;
      /** What to know about it: a project that was not found counts as deleted. */
      readonly warning?: string;
    }
  | { readonly kind: "failed"; readonly error: EngineError }
  | { readonly kind: "skipped"; readonly reason: "dependency"; readonly failures: readonly string[] }
  | { readonly kind: "skipped"; readonly reason: "stopped" | "earlier-organization" };

export type Skipped = Extract<Outcome, { readonly kind: "skipped" }>;

/** A plan, and how its changes ended. */
export interface Result {
  readonly plan: Plan;
  /** In the order of the plan's changes; none if it was not applied. */
  readonly outcomes: readonly Outcome[];
  /** The part that an earlier apply had made. @default nothing */
  readonly doneBefore?: readonly DoneBefore[] | undefined;
  /** What `notify` threw; nothing further was started after it. @default it threw nothing */
  readonly listenerError?: unknown;
}

/** How many changes were made. A write whose response was lost may have been applied. */
export function statusOf(results: readonly Pick<Result, "outcomes">[]): ApplyResult["status"] {
  const all = results.flatMap(({ outcomes }) => outcomes);
  if (all.every(({ kind }) => kind === "done")) return "complete";
  const mayBeMade = (it: Outcome): boolean => it.kind === "done" || (it.kind === "failed" && it.error.outcomeUnknown);
  return all.some(mayBeMade) ? "partial" : "none";
}

/** How a plan was applied that a program passed, even if only the rest of it was executed. */
export interface ApplyResult extends Result {
  /** `complete`: all changes were made; `partial`: some were, or may have been; `none`: none were made. */
  readonly status: "complete" | "partial" | "none";
  /**
   * Workspaces that match rules, by the address of the placement, and that the plan does not move: they wait for the
   * next plan.
   *
   * @default none
   */
  readonly newMatches?: readonly { readonly address: string; readonly workspaces: readonly NamedObject[] }[];
}

/** The result of a plan of which only the rest was executed. */
export function resultFor(plan: Plan, rest: Result): ApplyResult {
  const { doneBefore = [], listenerError, outcomes } = rest;
  const endOf = endsIn(rest);
  const created = new Map(doneBefore.map(({ action, createdId }) => [action.id, createdId]));
  const newMatches = rest.plan.warnings
    .filter(isWarning("new-match"))
    .flatMap(({ data }) => data.addresses.map((address) => ({ address, workspaces: data.matching })));
  return {
    plan,
    status: statusOf([{ outcomes }]),
    outcomes: plan.actions.map((action): Outcome => {
      const end = endOf(action) ?? { kind: "done" };
      const createdId = created.get(action.id);
      return end.kind === "done" && createdId !== undefined ? { ...end, createdId } : end;
    }),
    ...(doneBefore.length === 0 ? {} : { doneBefore }),
    ...(listenerError === undefined ? {} : { listenerError }),
    ...(newMatches.length === 0 ? {} : { newMatches }),
  };
}

/** Finds how the changes of a plan ended in the rest of it. */
function endsIn({ plan: { actions }, outcomes }: Result): (action: Change) => Outcome | undefined {
  const byId = new Map(actions.map(({ id }, index) => [id, outcomes[index]]));
  const byAddress = new Map(actions.flatMap((it, index) => ("address" in it ? [[it.address, outcomes[index]]] : [])));
  // An update that only sends unreported settings again belongs to the creation or the rename of its project.
  return (action) => byId.get(action.id) ?? ("address" in action ? byAddress.get(action.address) : undefined);
}
