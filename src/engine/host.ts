import type { EngineEvent, Work } from "./events";
import type { Plan } from "./plan/comparison";

/** What the engine asks of the program that runs it. */
export interface Host {
  /** Is told what happens. */
  readonly notify: Notify;
  /**
   * Shows the plans that are about to be applied, and has them approved. No requests.
   *
   * @returns whether it waited for an answer: then the organizations are read again.
   * @throws when they are not approved, or cannot be shown; nothing is changed then.
   * @default they were approved before
   */
  readonly ask?: ((plans: readonly Plan[]) => Promise<{ readonly hasWaited: boolean }>) | undefined;
  /** Once aborted, no further change is started; changes in progress are completed. @default - nothing stops them */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Is told what happens. Awaited when a change starts, before its request, and when it has ended: once it has thrown
 * then, nothing further is started, and what is in progress is completed.
 */
export type Notify = (event: EngineEvent) => void | Promise<void>;

/** Runs a task between its `started` and `ended` events. */
export async function during<T>(notify: Notify, work: Work, run: () => Promise<T>): Promise<T> {
  void notify({ kind: "started", work });
  try {
    return await run();
  } finally {
    void notify({ kind: "ended" });
  }
}
