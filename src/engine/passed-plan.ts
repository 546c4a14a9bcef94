import type { NamedObject } from "../model";
import { isWarning } from "../diagnostics";
import { actionId } from "./actions/table";
import { resultOf, type ExecutedPlan, type ExecutionResult } from "./apply/execute-plans";
import { EngineError } from "./engine-error";
import type { ActionEvent, Outcome, VerifyingEvent } from "./events";
import type { Action } from "./plan/action";
import type { Plan } from "./plan/comparison";
import type { DoneBefore } from "./plan/done-before";

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

/** The listener of an apply, which stops it by throwing. It gets the positions of the whole plan. */
export class PlanListener {
  readonly #positionOf: (action: Action) => number | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(
    plan: Plan,
    private readonly onEvent: ((event: ApplyEvent) => void | Promise<void>) | undefined,
  ) {
    this.#positionOf = positionsIn(plan);
  }

  /** @throws what the listener throws, or has thrown before. */
  async ask(event: ActionEvent): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    await this.onEvent?.({ ...event, position: this.#positionOf(event.action) ?? event.position });
  }

  /** An error is kept for the next action. */
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
  const positionOf = positionsIn(plan);
  const ends = new Map(rest.actions.map((action, index) => [positionOf(action) ?? index, ended[index]]));
  const created = new Map(doneBefore.map(({ position, createdId }) => [position, createdId]));
  const newMatches = rest.warnings
    .filter(isWarning("new-match"))
    .flatMap(({ data }) => data.addresses.map((address) => ({ address, workspaces: data.matching })));
  return {
    status: resultOf([{ outcomes: ended }]),
    outcomes: plan.actions.map((_, position): ActionOutcome => {
      const end = ends.get(position) ?? { kind: "done" };
      if (end.kind === "failed") return { ...end, error: EngineError.ofAction(end.error) };
      const createdId = created.get(position);
      return end.kind === "done" && createdId !== undefined ? { ...end, createdId } : end;
    }),
    ...(doneBefore.length === 0 ? {} : { doneBefore }),
    ...(listenerError === undefined ? {} : { listenerError }),
    ...(newMatches.length === 0 ? {} : { newMatches }),
  };
}

/** Finds the positions in a plan of the actions that are left of it. */
function positionsIn({ actions }: Plan): (action: Action) => number | undefined {
  const byId = new Map(actions.map((action, position) => [actionId(action), position]));
  const byAddress = new Map(actions.flatMap((it, position) => ("address" in it ? [[it.address, position]] : [])));
  // An update that only sends unreported settings again belongs to the creation or the rename of its project.
  return (action) => byId.get(actionId(action)) ?? ("address" in action ? byAddress.get(action.address) : undefined);
}
