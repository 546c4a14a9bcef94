import { setTimeout as sleep } from "node:timers/promises";
import { anySignal } from "../../any-signal";
import type { TaskResultRecord } from "../store/records";
import { nextTimerAt, runDueTimers } from "../store/timers";
import type { TaskResultReport } from "../store/task-results";
import { reportResult } from "../store/task-stages";
import type { Store } from "../store/store";
import { postRunTask } from "./post";
import { runTaskRequest } from "./run-task-request";

/**
 * Waits before a call is tried again, in milliseconds of real time. Public is that the service tries again when it is not answered 200
 * (facts, section 6.3), not how often; four times in all is the emulator's choice.
 */
const RETRY_DELAYS_MS = [100, 200, 400];

/** How long a run task may take to answer, in milliseconds of real time; the emulator's choice. */
const TIMEOUT_MS = 10_000;

/** How many run tasks are called at the same time. */
const CONCURRENCY = 20;

/** The longest wait of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls run tasks when a run has come to their stage. What is to be called stands in the world, so nothing is forgotten when the process
 * ends: it is called by the next emulator that has the state file, again if this one did not come to take the answer down.
 */
export class RunTaskDispatcher {
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #address: string | undefined;
  #timer: { readonly due: number; readonly timer: NodeJS.Timeout } | undefined;

  /** @param makeDurable writes what has changed in the world. */
  constructor(
    private readonly store: Store,
    private readonly makeDurable: () => void,
  ) {}

  /** From now on, run tasks are called and given the address to report to. */
  start(address: string): void {
    this.#address = address;
    this.dispatch();
  }

  /** To be called whenever the world has changed and the change is durable. */
  dispatch(): void {
    const address = this.#address;
    if (address === undefined || this.#stopping.signal.aborted) return;
    this.#scheduleTimer();
    for (const { id } of this.store.pendingRunTaskRequests("due").all()) {
      if (this.#inFlight.size >= CONCURRENCY) return;
      if (this.#inFlight.has(id)) continue;
      const call = this.#send(id, address).finally(() => {
        this.#inFlight.delete(id);
        this.dispatch();
      });
      this.#inFlight.set(id, call);
    }
  }

  /** Breaks off the calls under way; when it returns, none is left and no timer. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer?.timer);
    await Promise.all(this.#inFlight.values());
  }

  /** Calls the result's task until it answers 200, but not for ever. Never rejects. */
  async #send(id: string, address: string): Promise<void> {
    let reason = "";
    for (const delayMs of [0, ...RETRY_DELAYS_MS]) {
      if (delayMs > 0) await sleep(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      const result = this.#pendingResult(id);
      if (result === undefined) return;
      try {
        // Others may have changed the world since the caller was woken: nobody is called for what could be lost.
        this.makeDurable();
        const signal = anySignal([this.#stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]);
        const status = await postRunTask(result.taskUrl ?? "", runTaskRequest(this.store, result, address), signal);
        if (status === 200) {
          this.#recordOutcome(id, { status: "running" });
          return;
        }
        reason = `it answered ${status}`;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
    const message = `The run task could not be called, ${RETRY_DELAYS_MS.length + 1} times over: ${reason}.`;
    this.#recordOutcome(id, { status: "unreachable", message });
  }

  #recordOutcome(id: string, report: TaskResultReport): void {
    runDueTimers(this.store);
    const result = this.#pendingResult(id);
    if (result === undefined) return;
    reportResult(this.store, result, report, "call");
    this.#write();
  }

  /** The result, unless its task need not be called any more: it has reported, timed out, or been canceled. */
  #pendingResult(id: string): TaskResultRecord | undefined {
    const result = this.store.taskResults.get(id);
    return result?.callDue === true && !this.#stopping.signal.aborted ? result : undefined;
  }

  /** Lets what is due happen even if nobody looks: the next stage's tasks may have to be called then. */
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
      // A clock that a test has frozen does not get there by waiting; whoever moves it commits, and so wakes.
      if (this.store.clock.now() === armedAt) return;
      runDueTimers(this.store);
      this.#write();
      this.dispatch();
    }, wait).unref();
    this.#timer = { due, timer };
  }

  /** Nobody waits for an answer here: what could not be written is written with the next commit. */
  #write(): void {
    try {
      this.makeDurable();
    } catch {
      return;
    }
  }
}
