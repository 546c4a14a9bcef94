import { randomBytes } from "node:crypto";
import { closeSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { createFile } from "./atomic-file";

/** Locks of this process: after a restart in a container, an abandoned lock may well name our own process id. */
const heldPaths = new Set<string>();

/** How often a lock may be abandoned, or taken and released, while it is being taken. */
const MAX_ATTEMPTS = 10;

/**
 * Keeps two processes from writing one file: a file beside it that says who may. It holds the process id, and, where the system tells it,
 * when that process was started, since a process id is given to another process once its first is gone.
 */
export class FileLock {
  private constructor(private readonly path: string) {}

  /** @throws Error when a living process has it. A lock whose process is gone, killed perhaps, is taken over. */
  static acquire(file: string): FileLock {
    const path = `${file}.lock`;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      try {
        const descriptor = createFile(path);
        writeSync(descriptor, `${process.pid} ${processStartId(process.pid) ?? ""}\n`);
        closeSync(descriptor);
        heldPaths.add(path);
        return new FileLock(path);
      } catch (error) {
        if (errorCode(error) !== "EEXIST") throw error;
        removeIfAbandoned(path, file);
      }
    }
    throw new Error(`${file} cannot be locked: others take and release ${path} all the time.`);
  }

  release(): void {
    heldPaths.delete(this.path);
    rmSync(this.path, { force: true });
  }
}

/** @throws Error when a living process has the lock, or may have it. */
function removeIfAbandoned(path: string, file: string): void {
  const content = readIfPresent(path);
  const refusal = lockProblem(content, path, file);
  if (refusal !== undefined) throw new Error(refusal);
  // Moved first, and looked at once more: another process that takes it over as well may have been faster.
  const aside = `${path}.${randomBytes(8).toString("hex")}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readIfPresent(aside) === content) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

/** Undefined when there is none. */
function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Why a lock with this content is not to be taken over; undefined when nobody has it, or only the process that once had our id. */
function lockProblem(content: string | undefined, path: string, file: string): string | undefined {
  const [, id, start] = /^([1-9]\d{0,9})(?: (\S*))?/.exec(content ?? "") ?? [];
  if (id === undefined) return undefined;
  const holder = Number(id);
  if (holder === process.pid ? !heldPaths.has(path) : !isAlive(holder)) return undefined;
  const inUse = `${file} is in use by process ${holder}. Stop that emulator, or give this one another state file.`;
  const startNow = processStartId(holder);
  if (holder === process.pid || (startNow !== undefined && startNow === start)) return inUse;
  // Both are known, and differ: the process that took the lock is gone, and its id was given to another.
  if (startNow !== undefined && start !== undefined && start !== "") return undefined;
  return `${inUse} If process ${holder} is no emulator (ps -p ${holder} tells), its id was given away after an emulator was killed: then delete ${path}.`;
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return errorCode(error) === "EPERM";
  }
}

/** When a process was started, as text that no other process of the same id has; undefined where the system does not tell (only Linux does). */
function processStartId(id: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    // The name of the program, in parentheses, may hold anything; the start, in ticks since boot, is the 20th field after it.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return ticks === undefined || boot === "" ? undefined : `${boot}:${ticks}`;
  } catch {
    return undefined;
  }
}

/** Such as ENOENT, of an error of the system. */
function errorCode(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
