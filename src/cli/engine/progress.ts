import type { Spinner } from "yocto-spinner" with { "resolution-mode": "import" };
import { sanitize } from "../render/sanitize";
import { printErr } from "../terminal";

/** Work that takes less is not told of, in milliseconds. */
const SPINNER_DELAY_MS = 400;
/** Where there is no terminal: so many milliseconds between two lines, which show in a log that something goes on. */
const LINE_INTERVAL_MS = 10_000;

/**
 * Tells on stderr how far long work is: on a terminal one line that changes, elsewhere a line every ten seconds. Short work is not told of.
 */
export class Progress {
  #work: { readonly text: string; readonly unit: string; readonly total: number | undefined } | undefined;
  #count = 0;
  #state: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #spinner: Spinner | undefined;
  readonly #onExit = (): void => this.stop();

  /** @param total - Number of steps where it is known. */
  start(text: string, unit: string, total?: number): void {
    this.stop();
    this.#work = { text, unit, total };
    this.#count = 0;
    this.#state = undefined;
    this.#timer = process.stderr.isTTY
      ? setTimeout(() => void this.#spin(), SPINNER_DELAY_MS).unref()
      : setInterval(() => printErr(this.#line()), LINE_INTERVAL_MS).unref();
  }

  /** One step more is done. */
  increment(): void {
    this.#count += 1;
    if (this.#spinner !== undefined) this.#spinner.text = this.#line();
  }

  /** What is waited for, in place of a count. */
  setStatus(status: string): void {
    this.#state = status;
    if (this.#spinner !== undefined) this.#spinner.text = this.#line();
  }

  /** The work is done, or given up; the terminal's line is free again. */
  stop(): void {
    clearTimeout(this.#timer);
    process.off("exit", this.#onExit);
    this.#spinner?.stop();
    this.#spinner = undefined;
    this.#work = undefined;
  }

  async #spin(): Promise<void> {
    // A module of another kind than ours, which can only be had so; and most work is done before it is needed.
    const { default: spinner } = await import("yocto-spinner");
    if (this.#work === undefined) return;
    // It hides the cursor: whoever ends the process has to bring it back, and may be nobody but the spinner.
    const handleSignals = process.listenerCount("SIGINT") === 0;
    process.once("exit", this.#onExit);
    this.#spinner = spinner({ text: this.#line(), handleSignals }).start();
  }

  #line(): string {
    if (this.#work === undefined) return "";
    const { text, unit, total } = this.#work;
    if (this.#state !== undefined) return sanitize(`${text}: ${this.#state}`);
    return sanitize(text) + `: ${this.#count}${total === undefined ? "" : ` of ${total}`} ${unit}`;
  }
}
