import { constants } from "node:os";
import { Command } from "commander";
import { UserError } from "../user-error";

/** Exit statuses of commands; `stages` has its own, one for each verdict. */
export const EXIT = {
  /** Done, or nothing to do. */
  success: 0,
  /** An error; nothing was changed. */
  error: 1,
  /** There are differences: `drift`, and `plan --detailed-exitcode`. */
  differences: 2,
  /** Some changes were made, or all of them and the result could not be written. */
  partial: 3,
} as const;

/** The exit status after a signal, as shells report it: 130 after Ctrl-C. */
export function statusAfter(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** The error of a question that Ctrl-C or another signal ends; nothing was changed. */
export class InterruptedError extends UserError {
  constructor(
    message: string,
    nextStep: string,
    readonly signal: NodeJS.Signals,
  ) {
    super(message, nextStep, { code: "CANCELED" });
  }
}

/** A command whose action returns its exit status. */
export class ActionCommand extends Command {
  /** The exit status of the action, once it has ended. */
  status: number = EXIT.success;

  /** @param work - Gets arguments and options; its result is the exit status, {@link EXIT.success} without one. */
  run(work: (...args: never[]) => Promise<unknown>): this {
    return this.action(async (...args: readonly unknown[]) => {
      const status = await work(...(args as never[]));
      this.status = typeof status === "number" ? status : EXIT.success;
    });
  }
}
