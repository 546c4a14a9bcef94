import type { UnconfirmedWrite } from "../reconcile";
import type { Remedy } from "../user-error";
import type { Change } from "./changes/change";
import type { Plan } from "./plan/comparison";
import type { DoneBefore } from "./plan/progress";

/** A task that takes a while, with what it counts. */
export type Work =
  | { readonly kind: "read"; readonly organization: string; readonly address: string }
  /** Settings that lists do not include, one request for each project. */
  | { readonly kind: "read-settings"; readonly projects: number }
  /** Runs that gates wait for. */
  | { readonly kind: "read-gates" }
  | { readonly kind: "apply"; readonly organization: string; readonly actions: number };

/** The response to a change was lost: the engine verifies until this time whether it was made. */
export interface VerifyingEvent {
  readonly kind: "verifying";
  readonly write: UnconfirmedWrite;
  readonly until: Date;
}

/** What a listener is told while the engine works. Texts are not sanitized. */
export type ToldEvent =
  /** Ends the previous task if it is still in progress. */
  | { readonly kind: "started"; readonly work: Work }
  | { readonly kind: "ended" }
  /** A request is sent. */
  | { readonly kind: "request" }
  | VerifyingEvent
  | { readonly kind: "warning"; readonly message: string; readonly remedy?: Remedy };

/** An action starts, or has ended. */
export interface ActionEvent {
  readonly kind: "action";
  readonly action: Change;
  readonly outcome: Outcome | "started";
}

export type Listener = (event: ToldEvent) => void;

/** Runs a task between its `started` and `ended` events. */
export async function during<T>(listener: Listener, work: Work, run: () => Promise<T>): Promise<T> {
  listener({ kind: "started", work });
  try {
    return await run();
  } finally {
    listener({ kind: "ended" });
  }
}

/** How an action ended. */
export type Outcome =
  | {
      readonly kind: "done";
      /** Of the project that was created. */
      readonly createdId?: string;
      /** What to know about it: a project that was not found counts as deleted. */
      readonly warning?: string;
    }
  | { readonly kind: "failed"; readonly error: unknown }
  | Skipped;

/**
 * Nothing was sent for an action; `reason`:
 *
 * - `dependency`: it needs what others failed to do, or may have failed to do: `failures` has their IDs;
 * - `stopped`: the apply was interrupted;
 * - `earlier-organization`: an organization before this one was not applied completely.
 */
export type Skipped =
  | { readonly kind: "skipped"; readonly reason: "dependency"; readonly failures: readonly string[] }
  | { readonly kind: "skipped"; readonly reason: "stopped" | "earlier-organization" };

/** A plan, and how its actions ended, in their order: what `apply` returns. */
export interface AppliedPlan {
  readonly plan: Plan;
  readonly outcomes: readonly Outcome[];
}

/** A plan with the outcomes of its actions: none if it was not applied. */
export interface PlanOutcome extends AppliedPlan {
  /** If this is the rest of an earlier plan: the part that had been made. @default nothing */
  readonly doneBefore?: readonly DoneBefore[] | undefined;
}
