import type { TaskResultStatus, TaskStageStatus } from "../../model";
import type { PolicyEvaluationStatus } from "./records";

/**
 * What brings a task stage, a task result or a policy evaluation from one status to another.
 *
 * - `report`: a run task reported through the callback, or a policy evaluation came to its outcome;
 * - `call`: the service called the run task;
 * - `results`: the status of a stage follows from what is in it;
 * - `override`: somebody overrode the failures of a stage;
 * - `timeout`: a deadline passed;
 * - `cancel`: the run was canceled or discarded;
 * - `stop`: an earlier stage ended the run.
 */
export type Trigger = "report" | "call" | "results" | "override" | "timeout" | "cancel" | "stop";

/** Beside the triggers: the emulator's own control, which may put anything into any status (`RunControl`, `/_emulator`). */
export type Cause = Trigger | "control";

/** One arrow of a state machine. */
export interface Transition<Status extends string> {
  readonly from: Status;
  readonly to: Status;
  readonly trigger: Trigger;
  /** What must hold, or what has happened; read after the trigger. */
  readonly condition: string;
}

/** All that the statuses of one kind of thing can do. */
export interface StateMachine<Status extends string> {
  /** What it is, in the words of the documentation. */
  readonly subject: string;
  readonly initial: Status;
  readonly transitions: readonly Transition<Status>[];
}

function transitions<const From extends string, const To extends string>(
  from: readonly From[],
  to: To,
  trigger: Trigger,
  condition: string,
): Transition<From | To>[] {
  return from.map((status) => ({ from: status, to, trigger, condition }));
}

/**
 * A task stage. The contract shows one transition, override (service-api.md section 3.1). Those to a status that follows from the results
 * are as facts section 6.2 proposes; the rules themselves stand in stage-status.ts.
 */
export const TASK_STAGE: StateMachine<TaskStageStatus> = {
  subject: "task stage",
  initial: "pending",
  transitions: [
    ...transitions(["pending"], "running", "results", "the first result or policy evaluation has begun"),
    ...transitions(["pending", "running"], "passed", "results", "no result failed, or the failures were overridden"),
    ...transitions(
      ["pending", "running"],
      "failed",
      "results",
      "something mandatory failed that may not be overridden, or only advisory results failed",
    ),
    ...transitions(
      ["pending", "running"],
      "awaiting_override",
      "results",
      "all that failed and is mandatory may be overridden",
    ),
    ...transitions(["pending", "running"], "errored", "results", "a mandatory policy evaluation errored"),
    ...transitions(["pending", "running"], "unreachable", "results", "nothing in it could be executed"),
    ...transitions(["awaiting_override"], "running", "override", "somebody overrode the failures"),
    ...transitions(
      ["pending", "running", "awaiting_override"],
      "canceled",
      "cancel",
      "the run was canceled or discarded",
    ),
    ...transitions(
      ["pending", "running", "awaiting_override"],
      "unreachable",
      "stop",
      "an earlier stage ended the run",
    ),
  ],
};

/**
 * A task result. The contract shows no transition (service-api.md section 3.2). `passed` and `failed` come from the run task, which may say
 * nothing after them (facts, sections 6.2 and 6.3). Public texts say of a result that timed out both that it errors and that it counts as
 * failed: `errored` is the emulator's choice, and for the stage both are the same. That a task which could not be called is `unreachable`
 * is the emulator's choice too; the contract says of that status that the task could not be executed.
 */
export const TASK_RESULT: StateMachine<TaskResultStatus> = {
  subject: "task result",
  initial: "pending",
  transitions: [
    ...transitions(["pending"], "running", "call", "the run task answered 200"),
    ...transitions(["pending"], "unreachable", "call", "the run task did not answer 200, several times over"),
    ...transitions(["pending"], "running", "report", "the run task says that it works"),
    ...transitions(["pending", "running"], "passed", "report", "the run task says so"),
    ...transitions(["pending", "running"], "failed", "report", "the run task says so"),
    ...transitions(["pending", "running"], "errored", "timeout", "no progress for 10 minutes, or no end after 60"),
    ...transitions(["pending", "running"], "canceled", "cancel", "the run was canceled or discarded"),
    ...transitions(["pending", "running"], "unreachable", "stop", "an earlier stage ended the run"),
  ],
};

/** A policy evaluation. The emulator evaluates no policies: how they come out is said by whoever controls it. */
export const POLICY_EVALUATION: StateMachine<PolicyEvaluationStatus> = {
  subject: "policy evaluation",
  initial: "pending",
  transitions: [
    ...transitions(["pending"], "queued", "report", "it waits to be evaluated"),
    ...transitions(["pending", "queued"], "running", "report", "it is being evaluated"),
    ...transitions(["pending", "queued", "running"], "passed", "report", "all its policies passed"),
    ...transitions(["pending", "queued", "running"], "failed", "report", "a policy failed"),
    ...transitions(["pending", "queued", "running"], "errored", "report", "it could not be evaluated"),
    ...transitions(["failed"], "overridden", "override", "its stage was overridden and has passed"),
    ...transitions(["pending", "queued", "running"], "canceled", "cancel", "the run was canceled or discarded"),
    ...transitions(["pending", "queued", "running"], "unreachable", "stop", "an earlier stage ended the run"),
  ],
};

/** Statuses in which a thing stays: no transition leads out of them. */
export function isFinal<Status extends string>(machine: StateMachine<Status>, status: Status): boolean {
  return machine.transitions.every((transition) => transition.from !== status);
}

/** Whether the cause can bring a thing from one status to the other. What control does is bound by no table. */
export function canTransition<Status extends string>(
  machine: StateMachine<Status>,
  from: Status,
  to: Status,
  cause: Cause,
): boolean {
  return (
    cause === "control" || machine.transitions.some((it) => it.from === from && it.to === to && it.trigger === cause)
  );
}
