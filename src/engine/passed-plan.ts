import type { NamedObject } from "../model";
import { isWarning } from "../diagnostics";
import { resultOf, type ExecutedPlan, type ExecutionResult } from "./apply/execute-plans";
import { EngineError } from "./engine-error";
import type { ActionEvent, Outcome, VerifyingEvent } from "./events";
import type { Change } from "./changes/change";
import type { Plan } from "./plan/comparison";
import type { DoneBefore } from "./plan/progress";

/*
 * An apply as a program sees it: of the whole plan that was passed, even if only the rest of that was executed.
 */

/** What happens while a plan is applied. Texts from outside are not escaped. */
export type ApplyEvent = ActionEvent | VerifyingEvent;

/** How a plan was applied. */
export interface ApplyResult {
  /** `complete`: all changes were made; `partial`: some were, or may have been; `none`: none were made. */
  readonly status: ExecutionResult;
  /** How each action of the plan ended, in the order of the plan's actions. */
  readonly outcomes: readonly ActionOutcome[];
  /** What `onEvent` threw; nothing further was started after it. @default it threw nothing */
  readonly listenerError?: unknown;
  /** The part of the plan that an earlier apply had made. Whole actions are `done` in `outcomes`. @default nothing */
  readonly doneBefore?: readonly DoneBefore[];
  /** Workspaces that match rules and that the plan does not move: they wait for the next plan. @default none */
  readonly newMatches?: readonly NewMatches[];
}

/** Workspaces that match rules of a placement since its plan was made. */
export interface NewMatches {
  /** Address of the placement. */
  readonly address: string;
  readonly workspaces: readonly NamedObject[];
}

/** How an action ended. `skipped`: a dependency was not done, or the apply was stopped before the action started. */
export type ActionOutcome =
  | Exclude<Outcome, { readonly kind: "failed" }>
  | (Omit<Extract<Outcome, { readonly kind: "failed" }>, "error"> & { readonly error: EngineError });

/** The listener of an apply, which stops it by throwing. */
export class PlanListener {
  #failure: { readonly error: unknown } | undefined;

  constructor(private readonly onEvent: ((event: ApplyEvent) => void | Promise<void>) | undefined) {}

  /** @throws what the listener throws, or has thrown before. */
  async ask(event: ActionEvent): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    await this.onEvent?.(event);
  }

  /** An error is kept for the next change. */
  async tell(event: VerifyingEvent): Promise<void> {
    try {
      await this.onEvent?.(event);
    } catch (error) {
      this.#failure ??= { error };
    }
  }
}

/** How all actions of a plan ended, of which only the rest was executed. */
export function resultFor(
  plan: Plan,
  { plan: rest, outcomes: ended, doneBefore = [], listenerError }: ExecutedPlan,
): ApplyResult {
  const endOf = endsIn(rest, ended);
  const created = new Map(doneBefore.map(({ action, createdId }) => [action.id, createdId]));
  const newMatches = rest.warnings
    .filter(isWarning("new-match"))
    .flatMap(({ data }) => data.addresses.map((address) => ({ address, workspaces: data.matching })));
  return {
    status: resultOf([{ outcomes: ended }]),
    outcomes: plan.actions.map((action): ActionOutcome => {
      const end = endOf(action) ?? { kind: "done" };
      if (end.kind === "failed") return { ...end, error: EngineError.ofAction(end.error) };
      const createdId = created.get(action.id);
      return end.kind === "done" && createdId !== undefined ? { ...end, createdId } : end;
    }),
    ...(doneBefore.length === 0 ? {} : { doneBefore }),
    ...(listenerError === undefined ? {} : { listenerError }),
    ...(newMatches.length === 0 ? {} : { newMatches }),
  };
}

/** Finds how the changes of a plan ended in the rest of it. */
function endsIn({ actions }: Plan, outcomes: readonly Outcome[]): (action: Change) => Outcome | undefined {
  const byId = new Map(actions.map(({ id }, index) => [id, outcomes[index]]));
  const byAddress = new Map(actions.flatMap((it, index) => ("address" in it ? [[it.address, outcomes[index]]] : [])));
  // An update that only sends unreported settings again belongs to the creation or the rename of its project.
  return (action) => byId.get(action.id) ?? ("address" in action ? byAddress.get(action.address) : undefined);
}
