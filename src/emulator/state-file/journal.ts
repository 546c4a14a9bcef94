import { closeSync, fsync, fsyncSync, ftruncateSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import type { Change } from "../store/table";
import { formatLine } from "./lines";
import { StorageError } from "./storage-error";

/** The next turn of the event loop. */
const nextTick = promisify(setImmediate);

async function syncFile(descriptor: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    fsync(descriptor, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}

/** A place between two lines of a file. */
export interface Position {
  /** How many bytes are before it. */
  readonly length: number;
  /** How many lines are before it. */
  readonly lines: number;
}

/** A change that stands in the file, and where its line ends there. */
interface Written {
  readonly change: Change;
  readonly end: Position;
}

/**
 * Appends changes to a file, a line for those that are made durable together. Syncing a file costs much more than writing to it, so
 * requests that arrive together share it: while one sync is under way, the next gathers whoever comes. A line holds whole requests only,
 * because a request's changes are all made in one go.
 */
export class Journal {
  /** Not in the file yet. */
  #pending: Change[] = [];
  /** In the file, but perhaps not on the disk. */
  #unsynced: Written[] = [];
  /** Where the next line begins, in bytes, and how many lines are before it. */
  #end: Position;
  /** Up to where the file is known to be on the disk. */
  #durable: Position;
  /** Whether something stands behind `#end` that must not. */
  #isTorn = false;
  /** How often writing failed: what was under way then has to be written anew. */
  #failures = 0;
  #currentSync: Promise<void> | undefined;
  #nextSync: Promise<void> | undefined;
  #isClosed = false;

  /**
   * @param descriptor of a file of whole lines, all durable, opened to append to it; it is closed with the journal.
   * @param end of that file.
   */
  constructor(
    private readonly path: string,
    private readonly descriptor: number,
    end: Position,
  ) {
    this.#end = this.#durable = end;
  }

  add(change: Change): void {
    this.#pending.push(change);
  }

  /**
   * Makes what was added durable, together with what others add meanwhile.
   *
   * @returns undefined when all is durable already.
   * @throws StorageError (the promise rejects) when it cannot be; it is tried again with the next commit.
   */
  commit(): Promise<void> | undefined {
    if (this.#pending.length === 0) return this.#nextSync ?? this.#currentSync;
    this.#nextSync ??= this.#syncAfterCurrent();
    return this.#nextSync;
  }

  /** Makes what was added durable at once. @throws StorageError when it cannot be; it is tried again with the next commit. */
  commitNow(): void {
    try {
      this.#write();
      if (this.#unsynced.length === 0) return;
      fsyncSync(this.descriptor);
    } catch (error) {
      throw this.#failed(error);
    }
    this.#markDurable(this.#end);
  }

  /**
   * Waits for what is under way, and closes the file; what is committed after that fails.
   *
   * @param lastLine the line that says so, given its number; it is left out where the disk refuses it.
   */
  async close(lastLine: (number: number) => Buffer): Promise<void> {
    // Whoever waits for it is told of its failure; to close the file it is enough that it is over.
    await Promise.allSettled([this.#currentSync, this.#nextSync]);
    try {
      this.commitNow();
      this.#append(lastLine(this.#end.lines + 1));
      fsyncSync(this.descriptor);
    } catch {
      // Nobody was told that this is durable, and without its last line the file holds as it does after a crash.
    } finally {
      this.#isClosed = true;
      closeSync(this.descriptor);
    }
  }

  async #syncAfterCurrent(): Promise<void> {
    // Its failure is for those who wait for it. Without one, whoever comes in the same turn of the event loop joins.
    await Promise.allSettled([this.#currentSync ?? nextTick()]);
    this.#nextSync = undefined;
    const underway = this.#sync();
    this.#currentSync = underway;
    try {
      await underway;
    } finally {
      if (this.#currentSync === underway) this.#currentSync = undefined;
    }
  }

  async #sync(): Promise<void> {
    const failures = this.#failures;
    try {
      this.#write();
      const end = this.#end;
      await syncFile(this.descriptor);
      if (failures === this.#failures) this.#markDurable(end);
      else throw new Error("writing failed meanwhile");
    } catch (error) {
      // A failure meanwhile has already taken back what this one wrote.
      throw failures === this.#failures ? this.#failed(error) : new StorageError(this.path, error);
    }
  }

  #write(): void {
    if (this.#pending.length === 0) return;
    this.#append(formatLine(this.#end.lines + 1, JSON.stringify(this.#pending)));
    for (const change of this.#pending) this.#unsynced.push({ change, end: this.#end });
    this.#pending = [];
  }

  #append(line: Buffer): void {
    // The descriptor's number may be another file's by now.
    if (this.#isClosed) throw new Error("its emulator has stopped");
    if (this.#isTorn) ftruncateSync(this.descriptor, this.#end.length);
    this.#isTorn = true;
    for (let written = 0; written < line.length;) written += writeSync(this.descriptor, line, written);
    this.#isTorn = false;
    this.#end = { length: this.#end.length + line.length, lines: this.#end.lines + 1 };
  }

  #markDurable(end: Position): void {
    if (end.length > this.#durable.length) this.#durable = end;
    this.#unsynced = this.#unsynced.filter((written) => written.end.length > end.length);
  }

  /** After a failed sync nothing tells what is on the disk: all that may be missing is written anew. */
  #failed(error: unknown): StorageError {
    this.#failures += 1;
    this.#pending = [...this.#unsynced.map(({ change }) => change), ...this.#pending];
    this.#unsynced = [];
    this.#end = this.#durable;
    this.#isTorn = true;
    return new StorageError(this.path, error);
  }
}
