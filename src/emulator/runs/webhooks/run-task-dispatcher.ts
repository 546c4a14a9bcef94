import { setTimeout as sleep } from "node:timers/promises";
import { anySignal } from "../../../any-signal";
import { MAX_TIMER_MS } from "../../../timer";
import { post } from "../../http/send-request";
import { isSamePort } from "../../loopback";
import { reportResult } from "../events";
import type { TaskResultReport } from "../task-results";
import { nextTimerAt, runDueTimers } from "../timers";
import { runTaskRequest } from "./run-task-request";
import type { Store } from "../../engine/kind";
import type { TaskResultRecord } from "../../kinds/task-result";
import { taskResults } from "../../kinds/task-result";

/**
 * Delays between attempts, in milliseconds of real time. HashiCorp documents that the service retries unless the
 * response is 200; how often is our choice.
 */
const RETRY_DELAYS_MS = [100, 200, 400];

/** Time for a run task to respond, in milliseconds of real time (our choice: undocumented). */
const TIMEOUT_MS = 10_000;

/** How many requests are sent at the same time. */
const CONCURRENCY = 20;

/**
 * Sends requests to run tasks when a run reaches their stage. Pending requests are in the store, so none is lost when
 * the process ends: the next emulator with the state file sends them, again if the response was not recorded.
 */
export class RunTaskDispatcher {
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #address: string | undefined;
  #timer: { readonly due: number; readonly timer: NodeJS.Timeout } | undefined;

  /** @param makeDurable saves all changes to the store */
  constructor(
    private readonly store: Store,
    private readonly makeDurable: () => void,
  ) {}

  /** Starts sending requests. @param address of the emulator, for callbacks */
  start(address: string): void {
    this.#address = address;
    this.dispatch();
  }

  /** Sends pending requests. Must be called after changes to the store are durable. */
  dispatch(): void {
    const address = this.#address;
    if (address === undefined || this.#stopping.signal.aborted) return;
    this.#scheduleTimer();
    // Enough, since at most so many are in flight. A copy, since sending can change the list.
    for (const { id } of this.store.table(taskResults).index("call", "due").slice(0, CONCURRENCY)) {
      if (this.#inFlight.size >= CONCURRENCY) return;
      if (this.#inFlight.has(id)) continue;
      const call = this.#send(id, address).then((isDone) => {
        this.#inFlight.delete(id);
        if (isDone) this.dispatch();
      });
      this.#inFlight.set(id, call);
    }
  }

  /** Cancels all requests; afterwards no request and no timer is left. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer?.timer);
    await Promise.all(this.#inFlight.values());
  }

  /**
   * Sends the request until the response is 200 or attempts are used up. Never rejects.
   *
   * @returns false when changes could not be saved: the next commit sends the request
   */
  async #send(id: string, address: string): Promise<boolean> {
    const taskUrl = this.#pendingResult(id)?.taskUrl ?? "";
    if (isSamePort(taskUrl, address)) {
      // The emulator is no run task: it would reject every attempt.
      const message = `The run task was not called: its URL ${taskUrl} is the emulator's own address.`;
      this.#recordOutcome(id, { status: "unreachable", message });
      return true;
    }
    let reason = "";
    for (const delayMs of [0, ...RETRY_DELAYS_MS]) {
      if (delayMs > 0) await sleep(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      const result = this.#pendingResult(id);
      if (result === undefined) return true;
      // Other changes may be pending: no request is sent for a change that could still be lost.
      if (!this.#save()) return false;
      try {
        const signal = anySignal([this.#stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]);
        const response = await post(runTaskRequest(this.store, result, address), signal);
        // Only the status counts.
        response.on("error", () => undefined).resume();
        const status = response.statusCode;
        if (status === 200) {
          this.#recordOutcome(id, { status: "running" });
          return true;
        }
        reason = `it responded with status ${String(status)}`;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
    const message = `The run task could not be called after ${RETRY_DELAYS_MS.length + 1} attempts: ${reason}.`;
    this.#recordOutcome(id, { status: "unreachable", message });
    return true;
  }

  #recordOutcome(id: string, report: TaskResultReport): void {
    runDueTimers(this.store);
    const result = this.#pendingResult(id);
    if (result === undefined) return;
    reportResult(this.store, result, report, "call");
    this.#save();
  }

  /** The result, unless its request is no longer needed: it was reported, timed out or canceled. */
  #pendingResult(id: string): TaskResultRecord | undefined {
    const result = this.store.table(taskResults).get(id);
    return result?.callDue === true && !this.#stopping.signal.aborted ? result : undefined;
  }

  /** Fires timers when they are due, since requests to the tasks of the next stage may be due then. */
  #scheduleTimer(): void {
    const due = nextTimerAt(this.store);
    if (due === this.#timer?.due) return;
    clearTimeout(this.#timer?.timer);
    this.#timer = undefined;
    if (due === undefined) return;
    const armedAt = this.store.clock.now();
    const wait = Math.min(Math.max(due - armedAt, 0) + 1, MAX_TIMER_MS);
    const timer = setTimeout(() => {
      this.#timer = undefined;
      // A frozen clock does not advance by waiting; advancing it dispatches.
      if (this.store.clock.now() === armedAt) return;
      runDueTimers(this.store);
      this.#save();
      this.dispatch();
    }, wait).unref();
    this.#timer = { due, timer };
  }

  /** Whether all changes are saved. No client waits for this; the next commit tries again. */
  #save(): boolean {
    try {
      this.makeDurable();
      return true;
    } catch {
      return false;
    }
  }
}
