import { spawn, type ChildProcess } from "node:child_process";
import type { Environment } from "../api";
import { UserError } from "../user-error";
import { messageOf } from "../system-errors";
import { findExecutable } from "../terraform/find-executable";
import { endOf } from "../terraform/run-program";
import { statusAfter } from "./action-command";

/** Signals that are forwarded. SIGKILL and SIGSTOP cannot be caught. */
const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;

/** How a command is started. */
export interface Invocation {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether `args` are words of a command line that need no quoting. */
  readonly isVerbatim: boolean;
}

/**
 * On Windows, programs such as npx are batch files, which only the command interpreter runs.
 *
 * @param env - In which programs are found.
 * @throws UserError when an argument has a line break, which a batch file cannot receive.
 * @see https://nodejs.org/api/child_process.html#spawning-bat-and-cmd-files-on-windows
 */
export function commandFor(
  command: string,
  args: readonly string[],
  platform: NodeJS.Platform,
  env: Environment,
): Invocation {
  if (platform !== "win32" || isProgram(findExecutable(command, env, platform) ?? command)) {
    return { file: command, args, isVerbatim: false };
  }
  const line = [command, ...args].map((word) => quoteForBatch(word, command)).join(" ");
  // `%` is escaped with command extensions. Delayed expansion is off, so `!` needs no escape.
  const options = ["/d", "/e:on", "/v:off", "/s", "/c"];
  return { file: env["ComSpec"] ?? "cmd.exe", args: [...options, `"${line}"`], isVerbatim: true };
}

function isProgram(path: string): boolean {
  return /\.(?:exe|com)$/i.test(path);
}

/**
 * Quotes a word for the command interpreter, the batch file and the program that it runs. Inside double quotes, `&`,
 * `^`, `|`, `<` and `>` have no special meaning, but `%` has. Two double quotes are one for the program, and do not end
 * the quotes for the interpreter. Before a quote, a backslash is written twice.
 *
 * @see https://blog.rust-lang.org/2024/04/09/cve-2024-24576/
 * @see https://learn.microsoft.com/en-us/cpp/c-language/parsing-c-command-line-arguments
 */
function quoteForBatch(word: string, command: string): string {
  if (/[\r\n\0]/.test(word)) {
    throw new UserError(
      `Cannot start ${command}: it is a batch file, and an argument has a line break: ${JSON.stringify(word)}.`,
      "Put the argument into a file, or run the program that the batch file runs, such as node with its script.",
    );
  }
  if (/^[\w#$*+\-./:?@\\]*[\w#$*+\-./:?@]$/.test(word)) return word;
  const escaped = word.replace(/(\\*)("|$)/g, "$1$1$2$2").replaceAll("%", NO_CHARACTERS_AND_PERCENT);
  return `"${escaped}"`;
}

/** `%`, and no characters of the variable `cd`: neither is part of the name of a variable that could be set. */
const NO_CHARACTERS_AND_PERCENT = "%%cd:~,%";

/**
 * Runs a command with this process's standard streams, and forwards signals to it.
 *
 * @param stdout - Where its output goes instead.
 * @returns its exit status, or 128 plus the signal's number when a signal ended it, as shells do.
 * @throws UserError when it cannot be started.
 */
export async function runChild(
  command: string,
  args: readonly string[],
  env: Environment,
  stdout: "inherit" | typeof process.stderr = "inherit",
): Promise<number> {
  const { file, args: words, isVerbatim } = commandFor(command, args, process.platform, env);
  let child: ChildProcess | undefined;
  const forward = (signal: NodeJS.Signals): void => {
    // The terminal sends Ctrl-C to the command too. A second SIGINT would make Terraform exit at once.
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    // On Windows, the console notifies every program of Ctrl-C and of being closed, and `kill` ends a program at once.
    if (process.platform === "win32") return;
    child?.kill(signal);
  };
  // Before the command runs: a signal would end this process, and leave the command behind.
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    child = spawn(file, words, { stdio: ["inherit", stdout, "inherit"], env, windowsVerbatimArguments: isVerbatim });
    const { status, signal } = await endOf(child);
    return signal === null ? (status ?? 1) : statusAfter(signal);
  } catch (error) {
    throw new UserError(
      `Cannot start ${command}: ${messageOf(error)}.`,
      "Check that it is installed and on the PATH. Everything after -- is the command and its arguments.",
      { cause: error },
    );
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}
