import {
  ENFORCEMENT_LEVELS,
  idPrefix,
  RUN_STAGES,
  RUN_STATUSES,
  TASK_RESULT_STATUSES,
  TASK_STAGE_STATUSES,
} from "../../model";
import type { RunStatus, TaskStageStatus } from "../../model";
import type { Decoded } from "../decode";
import { arrayOf, boolean, nullable, object, objectOf, oneOf, optional, string } from "../decode";
import { newId } from "../engine/id";
import { withDefaults } from "../engine/options";
import { problemsWith } from "../engine/rules";
import { create } from "../engine/write";
import { ControlError } from "../errors";
import type { PolicyEvaluationStatus } from "../kinds/policy-evaluation";
import { POLICY_EVALUATION_STATUSES, policyEvaluations } from "../kinds/policy-evaluation";
import { POLICY_KINDS } from "../kinds/policy-kind";
import { isCancelable, runs } from "../kinds/run";
import { organizations } from "../kinds/organization";
import { runTasks } from "../kinds/run-task";
import { taskResults } from "../kinds/task-result";
import { taskStages } from "../kinds/task-stage";
import { OUT_OF_BAND } from "../kinds/user";
import { workspaces } from "../kinds/workspace";
import { cancelRun, reportPolicyEvaluation, reportResult, setRunStatus, setStageStatus } from "../runs/events";
import type { NewPolicyEvaluation } from "../runs/policies";
import { evaluationsOfWorkspace } from "../runs/policies";
import type { NewTaskResult } from "../runs/runs";
import { createRun, tasksOfWorkspace } from "../runs/runs";
import type { TaskResultReport } from "../runs/task-results";
import { canTransition, TASK_RESULT } from "../runs/transitions";
import type { RunState } from "../state";
import { runState } from "../state";
import { rejectInvalid, type ControlContext } from "./context";
import type { Methods } from "./operation";
import { decoded, operation } from "./operation";

const runTask = object({
  name: string,
  stage: oneOf(RUN_STAGES),
  /** @default "mandatory" */
  enforcementLevel: optional(oneOf(ENFORCEMENT_LEVELS)),
  /**
   * URL of the run task. The emulator sends requests to it if it is on the loopback interface (see `callRunTasks`).
   * @default one derived from the name, to which no request is ever sent
   */
  url: optional(string),
});
/** A run task of a single run. */
export type RunTaskOptions = Decoded<typeof runTask>;

const policyEvaluation = object({
  /** @default "post_plan" */
  stage: optional(oneOf(RUN_STAGES)),
  /** @default "pending" */
  status: optional(oneOf(POLICY_EVALUATION_STATUSES)),
  /** Whether a failure can be overridden. @default false */
  overridable: optional(boolean),
  /** @default "mandatory" */
  enforcementLevel: optional(oneOf(ENFORCEMENT_LEVELS)),
  /** @default "opa" */
  policyKind: optional(oneOf(POLICY_KINDS)),
});
/** A policy evaluation of a run. */
export type PolicyEvaluationOptions = Decoded<typeof policyEvaluation>;

const newRun = object({
  workspaceId: string,
  /** Run tasks of this run only. @default those attached to the workspace */
  tasks: optional(arrayOf(runTask)),
  /** Whether failed mandatory tasks can be overridden. @default false */
  overridable: optional(boolean),
  /** Policy evaluations of this run only. @default those of the policy sets of the workspace, which pass */
  policyEvaluations: optional(arrayOf(policyEvaluation)),
  /** Whether the run is plan-only. @default false */
  isSpeculative: optional(boolean),
  /** Whether the run applies without confirmation. @default true */
  autoApply: optional(boolean),
  message: optional(string),
});
/** A run to start. */
export type StartRunOptions = Decoded<typeof newRun>;

const setRunStatusOptions = object({
  /**
   * Whether the run waits for its plan to be confirmed (`actions.is-confirmable`).
   * @default true for `planned` and `post_plan_completed`
   */
  isConfirmable: optional(boolean),
});
/** Options of {@link runOperations.setStatus}. */
export type SetRunStatusOptions = Decoded<typeof setRunStatusOptions>;

/** Runs and the results of their task stages, changed out of band. */
export const runOperations = {
  /** Starts a run: its task stages and results are created `pending`, and the first stage starts. */
  start: operation({
    method: "POST",
    path: "/runs",
    summary:
      "Starts a run with the given tasks and policy evaluations, by default those of the workspace. Returns its " +
      "status, stages and results.",
    example: ({ workspace }) => ({
      workspaceId: workspace,
      tasks: [{ name: "scan", stage: "post_plan", enforcementLevel: "mandatory" }],
      overridable: true,
    }),
    parameters: decoded(newRun, (options) => [options]),
    run: (context, options: StartRunOptions): RunState => {
      const { store } = context;
      const workspace = context.find(workspaces, options.workspaceId);
      const tasks = options.tasks?.map((task) => newTaskResult(context, workspace.organizationId, task));
      const run = createRun(store, workspace, {
        message: options.message ?? "Triggered by the emulator",
        createdBy: OUT_OF_BAND,
        planOnly: options.isSpeculative ?? false,
        autoApply: options.autoApply ?? true,
        tasks: tasks ?? tasksOfWorkspace(store, workspace),
        policies: options.policyEvaluations?.map(newEvaluation) ?? evaluationsOfWorkspace(store, workspace),
        tasksOverridable: options.overridable ?? false,
      });
      return runState(store, run);
    },
  }),
  /**
   * Cancels a run and everything in it that has not completed.
   *
   * @throws ControlError when the run has completed or awaits confirmation
   */
  cancel: operation({
    method: "POST",
    path: "/runs/:run/cancel",
    summary: "Cancels a run.",
    parameters: (_, id) => [id],
    run: (context, id: string): void => {
      const run = context.find(runs, id);
      if (!isCancelable(run)) {
        throw new ControlError(`Run ${id} cannot be canceled: its status is ${run.status}.`);
      }
      cancelRun(context.store, run, OUT_OF_BAND);
    },
  }),
  /**
   * Sets the status of a run, whatever its stages, which do not change. It stays until it is set again, or a client
   * confirms, discards or cancels the run. After a final status, the next run of the workspace starts.
   */
  setStatus: operation({
    method: "PATCH",
    path: "/runs/:run",
    summary: "Sets the status of a run, whatever its stages, and whether it waits for its plan to be confirmed.",
    example: () => ({ status: "policy_checked", isConfirmable: true }),
    parameters: decoded(
      object({ status: oneOf(RUN_STATUSES), ...setRunStatusOptions.members }),
      ({ status, ...options }, id) => [id, status, options],
    ),
    run: (context, id: string, status: RunStatus, { isConfirmable }: SetRunStatusOptions = {}): void =>
      setRunStatus(context.store, context.find(runs, id), status, isConfirmable),
  }),
  /**
   * Reports a task result, as its run task would, and updates its stage. Unlike the callback, accepts any status at any
   * time, even before the run has reached the stage or after a final status.
   */
  reportResult: operation({
    method: "PATCH",
    path: "/task-results/:taskResult",
    summary: "Reports a task result in any status, even after a final one, and updates its stage.",
    example: () => ({ status: "failed", message: "2 findings", url: "https://scanner.example.com/reports/1" }),
    parameters: decoded(
      objectOf<TaskResultReport>()({
        status: oneOf(TASK_RESULT_STATUSES),
        message: optional(nullable(string)),
        url: optional(nullable(string)),
      }),
      (report, id) => [id, report],
    ),
    run: (context, id: string, report: TaskResultReport): void => {
      const result = context.find(taskResults, id);
      const cause = canTransition(TASK_RESULT, result.status, report.status, "report") ? "report" : "control";
      reportResult(context.store, result, report, cause);
    },
  }),
  /**
   * The access token for `PATCH /api/v2/task-results/:id/callback`, to test a run task that the emulator does not call.
   * It is accepted once the run has reached the stage.
   */
  accessToken: operation({
    method: "GET",
    path: "/task-results/:taskResult/access-token",
    summary:
      "Returns the access token for the callback of a task result, to test a run task that the emulator does not call.",
    parameters: (_, id) => [id],
    run: (context, id: string): string => context.find(taskResults, id).accessToken,
    document: (accessToken) => ({ accessToken }),
  }),
  /** Reports the outcome of a policy evaluation and updates its stage. */
  reportPolicyEvaluation: operation({
    method: "PATCH",
    path: "/policy-evaluations/:policyEvaluation",
    summary: "Reports the outcome of a policy evaluation and updates its stage.",
    example: () => ({ status: "failed" }),
    parameters: decoded(object({ status: oneOf(POLICY_EVALUATION_STATUSES) }), ({ status }, id) => [id, status]),
    run: (context, id: string, status: PolicyEvaluationStatus): void =>
      reportPolicyEvaluation(context.store, context.find(policyEvaluations, id), status),
  }),
  /** Sets the status of a task stage, regardless of its results, until one of them reports again. */
  setTaskStageStatus: operation({
    method: "PATCH",
    path: "/task-stages/:taskStage",
    summary: "Sets the status of a task stage, regardless of its results.",
    example: () => ({ status: "errored" }),
    parameters: decoded(object({ status: oneOf(TASK_STAGE_STATUSES) }), ({ status }, id) => [id, status]),
    run: (context, id: string, status: TaskStageStatus): void =>
      setStageStatus(context.store, context.find(taskStages, id), status),
  }),
};

/** Runs and the results of their task stages, changed out of band. */
export type RunControl = Methods<typeof runOperations>;

/** An evaluation of a single policy, which waits for its outcome. */
function newEvaluation(given: PolicyEvaluationOptions): NewPolicyEvaluation {
  const { stage = "post_plan", status = "pending", policyKind = "opa", overridable = false } = given;
  const policy = {
    name: "emulator",
    description: "A policy whose outcome is set through the emulator.",
    query: "data.emulator.deny",
    enforcementLevel: given.enforcementLevel ?? "mandatory",
  };
  const set = { policySetName: "emulator", policySetDescription: null, overridable, policies: [policy] };
  return { stage, status, policyKind, passes: false, sets: [set] };
}

/** A result of the organization's run task of that name, which is created if there is none. */
function newTaskResult(
  { store }: ControlContext,
  organizationId: string,
  { name, stage, enforcementLevel = "mandatory", url }: RunTaskOptions,
): NewTaskResult {
  const before = store.table(runTasks).find("name", organizationId, name);
  const given = before === undefined ? { ...withDefaults(runTasks, { name, url }), organizationId } : { url };
  const scope = { organizationId, parent: store.table(organizations).expect(organizationId), before };
  rejectInvalid(`runs.start: run task ${name}`, problemsWith(store, runTasks, given, scope));
  const task = before ?? create(store, runTasks, given);
  const workspaceTaskId = newId(idPrefix("workspaceTask"));
  return { taskId: task.id, name: task.name, url: url ?? task.url, stage, enforcementLevel, workspaceTaskId };
}
