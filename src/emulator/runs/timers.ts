import { completeOverride, timeOutResult } from "./events";
import type { Store } from "../engine/kind";
import { taskStages } from "../kinds/task-stage";
import { taskResults } from "../kinds/task-result";

/**
 * Fires all timers that are due, in order and each at its own time: overridden stages pass, results time out. Must be
 * called before the store is read. Costs next to nothing unless a timer is due.
 */
export function runDueTimers(store: Store): void {
  const now = store.clock.now();
  for (let due = nextTimerAt(store); due !== undefined && due <= now; due = nextTimerAt(store)) fireTimer(store, due);
}

/** When the next timer is due, in milliseconds since the Unix epoch; undefined without any. */
export function nextTimerAt(store: Store): number | undefined {
  const passes = store.table(taskStages).index("overridden", "underway").first?.passesAt ?? undefined;
  const timesOut = store.table(taskResults).index("deadline", "open").first?.timesOutAt ?? undefined;
  return passes === undefined || (timesOut !== undefined && timesOut < passes) ? timesOut : passes;
}

function fireTimer(store: Store, at: number): void {
  const stage = store.table(taskStages).index("overridden", "underway").first;
  if (stage?.passesAt === at) {
    completeOverride(store, stage, at);
    return;
  }
  const result = store.table(taskResults).index("deadline", "open").first;
  if (result?.timesOutAt === at) timeOutResult(store, result, at);
}
