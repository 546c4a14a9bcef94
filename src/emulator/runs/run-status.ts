import type { RunStage, RunStatus } from "../../model";
import { isFinal, TASK_STAGE } from "./transitions";
import type { Store } from "../engine/kind";
import type { RunRecord } from "../kinds/run/shape";
import type { TaskStageRecord } from "../kinds/task-stage";
import { taskStages } from "../kinds/task-stage";
import { workspaces } from "../kinds/workspace";
import { activeRunOf } from "../kinds/workspace/current-run";

/** The task stages of a run, in the order they run. */
export function stagesInOrder(store: Store, run: RunRecord): readonly TaskStageRecord[] {
  return store.table(taskStages).index("run", run.id).all();
}

/** Whether the run waits for its workspace: for the runs before it, or for a user to unlock it. */
export function isQueued(store: Store, { id, workspaceId, underway }: RunRecord): boolean {
  return underway === true && activeRunOf(store, store.table(workspaces).expect(workspaceId))?.id !== id;
}

/** The status that a run has to record: the one that was set out of band, if any. A queued run is pending. */
export function runStatus(store: Store, run: RunRecord): RunStatus {
  if (run.setStatus !== undefined) return run.setStatus.status;
  const status = statusByStages(run, stagesInOrder(store, run));
  return isQueued(store, run) && !["canceled", "discarded", "errored"].includes(status) ? "pending" : status;
}

/**
 * The status of a run, derived from its stages in order. Plan and apply take no time, so a run whose stages have all
 * passed has completed, unless its apply needs confirmation.
 */
function statusByStages(run: RunRecord, stages: readonly TaskStageRecord[]): RunStatus {
  if (run.canceled) return "canceled";
  if (run.discarded) return "discarded";
  for (const [index, record] of stages.entries()) {
    const { stage, status } = record;
    if (isPartOfApply(stage) && !isConfirmed(run)) return awaitingConfirmation(stages);
    switch (status) {
      case "passed":
        continue;
      case "pending":
        return index === 0 && !run.confirmed ? "pending" : `${stage}_running`;
      case "running":
        return `${stage}_running`;
      case "awaiting_override":
        return `${stage}_awaiting_decision`;
      case "failed":
      case "errored":
      case "unreachable":
      case "canceled":
        if (endsRun(record)) return "errored";
    }
  }
  if (run.planOnly) return "planned_and_finished";
  return isConfirmed(run) ? "applied" : awaitingConfirmation(stages);
}

/** The statuses that follow a stage immediately, or follow the previous ones if the run does not have the stage. */
const PASSED_AFTER = [
  { stage: "pre_plan", statuses: ["queuing", "plan_queued", "planning", "planned"] },
  { stage: "post_plan", statuses: ["confirmed"] },
  { stage: "pre_apply", statuses: ["applying"] },
] as const;

/**
 * The statuses that a run has passed through without ever being in them, since plan, confirmation and apply take no
 * time. See https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run#run-states
 */
export function passedStatuses(run: RunRecord, stages: readonly TaskStageRecord[]): readonly string[] {
  if (run.canceled || run.discarded) return [];
  const passed: string[] = [];
  for (const { stage, statuses } of PASSED_AFTER) {
    const record = stages.find((it) => it.stage === stage);
    if (record !== undefined && (!isFinal(TASK_STAGE, record.status) || endsRun(record))) break;
    if (stage === "post_plan" && (run.planOnly || !isConfirmed(run))) break;
    passed.push(...statuses);
  }
  return passed;
}

/**
 * Whether a completed stage ends its run: it did not pass, and not only advisory results failed. After the apply a
 * failure is only a warning.
 */
export function endsRun({ stage, status, letsRunGoOn }: TaskStageRecord): boolean {
  return status !== "passed" && letsRunGoOn !== true && stage !== "post_apply";
}

/**
 * Whether the run can continue after its plan. A plan-only run needs no confirmation, and also has the stages of the
 * apply if its workspace has tasks in them.
 */
export function isConfirmed(run: RunRecord): boolean {
  return run.planOnly || run.autoApply || run.confirmed;
}

export function isPartOfApply(stage: RunStage): boolean {
  return stage === "pre_apply" || stage === "post_apply";
}

function awaitingConfirmation(stages: readonly TaskStageRecord[]): RunStatus {
  return stages.some(({ stage }) => stage === "post_plan") ? "post_plan_completed" : "planned";
}
