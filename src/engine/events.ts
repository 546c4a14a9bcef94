import type { UnconfirmedWrite } from "../reconcile";
import type { Remedy } from "../user-error";
import type { Outcome } from "./result";
import type { Change } from "./changes/change";

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

/** What happens while the engine works. Texts are not sanitized. */
export type EngineEvent =
  | ActionEvent
  /** Ends the previous task if it is still in progress. */
  | { readonly kind: "started"; readonly work: Work }
  | { readonly kind: "ended" }
  /** A request is sent. */
  | { readonly kind: "request" }
  | VerifyingEvent
  | { readonly kind: "warning"; readonly message: string; readonly remedy?: Remedy };

/** A change starts, or has ended. */
export interface ActionEvent {
  readonly kind: "action";
  readonly action: Change;
  readonly outcome: Outcome | "started";
}
