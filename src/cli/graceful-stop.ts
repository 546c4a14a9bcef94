import { printErr } from "./terminal";

/** 128 plus the number of SIGINT, as shells report it. */
const SIGINT_STATUS = 130;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs work that Ctrl-C stops gracefully: the first one aborts the signal, so that requests under way finish and no
 * others start; a second one exits at once.
 */
export async function runWithGracefulStop<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(SIGINT_STATUS);
    printErr("\nStopping after the requests under way. Press Ctrl-C again to exit at once.");
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
