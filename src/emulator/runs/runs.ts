import type { EnforcementLevel, RunStage } from "../../model";
import { RUN_STAGES } from "../../model";
import { newId, newSecret } from "../store/identifiers";
import type {
  ConfigurationVersionRecord,
  PolicyEvaluationRecord,
  PolicyEvaluationStatus,
  RunRecord,
  TaskStageRecord,
  WorkspaceRecord,
} from "../store/records";
import { tasksOfWorkspace } from "../store/run-tasks";
import type { Store } from "../store/store";
import { advance } from "./progress";
import { stagesInOrder } from "./run-status";
import { timestampKey } from "./transitions";

/** A task result of a new run. */
export interface NewTaskResult {
  readonly taskId: string;
  readonly name: string;
  readonly url: string;
  readonly stage: RunStage;
  readonly enforcementLevel: EnforcementLevel;
  /** Null for a globally configured task. */
  readonly workspaceTaskId: string | null;
}

/** A policy evaluation of a new run. */
export interface NewPolicyEvaluation {
  readonly stage: RunStage;
  readonly status: PolicyEvaluationStatus;
  readonly enforcementLevel: EnforcementLevel;
  readonly policyKind: PolicyEvaluationRecord["policyKind"];
  readonly overridable: boolean;
}

export interface NewRun {
  readonly message: string;
  readonly createdBy: string;
  /** Plan only. */
  readonly isSpeculative: boolean;
  readonly isDestroy: boolean;
  /** Whether it applies without confirmation. */
  readonly autoApply: boolean;
  /** Unknown attributes from the client, returned unchanged. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly configurationVersionId?: string | undefined;
  readonly tasks: readonly NewTaskResult[];
  readonly policies: readonly NewPolicyEvaluation[];
  /** Whether failed mandatory tasks can be overridden. */
  readonly tasksOverridable: boolean;
}

/**
 * Creates a run with a task stage for each run stage that has tasks or policies, and a result per task. It starts when
 * earlier runs of its workspace have completed, and no user has locked the workspace.
 */
export function createRun(store: Store, workspace: WorkspaceRecord, given: NewRun): RunRecord {
  return store.atomically(() => {
    const run = putRun(store, workspace, given);
    for (const stage of RUN_STAGES) {
      const tasks = given.tasks.filter((task) => task.stage === stage);
      const policies = given.policies.filter((policy) => policy.stage === stage);
      if (tasks.length > 0 || policies.length > 0) createStage(store, run, stage, { ...given, tasks, policies });
    }
    // Only after all are created, since a stage that fails immediately ends those after it.
    const stages = stagesInOrder(store, run).map(({ id }) => ({ stageId: id, cause: "results" }) as const);
    advance(store, [...stages, { runId: run.id }], store.clock.now());
    return store.runs.expect(run.id);
  });
}

/** Settings of a run that a client queues; the rest comes from the workspace. */
interface WorkspaceRun extends Pick<NewRun, "message" | "createdBy" | "attributes"> {
  /** @default false */
  readonly isSpeculative?: boolean | undefined;
  /** @default false */
  readonly isDestroy?: boolean | undefined;
  /** @default the workspace's setting */
  readonly autoApply?: boolean | undefined;
}

/** Creates a run with the settings and run tasks of its workspace. */
export function queueRun(
  store: Store,
  workspace: WorkspaceRecord,
  configuration: ConfigurationVersionRecord | undefined,
  given: WorkspaceRun,
): RunRecord {
  const { isSpeculative = false, isDestroy = false, autoApply, ...settings } = given;
  return createRun(store, workspace, {
    ...settings,
    // A speculative configuration version can only be planned.
    isSpeculative: isSpeculative || configuration?.speculative === true,
    isDestroy,
    // By default a run waits for confirmation.
    autoApply: autoApply ?? workspace.attributes["auto-apply"] === true,
    configurationVersionId: configuration?.id,
    tasks: tasksOfWorkspace(store, workspace),
    policies: [],
    tasksOverridable: false,
  });
}

/** Deletes a run with its stages and their contents. */
export function deleteRun(store: Store, run: RunRecord): void {
  for (const stage of [...store.taskStagesOf(run.id).all()]) {
    for (const result of [...store.taskResultsOf(stage.id).all()]) deleteResult(store, result.id);
    for (const policy of [...store.policyEvaluationsOf(stage.id).all()]) store.policyEvaluations.remove(policy.id);
    store.taskStages.remove(stage.id);
  }
  for (const comment of [...store.commentsOf(run.id).all()]) store.comments.remove(comment.id);
  store.runs.remove(run.id);
}

function deleteResult(store: Store, id: string): void {
  for (const outcome of [...store.taskResultOutcomesOf(id).all()]) store.taskResultOutcomes.remove(outcome.id);
  store.taskResults.remove(id);
}

function putRun(store: Store, workspace: WorkspaceRecord, given: NewRun): RunRecord {
  return store.runs.put({
    id: newId("run"),
    sequence: store.nextSequence(),
    workspaceId: workspace.id,
    message: given.message,
    isSpeculative: given.isSpeculative,
    isDestroy: given.isDestroy,
    autoApply: given.autoApply,
    confirmed: false,
    createdAt: store.clock.timestamp(),
    canceled: false,
    discarded: false,
    underway: given.isSpeculative ? undefined : true,
    createdBy: given.createdBy,
    confirmedBy: undefined,
    configurationVersionId: given.configurationVersionId,
    statusTimestamps: {},
    attributes: given.attributes,
  });
}

function createStage(store: Store, run: RunRecord, stage: RunStage, given: NewRun): void {
  const now = store.clock.timestamp();
  const initial = { status: "pending", statusTimestamps: {}, createdAt: now, updatedAt: now } as const;
  const record: TaskStageRecord = store.taskStages.put({
    ...initial,
    id: newId("taskStage"),
    sequence: store.nextSequence(),
    runId: run.id,
    stage,
    tasksOverridable: given.tasksOverridable,
    overridden: false,
    setByControl: false,
    turnAt: null,
    passesAt: null,
    letsRunGoOn: undefined,
  });
  for (const task of given.tasks) {
    store.taskResults.put({
      ...initial,
      id: newId("taskResult"),
      sequence: store.nextSequence(),
      taskStageId: record.id,
      message: null,
      url: null,
      taskId: task.taskId,
      taskName: task.name,
      taskUrl: task.url,
      isSpeculative: run.isSpeculative,
      workspaceTaskId: task.workspaceTaskId,
      enforcementLevel: task.enforcementLevel,
      accessToken: newSecret(),
      callDue: false,
      heardAt: null,
      timesOutAt: null,
    });
  }
  for (const policy of given.policies) {
    store.policyEvaluations.put({
      ...initial,
      id: newId("policyEvaluation"),
      sequence: store.nextSequence(),
      taskStageId: record.id,
      status: policy.status,
      statusTimestamps:
        policy.status === "pending" ? {} : { [timestampKey(policy.status)]: store.clock.statusTimestamp() },
      policyKind: policy.policyKind,
      enforcementLevel: policy.enforcementLevel,
      overridable: policy.overridable,
    });
  }
}
