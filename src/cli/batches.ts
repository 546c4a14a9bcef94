import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import type { BatchOptions, BatchProgress } from "../engine";
import { formatList, pluralize } from "../reconcile";
import { sanitize } from "../sanitize";
import { UserError, usageError } from "../user-error";
import { confirm } from "./confirm";
import { nonNegativeSeconds, positiveInteger } from "./option-values";
import type { Progress } from "./progress";
import { printErr } from "./output";

/** Flags for moves in batches. */
export interface BatchFlags {
  readonly batch?: number;
  /** In seconds. */
  readonly pause?: number;
}

export function addBatchFlags<C extends Command>(command: C): C {
  return command
    .option(
      "--batch <number>",
      "move at most this many workspaces in a request, and verify each request",
      positiveInteger,
    )
    .option("--pause <seconds>", "with --batch: wait this long instead of asking", nonNegativeSeconds);
}

/**
 * How moves are divided into batches; undefined if they are not.
 *
 * @throws UserError when flags conflict, or when there is no terminal for the question between batches.
 */
export function batchOptions(
  { batch, pause }: BatchFlags,
  progress: Progress,
  signal: AbortSignal,
): BatchOptions | undefined {
  if (batch === undefined) {
    if (pause === undefined) return undefined;
    throw usageError("--pause needs --batch.", "Add --batch, or remove --pause.");
  }
  if (pause !== undefined) return { size: batch, between: (so) => waitBetween(so, pause, signal) };
  if (process.stdin.isTTY) return { size: batch, between: (so) => progress.suspend(() => askBetween(so)) };
  throw new UserError(
    "Nothing was changed: the question between batches needs a terminal.",
    "Use --pause SECONDS to go on without a question.",
    { code: "APPROVAL_REQUIRED" },
  );
}

async function askBetween(progress: BatchProgress): Promise<boolean> {
  const question = `Do you want to go on with ${nextBatches(progress)}?`;
  return confirm(`${stateOf(progress)}\n${question}`);
}

async function waitBetween(progress: BatchProgress, seconds: number, signal: AbortSignal): Promise<boolean> {
  if (seconds > 0) {
    const pause = `Waiting ${pluralize(seconds, "second")} before ${nextBatches(progress)}`;
    printErr(`${stateOf(progress)} ${pause}; Ctrl-C stops.`);
    await sleep(seconds * 1000, undefined, { signal }).catch(() => undefined);
  }
  return !signal.aborted;
}

function stateOf({ next, total, moved, left }: BatchProgress): string {
  const done = next === 2 ? "Batch 1" : `Batches 1 to ${next - 1}`;
  const verb = next === 2 ? "is" : "are";
  return `${done} of ${total} ${verb} done: ${pluralize(moved, "workspace")} moved, ${left} left.`;
}

/** `batch 2 of 93: 10 workspaces to billing-dev` */
function nextBatches({ next, last, total, workspaces, destinations }: BatchProgress): string {
  const numbers = next === last ? `batch ${next}` : `batches ${next} to ${last}`;
  return `${numbers} of ${total}: ${pluralize(workspaces, "workspace")} to ${formatList(destinations, sanitize)}`;
}
