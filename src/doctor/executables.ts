import { dirname, resolve } from "node:path";
import type { Environment } from "../api";
import { messageOf } from "../system-errors";
import { outputOf, unframed } from "../terraform/run-program";

/** Time limit of a program that only prints its version, in milliseconds. */
const TIMEOUT_MS = 20_000;
const MAX_OUTPUT = 100_000;

/** The output of a program on stdout, or why it has none. */
type ProbeResult = { readonly stdout: string } | { readonly problem: string };

/** Runs a program in its own folder, which exists and has no Terraform configuration. */
export async function probe(path: string, args: readonly string[], env: Environment): Promise<ProbeResult> {
  const file = resolve(path);
  try {
    const options = { cwd: dirname(file), env, timeoutMs: TIMEOUT_MS, maxOutput: MAX_OUTPUT };
    const { status, signal, stdout, stderr } = await outputOf(file, args, options);
    if (status === 0) return { stdout };
    if (signal !== null)
      return { problem: `it did not finish within ${TIMEOUT_MS / 1000} s, or was ended (${signal})` };
    // Terraform prints a frame around errors.
    const why = unframed(stderr).find((line) => /[a-z]/i.test(line)) ?? "";
    return { problem: [`exit status ${status ?? ""}`, why.slice(0, 300)].filter((text) => text !== "").join(": ") };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
