import type { TaskStageWithIncluded } from "../../api";
import { policyEvaluationJson, verdictOf, verdictOfStage, wasOverridden, type AdvisoryFailures } from "../../model";
import { toDocument } from "../../engine/report/json";

/** The task stages of a run as a JSON document. */
export function stagesAsJson(
  runId: string,
  stages: readonly TaskStageWithIncluded[],
  advisoryFailures: AdvisoryFailures,
): string {
  return toDocument("stages", {
    run_id: runId,
    advisory_failures: advisoryFailures,
    verdict: verdictOf(stages, advisoryFailures),
    stages: stages.map((stage) => ({
      id: stage.id,
      stage: stage.stage,
      status: stage.status,
      verdict: verdictOfStage(stage, advisoryFailures),
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
