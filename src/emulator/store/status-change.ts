import type { Cause, StateMachine } from "./transitions";
import { canTransition } from "./transitions";
import type { Store } from "./store";

/** What has a status and remembers when it came to it. */
export interface HasStatus<Status extends string> {
  readonly id: string;
  readonly status: Status;
  readonly statusTimestamps: Readonly<Record<string, string>>;
  readonly updatedAt: string;
}

/** What changes in a record when its status does. */
export interface StatusChange<Status extends string> {
  readonly status: Status;
  readonly statusTimestamps: Readonly<Record<string, string>>;
  readonly updatedAt: string;
}

/**
 * Brings a thing to a status. Timestamps of earlier statuses stay (facts, section 6.2). Nothing changes when it has the status already.
 *
 * @throws Error when the machine has no such transition: a defect of the emulator, since whoever asks must have checked first.
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
      `No ${machine.subject} goes from ${before.status} to ${status} by ${cause}; ${before.id} was about to.`,
    );
  }
  const time = store.clock.statusTimestamp(at);
  // What returned something must have begun, even if it never said so.
  const begun: Readonly<Record<string, string>> =
    before.status === "pending" && !["running", "queued", "canceled", "unreachable"].includes(status)
      ? { "running-at": time }
      : {};
  return {
    status,
    statusTimestamps: { ...before.statusTimestamps, ...begun, [timestampKey(status)]: time },
    updatedAt: store.clock.timestamp(at),
  };
}

/** `awaiting_override` → `awaiting-override-at`. */
export function timestampKey(status: string): string {
  return `${status.replaceAll("_", "-")}-at`;
}
