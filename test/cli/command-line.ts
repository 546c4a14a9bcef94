import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine, otherCommandLine } from "../support/executables";
import { sharedBundle, sharedCommandLine } from "../support/shared-bundle";
import { runInProcess, withoutProgress, type ProcessResult } from "./run-in-process";

export type { ProcessResult };

/** The command line without its entry point. */
const PROGRAM = "program.js";

/** The command line, bundled like in the package. */
export class CommandLine {
  private constructor(readonly folder: string) {}

  static build(): CommandLine {
    const folder = mkdtempSync(join(tmpdir(), "tfprojects-cli-"));
    sharedCommandLine(folder);
    sharedBundle("src/cli/program.ts", join(folder, PROGRAM));
    return new CommandLine(folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcessWithoutNullStreams {
    const { PATH = "" } = process.env;
    const [file, ...words] = this.words;
    return spawn(file, [...words, ...args], {
      cwd: this.folder,
      env: { PATH, NO_COLOR: "1", ...env },
    });
  }

  /** The words that start it. */
  get words(): readonly [string, ...string[]] {
    return commandLine(join(this.folder, "tfprojects.js"));
  }

  /** Runs it in this process, which takes a tenth of the time, unless an executable is tested. */
  run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ProcessResult> {
    const { PATH = "" } = process.env;
    if (otherCommandLine !== undefined) return this.launch(args, env);
    return runInProcess(join(this.folder, PROGRAM), this.folder, args, { PATH, NO_COLOR: "1", ...env });
  }

  /** Runs it as a process of its own. */
  async launch(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ProcessResult> {
    const child = this.start(args, env);
    child.stdin.end();
    return waitForExit(child);
  }
}

/** Waits for the end of the process. */
export async function waitForExit(child: ChildProcessWithoutNullStreams): Promise<ProcessResult> {
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => {
    child.once("close", (status, signal) => resolve({ status, signal, stdout, stderr: withoutProgress(stderr) }));
  });
}

/** Waits until the output on stdout matches. */
export async function waitForOutput(child: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<RegExpExecArray> {
  let text = "";
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const match = pattern.exec(text);
      if (match !== null) resolve(match);
    });
    child.once("close", () => reject(new Error(`It ended without writing ${String(pattern)}; it wrote: ${text}`)));
  });
}
