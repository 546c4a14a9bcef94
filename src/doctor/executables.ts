import { spawn } from "node:child_process";
import { dirname, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Environment } from "../api";
import { messageOf } from "../system-errors";

/** Time limit of a program that only prints its version, in milliseconds. */
const TIMEOUT_MS = 20_000;
const MAX_OUTPUT = 100_000;

/** The output of a program on stdout, or why there is none. */
export type Output = { readonly stdout: string } | { readonly problem: string };

/** Runs a program without input, in its own folder: it exists, and has no configuration. */
export async function outputOf(path: string, args: readonly string[], env: Environment): Promise<Output> {
  const file = resolve(path);
  return new Promise((done) => {
    const child = spawn(file, args, {
      cwd: dirname(file),
      env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: TIMEOUT_MS,
      killSignal: "SIGKILL",
      windowsHide: true,
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout = (stdout + chunk.toString()).slice(0, MAX_OUTPUT)));
    child.stderr.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(0, MAX_OUTPUT)));
    child.once("error", (error) => done({ problem: messageOf(error) }));
    child.once("close", (status, signal) => {
      if (status === 0) done({ stdout });
      else if (signal !== null)
        done({ problem: `it did not finish within ${TIMEOUT_MS / 1000} s, or was ended (${signal})` });
      else
        done({ problem: [`exit status ${status ?? ""}`, firstLine(stderr)].filter((text) => text !== "").join(": ") });
    });
  });
}

/** The first line that has letters: errors of Terraform are framed. */
function firstLine(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split("\n")
    .map((line) => line.replace(/^[│╷╵\s]+/, ""));
  return (lines.find((line) => /[a-z]/i.test(line)) ?? "").slice(0, 300);
}
