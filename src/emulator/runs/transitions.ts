import type { TaskResultStatus, TaskStageStatus } from "../../model";
import type { Store } from "../engine/kind";
import { timestampKey } from "../kinds/run";
import type { PolicyEvaluationStatus } from "../kinds/policy-evaluation";

/**
 * What causes a task stage, task result or policy evaluation to change its status.
 *
 * - `report`: a run task reported through the callback, or a policy evaluation completed;
 * - `call`: the service sent the run task a request;
 * - `results`: the status of a stage is derived from its contents;
 * - `override`: a user overrode the failures of a stage;
 * - `timeout`: a deadline passed;
 * - `cancel`: the run was canceled or discarded;
 * - `stop`: an earlier stage ended the run.
 */
type Trigger = "report" | "call" | "results" | "override" | "timeout" | "cancel" | "stop";

/** A trigger, or the emulator's controls, which can set any status. */
export type Cause = Trigger | "control";

/** A transition of a state machine. */
interface Transition<Status extends string> {
  readonly from: Status;
  readonly to: Status;
  readonly trigger: Trigger;
  /** When it happens; printed after the trigger. */
  readonly condition: string;
}

/** All transitions of one kind of resource. */
export interface StateMachine<Status extends string> {
  /** The kind of resource. */
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

/** A task stage. The transition by an override is documented; the others follow from `STAGE_RULES`. */
export const TASK_STAGE: StateMachine<TaskStageStatus> = {
  subject: "task stage",
  initial: "pending",
  transitions: [
    ...transitions(["pending"], "running", "results", "the first result or policy evaluation has started"),
    ...transitions(["pending", "running"], "passed", "results", "no result failed, or the failures were overridden"),
    ...transitions(
      ["pending", "running"],
      "failed",
      "results",
      "a mandatory failure cannot be overridden, or only advisory results failed",
    ),
    ...transitions(["pending", "running"], "awaiting_override", "results", "all mandatory failures can be overridden"),
    ...transitions(["pending", "running"], "errored", "results", "a mandatory policy evaluation errored"),
    ...transitions(["pending", "running"], "unreachable", "results", "everything in it was unreachable"),
    ...transitions(["awaiting_override"], "running", "override", "a user overrode the failures"),
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
 * A task result. After `passed` and `failed`, a run task cannot report again. Our choices, where the documentation is
 * silent or contradicts itself: a result that timed out is `errored`, which counts like `failed` in its stage, and a
 * task that could not be called is `unreachable`.
 */
export const TASK_RESULT: StateMachine<TaskResultStatus> = {
  subject: "task result",
  initial: "pending",
  transitions: [
    ...transitions(["pending"], "running", "call", "the run task responded with 200"),
    ...transitions(["pending"], "unreachable", "call", "the run task did not respond with 200, after several attempts"),
    ...transitions(["pending"], "running", "report", "the run task reports `running`"),
    ...transitions(["pending", "running"], "passed", "report", "the run task reports `passed`"),
    ...transitions(["pending", "running"], "failed", "report", "the run task reports `failed`"),
    ...transitions(
      ["pending", "running"],
      "errored",
      "timeout",
      "no progress for 10 minutes, or not completed after 60",
    ),
    ...transitions(["pending", "running"], "canceled", "cancel", "the run was canceled or discarded"),
    ...transitions(["pending", "running"], "unreachable", "stop", "an earlier stage ended the run"),
  ],
};

/** A policy evaluation. The emulator evaluates no policies: they pass, or their outcome is reported out of band. */
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

/** Whether a status is final: it has no transitions. */
export function isFinal<Status extends string>(machine: StateMachine<Status>, status: Status): boolean {
  return machine.transitions.every((transition) => transition.from !== status);
}

/** Whether the cause permits the transition. Out of band, every transition is permitted. */
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

/** A record with a status and its timestamps. */
export interface HasStatus<Status extends string> {
  readonly id: string;
  readonly status: Status;
  readonly statusTimestamps: Readonly<Record<string, string>>;
  readonly updatedAt: string;
}

/** The members that change with the status. */
export interface StatusChange<Status extends string> {
  readonly status: Status;
  readonly statusTimestamps: Readonly<Record<string, string>>;
  readonly updatedAt: string;
}

/**
 * Changes a status. Timestamps of earlier statuses stay. Nothing changes if the status is the same.
 *
 * @throws Error for an invalid transition (a bug in the emulator: callers check first)
 */
export function transition<Status extends string>(
  store: Store,
  machine: StateMachine<Status>,
  before: HasStatus<Status>,
  status: Status,
  cause: Cause,
  at = store.clock.now(),
): StatusChange<Status> {
  if (before.status === status) {
    return { status, statusTimestamps: before.statusTimestamps, updatedAt: before.updatedAt };
  }
  if (!canTransition(machine, before.status, status, cause)) {
    throw new Error(
      `This is a bug in the emulator: ${machine.subject} ${before.id} cannot go from ${before.status} to ${status} ` +
        `by ${cause}.`,
    );
  }
  const time = store.clock.statusTimestamp(at);
  // A result that was reported must have started, even if that was never reported.
  const started: Readonly<Record<string, string>> =
    before.status === "pending" && !["running", "queued", "canceled", "unreachable"].includes(status)
      ? { "running-at": time }
      : {};
  return {
    status,
    statusTimestamps: { ...before.statusTimestamps, ...started, [timestampKey(status)]: time },
    updatedAt: store.clock.timestamp(at),
  };
}
