import { spawn } from "node:child_process";
import { constants } from "node:os";
import { CliError, messageOf } from "./errors";

/** Signals that are forwarded. SIGKILL and SIGSTOP cannot be caught. */
const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;

/**
 * Runs a command with this process's standard streams, and forwards signals to it.
 *
 * @returns its exit status, or 128 plus the signal's number when a signal ended it, as shells do.
 * @throws CliError when it cannot be started.
 */
export async function runChild(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const child = spawn(command, args, { stdio: "inherit", env });
  const forward = (signal: NodeJS.Signals): void => {
    // The terminal sends Ctrl-C to the command too. A second SIGINT would make Terraform exit at once.
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
    throw new CliError(
      `Cannot start ${command}: ${messageOf(error)}.`,
      "Check that it is installed and on the PATH. Everything after -- is the command and its arguments.",
      { cause: error },
    );
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}
