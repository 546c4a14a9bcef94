/** How Node.js begins its report of an error that was thrown in its own code, such as that of a missing package. */
const REPORT = /^node:internal\/.*:\d+$/m;

/** How many characters of the end are kept: more than a report has. */
const KEPT = 20_000;

/**
 * The output of a CDK app on stderr, passed on at once. Only a report of Node.js is held back until the app has ended,
 * because an error of this program may replace it.
 */
export class AppOutput {
  #end = "";
  #held = "";

  /** @param write - Passes on a text. */
  constructor(private readonly write: (text: string) => void) {}

  /** The end of the output. */
  get end(): string {
    return this.#end;
  }

  add(text: string): void {
    this.#end = (this.#end + text).slice(-KEPT);
    const begin = this.#held === "" ? (REPORT.exec(text)?.index ?? text.length) : 0;
    if (begin > 0) this.write(text.slice(0, begin));
    this.#held += text.slice(begin);
  }

  /** Passes on the report that was held back. */
  release(): void {
    if (this.#held !== "") this.write(this.#held);
    this.#held = "";
  }
}
