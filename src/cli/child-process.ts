import { spawn } from "node:child_process";
import { constants } from "node:os";
import { CliError, messageOf } from "./errors";

/** Signals that are passed on. SIGKILL and SIGSTOP cannot be. */
const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;

/**
 * Runs a command in this one's place: same terminal, same files, signals passed on.
 *
 * @returns its status, or 128 and the signal's number when a signal ended it, as a shell tells it.
 * @throws Problem when it cannot be started.
 */
export async function runChild(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const child = spawn(command, args, { stdio: "inherit", env });
  const forward = (signal: NodeJS.Signals): void => {
    // Ctrl-C in a terminal reaches the command by itself. A second SIGINT would make Terraform drop what it is doing.
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (status, signal) =>
        resolve(signal === null ? (status ?? 1) : 128 + constants.signals[signal]),
      );
    });
  } catch (error) {
    const why = messageOf(error);
    const next = "Check that it is installed and on the PATH; what follows -- is a command with its arguments.";
    throw new CliError(`${command} could not be started: ${why}.`, next, { cause: error });
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}
