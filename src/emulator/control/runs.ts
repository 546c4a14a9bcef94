import type { EnforcementLevel, RunStage, TaskStageStatus } from "../../model";
import { ControlError } from "../errors";
import { cancelRun, reportPolicyEvaluation, reportResult, setStageStatus } from "../runs/events";
import { isCancelable, runStatus } from "../runs/run-status";
import type { NewTaskResult } from "../runs/runs";
import { createRun } from "../runs/runs";
import type { TaskResultReport } from "../runs/task-results";
import { runDueTimers } from "../runs/timers";
import { canTransition, TASK_RESULT } from "../runs/transitions";
import { newId } from "../store/identifiers";
import type { OrganizationRecord, PolicyEvaluationRecord, PolicyEvaluationStatus } from "../store/records";
import { findOrCreateRunTask, tasksOfWorkspace } from "../store/run-tasks";
import type { RunState } from "../store/state";
import { runState } from "../store/state";
import type { ControlContext } from "./context";

/** A run task of a single run. */
export interface RunTaskOptions {
  readonly name: string;
  readonly stage: RunStage;
  /** @default "mandatory" */
  readonly enforcementLevel?: EnforcementLevel | undefined;
  /**
   * URL of the run task. The emulator sends requests to it if it is on the loopback interface (see `callRunTasks`).
   * @default one derived from the name, to which no request is ever sent
   */
  readonly url?: string | undefined;
}

/** A policy evaluation of a run. */
export interface PolicyEvaluationOptions {
  /** @default "post_plan" */
  readonly stage?: RunStage | undefined;
  /** @default "pending" */
  readonly status?: PolicyEvaluationStatus | undefined;
  /** Whether a failure can be overridden. @default false */
  readonly overridable?: boolean | undefined;
  /** @default "mandatory" */
  readonly enforcementLevel?: EnforcementLevel | undefined;
  /** @default "opa" */
  readonly policyKind?: PolicyEvaluationRecord["policyKind"] | undefined;
}

/** A run to start. */
export interface StartRunOptions {
  readonly workspaceId: string;
  /** Run tasks of this run only. @default those attached to the workspace */
  readonly tasks?: readonly RunTaskOptions[] | undefined;
  /** Whether failed mandatory tasks can be overridden. @default false */
  readonly overridable?: boolean | undefined;
  /** @default none */
  readonly policyEvaluations?: readonly PolicyEvaluationOptions[] | undefined;
  /** Whether the run is plan-only. @default false */
  readonly isSpeculative?: boolean | undefined;
  /** Whether the run applies without confirmation. @default true */
  readonly autoApply?: boolean | undefined;
  readonly message?: string | undefined;
}

/** Runs and the results of their task stages, changed out of band. */
export class RunControl {
  readonly #context: ControlContext;

  constructor(context: ControlContext) {
    this.#context = context;
  }

  /** Starts a run: its task stages and results are created `pending`, and the first stage starts. */
  start(options: StartRunOptions): RunState {
    const { store, commit } = this.#context;
    const workspace = this.#context.workspace(options.workspaceId);
    const organization = store.organizations.expect(workspace.organizationId);
    const run = createRun(store, workspace, {
      message: options.message ?? "Triggered by the emulator",
      createdBy: "emulator",
      isSpeculative: options.isSpeculative ?? false,
      isDestroy: false,
      autoApply: options.autoApply ?? true,
      attributes: {},
      tasks:
        options.tasks?.map((task) => this.#newTaskResult(organization, task)) ?? tasksOfWorkspace(store, workspace),
      policies: (options.policyEvaluations ?? []).map((policy) => ({
        stage: policy.stage ?? "post_plan",
        status: policy.status ?? "pending",
        overridable: policy.overridable ?? false,
        enforcementLevel: policy.enforcementLevel ?? "mandatory",
        policyKind: policy.policyKind ?? "opa",
      })),
      tasksOverridable: options.overridable ?? false,
    });
    commit();
    return runState(store, run);
  }

  /**
   * Cancels a run and everything in it that has not completed.
   *
   * @throws ControlError when the run has completed or awaits confirmation
   */
  cancel(id: string): void {
    const { store, commit } = this.#context;
    runDueTimers(store);
    const run = this.#context.run(id);
    const status = runStatus(store, run);
    if (!isCancelable(status)) throw new ControlError(`Run ${id} cannot be canceled: its status is ${status}.`);
    cancelRun(store, run);
    commit();
  }

  /**
   * Reports a task result, as its run task would, and updates its stage. Unlike the callback, accepts any status at any
   * time, even before the run has reached the stage or after a final status.
   */
  reportResult(taskResultId: string, report: TaskResultReport): void {
    const { store, commit } = this.#context;
    runDueTimers(store);
    const result = this.#context.taskResult(taskResultId);
    const cause = canTransition(TASK_RESULT, result.status, report.status, "report") ? "report" : "control";
    reportResult(store, result, report, cause);
    commit();
  }

  /**
   * The access token for `PATCH /api/v2/task-results/:id/callback`, to test a run task that the emulator does not call.
   * It is accepted once the run has reached the stage.
   */
  accessToken(taskResultId: string): string {
    return this.#context.taskResult(taskResultId).accessToken;
  }

  /** Reports the outcome of a policy evaluation and updates its stage. */
  reportPolicyEvaluation(id: string, status: PolicyEvaluationStatus): void {
    const { store, commit } = this.#context;
    runDueTimers(store);
    reportPolicyEvaluation(store, this.#context.policyEvaluation(id), status);
    commit();
  }

  /** Sets the status of a task stage, regardless of its results, until one of them reports again. */
  setTaskStageStatus(id: string, status: TaskStageStatus): void {
    const { store, commit } = this.#context;
    runDueTimers(store);
    setStageStatus(store, this.#context.taskStage(id), status);
    commit();
  }

  #newTaskResult(organization: OrganizationRecord, options: RunTaskOptions): NewTaskResult {
    const { store } = this.#context;
    const { id: taskId, name, url } = findOrCreateRunTask(store, organization, options.name, options.url);
    const { stage, enforcementLevel = "mandatory" } = options;
    return { taskId, name, url: options.url ?? url, stage, enforcementLevel, workspaceTaskId: newId("workspaceTask") };
  }
}
