import { types } from "node:util";
import type { CommandErrorCode } from "./error-codes";
import { EXIT } from "./exit-status";
import { systemReason } from "./system-errors";

/** One of several problems of an error. */
export interface AddressedProblem {
  /** A resource's address with its attribute, or a file. */
  readonly address: string;
  readonly message: string;
  /** Addresses of all resources that depend on it; the message has the first ones. @default it is of no gate */
  readonly dependents?: readonly string[] | undefined;
}

export interface CliErrorOptions extends ErrorOptions {
  /** For programs. @default FAILED */
  readonly code?: CommandErrorCode | undefined;
  /** @default {@link EXIT.error} */
  readonly status?: number | undefined;
  /** What the error consists of; the message has it as text. @default none */
  readonly problems?: readonly AddressedProblem[] | undefined;
  /** The message without the problems. */
  readonly summary?: string | undefined;
}

/** An error that the user can do something about. */
export class CliError extends Error {
  override readonly name: string = "CliError";
  readonly code: CommandErrorCode;
  /** Exit status of the command. */
  readonly status: number;
  readonly problems: readonly AddressedProblem[];
  readonly summary: string | undefined;

  /**
   * @param message - What happened, where, and why.
   * @param nextStep - What to do about it.
   */
  constructor(
    message: string,
    readonly nextStep: string,
    { code = "FAILED", status = EXIT.error, problems = [], summary, ...options }: CliErrorOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.problems = problems;
    this.summary = summary;
  }
}

/** Output could not be written to stdout. */
export class OutputError extends CliError {
  override readonly name = "OutputError";

  constructor(
    /** The system's message: `ENOSPC: no space left on device, write`. */
    readonly reason: string,
    cause: unknown,
  ) {
    super(
      `Output could not be written to stdout: ${reason}.`,
      "The output is incomplete. Free some space, or redirect stdout to another file, and run the command again.",
      { code: "OUTPUT", cause },
    );
  }
}

/** The message of anything that was thrown; that of a failed call on a file is in words. */
export function messageOf(error: unknown): string {
  return systemReason(error) ?? (types.isNativeError(error) ? error.message : String(error));
}

/** The message as a sentence, with the file that a failed call was about. */
export function sentenceOf(error: unknown): string {
  const path = types.isNativeError(error) && "path" in error ? `${String(error.path)}: ` : "";
  return `${path}${messageOf(error).replace(/\.$/, "")}.`;
}

/** Whether a system call failed with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return types.isNativeError(error) && "code" in error && codes.includes(String(error.code));
}
