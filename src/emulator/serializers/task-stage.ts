import type { TaskStageRecord } from "../store/records";
import { isOverridable } from "../runs/task-stages";
import type { SerializerContext, Resource } from "./resource";
import { identifier } from "./resource";
import { duration } from "./task-result";

/**
 * A task stage. `permissions` and `actions` are documented for the response to an override; they are in every response,
 * as in the OpenAPI description, since clients that wait for an override read them.
 */
export function taskStageResource(context: SerializerContext, stage: TaskStageRecord): Resource {
  const { store } = context;
  const full = context.documents === "full";
  const policies = store.policyEvaluationsOf(stage.id).all();
  return {
    id: stage.id,
    type: "task-stages",
    attributes: {
      status: stage.status,
      stage: stage.stage,
      "status-timestamps": stage.statusTimestamps,
      "created-at": stage.createdAt,
      "updated-at": stage.updatedAt,
      permissions: stagePermissions(context, stage),
      actions: { "is-overridable": isOverridable(stage) },
      ...(full ? { duration: duration(stage.statusTimestamps) } : {}),
    },
    relationships: {
      run: { data: identifier("runs", stage.runId) },
      "task-results": {
        data: store
          .taskResultsOf(stage.id)
          .all()
          .map((result) => identifier("task-results", result.id)),
      },
      "policy-evaluations": { data: policies.map((policy) => identifier("policy-evaluations", policy.id)) },
      // There are no cost estimates.
      ...(full ? { "cost-estimate": { data: null } } : {}),
    },
    links: { self: `/api/v2/task-stages/${stage.id}` },
  };
}

/** A permission to override requires something to override: policies, or tasks if the run allows it. */
function stagePermissions({ store, principal }: SerializerContext, stage: TaskStageRecord): object {
  const canOverride = principal.canInTaskStage("override", stage);
  const policy = canOverride && store.policyEvaluationsOf(stage.id).size > 0;
  const tasks = canOverride && stage.tasksOverridable;
  return { "can-override-policy": policy, "can-override-tasks": tasks, "can-override": policy || tasks };
}
