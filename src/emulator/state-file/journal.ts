import { closeSync, fsync, fsyncSync, ftruncateSync, openSync, statSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import type { Change } from "../world/table";
import { StorageError } from "./storage-error";

/** The next turn of the event loop. */
const soon = promisify(setImmediate);

async function synced(descriptor: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    fsync(descriptor, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}

/** A change that stands in the file, and where its line ends there. */
interface Written {
  readonly change: Change;
  readonly end: number;
}

/**
 * Appends changes to a file, a line for those that are made durable together. Syncing a file costs much more than writing to it, so
 * requests that arrive together share it: while one sync is under way, the next gathers whoever comes. A line holds whole requests only,
 * because a request's changes are all made in one go.
 */
export class Journal {
  readonly #descriptor: number;
  /** Not in the file yet. */
  #pending: Change[] = [];
  /** In the file, but perhaps not on the disk. */
  #unsynced: Written[] = [];
  /** Where the next line begins. */
  #end: number;
  /** Up to where the file is known to be on the disk. */
  #durable: number;
  /** Whether something stands behind `#end` that must not. */
  #torn = false;
  /** How often writing failed: what was under way then has to be written anew. */
  #failures = 0;
  #underway: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param path a file of whole lines, all durable. */
  constructor(private readonly path: string) {
    this.#descriptor = openSync(path, "a");
    this.#end = this.#durable = statSync(path).size;
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
    if (this.#pending.length === 0) return this.#next ?? this.#underway;
    this.#next ??= this.#afterUnderway();
    return this.#next;
  }

  /** Makes what was added durable at once. @throws StorageError when it cannot be; it is tried again with the next commit. */
  commitNow(): void {
    try {
      this.#write();
      if (this.#unsynced.length === 0) return;
      fsyncSync(this.#descriptor);
    } catch (error) {
      throw this.#failed(error);
    }
    this.#reached(this.#end);
  }

  /** Waits for what is under way, and closes the file. */
  async close(): Promise<void> {
    // Whoever waits for it is told of its failure; to close the file it is enough that it is over.
    await Promise.allSettled([this.#underway, this.#next]);
    closeSync(this.#descriptor);
  }

  async #afterUnderway(): Promise<void> {
    // Its failure is for those who wait for it. Without one, whoever comes in the same turn of the event loop joins.
    await Promise.allSettled([this.#underway ?? soon()]);
    this.#next = undefined;
    const underway = this.#sync();
    this.#underway = underway;
    try {
      await underway;
    } finally {
      if (this.#underway === underway) this.#underway = undefined;
    }
  }

  async #sync(): Promise<void> {
    const failures = this.#failures;
    try {
      this.#write();
      const end = this.#end;
      await synced(this.#descriptor);
      if (failures === this.#failures) this.#reached(end);
      else throw new Error("writing failed meanwhile");
    } catch (error) {
      // A failure meanwhile has already taken back what this one wrote.
      throw failures === this.#failures ? this.#failed(error) : new StorageError(this.path, error);
    }
  }

  #write(): void {
    if (this.#pending.length === 0) return;
    if (this.#torn) ftruncateSync(this.#descriptor, this.#end);
    const line = Buffer.from(`${JSON.stringify(this.#pending)}\n`);
    this.#torn = true;
    for (let written = 0; written < line.length;) written += writeSync(this.#descriptor, line, written);
    this.#torn = false;
    this.#end += line.length;
    for (const change of this.#pending) this.#unsynced.push({ change, end: this.#end });
    this.#pending = [];
  }

  #reached(end: number): void {
    this.#durable = Math.max(this.#durable, end);
    this.#unsynced = this.#unsynced.filter((written) => written.end > end);
  }

  /** After a failed sync nothing tells what is on the disk: all that may be missing is written anew. */
  #failed(error: unknown): StorageError {
    this.#failures += 1;
    this.#pending = [...this.#unsynced.map(({ change }) => change), ...this.#pending];
    this.#unsynced = [];
    this.#end = this.#durable;
    this.#torn = true;
    return new StorageError(this.path, error);
  }
}
