import { randomBytes } from "node:crypto";
import { closeSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { createFile } from "../../atomic-file";

/** Locks of this process: after a restart in a container, an abandoned lock may have our own process ID. */
const heldPaths = new Set<string>();

/** How often to try while others abandon, acquire or release the lock. */
const MAX_ATTEMPTS = 10;

/**
 * Prevents two processes from writing the same file: a file alongside it with the process ID and, on Linux, the start
 * time of the process, since process IDs are reused.
 */
export class FileLock {
  private constructor(private readonly path: string) {}

  /** Acquires the lock; takes over the lock of a process that has ended. @throws Error when a running process has it */
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
    throw new Error(`${file} cannot be locked: other processes keep acquiring ${path}.`);
  }

  release(): void {
    heldPaths.delete(this.path);
    rmSync(this.path, { force: true });
  }
}

/** @throws Error when a running process has the lock, or may have it */
function removeIfAbandoned(path: string, file: string): void {
  const content = readIfPresent(path);
  const refusal = lockProblem(content, path, file);
  if (refusal !== undefined) throw new Error(refusal);
  // Renamed first and checked again: another process may have taken it over at the same time.
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

/** Why a lock with this content cannot be taken over; undefined if it can. */
function lockProblem(content: string | undefined, path: string, file: string): string | undefined {
  const [, id, start] = /^([1-9]\d{0,9})(?: (\S*))?/.exec(content ?? "") ?? [];
  if (id === undefined) return undefined;
  const holder = Number(id);
  if (holder === process.pid ? !heldPaths.has(path) : !isAlive(holder)) return undefined;
  const inUse = `${file} is in use by process ${holder}. Stop that emulator, or use another state file.`;
  const startNow = processStartId(holder);
  if (holder === process.pid || (startNow !== undefined && startNow === start)) return inUse;
  // Different start times: the process that acquired the lock has ended, and its ID was reused.
  if (startNow !== undefined && start !== undefined && start !== "") return undefined;
  return (
    `${inUse} If process ${holder} is not an emulator (see ps -p ${holder}), its ID was reused after an emulator was ` +
    `killed: delete ${path}.`
  );
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return errorCode(error) === "EPERM";
  }
}

/** Identifies the process among all with the same ID, by its start time; undefined except on Linux. */
function processStartId(id: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    // The program's name, in parentheses, can contain anything; the start time is the 20th field after it.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return ticks === undefined || boot === "" ? undefined : `${boot}:${ticks}`;
  } catch {
    return undefined;
  }
}

/** The code of a system error, such as ENOENT. */
function errorCode(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
