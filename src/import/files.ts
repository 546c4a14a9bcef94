import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeText } from "../text-file";
import { UserError } from "../user-error";
import { hasCode, messageOf } from "../system-errors";
import { systemAdvice } from "../system-errors";
import { writeFiles } from "../files/write-files";
import type { GeneratedFile } from "../files/generated-file";

/** Files of a folder, by their paths relative to it, with `/`. */
export type PresentFiles = ReadonlyMap<string, Buffer>;

/** The folders that an import writes into, as prefixes of paths. */
const FOLDERS = ["", "projects/"];

/** Reads the files that an import may overwrite. @throws UserError when one cannot be read. */
export async function readPresentFiles(folder: string): Promise<PresentFiles> {
  const found = new Map<string, Buffer>();
  for (const prefix of FOLDERS) {
    const path = join(folder, prefix);
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.filter((it) => it.isFile() || it.isSymbolicLink())) {
      const content = await readIfFile(join(path, entry.name));
      if (content !== undefined) found.set(`${prefix}${entry.name}`, content);
    }
  }
  return found;
}

/** Undefined for a link to a folder or to nothing. */
async function readIfFile(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, "ENOENT", "EISDIR")) return undefined;
    throw unreadable(path, error);
  }
}

/** The text of a file; empty if it is not there. @throws UserError when it is no text. */
export function textOf(folder: string, path: string, files: PresentFiles = new Map()): string {
  try {
    return decodeText(files.get(path) ?? Buffer.of());
  } catch (error) {
    throw unreadable(join(folder, path), error);
  }
}

/**
 * Writes files into a folder, which is created if needed.
 *
 * @param present - Files to overwrite, as they were read; undefined to write nothing if any of the files exists.
 * @throws UserError when a file exists, has changed, or cannot be written.
 */
export async function writeImportedFiles(
  folder: string,
  files: readonly GeneratedFile[],
  present: PresentFiles | undefined,
): Promise<void> {
  if (present === undefined) {
    const exist = await Promise.all(files.map(({ path }) => exists(join(folder, path))));
    const existing = files.filter((_, index) => exist[index]).map(({ path }) => path);
    if (existing.length > 0) {
      throw new UserError(
        `No files were written: ${folder} already has ${existing.join(", ")}.`,
        "Use another folder with --out, or overwrite existing files with --force.",
        { code: "FILE_EXISTS" },
      );
    }
  }
  await writeFiles(
    files.map(({ path, content }) => ({ path: join(folder, path), content, found: present?.get(path) ?? null })),
    { createFolders: true, advice: "Check the folder given with --out." },
  );
}

/**
 * Files of an earlier import that are not part of this one, because their projects were deleted or renamed. They are
 * not removed.
 */
export function findStaleFiles(present: PresentFiles, files: readonly GeneratedFile[]): readonly string[] {
  const written = new Set(files.map(({ path }) => path));
  return [...present.keys()].filter((path) => CODE_FILES.test(path) && !written.has(path)).sort();
}

/** The code of all layouts: a file of another one may define the same projects again. */
const CODE_FILES =
  /^((main|imports|organization)\.ts|cdktf\.json|projects\/.*\.ts|(main|imports|projects|project-.*)\.tf)$/;

/** Whether there is anything at the path, a broken link included. */
async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return false;
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): UserError {
  const nextStep = systemAdvice(error, "Correct the file, or use another folder with --out.");
  return new UserError(`No files were written: cannot read ${path}: ${messageOf(error)}.`, nextStep, { cause: error });
}
