import { join } from "node:path";
import { formatList, groupBy } from "../reconcile";
import { BYTE_ORDER_MARK, decodeText } from "../text-file";
import { UserError } from "../user-error";
import type { GeneratedFile } from "../files/generated-file";
import { writeFiles } from "../files/write-files";
import type { Configuration, ConfigurationFile } from "./code";
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
  /** As it was read; `null` if there was none. */
  readonly found: Buffer | null;
}

export interface WriteOptions {
  /** To make; none if the user makes them. */
  readonly edits: readonly Edit[];
  /** Whether files that were there, and differ, are overwritten. */
  readonly overwrite: boolean;
  /** What to do if files were there. */
  readonly ifPresent: string;
}

/**
 * Writes new files, and edits in the files of the user.
 *
 * @throws UserError when a file is there, has changed since the configuration was read, or cannot be written.
 */
export async function writeMigration(
  root: string,
  files: readonly GeneratedFile[],
  { folders }: Configuration,
  { edits, overwrite, ifPresent }: WriteOptions,
): Promise<readonly WrittenFile[]> {
  const found = new Map([...folders.values()].flatMap(({ sources }) => [...sources]));
  const code = [...folders.values()].flatMap((folder) => folder.files);
  const byFile = groupBy(edits, ({ file }) => file);
  // The files of this command come first: with them, it can be run again after only some of the files were edited.
  const pending = [
    ...files.map((file) => compared(file, found.get(file.path))),
    ...targetsFirst(editedFiles(code, byFile, found), byFile),
  ];
  const present = pending.filter(({ status }) => status === "overwritten").map(({ path }) => path);
  if (present.length > 0 && !overwrite) {
    throw new UserError(
      `No files were written: ${root} already has ${formatList(present)}, with other content.`,
      ifPresent,
      { code: "FILE_EXISTS" },
    );
  }
  await writeFiles(
    pending.flatMap((file) => (file.status === "unchanged" ? [] : { ...file, path: join(root, file.path) })),
    { advice: "Check the folder of the configuration, and run the command again." },
  );
  return pending.map(({ path, status }) => ({ path, status }));
}

function compared({ path, content }: GeneratedFile, found: Buffer | undefined): Pending {
  if (found === undefined) return { path, content, status: "written", found: null };
  // Git may have changed the ends of the lines.
  const isSame = decodeText(found).replaceAll("\r\n", "\n") === content;
  return { path, content, status: isSame ? "unchanged" : "overwritten", found };
}

type EditsByFile = ReadonlyMap<string, readonly Edit[]>;

function editedFiles(
  code: readonly ConfigurationFile[],
  edits: EditsByFile,
  sources: ReadonlyMap<string, Buffer>,
): readonly Pending[] {
  return code.flatMap(({ path, text }): readonly Pending[] => {
    const own = edits.get(path);
    const found = sources.get(path);
    if (own === undefined || found === undefined) return [];
    const mark = found.toString("utf8").startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
    return [{ path, content: mark + applyEdits(text, own), status: "edited", found }];
  });
}

/** Files after those that get what is removed from them. Where two get something of one another, one comes first. */
function targetsFirst(files: readonly Pending[], edits: EditsByFile): readonly Pending[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const ordered: Pending[] = [];
  const seen = new Set<string>();
  const add = (path: string): void => {
    const file = byPath.get(path);
    if (file === undefined || seen.has(path)) return;
    seen.add(path);
    for (const { movedTo } of edits.get(path) ?? []) if (movedTo !== undefined) add(movedTo);
    ordered.push(file);
  };
  for (const { path } of files) add(path);
  return ordered;
}
