import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { hasCode, messageOf, systemAdvice } from "../system-errors";
import { decodeText, FileTooLargeError, readBytes } from "../text-file";
import { UserError } from "../user-error";
import type { GeneratedFile } from "./generated-file";
import { writeFiles } from "./write-files";

/** Advice about existing files in the folder. */
export interface FolderAdvice {
  readonly ifPresent: string;
  readonly ifUnreadable: string;
  readonly ifUnwritable: string;
}

/** The files of a folder, by name. */
export type PresentFiles = ReadonlyMap<string, Buffer>;

/** A folder that a command writes generated code into. */
export class CodeFolder {
  constructor(
    readonly path: string,
    private readonly advice: FolderAdvice,
  ) {}

  /** Reads the files that may be overwritten. @throws UserError when one cannot be read. */
  async readPresent(): Promise<PresentFiles> {
    const found = new Map<string, Buffer>();
    const entries = await readdir(this.path, { withFileTypes: true }).catch(() => []);
    for (const { name } of entries.filter((it) => it.isFile() || it.isSymbolicLink())) {
      // A link may lead to a folder, or to nothing.
      const content = await this.#ifPresent(name, readUnlessTooLarge, ["ENOENT", "EISDIR"]);
      if (content !== undefined) found.set(name, content);
    }
    return found;
  }

  /** The text of a file; empty if it does not exist. @throws UserError if it is not text. */
  textOf(path: string, files: PresentFiles = new Map()): string {
    try {
      return decodeText(files.get(path) ?? Buffer.of());
    } catch (error) {
      throw this.#unreadable(path, error);
    }
  }

  /**
   * Writes files to the folder, which is created if needed.
   *
   * @param present - Files to overwrite, as they were read; undefined to write nothing if any of the files exists.
   * @throws UserError when a file exists, has changed, or cannot be written.
   */
  async write(files: readonly GeneratedFile[], present: PresentFiles | undefined): Promise<void> {
    if (present === undefined) {
      // Anything at the path counts, even a broken link.
      const found = await Promise.all(
        files.map(({ path }) => this.#ifPresent(path, (it) => lstat(it), ["ENOENT", "ENOTDIR"])),
      );
      const existing = files.filter((_, index) => found[index] !== undefined).map(({ path }) => path);
      if (existing.length > 0) {
        const message = `No files were written: ${this.path} already has ${existing.join(", ")}.`;
        throw new UserError(message, this.advice.ifPresent, { code: "FILE_EXISTS" });
      }
    }
    await writeFiles(
      files.map(({ path, content }) => ({ path: join(this.path, path), content, found: present?.get(path) ?? null })),
      { createFolders: true, advice: this.advice.ifUnwritable },
    );
  }

  async #ifPresent<T>(
    path: string,
    read: (path: string) => Promise<T>,
    absent: readonly string[],
  ): Promise<T | undefined> {
    try {
      return await read(join(this.path, path));
    } catch (error) {
      if (hasCode(error, ...absent)) return undefined;
      throw this.#unreadable(path, error);
    }
  }

  #unreadable(path: string, error: unknown): UserError {
    return new UserError(
      `No files were written: cannot read ${join(this.path, path)}: ${messageOf(error)}.`,
      systemAdvice(error, this.advice.ifUnreadable),
      { cause: error },
    );
  }
}

/** No command writes a file that is too large to be read. */
async function readUnlessTooLarge(path: string): Promise<Buffer | undefined> {
  return readBytes(path).catch((error: unknown) => {
    if (!(error instanceof FileTooLargeError)) throw error;
    return undefined;
  });
}
