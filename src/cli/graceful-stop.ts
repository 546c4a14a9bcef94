import { statusAfter } from "./action-command";
import { printErr } from "./output";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** How work is stopped. */
export interface GracefulStop {
  readonly signal: AbortSignal;
  /**
   * Called before the first change. Until then, Ctrl-C ends the process, even while it reads from a pipe without an
   * end.
   */
  readonly begin: () => void;
}

/**
 * Runs work that Ctrl-C stops gracefully: the first one aborts the signal, so that requests under way finish and no
 * others start; a second one exits at once.
 */
export async function runWithGracefulStop<T>(work: (stop: GracefulStop) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(statusAfter(signal));
    printErr("\nStopping after the requests under way. Press Ctrl-C again to exit at once.");
    controller.abort();
  };
  let hasBegun = false;
  const begin = (): void => {
    if (hasBegun) return;
    hasBegun = true;
    for (const signal of SIGNALS) process.on(signal, stop);
  };
  try {
    return await work({ signal: controller.signal, begin });
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
