import { printErr } from "../terminal";

/** 128 and the number of SIGINT, as a shell tells it. */
const SIGINT_STATUS = 130;

/**
 * What Ctrl-C does while work goes on: the first lets what is under way be finished and begins nothing more, the second ends the process at
 * once.
 */
export class GracefulStop {
  readonly #controller = new AbortController();
  readonly #onSignal = (): void => {
    if (this.#controller.signal.aborted) process.exit(SIGINT_STATUS);
    printErr("\nStopping: what is under way is finished, and nothing more is begun. Ctrl-C again ends at once.");
    this.#controller.abort();
  };

  private constructor() {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, this.#onSignal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Runs work that can be stopped. */
  static async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new GracefulStop();
    try {
      return await work(stop.signal);
    } finally {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop.#onSignal);
    }
  }
}
