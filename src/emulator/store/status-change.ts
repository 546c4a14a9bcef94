import type { Store } from "./store";
import type { Cause, StateMachine } from "./transitions";
import { canTransition } from "./transitions";

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

/** `awaiting_override` → `awaiting-override-at`. */
export function timestampKey(status: string): string {
  return `${status.replaceAll("_", "-")}-at`;
}
