import type { StageInput } from "./stage-status";
import { allowsRunToContinue, stageStatus } from "./stage-status";
import type { Cause } from "./transitions";
import { isFinal, POLICY_EVALUATION, TASK_RESULT, TASK_STAGE, transition } from "./transitions";
import type { Store } from "../engine/kind";
import type { TaskStageRecord } from "../kinds/task-stage";
import { runs } from "../kinds/run";
import { taskStages } from "../kinds/task-stage";
import { taskResults } from "../kinds/task-result";
import { policyEvaluations } from "../kinds/policy-evaluation";

/* Changes of a single task stage and its contents. What follows for the run is in `progress.ts`. */

/** Updates a stage to the status derived from its contents. */
export function deriveStage(store: Store, stageId: string, cause: Cause, at: number): TaskStageRecord {
  const stage = store.table(taskStages).expect(stageId);
  const run = store.table(runs).expect(stage.runId);
  const byControl = cause === "control" || stage.setByControl;
  // A completed stage does not change.
  if (run.canceled || run.discarded || (isFinal(TASK_STAGE, stage.status) && !byControl)) return stage;
  const facts: StageInput = {
    results: store
      .table(taskResults)
      .where("taskStageId", stage.id)
      .all()
      .map(({ status, workspaceTaskEnforcementLevel }) => ({
        status,
        enforcementLevel: workspaceTaskEnforcementLevel,
      })),
    policies: store.table(policyEvaluations).where("taskStageId", stage.id).all(),
    tasksOverridable: stage.tasksOverridable,
    overridden: stage.overridden,
    underway: stage.passesAt !== null,
    advisoryFailures: store.choices.advisoryFailures,
  };
  const status = stageStatus(facts);
  const derived = transition(store, TASK_STAGE, stage, status, byControl ? "control" : "results", at);
  const letsRunGoOn = status === "failed" && allowsRunToContinue(facts) ? true : undefined;
  return store.table(taskStages).put({ ...stage, ...derived, setByControl: false, letsRunGoOn });
}

/** The status of everything that ends before it has completed. */
const ENDED = { cancel: "canceled", stop: "unreachable" } as const;

/** Ends a stage and everything in it that has not completed. */
export function endStage(store: Store, stage: TaskStageRecord, cause: keyof typeof ENDED, at: number): void {
  const status = ENDED[cause];
  for (const result of [...store.table(taskResults).where("taskStageId", stage.id).all()]) {
    if (isFinal(TASK_RESULT, result.status)) continue;
    const ended = transition(store, TASK_RESULT, result, status, cause, at);
    store.table(taskResults).put({ ...result, ...ended, callDue: false, timesOutAt: null });
  }
  for (const evaluation of [...store.table(policyEvaluations).where("taskStageId", stage.id).all()]) {
    if (!["pending", "queued", "running"].includes(evaluation.status)) continue;
    const ended = transition(store, POLICY_EVALUATION, evaluation, status, cause, at);
    store.table(policyEvaluations).put({ ...evaluation, ...ended });
  }
  if (isFinal(TASK_STAGE, stage.status)) return;
  store.table(taskStages).put({ ...stage, ...transition(store, TASK_STAGE, stage, status, cause, at), passesAt: null });
}

/** Completes the evaluations that pass as soon as the run reaches their stage. Returns whether there are any. */
export function passEvaluations(store: Store, stageId: string, at: number): boolean {
  const table = store.table(policyEvaluations);
  const due = table.where("taskStageId", stageId).all();
  const passing = [...due].filter(({ passes, status }) => passes && status === "pending");
  for (const evaluation of passing) {
    table.put({ ...evaluation, ...transition(store, POLICY_EVALUATION, evaluation, "passed", "report", at) });
  }
  return passing.length > 0;
}

/** Overrides the failed policy evaluations of a stage that was overridden, and lets it pass. */
export function overrideFailures(store: Store, stage: TaskStageRecord, at: number): void {
  for (const evaluation of [...store.table(policyEvaluations).where("taskStageId", stage.id).all()]) {
    if (evaluation.status !== "failed") continue;
    const overridden = transition(store, POLICY_EVALUATION, evaluation, "overridden", "override", at);
    store.table(policyEvaluations).put({ ...evaluation, ...overridden });
  }
  store.table(taskStages).put({ ...stage, passesAt: null });
}
