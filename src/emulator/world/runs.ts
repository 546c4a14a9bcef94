import type { EnforcementLevel, RunStage } from "../../model";
import { RUN_STAGES } from "../../model";
import { newId } from "./identifiers";
import type {
  PolicyEvaluationRecord,
  PolicyEvaluationStatus,
  RunRecord,
  TaskStageRecord,
  WorkspaceRecord,
} from "./records";
import { cancelStage, deriveStage, stagesInOrder } from "./task-stages";
import type { World } from "./world";

/** A run task as a run will call it. */
export interface CalledTask {
  readonly taskId: string;
  readonly name: string;
  readonly url: string;
  readonly stage: RunStage;
  readonly enforcementLevel: EnforcementLevel;
  readonly workspaceTaskId: string;
}

/** A policy evaluation that a run will hold. */
export interface EvaluatedPolicy {
  readonly stage: RunStage;
  readonly status: PolicyEvaluationStatus;
  readonly enforcementLevel: EnforcementLevel;
  readonly policyKind: PolicyEvaluationRecord["policyKind"];
  readonly overridable: boolean;
}

export interface NewRun {
  readonly message: string;
  readonly isSpeculative: boolean;
  readonly tasks: readonly CalledTask[];
  readonly policies: readonly EvaluatedPolicy[];
  /** Whether failed mandatory tasks may be overridden. */
  readonly tasksOverridable: boolean;
}

/** The run tasks associated with a workspace, once for each run stage they are to start in (service-api.md section 1). */
export function tasksOfWorkspace(world: World, workspace: WorkspaceRecord): readonly CalledTask[] {
  return world
    .workspaceTasksOf(workspace.id)
    .all()
    .flatMap(({ id, taskId, stages, enforcementLevel }) => {
      const { name, url } = world.runTasks.expect(taskId);
      return stages.map((stage) => ({ taskId, name, url, stage, enforcementLevel, workspaceTaskId: id }));
    });
}

/**
 * A new run: one task stage for each run stage that has tasks (or policies to evaluate), in the order in which the run will come to
 * them, and in each stage one result per task (service-api.md section 1).
 */
export function createRun(world: World, workspace: WorkspaceRecord, given: NewRun): RunRecord {
  const run = world.runs.put({
    id: newId("run"),
    sequence: world.nextSequence(),
    workspaceId: workspace.id,
    message: given.message,
    isSpeculative: given.isSpeculative,
    createdAt: world.clock.timestamp(),
    canceled: false,
  });
  for (const stage of RUN_STAGES) {
    const tasks = given.tasks.filter((task) => task.stage === stage);
    const policies = given.policies.filter((policy) => policy.stage === stage);
    if (tasks.length > 0 || policies.length > 0) createStage(world, run, stage, { ...given, tasks, policies });
  }
  // Only now: a stage that fails at once gives up those after it.
  for (const stage of stagesInOrder(world, run)) deriveStage(world, stage.id);
  return run;
}

/** Cancels a run: whatever in it is not at its end is canceled. */
export function cancelRun(world: World, run: RunRecord): RunRecord {
  const canceled = world.runs.put({ ...run, canceled: true });
  for (const stage of stagesInOrder(world, run)) cancelStage(world, stage);
  return canceled;
}

/** Deletes a run with its stages and all that is in them. */
export function deleteRun(world: World, run: RunRecord): void {
  for (const stage of [...world.taskStagesOf(run.id).all()]) {
    for (const result of [...world.taskResultsOf(stage.id).all()]) world.taskResults.remove(result.id);
    for (const policy of [...world.policyEvaluationsOf(stage.id).all()]) world.policyEvaluations.remove(policy.id);
    world.taskStages.remove(stage.id);
  }
  world.runs.remove(run.id);
}

function createStage(world: World, run: RunRecord, stage: RunStage, given: NewRun): void {
  const now = world.clock.timestamp();
  const initial = { status: "pending", statusTimestamps: {}, createdAt: now, updatedAt: now } as const;
  const record: TaskStageRecord = world.taskStages.put({
    ...initial,
    id: newId("taskStage"),
    sequence: world.nextSequence(),
    runId: run.id,
    stage,
    tasksOverridable: given.tasksOverridable,
    overridden: false,
    passesAt: null,
  });
  for (const task of given.tasks) {
    world.taskResults.put({
      ...initial,
      id: newId("taskResult"),
      sequence: world.nextSequence(),
      taskStageId: record.id,
      message: null,
      url: null,
      taskId: task.taskId,
      taskName: task.name,
      taskUrl: task.url,
      isSpeculative: run.isSpeculative,
      workspaceTaskId: task.workspaceTaskId,
      enforcementLevel: task.enforcementLevel,
    });
  }
  for (const policy of given.policies) {
    world.policyEvaluations.put({
      ...initial,
      id: newId("policyEvaluation"),
      sequence: world.nextSequence(),
      taskStageId: record.id,
      status: policy.status,
      statusTimestamps: policy.status === "pending" ? {} : { [`${policy.status}-at`]: world.clock.statusTimestamp() },
      policyKind: policy.policyKind,
      enforcementLevel: policy.enforcementLevel,
      overridable: policy.overridable,
    });
  }
}
