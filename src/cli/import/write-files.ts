import { lstat, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CliError, messageOf } from "../errors";
import type { GeneratedFile } from "./generated-file";

/**
 * Writes the files into a folder, which is made where there is none. Unless they may be overwritten, nothing is written when any of them exists.
 *
 * @throws Problem
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
        `${folder} already has ${present.map(({ path }) => path).join(", ")}.`,
        "Nothing was written. Choose another folder with --out, or overwrite them with --force.",
      );
    }
  }
  for (const [index, path] of paths.entries()) {
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, files[index]?.content ?? "", { flag: options.overwrite ? "w" : "wx" });
    } catch (error) {
      const why = messageOf(error);
      const next = index === 0 ? "Nothing was written." : `${index} of ${paths.length} files were written before it.`;
      throw new CliError(`${path} cannot be written: ${why}.`, `${next} Check the folder given with --out.`, {
        cause: error,
        status: index === 0 ? 1 : 3,
      });
    }
  }
}

/** Files of an earlier import that are no part of this one: of projects that are gone or were renamed. They are left where they are. */
export async function findStaleFiles(folder: string, files: readonly GeneratedFile[]): Promise<readonly string[]> {
  const written = new Set(files.map(({ path }) => path));
  const names = await readdir(join(folder, "projects")).catch(() => []);
  const candidates = ["imports.ts", ...names.filter((name) => name.endsWith(".ts")).map((name) => `projects/${name}`)];
  const present = await Promise.all(candidates.map((path) => exists(join(folder, path))));
  return candidates.filter((path, index) => present[index] === true && !written.has(path)).sort();
}

/** Also a link that leads nowhere is something that would be overwritten. */
async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return false;
    throw new CliError(`${path} cannot be looked at: ${String(error)}.`, "Nothing was written.", { cause: error });
  }
}
