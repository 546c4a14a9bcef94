import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { anyObject, arrayOf, DecodeError, decodeJson, object, oneOf, text } from "../decode";
import type { World } from "../world/world";
import { FileLock } from "./file-lock";
import { Journal } from "./journal";

const FORMAT = "tfprojects-emulator-state-1";

const headerShape = object({ format: oneOf([FORMAT]), token: text });
const commitShape = arrayOf(anyObject);

/**
 * Keeps a world in a file. The file is a header, a line with everything there was when it was opened, and then one line for each
 * commit: the changes of one or several requests. A line is written and synced before any of its requests is answered, so nothing that
 * was acknowledged is lost, not even by `kill -9`; a line that was not written to its end belongs to requests that were never answered,
 * and is cut off. Opening the file writes it anew with what is left of it.
 */
export class StateFile {
  readonly #journal: Journal;

  private constructor(
    private readonly lock: FileLock,
    path: string,
    header: string,
    world: World,
  ) {
    replaceFile(path, `${header}\n${JSON.stringify([...world.contents()])}\n`);
    this.#journal = new Journal(path);
    world.onChange((change) => this.#journal.add(change));
  }

  /**
   * Opens a state file. When it exists, the world becomes what it holds; otherwise `begin` makes the world, and the file is created.
   *
   * @param token of a new emulator; an existing file tells its own, so that clients need not be told another after a restart.
   * @throws Error when the file is in use, or is not a state file; it is left as it was.
   */
  static open(
    path: string,
    world: World,
    token: string | undefined,
    begin: () => string,
  ): { file: StateFile; token: string } {
    const file = resolve(path);
    const lock = FileLock.take(file);
    try {
      const kept = existsSync(file) ? restore(file, world) : undefined;
      const secret = kept === undefined ? begin() : (token ?? kept);
      return {
        file: new StateFile(lock, file, JSON.stringify({ format: FORMAT, token: secret }), world),
        token: secret,
      };
    } catch (error) {
      lock.release();
      throw error;
    }
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
    await this.#journal.close();
    this.lock.release();
  }
}

/** Brings the world to what the file holds; returns the token. */
function restore(path: string, world: World): string {
  const lines = readFileSync(path, "utf8").split("\n");
  // What follows the last line break was never finished, and so never acknowledged.
  lines.pop();
  const [header, ...commits] = lines;
  try {
    const { token } = decodeJson(header ?? "", headerShape);
    for (const [index, line] of commits.entries()) {
      for (const [position, change] of decodeJson(line, commitShape).entries()) {
        const at = `line ${index + 2}, $[${position}]`;
        const { table, id } = object({ table: text, id: text })({ table: change["table"], id: change["id"] }, at);
        world.restore({ table, id, record: change["record"] ?? null }, at);
      }
    }
    world.restored();
    return token;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new Error(`${path} is not a state file of this emulator: ${error.message}`, { cause: error });
  }
}

/** Replaces a file in one step: after a crash there is either the old or the new one. */
function replaceFile(path: string, content: string): void {
  const temporary = `${path}.new`;
  const descriptor = openSync(temporary, "w", 0o600);
  writeFileSync(descriptor, content);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(temporary, path);
  syncDirectory(dirname(path));
}

/** Makes a rename durable, where directories can be synced; Windows cannot. */
function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
