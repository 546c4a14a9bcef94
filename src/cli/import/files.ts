import { lstat, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CliError, hasCode, messageOf } from "../errors";
import { EXIT } from "../exit-status";
import type { GeneratedFile } from "./generated-file";

/**
 * Writes files into a folder, which is created if needed. Without `overwrite`, writes nothing if any of the files
 * exists.
 *
 * @throws CliError when a file exists or cannot be written.
 */
export async function writeFiles(
  folder: string,
  files: readonly GeneratedFile[],
  options: { readonly overwrite: boolean },
): Promise<void> {
  const paths = files.map(({ path }) => join(folder, path));
  if (!options.overwrite) {
    const present = (await Promise.all(paths.map(exists))).flatMap((isThere, index) =>
      isThere ? (files[index] ?? []) : [],
    );
    if (present.length > 0) {
      throw new CliError(
        `No files were written: ${folder} already has ${present.map(({ path }) => path).join(", ")}.`,
        "Use another folder with --out, or overwrite existing files with --force.",
      );
    }
  }
  for (const [index, path] of paths.entries()) {
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, files[index]?.content ?? "", { flag: options.overwrite ? "w" : "wx" });
    } catch (error) {
      const written = index === 0 ? "No files were written." : `${index} of ${paths.length} files were written.`;
      throw new CliError(
        `Cannot write ${path}: ${messageOf(error)}. ${written}`,
        "Check the folder given with --out.",
        { cause: error, status: index === 0 ? EXIT.error : EXIT.partial },
      );
    }
  }
}

/**
 * Files of an earlier import that are not part of this one, because their projects were deleted or renamed. They are
 * not removed.
 */
export async function findStaleFiles(folder: string, files: readonly GeneratedFile[]): Promise<readonly string[]> {
  const written = new Set(files.map(({ path }) => path));
  const listed = await Promise.all(
    ["", "projects/"].map(async (prefix) =>
      (await readdir(join(folder, prefix)).catch(() => [])).map((name) => `${prefix}${name}`),
    ),
  );
  return listed
    .flat()
    .filter((path) => CODE_FILES.test(path) && !written.has(path))
    .sort();
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
    throw new CliError(`Cannot access ${path}: ${messageOf(error)}.`, "No files were written. Check its permissions.", {
      cause: error,
    });
  }
}
