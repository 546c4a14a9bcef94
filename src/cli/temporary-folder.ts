import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { statusAfter } from "./action-command";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Gives work a folder that only this user can read. It is removed afterwards, also after Ctrl-C. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  // Its mode is 0700.
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const stop = (signal: NodeJS.Signals): void => {
    remove();
    process.exit(statusAfter(signal));
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    return await work(folder);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    remove();
  }
}
