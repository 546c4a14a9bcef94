import type { EnforcementLevel, RunStage } from "../../model";
import { RUN_STAGES } from "../../model";
import { newSecret } from "../engine/id";
import type { ChangeOf, Store } from "../engine/kind";
import { create, settingOf } from "../engine/write";
import type { ConfigurationVersionRecord } from "../kinds/configuration-version";
import { createEvaluation } from "../kinds/policy-evaluation";
import type { RunRecord } from "../kinds/run/shape";
import { runs, timestampKey } from "../kinds/run";
import { recordRunEvent } from "../kinds/run-event";
import type { RunTaskRecord } from "../kinds/run-task";
import { runTasks } from "../kinds/run-task";
import { appliesTo, taskConfigs } from "../kinds/task-config";
import { taskResults } from "../kinds/task-result";
import { taskStages } from "../kinds/task-stage";
import type { WorkspaceRecord } from "../kinds/workspace/shape";
import { workspaces } from "../kinds/workspace";
import { workspaceTasks } from "../kinds/workspace-task";
import { advance } from "./progress";
import type { NewPolicyEvaluation } from "./policies";
import { evaluationsOfWorkspace } from "./policies";
import { stagesInOrder } from "./run-status";

/** A task result of a new run. */
export interface NewTaskResult {
  readonly taskId: string;
  readonly name: string;
  readonly url: string;
  readonly stage: RunStage;
  readonly enforcementLevel: EnforcementLevel;
  /** Null for a task that is configured for the project. */
  readonly workspaceTaskId: string | null;
}

/** The content of a new run, and what is in its stages. */
export type NewRun = ChangeOf<RunRecord> & {
  readonly createdBy: string;
  readonly tasks: readonly NewTaskResult[];
  readonly policies: readonly NewPolicyEvaluation[];
  /** Whether failed mandatory tasks can be overridden. */
  readonly tasksOverridable: boolean;
};

/**
 * Creates a run with a task stage for each run stage that has tasks or policies, and a result per task. It starts when
 * earlier runs of its workspace have completed, and no user has locked the workspace.
 */
export function createRun(store: Store, workspace: WorkspaceRecord, given: NewRun): RunRecord {
  const { tasks, policies, tasksOverridable, ...change } = given;
  return store.atomically(() => {
    const run = create(store, runs, {
      ...change,
      workspaceId: workspace.id,
      confirmed: false,
      canceled: false,
      discarded: false,
      underway: given.planOnly === true ? undefined : true,
    });
    recordRunEvent(store, run.id, "queued", { actor: given.createdBy });
    for (const stage of RUN_STAGES) {
      const inside = {
        tasks: tasks.filter((task) => task.stage === stage),
        policies: policies.filter((policy) => policy.stage === stage),
        tasksOverridable,
      };
      if (inside.tasks.length + inside.policies.length > 0) createStage(store, run, stage, inside);
    }
    // Only after all are created, since a stage that fails immediately ends those after it.
    const stages = stagesInOrder(store, run).map(({ id }) => ({ stageId: id, cause: "results" }) as const);
    advance(store, [...stages, { runId: run.id }], store.clock.now());
    return store.table(runs).expect(run.id);
  });
}

/** Creates a run with the settings and run tasks of its workspace. */
export function queueRun(
  store: Store,
  workspace: WorkspaceRecord,
  configuration: ConfigurationVersionRecord | undefined,
  given: ChangeOf<RunRecord> & Pick<NewRun, "createdBy">,
): RunRecord {
  return createRun(store, workspace, {
    ...given,
    // A speculative configuration version can only be planned.
    planOnly: given.planOnly === true || configuration?.speculative === true,
    // By default a run waits for confirmation.
    autoApply: given.autoApply ?? settingOf(workspaces, workspace, "autoApply") === true,
    configurationVersionId: configuration?.id ?? null,
    tasks: tasksOfWorkspace(store, workspace),
    policies: evaluationsOfWorkspace(store, workspace),
    tasksOverridable: false,
  });
}

/**
 * The task results of a new run of the workspace: of enabled tasks that are attached to it or configured for its
 * project, one per stage. If a task is both, the attachment applies (our choice: undocumented).
 */
export function tasksOfWorkspace(store: Store, workspace: WorkspaceRecord): readonly NewTaskResult[] {
  const attached = store
    .table(workspaceTasks)
    .where("workspaceId", workspace.id)
    .all()
    .flatMap(({ id, taskId, stages, enforcementLevel }) =>
      resultsOfTask(store.table(runTasks).expect(taskId), stages, enforcementLevel, id),
    );
  const configured = store
    .table(taskConfigs)
    .where("ownerId", workspace.organizationId)
    .all()
    .filter((config) => appliesTo(store, config, workspace.projectId))
    .flatMap(({ taskId, allowedStages, enforcementLevel }) =>
      resultsOfTask(store.table(runTasks).expect(taskId), allowedStages, enforcementLevel, null),
    )
    .filter(({ taskId, stage }) => !attached.some((it) => it.taskId === taskId && it.stage === stage));
  return [...attached, ...configured];
}

function resultsOfTask(
  task: RunTaskRecord,
  stages: readonly RunStage[],
  enforcementLevel: EnforcementLevel,
  workspaceTaskId: string | null,
): readonly NewTaskResult[] {
  const { id: taskId, name, url } = task;
  const isEnabled = settingOf(runTasks, task, "enabled") === true;
  const known = RUN_STAGES.filter((stage) => isEnabled && stages.includes(stage));
  return known.map((stage) => ({ taskId, name, url, stage, enforcementLevel, workspaceTaskId }));
}

function createStage(
  store: Store,
  run: RunRecord,
  stage: RunStage,
  { tasks, policies, tasksOverridable }: Pick<NewRun, "tasks" | "policies" | "tasksOverridable">,
): void {
  const { id: taskStageId } = create(store, taskStages, {
    runId: run.id,
    stage,
    tasksOverridable,
    overridden: false,
    setByControl: false,
    turnAt: null,
    passesAt: null,
  });
  for (const task of tasks) {
    create(store, taskResults, {
      taskStageId,
      taskId: task.taskId,
      taskName: task.name,
      taskUrl: task.url,
      isSpeculative: run.planOnly,
      workspaceTaskId: task.workspaceTaskId,
      workspaceTaskEnforcementLevel: task.enforcementLevel,
      accessToken: newSecret(),
      callDue: false,
      heardAt: null,
      timesOutAt: null,
    });
  }
  for (const { status, policyKind, passes, sets } of policies) {
    const statusTimestamps = status === "pending" ? {} : { [timestampKey(status)]: store.clock.statusTimestamp() };
    createEvaluation(store, { taskStageId, status, statusTimestamps, policyKind, passes }, sets);
  }
}
