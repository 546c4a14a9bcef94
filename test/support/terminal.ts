import { spawn } from "node:child_process";
import { waitForExit, type ProcessResult } from "../cli/command-line";

/** What is typed when the output matches. A function returns it, and runs before. */
export type Answer = readonly [RegExp, string | (() => string)];

export interface TerminalOptions {
  readonly cwd: string;
  /** In addition to a minimal one. */
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a command line in a pseudo terminal, whose output is `stdout`. */
export async function inTerminal(
  line: string,
  { cwd, env }: TerminalOptions,
  ...answers: readonly Answer[]
): Promise<ProcessResult> {
  const { PATH = "" } = process.env;
  const child = spawn("script", ["-qec", line, "/dev/null"], {
    cwd,
    env: { PATH, NO_COLOR: "1", TERM: "xterm", SHELL: "/bin/sh", ...env },
  });
  const pending = [...answers];
  let shown = "";
  // A program that a signal has ended reads no answer.
  child.stdin.on("error", () => undefined);
  child.stdout.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    const [next] = pending;
    if (!next?.[0].test(shown)) return;
    pending.shift();
    const [, answer] = next;
    child.stdin.write(typeof answer === "string" ? answer : answer());
  });
  return waitForExit(child);
}
