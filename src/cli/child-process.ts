import { spawn } from "node:child_process";
import { constants } from "node:os";
import { CliError, messageOf } from "./errors";

/** Signals that are forwarded. SIGKILL and SIGSTOP cannot be caught. */
const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;

/**
 * On Windows, programs such as npx are batch files, which only the command interpreter runs, as it runs all others.
 *
 * @see https://nodejs.org/api/child_process.html#spawning-bat-and-cmd-files-on-windows
 */
export function commandFor(
  command: string,
  args: readonly string[],
  platform: NodeJS.Platform,
): { readonly file: string; readonly args: readonly string[]; readonly shell: boolean } {
  if (platform !== "win32" || /\.exe$/i.test(command)) return { file: command, args, shell: false };
  return { file: [command, ...args].map(quoteForBatch).join(" "), args: [], shell: true };
}

function quoteForBatch(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`;
}

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
  platform: NodeJS.Platform = process.platform,
): Promise<number> {
  const { file, args: words, shell } = commandFor(command, args, platform);
  const child = spawn(file, words, { stdio: "inherit", env, shell });
  const forward = (signal: NodeJS.Signals): void => {
    // The terminal sends Ctrl-C to the command too. A second SIGINT would make Terraform exit at once.
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    // On Windows the console tells every program of Ctrl-C and of its end, and `kill` ends a program at once.
    if (platform === "win32") return;
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
