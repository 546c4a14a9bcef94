import type { RunRecord, TaskStageRecord } from "./records";

/**
 * The status of a run as its task stages make it, in order. Between them the emulator plans and applies nothing, so a run whose stages
 * have all passed is at its end.
 */
export function runStatus(run: RunRecord, stages: readonly TaskStageRecord[]): string {
  if (run.canceled) return "canceled";
  for (const [index, { stage, status }] of stages.entries()) {
    switch (status) {
      case "passed":
        continue;
      case "pending":
        return index === 0 ? "pending" : `${stage}_running`;
      case "running":
        return `${stage}_running`;
      case "awaiting_override":
        return `${stage}_awaiting_decision`;
      case "failed":
      case "errored":
      case "unreachable":
      case "canceled":
        // What is applied is applied: a failure afterwards is only a warning (facts, section 6.2).
        if (stage !== "post_apply") return "errored";
    }
  }
  return run.isSpeculative ? "planned_and_finished" : "applied";
}

/** Run statuses in which a run stays. */
export function isFinalRunStatus(status: string): boolean {
  return ["canceled", "errored", "planned_and_finished", "applied"].includes(status);
}
