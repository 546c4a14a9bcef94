import { existsSync, readFileSync, rmSync } from "node:fs";
import { UserError } from "../user-error";
import { messageOf, systemAdvice } from "../system-errors";
import { isDirect, writeFiles } from "../files/write-files";

/** What every ready file begins with: other files are the user's, and are never deleted. */
const BEGINNING = "export TFE_ADDRESS=";

/**
 * A file that exists while a server can be used, with lines for a shell that say how. Whoever waits for it finds all of
 * them: it appears at once.
 */
export class ReadyFile {
  readonly path: string;
  #content: string | undefined;

  /**
   * Removes the file that a server left when it was killed: waiting for the next one would end too early.
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
      // It was removed, or cannot be: nothing is served any more, and nobody is waiting.
    }
  }
}

const ADVICE = "Use another path with --ready-file.";
