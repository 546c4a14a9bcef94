import { readFileSync, statSync } from "node:fs";
import type { TableStore } from "../engine/store";
import { resolveTarget } from "../../atomic-file";
import { replaceFile } from "./replace-file";
import { FileLock } from "./file-lock";
import { Journal } from "./journal";
import { initialContent, closingLine, restore } from "./restore";

/**
 * Keeps a store in a file: a header, a snapshot from when it was opened, and a line for each commit with the changes of
 * one or several requests. A line is synced before any of its requests is acknowledged, so no acknowledged change is
 * lost, even by `kill -9`. An incomplete last line is discarded; any other damage is detected by line numbers,
 * checksums and the final line of a closed file, and the file is rejected and left unchanged. Opening a file compacts
 * it.
 */
export class StateFile {
  readonly #journal: Journal;
  #isOpen = true;

  private constructor(
    private readonly lock: FileLock,
    path: string,
    token: string,
    store: TableStore,
  ) {
    const { bytes, lines } = initialContent(store, token);
    this.#journal = new Journal(path, replaceFile(path, bytes), { length: bytes.length, lines });
    store.onChange((change) => this.#journal.add(change));
  }

  /**
   * Opens a state file: restores the store from an existing file, otherwise calls `initialize` and creates the file.
   *
   * @param token for a new file; an existing file keeps its own unless another is given
   * @throws Error when the file is in use, is not a state file, or is damaged; it is left unchanged
   */
  static open(
    path: string,
    store: TableStore,
    token: string | undefined,
    initialize: () => string,
  ): { file: StateFile; token: string } {
    const file = resolveTarget(path);
    const lock = FileLock.acquire(file);
    try {
      const bytes = readIfPresent(file);
      const kept = bytes === undefined ? undefined : restore(file, bytes, store);
      const secret = kept === undefined ? initialize() : (token ?? kept);
      return { file: new StateFile(lock, file, secret, store), token: secret };
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Whether changes can still be made durable. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** See {@link Journal.commit}. */
  commit(): Promise<void> | undefined {
    return this.#journal.commit();
  }

  /** See {@link Journal.commitNow}. @throws StorageError */
  commitNow(): void {
    this.#journal.commitNow();
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#journal.close(closingLine);
    this.lock.release();
  }
}

/** Undefined when there is no file. @throws Error when it is a directory, a device or the like */
function readIfPresent(path: string): Buffer | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw new Error(`${path} is not a regular file.`);
  return readFileSync(path);
}
