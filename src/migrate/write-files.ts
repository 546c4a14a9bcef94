import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { groupBy } from "../lists";
import { formatList } from "../reconcile";
import { shellQuote } from "../shell-quote";
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

/** A file to write, and its content. */
export interface PendingFile extends WrittenFile {
  readonly content: string;
  /** The content when the file was read; `null` if it did not exist. */
  readonly found: Buffer | null;
}

/**
 * The files that a migration writes, and what becomes of each.
 *
 * @param edits - The edits to make; none if the user makes them.
 * @throws UserError when a file exists with other content, and may not be overwritten.
 */
export function pendingFiles(
  root: string,
  files: readonly GeneratedFile[],
  { folders }: Configuration,
  edits: readonly Edit[],
  { overwrite, ifPresent }: { readonly overwrite: boolean; readonly ifPresent: string },
): readonly PendingFile[] {
  const found = new Map([...folders.values()].flatMap(({ sources }) => [...sources]));
  const code = [...folders.values()].flatMap((folder) => folder.files);
  // Write new files first: then the command can be run again if it edits only some of the user's files.
  const edited = editedFiles(
    root,
    code,
    groupBy(edits, ({ file }) => file),
    found,
  );
  const pending = [...files.map((file) => compared(file, found.get(file.path))), ...edited];
  const present = pending.filter(({ status }) => status === "overwritten").map(({ path }) => path);
  if (present.length === 0 || overwrite) return pending;
  throw new UserError(
    `No files were written: ${root} already has ${formatList(present)}, with other content.`,
    ifPresent,
    { code: "FILE_EXISTS" },
  );
}

/** The files outside of the root module's folder that are written. */
export function pathsOutside(root: string, pending: readonly PendingFile[]): readonly string[] {
  return changedFiles(pending)
    .map(({ path }) => realPath(root, path))
    .filter(isOutside);
}

/**
 * Writes new files, and edits the user's files.
 *
 * @throws UserError when a file has changed since the configuration was read, or cannot be written.
 */
export async function writeMigration(root: string, pending: readonly PendingFile[]): Promise<void> {
  await writeFiles(
    changedFiles(pending).map((file) => ({ ...file, path: join(root, file.path) })),
    { advice: "Check the folder of the configuration, and run the command again." },
  );
}

/** What a file was before it is written is kept beside it under this ending, which Terraform does not read. */
const KEPT_ENDING = ".before-migrate";

/** Keeps the files that are changed. Gives the commands that revert them, and removes what was kept. */
export function keepFiles(
  root: string,
  pending: readonly PendingFile[],
): { readonly revert: readonly string[]; readonly remove: () => void } {
  const changed = changedFiles(pending).map((file) => ({ ...file, path: join(root, file.path) }));
  const kept = changed.flatMap(({ path, found }) => (found === null ? [] : [{ path, bytes: found }]));
  for (const { path, bytes } of kept) writeFileSync(path + KEPT_ENDING, bytes);
  const created = changed.filter(({ found }) => found === null).map(({ path }) => shellQuote(path));
  return {
    revert: [
      ...kept.map(({ path }) => `mv ${shellQuote(path + KEPT_ENDING)} ${shellQuote(path)}`),
      ...(created.length === 0 ? [] : [`rm ${created.join(" ")}`]),
    ],
    remove: () => {
      for (const { path } of kept) rmSync(path + KEPT_ENDING, { force: true });
    },
  };
}

function changedFiles(pending: readonly PendingFile[]): readonly PendingFile[] {
  return pending.filter(({ status }) => status !== "unchanged");
}

function compared({ path, content }: GeneratedFile, found: Buffer | undefined): PendingFile {
  if (found === undefined) return { path, content, status: "written", found: null };
  // Git may have changed the line endings.
  const isSame = decodeText(found).replaceAll("\r\n", "\n") === content;
  return { path, content, status: isSame ? "unchanged" : "overwritten", found };
}

/** A file that several paths lead to is edited once, for the modules of all. */
function editedFiles(
  root: string,
  code: readonly ConfigurationFile[],
  edits: ReadonlyMap<string, readonly Edit[]>,
  sources: ReadonlyMap<string, Buffer>,
): readonly PendingFile[] {
  const changed = code.filter(({ path }) => edits.has(path));
  return [...groupBy(changed, ({ path }) => realPath(root, path)).values()].flatMap((paths): readonly PendingFile[] => {
    const [{ path, text }] = paths;
    const found = sources.get(path);
    if (found === undefined) return [];
    const all = paths.flatMap((it) => (edits.get(it.path) ?? []).map((edit) => ({ ...edit, file: path })));
    const mark = found.toString("utf8").startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
    return [{ path, content: mark + applyEdits(text, withoutOverlap(all)), status: "edited", found }];
  });
}
