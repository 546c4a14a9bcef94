import { readFileSync, statSync } from "node:fs";
import type { Store } from "../store/store";
import { FileLock } from "./file-lock";
import { Journal } from "./journal";
import { replaceFile, resolveTarget } from "./atomic-file";
import { initialContent, closingLine, restore } from "./restore";

/**
 * Keeps a world in a file. The file is a header, a line with everything there was when it was opened, and then one line for each
 * commit: the changes of one or several requests. A line is written and synced before any of its requests is answered, so nothing that
 * was acknowledged is lost, not even by `kill -9`; a line that was not written to its end belongs to requests that were never answered,
 * and is cut off. Each line has its number and a checksum, and a file that is closed ends with a line that says so: a file in which
 * anything else is missing or different is refused, and left as it is. Opening the file writes it anew with what is left of it.
 */
export class StateFile {
  readonly #journal: Journal;
  #isOpen = true;

  private constructor(
    private readonly lock: FileLock,
    path: string,
    token: string,
    store: Store,
  ) {
    const { bytes, lines } = initialContent(store, token);
    this.#journal = new Journal(path, replaceFile(path, bytes), { length: bytes.length, lines });
    store.onChange((change) => this.#journal.add(change));
  }

  /**
   * Opens a state file. When it exists, the world becomes what it holds; otherwise `begin` makes the world, and the file is created.
   *
   * @param token of a new emulator; an existing file tells its own, so that clients need not be told another after a restart.
   * @throws Error when the file is in use, is not a state file, or is damaged; it is left as it was.
   */
  static open(
    path: string,
    store: Store,
    token: string | undefined,
    begin: () => string,
  ): { file: StateFile; token: string } {
    const file = resolveTarget(path);
    const lock = FileLock.acquire(file);
    try {
      const bytes = readIfPresent(file);
      const kept = bytes === undefined ? undefined : restore(file, bytes, store);
      const secret = kept === undefined ? begin() : (token ?? kept);
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

  /** Makes what has changed durable, together with what others change meanwhile; see {@link Journal.commit}. */
  commit(): Promise<void> | undefined {
    return this.#journal.commit();
  }

  /** Makes what has changed durable at once. @throws StorageError */
  commitNow(): void {
    this.#journal.commitNow();
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#journal.close(closingLine);
    this.lock.release();
  }
}

/** Undefined when there is no file. @throws Error when it is a folder, a device or the like. */
function readIfPresent(path: string): Buffer | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile())
    throw new Error(`${path} is no file that could be replaced, but a folder, a device or the like.`);
  return readFileSync(path);
}
