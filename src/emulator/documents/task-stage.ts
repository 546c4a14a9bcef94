import type { TaskStageRecord } from "../world/records";
import { isOverridable } from "../world/task-stages";
import type { DocumentContext, Resource } from "./document";
import { identifier } from "./document";

/** The operation that answers with a stage: the contract promises `permissions` and `actions` for the override alone. */
export type TaskStageView = "list" | "show" | "override";

/** A run task stage as the operation shows it (service-api.md section 2.2). */
export function taskStageResource(context: DocumentContext, stage: TaskStageRecord, view: TaskStageView): Resource {
  const { world, documents } = context;
  const policies = world.policyEvaluationsOf(stage.id).all();
  return {
    id: stage.id,
    type: "task-stages",
    attributes: {
      status: stage.status,
      stage: stage.stage,
      "status-timestamps": stage.statusTimestamps,
      "created-at": stage.createdAt,
      "updated-at": stage.updatedAt,
      ...(documents === "full" || view === "override"
        ? { permissions: stagePermissions(context, stage), actions: { "is-overridable": isOverridable(stage) } }
        : {}),
    },
    relationships: {
      run: { data: identifier("runs", stage.runId) },
      "task-results": {
        data: world
          .taskResultsOf(stage.id)
          .all()
          .map((result) => identifier("task-results", result.id)),
      },
      "policy-evaluations": { data: policies.map((policy) => identifier("policy-evaluations", policy.id)) },
    },
    links: { self: `/api/v2/task-stages/${stage.id}` },
  };
}

/** A person who may override may do so with what there is: policies, and tasks where the run allows it (facts, section 6.1). */
function stagePermissions({ world, caller }: DocumentContext, stage: TaskStageRecord): object {
  const may = caller.mayWithTaskStage("override", stage);
  const policy = may && world.policyEvaluationsOf(stage.id).size > 0;
  const tasks = may && stage.tasksOverridable;
  return { "can-override-policy": policy, "can-override-tasks": tasks, "can-override": policy || tasks };
}
