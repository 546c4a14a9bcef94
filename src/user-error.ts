import type { Diagnostic } from "./model";

/** The kinds of errors of commands; `engine/report/error-codes.ts` says when each of them occurs. */
export type UserErrorCode =
  | "USAGE"
  | "NO_CODE"
  | "UNREADABLE_CODE"
  | "SYNTH_FAILED"
  | "INVALID_CONFIGURATION"
  | "INVALID_STATE"
  | "STATE_LOCKED"
  | "INVALID_PLAN"
  | "STALE_PLAN"
  | "ADDRESS_MISMATCH"
  | "PLAN_BLOCKED"
  | "GATE_CLOSED"
  | "APPROVAL_REQUIRED"
  | "CANCELED"
  | "FILE_EXISTS"
  | "FILE_CHANGED"
  | "OUTPUT"
  | "FAILED"
  | "INTERNAL";

/** A next step that the caller words, since it depends on how the engine is used: the command line names options. */
export type Remedy =
  /** To plan again and save the plan; it is to be reviewed if the one before is stale. */
  | { readonly kind: "new-plan"; readonly isStale?: true }
  /** To use another Terraform state. */
  | { readonly kind: "other-state" }
  /** To pass a Terraform state that is not encrypted. */
  | { readonly kind: "decrypted-state" }
  /** To pass the Terraform state, as `terraform state pull` prints it. */
  | { readonly kind: "pulled-state" }
  /** Not to treat the code as authoritative. */
  | { readonly kind: "no-prune" }
  /** To apply in spite of gates. */
  | { readonly kind: "ignore-gates" }
  /** To pass the Terraform state again that this saved plan was made with. */
  | { readonly kind: "same-state"; readonly plan: string };

export interface UserErrorOptions extends ErrorOptions {
  /** For programs. @default FAILED */
  readonly code?: UserErrorCode | undefined;
  /** Whether something was changed or written nevertheless. @default false */
  readonly isPartial?: boolean | undefined;
  /** What the error consists of; the message has it as text. @default none */
  readonly problems?: readonly Diagnostic[] | undefined;
  /** The message without the problems. */
  readonly summary?: string | undefined;
  /** What else to do, in words of the caller. @default nothing */
  readonly remedy?: Remedy | undefined;
}

/** An error that the user can do something about. */
export class UserError extends Error {
  override readonly name: string = "UserError";
  readonly code: UserErrorCode;
  readonly isPartial: boolean;
  readonly problems: readonly Diagnostic[];
  readonly summary: string | undefined;
  readonly remedy: Remedy | undefined;

  /**
   * @param message - What happened, where, and why.
   * @param nextStep - What to do about it; empty if `remedy` is all.
   */
  constructor(
    message: string,
    readonly nextStep: string,
    { code = "FAILED", isPartial = false, problems = [], summary, remedy, ...options }: UserErrorOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.isPartial = isPartial;
    this.problems = problems;
    this.summary = summary;
    this.remedy = remedy;
  }
}

/** An error in how a command or a function is used. */
export function usageError(message: string, nextStep: string): UserError {
  return new UserError(message, nextStep, { code: "USAGE" });
}
