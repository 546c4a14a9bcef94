import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";

/** Locks of this process: after a restart in a container, an abandoned lock may well name our own process id. */
const taken = new Set<string>();

/** Keeps two processes from writing one file: a file beside it that holds the process id of who may. */
export class FileLock {
  private constructor(private readonly path: string) {}

  /** @throws Error when a living process has it. A lock whose process is gone, killed perhaps, is taken over. */
  static take(file: string): FileLock {
    const path = `${file}.lock`;
    const holder = holderOf(path);
    if (holder !== undefined) {
      throw new Error(
        `${file} is in use by process ${holder}. Stop that emulator, or give this one another state file.`,
      );
    }
    rmSync(path, { force: true });
    const descriptor = openSync(path, "wx");
    writeSync(descriptor, String(process.pid));
    closeSync(descriptor);
    taken.add(path);
    return new FileLock(path);
  }

  release(): void {
    taken.delete(this.path);
    rmSync(this.path, { force: true });
  }
}

/** The living process that has the lock; undefined when none has, or only the process that once had our id. */
function holderOf(path: string): number | undefined {
  let holder: number;
  try {
    holder = Number.parseInt(readFileSync(path, "utf8"), 10);
  } catch {
    return undefined;
  }
  if (!Number.isInteger(holder)) return undefined;
  if (holder === process.pid) return taken.has(path) ? holder : undefined;
  try {
    process.kill(holder, 0);
    return holder;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM" ? holder : undefined;
  }
}
