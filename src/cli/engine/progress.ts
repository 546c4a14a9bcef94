import type { Spinner } from "yocto-spinner" with { "resolution-mode": "import" };
import { sanitize } from "../render/sanitize";
import { printErr } from "../terminal";

/** Shorter tasks show no spinner. */
const SPINNER_DELAY_MS = 400;
/** Without a terminal, a line at this interval shows that the command is alive. */
const LINE_INTERVAL_MS = 10_000;

/**
 * Progress of long tasks on stderr: a spinner on a terminal, otherwise a line every ten seconds. Short tasks show
 * nothing.
 */
export class Progress {
  #task: { readonly text: string; readonly unit: string; readonly total: number | undefined } | undefined;
  #count = 0;
  #status: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #spinner: Spinner | undefined;
  readonly #onExit = (): void => this.stop();

  /** @param total - Number of steps, if known. */
  start(text: string, unit: string, total?: number): void {
    this.stop();
    this.#task = { text, unit, total };
    this.#count = 0;
    this.#status = undefined;
    this.#timer = process.stderr.isTTY
      ? setTimeout(() => void this.#startSpinner(), SPINNER_DELAY_MS).unref()
      : setInterval(() => printErr(this.#line()), LINE_INTERVAL_MS).unref();
  }

  /** Counts one step. */
  increment(): void {
    this.#count += 1;
    if (this.#spinner !== undefined) this.#spinner.text = this.#line();
  }

  /** Shows a status instead of the count. */
  setStatus(status: string): void {
    this.#status = status;
    if (this.#spinner !== undefined) this.#spinner.text = this.#line();
  }

  /** Ends the task and clears its line on the terminal. */
  stop(): void {
    clearTimeout(this.#timer);
    process.off("exit", this.#onExit);
    this.#spinner?.stop();
    this.#spinner = undefined;
    this.#task = undefined;
  }

  async #startSpinner(): Promise<void> {
    // yocto-spinner is an ES module, which CommonJS can only import dynamically.
    const { default: spinner } = await import("yocto-spinner");
    if (this.#task === undefined) return;
    // The spinner hides the cursor. If nothing else handles SIGINT, it has to restore the cursor itself.
    const handleSignals = process.listenerCount("SIGINT") === 0;
    process.once("exit", this.#onExit);
    this.#spinner = spinner({ text: this.#line(), handleSignals }).start();
  }

  #line(): string {
    if (this.#task === undefined) return "";
    const { text, unit, total } = this.#task;
    if (this.#status !== undefined) return sanitize(`${text}: ${this.#status}`);
    return sanitize(text) + `: ${this.#count}${total === undefined ? "" : ` of ${total}`} ${unit}`;
  }
}
