import { join } from "node:path";
import { formatList, groupBy } from "../reconcile";
import { BYTE_ORDER_MARK, decodeText } from "../text-file";
import { UserError } from "../user-error";
import type { GeneratedFile } from "../files/generated-file";
import { writeFiles } from "../files/write-files";
import type { Configuration, ConfigurationFile } from "./code";
import { applyEdits, withoutOverlap, type Edit } from "./edits";
import { isOutside, realPath } from "./real-path";

/** A file of a migration, and the result of writing it. */
export interface WrittenFile {
  /** Relative to the folder of the root module, with `/`. */
  readonly path: string;
  /** `unchanged`: the file existed with the same content. */
  readonly status: "written" | "overwritten" | "unchanged" | "edited";
}

interface Pending extends WrittenFile {
  readonly content: string;
  /** The content when the file was read; `null` if it did not exist. */
  readonly found: Buffer | null;
}

export interface WriteOptions {
  /** The edits to make; empty if the user makes them. */
  readonly edits: readonly Edit[];
  /** Whether to overwrite existing files with other content. */
  readonly overwrite: boolean;
  /** What to do if files exist. */
  readonly ifPresent: string;
  /** Called before files outside of the root module's folder are written; it throws if they may not be. */
  readonly approveOutside: (paths: readonly string[]) => Promise<void>;
}

/**
 * Writes new files, and edits the user's files.
 *
 * @throws UserError when a file exists, has changed since the configuration was read, or cannot be written.
 */
export async function writeMigration(
  root: string,
  files: readonly GeneratedFile[],
  { folders }: Configuration,
  { edits, overwrite, ifPresent, approveOutside }: WriteOptions,
): Promise<readonly WrittenFile[]> {
  const found = new Map([...folders.values()].flatMap(({ sources }) => [...sources]));
  const code = [...folders.values()].flatMap(({ files: own, otherFiles }) => [
    ...own,
    ...otherFiles.flatMap((file) => file.code ?? []),
  ]);
  const byFile = groupBy(edits, ({ file }) => file);
  // Write new files first: then the command can be run again if it edits only some of the user's files.
  const edited = editedFiles(root, code, byFile, found);
  const pending = [...files.map((file) => compared(file, found.get(file.path))), ...targetsFirst(edited, byFile)];
  const present = pending.filter(({ status }) => status === "overwritten").map(({ path }) => path);
  if (present.length > 0 && !overwrite) {
    throw new UserError(
      `No files were written: ${root} already has ${formatList(present)}, with other content.`,
      ifPresent,
      { code: "FILE_EXISTS" },
    );
  }
  const outside = pending.filter((file) => file.status !== "unchanged").map(({ path }) => realPath(root, path));
  if (outside.some(isOutside)) await approveOutside(outside.filter(isOutside));
  await writeFiles(
    pending.flatMap((file) => (file.status === "unchanged" ? [] : { ...file, path: join(root, file.path) })),
    { advice: "Check the folder of the configuration, and run the command again." },
  );
  return pending.map(({ path, status }) => ({ path, status }));
}

function compared({ path, content }: GeneratedFile, found: Buffer | undefined): Pending {
  if (found === undefined) return { path, content, status: "written", found: null };
  // Git may have changed the line endings.
  const isSame = decodeText(found).replaceAll("\r\n", "\n") === content;
  return { path, content, status: isSame ? "unchanged" : "overwritten", found };
}

type EditsByFile = ReadonlyMap<string, readonly Edit[]>;

/** A file that several paths lead to is edited once, for the modules of all. */
function editedFiles(
  root: string,
  code: readonly ConfigurationFile[],
  edits: EditsByFile,
  sources: ReadonlyMap<string, Buffer>,
): readonly Pending[] {
  const changed = code.filter(({ path }) => edits.has(path));
  return [...groupBy(changed, ({ path }) => realPath(root, path)).values()].flatMap((paths): readonly Pending[] => {
    const [{ path, text }] = paths;
    const found = sources.get(path);
    if (found === undefined) return [];
    const all = paths.flatMap((it) => (edits.get(it.path) ?? []).map((edit) => ({ ...edit, file: path })));
    const mark = found.toString("utf8").startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
    return [{ path, content: mark + applyEdits(text, withoutOverlap(all)), status: "edited", found }];
  });
}

/** Sorts files after those that receive text removed from them. Of two that exchange text, either may come first. */
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
