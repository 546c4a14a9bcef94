import { timeoutReport } from "./task-results";
import { completeOverride, reportResult } from "./task-stages";
import type { Store } from "./store";

/**
 * Lets happen what is due by now, in the order in which it is due, each at its own time: overridden stages come to `passed`, results time
 * out. To be called before anybody looks. Costs next to nothing until something is due, however much waits.
 */
export function runDueTimers(store: Store): void {
  const now = store.clock.now();
  for (let due = nextTimerAt(store); due !== undefined && due <= now; due = nextTimerAt(store)) fireTimer(store, due);
}

/** When something happens next without anybody's doing, in milliseconds since 1970; undefined when nothing does. */
export function nextTimerAt(store: Store): number | undefined {
  const passes = store.overriddenStages("underway").first?.passesAt ?? undefined;
  const timesOut = store.resultsByDeadline("open").first?.timesOutAt ?? undefined;
  return passes === undefined || (timesOut !== undefined && timesOut < passes) ? timesOut : passes;
}

function fireTimer(store: Store, at: number): void {
  const stage = store.overriddenStages("underway").first;
  if (stage?.passesAt === at) {
    completeOverride(store, stage, at);
    return;
  }
  const result = store.resultsByDeadline("open").first;
  if (result?.timesOutAt === at) reportResult(store, result, timeoutReport(store, result, at), "timeout", at);
}
