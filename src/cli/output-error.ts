import { UserError } from "../user-error";

/** Output could not be written to stdout. */
export class OutputError extends UserError {
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
