import { timeoutReport } from "./task-results";
import { completeOverride, reportResult } from "./task-stages";
import type { Store } from "./store";

/**
 * Lets happen what is due by now, in the order in which it is due, each at its own time: overridden stages come to `passed`, results time
 * out. To be called before anybody looks. Costs next to nothing until something is due, however much waits.
 */
export function runDueTimers(world: Store): void {
  const now = world.clock.now();
  for (let due = nextTimerAt(world); due !== undefined && due <= now; due = nextTimerAt(world)) fireTimer(world, due);
}

/** When something happens next without anybody's doing, in milliseconds since 1970; undefined when nothing does. */
export function nextTimerAt(world: Store): number | undefined {
  const passes = world.overriddenStages("underway").first?.passesAt ?? undefined;
  const timesOut = world.resultsByDeadline("open").first?.timesOutAt ?? undefined;
  return passes === undefined || (timesOut !== undefined && timesOut < passes) ? timesOut : passes;
}

function fireTimer(world: Store, at: number): void {
  const stage = world.overriddenStages("underway").first;
  if (stage?.passesAt === at) {
    completeOverride(world, stage, at);
    return;
  }
  const result = world.resultsByDeadline("open").first;
  if (result?.timesOutAt === at) reportResult(world, result, timeoutReport(world, result, at), "timeout", at);
}
