import { existsSync, readFileSync, rmSync } from "node:fs";
import { UserError } from "../user-error";
import { messageOf, systemAdvice } from "../system-errors";
import { isDirect, writeFiles } from "../files/write-files";

/** The beginning of every ready file. Other files belong to the user, and are never deleted. */
const BEGINNING = "export TFE_ADDRESS=";

/**
 * A file that exists while a server can be used, with its variables as lines for a shell. It appears with its whole
 * content.
 */
export class ReadyFile {
  readonly path: string;
  #content: string | undefined;

  /**
   * Removes the file of a server that was killed: it would look as if this server could be used already.
   *
   * @throws UserError when there is another file.
   */
  constructor(path: string) {
    this.path = path;
    if (!existsSync(path) || isDirect(path)) return;
    try {
      if (!readFileSync(path, "utf8").startsWith(BEGINNING)) throw new Error("another file has this name");
      rmSync(path);
    } catch (error) {
      throw new UserError(`Cannot write ${path}: ${messageOf(error)}.`, systemAdvice(error, ADVICE), { cause: error });
    }
  }

  /** @throws UserError when it cannot be written. */
  async write(lines: readonly string[]): Promise<void> {
    const content = lines.map((line) => `${line}\n`).join("");
    await writeFiles([{ path: this.path, content, isPrivate: true }], { advice: ADVICE });
    if (!isDirect(this.path)) this.#content = content;
  }

  /** Removes the file, unless another server has replaced it. */
  remove(): void {
    if (this.#content === undefined) return;
    try {
      if (readFileSync(this.path, "utf8") === this.#content) rmSync(this.path);
    } catch {
      // It was removed already, or cannot be removed. The server has ended, so nothing waits for the file.
    }
  }
}

const ADVICE = "Use another path with --ready-file.";
