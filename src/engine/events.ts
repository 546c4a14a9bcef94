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

/** What happens while a plan is applied. Texts from outside are not escaped. */
export type ApplyEvent =
  /** A change starts, or has ended. */
  | { readonly kind: "action"; readonly action: Change; readonly outcome: Outcome | "started" }
  /** The response to a change was lost: the engine verifies until this time whether it was made. */
  | { readonly kind: "verifying"; readonly write: UnconfirmedWrite; readonly until: Date };

/** What happens while the engine works. Texts are not sanitized. */
export type EngineEvent =
  | ApplyEvent
  /** Ends the previous task if it is still in progress. */
  | { readonly kind: "started"; readonly work: Work }
  | { readonly kind: "ended" }
  /** A request is sent. */
  | { readonly kind: "request" }
  | { readonly kind: "warning"; readonly message: string; readonly remedy?: Remedy };
