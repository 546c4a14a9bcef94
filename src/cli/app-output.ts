/** How Node.js begins its report of an error that was thrown in its own code, such as that of a missing package. */
const REPORT = /^node:internal\/.*:\d+$/m;

/** How much of the end is kept: longer than any report. */
const KEPT = 20_000;

/**
 * What a CDK app prints to stderr, passed on as it comes. Only a report of Node.js is held back until the app has
 * ended: it may say no more than a sentence of ours does.
 */
export class AppOutput {
  #end = "";
  #held = "";

  /** @param write - Passes on a text. */
  constructor(private readonly write: (text: string) => void) {}

  /** The last of what was printed. */
  get end(): string {
    return this.#end;
  }

  add(text: string): void {
    this.#end = (this.#end + text).slice(-KEPT);
    const begin = this.#held === "" ? (REPORT.exec(text)?.index ?? text.length) : 0;
    if (begin > 0) this.write(text.slice(0, begin));
    this.#held += text.slice(begin);
  }

  /** Passes on what was held back. */
  release(): void {
    if (this.#held !== "") this.write(this.#held);
    this.#held = "";
  }
}
