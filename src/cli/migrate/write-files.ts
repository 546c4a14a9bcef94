import { lstat, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { formatList, groupBy } from "../../reconcile";
import { CliError, hasCode, messageOf } from "../errors";
import { EXIT } from "../exit-status";
import type { GeneratedFile } from "../import/generated-file";
import type { ModuleFolder } from "./configuration";
import { applyEdits, type Edit } from "./edits";

/** A file of a migration, and what happened to it. */
export interface WrittenFile {
  /** Relative to the folder of the root module, with `/`. */
  readonly path: string;
  /** `unchanged`: it was there already, as it should be. */
  readonly status: "written" | "overwritten" | "unchanged" | "edited";
}

interface Pending extends WrittenFile {
  readonly content: string;
}

/**
 * Writes new files, and edits in the files of the user. Files that are there, and differ, are overwritten only with
 * `overwrite`.
 *
 * @param edits - To make; none if the user makes them.
 * @throws CliError when a file is there or cannot be written.
 */
export async function writeMigration(
  root: string,
  files: readonly GeneratedFile[],
  folders: ReadonlyMap<string, ModuleFolder>,
  { edits, overwrite }: { readonly edits: readonly Edit[]; readonly overwrite: boolean },
): Promise<readonly WrittenFile[]> {
  const pending = [...(await Promise.all(files.map((file) => compared(root, file)))), ...editedFiles(edits, folders)];
  const present = pending.filter(({ status }) => status === "overwritten").map(({ path }) => path);
  if (present.length > 0 && !overwrite) {
    throw new CliError(
      `No files were written: ${root} already has ${formatList(present)}, with other content.`,
      "Rename what is yours, or overwrite existing files with --force. --stdout shows what would be written.",
      { code: "FILE_EXISTS" },
    );
  }
  const changed = pending.filter(({ status }) => status !== "unchanged");
  for (const [index, { path, content, status }] of changed.entries()) {
    try {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content, { flag: status === "written" ? "wx" : "w" });
    } catch (error) {
      const done = changed.slice(0, index).map((file) => file.path);
      throw new CliError(
        `Cannot write ${path}: ${messageOf(error)}. ` +
          (done.length === 0 ? "No files were written." : `Written so far: ${formatList(done)}.`),
        "Check the permissions of the folder, and run the command again.",
        { code: "OUTPUT", cause: error, status: done.length === 0 ? EXIT.error : EXIT.partial },
      );
    }
  }
  return pending.map(({ path, status }) => ({ path, status }));
}

async function compared(root: string, { path, content }: GeneratedFile): Promise<Pending> {
  const present = await contentOf(join(root, path));
  const status = present === undefined ? "written" : present === content ? "unchanged" : "overwritten";
  return { path, content, status };
}

/** The file's content, undefined if there is none. A broken link counts as a file. */
async function contentOf(path: string): Promise<string | undefined> {
  try {
    await lstat(path);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw new CliError(`Cannot access ${path}: ${messageOf(error)}.`, "No files were written. Check its permissions.", {
      code: "OUTPUT",
      cause: error,
    });
  }
  return readFile(path, "utf8").catch(() => "");
}

function editedFiles(edits: readonly Edit[], folders: ReadonlyMap<string, ModuleFolder>): readonly Pending[] {
  const byFile = groupBy(edits, ({ file }) => file);
  return [...folders.values()].flatMap(({ files }) =>
    files.flatMap((file): readonly Pending[] => {
      const own = byFile.get(file.path);
      return own === undefined ? [] : [{ path: file.path, content: applyEdits(file.text, own), status: "edited" }];
    }),
  );
}
