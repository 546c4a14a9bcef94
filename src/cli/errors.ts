import { EXIT } from "./exit-status";

/** An error that the user can do something about. */
export class CliError extends Error {
  override readonly name: string = "CliError";
  /** Exit status of the command. */
  readonly status: number;

  /**
   * @param message - What happened, where, and why.
   * @param nextStep - What to do about it.
   */
  constructor(
    message: string,
    readonly nextStep: string,
    { status = EXIT.error, ...options }: ErrorOptions & { readonly status?: number } = {},
  ) {
    super(message, options);
    this.status = status;
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
      { cause },
    );
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether a system call failed with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
