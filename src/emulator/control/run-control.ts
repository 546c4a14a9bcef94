import type { EnforcementLevel, RunStage, TaskStageStatus } from "../../model";
import { runStatus } from "../store/run-progress";
import { isCancelable } from "../store/run-status";
import { newId } from "../store/identifiers";
import type {
  OrganizationRecord,
  PolicyEvaluationRecord,
  PolicyEvaluationStatus,
  RunRecord,
  RunTaskRecord,
  TaskResultRecord,
  TaskStageRecord,
} from "../store/records";
import { attachRunTask, createRunTask, defaultRunTaskSettings, tasksOfWorkspace } from "../store/run-tasks";
import type { NewTaskResult } from "../store/runs";
import { cancelRun, createRun } from "../store/runs";
import { runDueTimers } from "../store/timers";
import type { RunState } from "../store/state";
import { runState } from "../store/state";
import type { TaskResultReport } from "../store/task-results";
import { reportPolicyEvaluation, reportResult, setStageStatus } from "../store/task-stages";
import { canTransition, TASK_RESULT } from "../store/transitions";
import { ControlError } from "./control-error";
import { WorldControl } from "./world-control";

/** A run task that one run calls. */
export interface RunTaskOptions {
  readonly name: string;
  readonly stage: RunStage;
  /** @default "mandatory" */
  readonly enforcementLevel?: EnforcementLevel | undefined;
  /**
   * Address of the task. The emulator calls it when it is on the loopback interface (see `callRunTasks`).
   * @default one made from its name, which is never called
   */
  readonly url?: string | undefined;
}

/** A policy evaluation that a run holds. */
export interface PolicyEvaluationOptions {
  /** @default "post_plan" */
  readonly stage?: RunStage | undefined;
  /** @default "pending" */
  readonly status?: PolicyEvaluationStatus | undefined;
  /** Whether a failure may be overridden. @default false */
  readonly overridable?: boolean | undefined;
  /** @default "mandatory" */
  readonly enforcementLevel?: EnforcementLevel | undefined;
  /** @default "opa" */
  readonly policyKind?: PolicyEvaluationRecord["policyKind"] | undefined;
}

export interface StartRunOptions {
  readonly workspaceId: string;
  /** The tasks of this run alone. @default those that are attached to the workspace */
  readonly tasks?: readonly RunTaskOptions[] | undefined;
  /** Whether failed mandatory tasks may be overridden. @default false */
  readonly overridable?: boolean | undefined;
  /** @default none */
  readonly policyEvaluations?: readonly PolicyEvaluationOptions[] | undefined;
  /** Plans only. @default false */
  readonly isSpeculative?: boolean | undefined;
  /** Whether the run goes on from plan to apply without being confirmed. @default true */
  readonly autoApply?: boolean | undefined;
  readonly message?: string | undefined;
}

/** Runs, what their tasks report, and time. */
export class RunControl extends WorldControl {
  /** A run task of an organization, to be attached to workspaces; the one that there is when the name is taken. */
  addRunTask(given: {
    readonly organization: string;
    readonly name: string;
    readonly url?: string | undefined;
    /** Signs the calls of a new task. @default none: the signature is empty */
    readonly hmacKey?: string | undefined;
  }): { readonly id: string } {
    const { id } = this.#runTask(this.organizationNamed(given.organization), given.name, given.url, given.hmacKey);
    this.commit();
    return { id };
  }

  /** From now on every run of the workspace calls the task, once in each of the stages. */
  attachRunTask(given: {
    readonly workspaceId: string;
    readonly taskId: string;
    /** @default ["post_plan"] */
    readonly stages?: readonly RunStage[] | undefined;
    /** @default "mandatory" */
    readonly enforcementLevel?: EnforcementLevel | undefined;
  }): { readonly id: string } {
    this.beforeShowing();
    const task = this.world.runTasks.get(given.taskId);
    if (task === undefined) throw new ControlError(`The emulator has no run task ${given.taskId}.`);
    const workspace = this.workspace(given.workspaceId);
    const { stages = ["post_plan"], enforcementLevel = "mandatory" } = given;
    const { id } = attachRunTask(this.world, workspace, task, stages, enforcementLevel);
    this.commit();
    return { id };
  }

  /**
   * Starts a run: task stages and results come into being, all `pending` (service-api.md section 1), and the tasks of the first stage are
   * called.
   */
  startRun(given: StartRunOptions): RunState {
    const workspace = this.workspace(given.workspaceId);
    const organization = this.world.organizations.expect(workspace.organizationId);
    const run = createRun(this.world, workspace, {
      message: given.message ?? "Triggered by the emulator",
      createdBy: "emulator",
      isSpeculative: given.isSpeculative ?? false,
      isDestroy: false,
      autoApply: given.autoApply ?? true,
      attributes: {},
      tasks: given.tasks?.map((task) => this.#called(organization, task)) ?? tasksOfWorkspace(this.world, workspace),
      policies: (given.policyEvaluations ?? []).map((policy) => ({
        stage: policy.stage ?? "post_plan",
        status: policy.status ?? "pending",
        overridable: policy.overridable ?? false,
        enforcementLevel: policy.enforcementLevel ?? "mandatory",
        policyKind: policy.policyKind ?? "opa",
      })),
      tasksOverridable: given.overridable ?? false,
    });
    this.commit();
    return runState(this.world, run);
  }

  /**
   * Says how a result stands, as its run task would, and beyond that: also before the run has come to the stage, in every status, and after
   * a final word, which is then taken back. The stage follows.
   */
  reportResult(taskResultId: string, report: TaskResultReport): void {
    runDueTimers(this.world);
    const result = this.#taskResult(taskResultId);
    const cause = canTransition(TASK_RESULT, result.status, report.status, "report") ? "report" : "control";
    reportResult(this.world, result, report, cause);
    this.commit();
  }

  /**
   * The access token with which the result's run task reports to `PATCH /api/v2/task-results/ID/callback`, for tests of run tasks that the
   * emulator does not call. It is accepted once the run has come to the stage.
   */
  accessTokenOf(taskResultId: string): string {
    return this.#taskResult(taskResultId).accessToken;
  }

  /** Says how a policy evaluation stands. The stage follows. */
  reportPolicyEvaluation(id: string, status: PolicyEvaluationStatus): void {
    runDueTimers(this.world);
    this.beforeShowing();
    const evaluation = this.world.policyEvaluations.get(id);
    if (evaluation === undefined) throw new ControlError(`The emulator has no policy evaluation ${id}.`);
    reportPolicyEvaluation(this.world, evaluation, status);
    this.commit();
  }

  /** Puts a stage into a status whatever its results say, until one of them reports again. */
  setTaskStageStatus(id: string, status: TaskStageStatus): void {
    runDueTimers(this.world);
    setStageStatus(this.world, this.#taskStage(id), status);
    this.commit();
  }

  /** Cancels a run; all in it that is not at its end is canceled. @throws ControlError when the run is at its end or awaits confirmation. */
  cancelRun(id: string): void {
    runDueTimers(this.world);
    const run = this.#run(id);
    const status = runStatus(this.world, run);
    if (!isCancelable(status)) throw new ControlError(`Run ${id} cannot be canceled: its status is ${status}.`);
    cancelRun(this.world, run);
    this.commit();
  }

  /** Lets time pass, and happen what is then due: overridden stages pass after a second, results time out after ten minutes. */
  advance(seconds: number): void {
    this.beforeShowing();
    this.world.advance(seconds);
    runDueTimers(this.world);
    this.commit();
  }

  #called(organization: OrganizationRecord, given: RunTaskOptions): NewTaskResult {
    const { id: taskId, name, url } = this.#runTask(organization, given.name, given.url);
    const { stage, enforcementLevel = "mandatory" } = given;
    return { taskId, name, url: given.url ?? url, stage, enforcementLevel, workspaceTaskId: newId("workspaceTask") };
  }

  /** The organization's run task of that name, made if there is none. */
  #runTask(
    organization: OrganizationRecord,
    name: string,
    url = `https://run-tasks.example.com/${encodeURIComponent(name)}`,
    hmacKey: string | null = null,
  ): RunTaskRecord {
    return (
      this.world.findRunTask(organization.id, name) ??
      createRunTask(this.world, organization.id, { ...defaultRunTaskSettings(name, url), hmacKey })
    );
  }

  #taskResult(id: string): TaskResultRecord {
    this.beforeShowing();
    const result = this.world.taskResults.get(id);
    if (result === undefined) throw new ControlError(`The emulator has no task result ${id}.`);
    return result;
  }

  #run(id: string): RunRecord {
    this.beforeShowing();
    const run = this.world.runs.get(id);
    if (run === undefined) throw new ControlError(`The emulator has no run ${id}.`);
    return run;
  }

  #taskStage(id: string): TaskStageRecord {
    this.beforeShowing();
    const stage = this.world.taskStages.get(id);
    if (stage === undefined) throw new ControlError(`The emulator has no task stage ${id}.`);
    return stage;
  }
}
