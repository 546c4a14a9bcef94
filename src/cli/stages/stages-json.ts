import type { TaskStageWithIncluded } from "../../api";
import {
  policyEvaluationJson,
  verdictOf,
  verdictOfRun,
  verdictOfStage,
  wasOverridden,
  type AdvisoryFailures,
  type RunAndStages,
} from "../../model";
import { toDocument } from "../../engine/report/json";

/** A run and its task stages as a JSON document. */
export function stagesAsJson(
  runId: string,
  read: RunAndStages<TaskStageWithIncluded>,
  advisoryFailures: AdvisoryFailures,
): string {
  const { run, taskStages } = read;
  return toDocument("stages", {
    run_id: runId,
    advisory_failures: advisoryFailures,
    verdict: verdictOf(read, { advisoryFailures }),
    run_status: run?.status ?? null,
    run_verdict: run === undefined ? null : verdictOfRun(run),
    stages: taskStages.map((stage) => ({
      id: stage.id,
      stage: stage.stage,
      status: stage.status,
      verdict: verdictOfStage(stage, run, advisoryFailures),
      is_overridable: stage.isOverridable ?? null,
      is_overridden: wasOverridden(stage),
      status_timestamps: stage.statusTimestamps,
      created_at: stage.createdAt,
      updated_at: stage.updatedAt,
      policy_evaluation_ids: stage.policyEvaluationIds,
      policy_evaluations: stage.policyEvaluations.map(policyEvaluationJson),
      task_results: stage.taskResults.map((result) => ({
        id: result.id,
        task_id: result.taskId,
        task_name: result.taskName,
        task_url: result.taskUrl,
        status: result.status,
        enforcement_level: result.workspaceTaskEnforcementLevel,
        message: result.message,
        url: result.url,
        status_timestamps: result.statusTimestamps,
        is_speculative: result.isSpeculative,
        created_at: result.createdAt,
        updated_at: result.updatedAt,
      })),
    })),
  });
}
