import { closeSync, fsync, fsyncSync, ftruncateSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { StorageError } from "../errors";
import type { Change } from "../engine/table";
import { formatLine } from "./lines";

/** The next iteration of the event loop. */
const nextTick = promisify(setImmediate);

async function syncFile(descriptor: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    fsync(descriptor, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}

/** A position between two lines of a file. */
export interface Position {
  /** Bytes before it. */
  readonly length: number;
  /** Lines before it. */
  readonly lines: number;
}

/** A written change, and the end of its line. */
interface Written {
  readonly change: Change;
  readonly end: Position;
}

/**
 * Appends changes to a file, one line per commit. Syncing is much slower than writing, so concurrent requests share it:
 * while one sync is in progress, the next one collects requests. A line contains whole requests, because a request
 * makes its changes synchronously.
 */
export class Journal {
  /** Not written yet. */
  #pending: Change[] = [];
  /** Written, but not known to be synced. */
  #unsynced: Written[] = [];
  /** End of the last line. */
  #end: Position;
  /** End of the part that is known to be synced. */
  #durable: Position;
  /** Whether there may be a partial line after `#end`. */
  #isTorn = false;
  /** Number of failed writes: a sync that overlaps with one must be repeated. */
  #failures = 0;
  #currentSync: Promise<void> | undefined;
  #nextSync: Promise<void> | undefined;
  #isClosed = false;

  /**
   * @param descriptor of a synced file of whole lines, opened for appending; closed with the journal
   * @param end of that file
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
   * Makes all added changes durable, together with those of concurrent requests.
   *
   * @returns undefined when everything is durable already
   * @throws StorageError (the promise rejects) when the file cannot be written; the next commit tries again
   */
  commit(): Promise<void> | undefined {
    if (this.#pending.length === 0) return this.#nextSync ?? this.#currentSync;
    this.#nextSync ??= this.#syncAfterCurrent();
    return this.#nextSync;
  }

  /** Makes all added changes durable synchronously. @throws StorageError; the next commit tries again */
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
   * Waits for syncs in progress and closes the file; later commits fail.
   *
   * @param lastLine formats the final line, given its number; omitted if it cannot be written
   */
  async close(lastLine: (number: number) => Buffer): Promise<void> {
    // Callers that wait for the sync get its error.
    await Promise.allSettled([this.#currentSync, this.#nextSync]);
    try {
      this.commitNow();
      this.#append(lastLine(this.#end.lines + 1));
      fsyncSync(this.descriptor);
    } catch {
      // Nothing was acknowledged. Without its final line the file is valid, as after a crash.
    } finally {
      this.#isClosed = true;
      closeSync(this.descriptor);
    }
  }

  async #syncAfterCurrent(): Promise<void> {
    // Callers that wait for the current sync get its error. Without one, requests of the same event loop iteration
    // join.
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
      // The failed write has already reset what this one wrote.
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
    // The descriptor's number may have been reused.
    if (this.#isClosed) throw new Error("the emulator has stopped");
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

  /** After a failed sync it is unknown what is on disk: everything after the last successful one is written again. */
  #failed(error: unknown): StorageError {
    this.#failures += 1;
    this.#pending = [...this.#unsynced.map(({ change }) => change), ...this.#pending];
    this.#unsynced = [];
    this.#end = this.#durable;
    this.#isTorn = true;
    return new StorageError(this.path, error);
  }
}
