import { Command } from "commander";
import { EXIT } from "./exit-status";

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
