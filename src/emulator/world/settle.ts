import { timeoutReport } from "./task-results";
import { completeOverride, reportResult } from "./task-stages";
import type { World } from "./world";

/**
 * Lets happen what is due by now, in the order in which it is due, each at its own time: overridden stages come to `passed`, results time
 * out. To be called before anybody looks. Costs next to nothing until something is due, however much waits.
 */
export function settle(world: World): void {
  const now = world.clock.now();
  for (let due = nextDue(world); due !== undefined && due <= now; due = nextDue(world)) happen(world, due);
}

/** When something happens next without anybody's doing, in milliseconds since 1970; undefined when nothing does. */
export function nextDue(world: World): number | undefined {
  const passes = world.stagesUnderway("underway").first?.passesAt ?? undefined;
  const timesOut = world.resultsByDeadline("open").first?.timesOutAt ?? undefined;
  return passes === undefined || (timesOut !== undefined && timesOut < passes) ? timesOut : passes;
}

function happen(world: World, at: number): void {
  const stage = world.stagesUnderway("underway").first;
  if (stage?.passesAt === at) {
    completeOverride(world, stage, at);
    return;
  }
  const result = world.resultsByDeadline("open").first;
  if (result?.timesOutAt === at) reportResult(world, result, timeoutReport(world, result, at), "timeout", at);
}
