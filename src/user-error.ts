/** The kinds of errors of commands; `cli/error-codes.ts` says when each of them occurs. */
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

/** One of several problems of an error. */
export interface AddressedProblem {
  /** A resource's address with its attribute, or a file. */
  readonly address: string;
  readonly message: string;
  /** Addresses of all resources that depend on it; the message has the first ones. @default it is of no gate */
  readonly dependents?: readonly string[] | undefined;
}

export interface UserErrorOptions extends ErrorOptions {
  /** For programs. @default FAILED */
  readonly code?: UserErrorCode | undefined;
  /** Whether something was changed or written nevertheless. @default false */
  readonly isPartial?: boolean | undefined;
  /** What the error consists of; the message has it as text. @default none */
  readonly problems?: readonly AddressedProblem[] | undefined;
  /** The message without the problems. */
  readonly summary?: string | undefined;
}

/** An error that the user can do something about. */
export class UserError extends Error {
  override readonly name: string = "UserError";
  readonly code: UserErrorCode;
  readonly isPartial: boolean;
  readonly problems: readonly AddressedProblem[];
  readonly summary: string | undefined;

  /**
   * @param message - What happened, where, and why.
   * @param nextStep - What to do about it.
   */
  constructor(
    message: string,
    readonly nextStep: string,
    { code = "FAILED", isPartial = false, problems = [], summary, ...options }: UserErrorOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.isPartial = isPartial;
    this.problems = problems;
    this.summary = summary;
  }
}
