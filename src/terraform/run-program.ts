import { spawn, type ChildProcess } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

type Environment = Readonly<Record<string, string | undefined>>;

/** How a program ended: with a status, or by a signal. */
export interface Ending {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Waits until a program has ended, and its output too. @throws Error when it could not be started. */
export async function endOf(child: ChildProcess): Promise<Ending> {
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("close", (status, signal) => done({ status, signal }));
  });
}

export interface Output extends Ending {
  readonly stdout: string;
  readonly stderr: string;
}

export interface OutputOptions {
  /** The folder in which the program runs. */
  readonly cwd: string;
  readonly env: Environment;
  /** After so many milliseconds the program is killed. @default - none */
  readonly timeoutMs?: number;
  /** In bytes of each stream; of a program that prints more, the rest is ignored. @default - none */
  readonly maxOutput?: number;
}

/** Runs a program without input, and collects what it prints. @throws Error when it cannot be started. */
export async function outputOf(file: string, args: readonly string[], options: OutputOptions): Promise<Output> {
  const { cwd, env, timeoutMs, maxOutput = Infinity } = options;
  const child = spawn(file, args, {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  const collect = (stream: NodeJS.ReadableStream): (() => string) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    stream.on("data", (chunk: Buffer) => {
      if (bytes < maxOutput) chunks.push(chunk);
      bytes += chunk.length;
    });
    return () => Buffer.concat(chunks).toString("utf8");
  };
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const ending = await endOf(child);
  return { ...ending, stdout: stdout(), stderr: stderr() };
}

/** The lines of an error of Terraform, without colors and without the frame around it. */
export function unframed(stderr: string): readonly string[] {
  return stripVTControlCharacters(stderr)
    .split("\n")
    .map((line) => line.replace(/^[│╷╵\s]+/, ""))
    .filter((line) => line !== "");
}
