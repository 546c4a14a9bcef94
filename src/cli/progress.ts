import type { Options, Spinner } from "yocto-spinner" with { "resolution-mode": "import" };
import type { EngineEvent, Work } from "../engine/events";
import { describeWrite, pluralize, type UnconfirmedWrite } from "../reconcile";
import { sanitize } from "../sanitize";
import { nextStepOf } from "./next-step";
import { printErr } from "./output";

/** Shorter tasks show no spinner. */
const SPINNER_DELAY_MS = 400;
/** Without a terminal, a line at this interval shows that the command is alive. */
const LINE_INTERVAL_MS = 10_000;

/** Creates a spinner. yocto-spinner is an ES module, which CommonJS can only import dynamically. */
type LoadSpinner = () => Promise<(options: Options) => Spinner>;
const loadSpinner: LoadSpinner = async () => (await import("yocto-spinner")).default;

/** The steps that a task counts. */
type Unit = "requests" | "changes";

interface Task {
  readonly text: string;
  /** The steps that are counted. @default - none */
  readonly unit?: Unit;
  /** Number of steps, if known. */
  readonly total?: number;
}

/** The task that is shown for work of the engine. */
function taskOf(work: Work): Task {
  switch (work.kind) {
    case "read":
      return { text: `Reading ${work.organization} at ${work.address}`, unit: "requests" };
    case "read-settings":
      return {
        text: `Reading settings of ${pluralize(work.projects, "project")}`,
        unit: "requests",
        total: work.projects,
      };
    case "read-gates":
      return { text: "Reading the runs of gates", unit: "requests" };
    case "apply":
      return { text: `Applying changes to ${work.organization}`, unit: "changes", total: work.actions };
  }
}

/**
 * Progress of long tasks on stderr: a spinner on a terminal, otherwise a line every ten seconds, and for each change of
 * a status. Short tasks show nothing else.
 */
export class Progress {
  /** Shows the work of the engine. */
  readonly notify = (event: EngineEvent): void => this.#show(event);
  #task: Task | undefined;
  #count = 0;
  #status: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #spinner: Spinner | undefined;
  readonly #onExit = (): void => this.stop();

  constructor(private readonly load: LoadSpinner = loadSpinner) {}

  /** Shows a task while work is in progress. @param unit - What it counts. @default nothing */
  async during<T>(text: string, work: () => Promise<T>, unit?: Unit): Promise<T> {
    this.#begin(unit === undefined ? { text } : { text, unit });
    return work().finally(() => this.stop());
  }

  #show(event: EngineEvent): void {
    switch (event.kind) {
      case "started":
        this.#begin(taskOf(event.work));
        break;
      case "ended":
        this.stop();
        break;
      case "request":
        this.#increment("requests");
        break;
      case "action":
        if (event.outcome !== "started") this.#increment("changes");
        break;
      case "verifying":
        printErr(sanitize(verifying(event.write, event.until)));
        break;
      case "warning":
        printErr(sanitize(`Warning: ${nextStepOf({ nextStep: event.message, remedy: event.remedy }, "plan")}`));
    }
  }

  #begin(task: Task): void {
    this.stop();
    this.#task = task;
    this.#count = 0;
    this.#status = undefined;
    this.#timer = process.stderr.isTTY
      ? setTimeout(() => void this.#startSpinner(task), SPINNER_DELAY_MS).unref()
      : setInterval(() => printErr(this.#line()), LINE_INTERVAL_MS).unref();
  }

  /** Counts one step, unless the task counts others: a client sends requests in tasks of any kind. */
  #increment(unit: Unit): void {
    if (this.#task?.unit !== unit) return;
    this.#count += 1;
    if (this.#spinner !== undefined) this.#spinner.text = this.#line();
  }

  /** Shows a status instead of the count. */
  setStatus(status: string): void {
    if (status === this.#status) return;
    this.#status = status;
    if (this.#spinner !== undefined) this.#spinner.text = this.#line();
    if (process.stderr.isTTY) return;
    printErr(this.#line());
    this.#timer?.refresh();
  }

  /** Ends the task and clears its line on the terminal. */
  stop(): void {
    clearTimeout(this.#timer);
    process.off("exit", this.#onExit);
    this.#spinner?.stop();
    this.#spinner = undefined;
    this.#task = undefined;
  }

  async #startSpinner(task: Task): Promise<void> {
    const spinner = await this.load();
    // Meanwhile the task may have ended, and another one begun.
    if (this.#task !== task) return;
    // The spinner hides the cursor. If nothing else handles SIGINT, it has to restore the cursor itself.
    const handleSignals = process.listenerCount("SIGINT") === 0;
    process.once("exit", this.#onExit);
    this.#spinner = spinner({ text: this.#line(), handleSignals }).start();
  }

  #line(): string {
    if (this.#task === undefined) return "";
    const { text, unit, total } = this.#task;
    if (this.#status !== undefined) return sanitize(`${text}: ${this.#status}`);
    if (unit === undefined) return sanitize(text);
    return sanitize(text) + `: ${this.#count}${total === undefined ? "" : ` of ${total}`} ${unit}`;
  }
}

function verifying(write: UnconfirmedWrite, until: Date): string {
  const time = `${until.toISOString().slice(11, 19)} UTC`;
  return `The response to a change was lost. Verifying until ${time} whether ${describeWrite(write)}; Ctrl-C stops.`;
}
