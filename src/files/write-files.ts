import { closeSync, constants, existsSync, fsync, mkdirSync, openSync, rmdirSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { descriptorOf, HardLinkError, resolveTarget, StagedFile, syncDirectory } from "../atomic-file";
import { formatList } from "../model";
import { readBytesSync } from "../text-file";
import { UserError } from "../user-error";
import { hasCode, messageOf, systemAdvice } from "../system-errors";

/** A user's file that a command writes. */
export interface FileToWrite {
  readonly path: string;
  readonly content: string;
  /**
   * The content that the command has read, `null` if there was no file. A file that has changed since is not written.
   *
   * @default - the file is replaced, whatever it contains
   */
  readonly found?: Uint8Array | null | undefined;
  /** Whether only the user can read the file, even if others can read the one that it replaces. @default false */
  readonly isPrivate?: boolean | undefined;
}

export interface WriteOptions {
  /** What to do if a file cannot be written, unless the cause has its own advice. */
  readonly advice: string;
  /** Whether to create missing folders. @default false: a mistyped folder is an error */
  readonly createFolders?: boolean | undefined;
  /** Whether the command has changed something before, even if no file is written. @default false */
  readonly isPartial?: boolean | undefined;
}

/**
 * Writes files of the user. All contents are first written to temporary files in the same folders, so a full disk
 * changes nothing; then these replace the files one by one. At any moment, and after a crash, a file has either its old
 * or its new content. Symbolic links stay, and so do modes unless a file is private; a file with several hard links is
 * refused. A pipe, a device or `/dev/stdout` is written directly.
 *
 * @throws UserError if a file cannot be written, or was changed since it was read. It names the written files.
 */
export async function writeFiles(files: readonly FileToWrite[], options: WriteOptions): Promise<void> {
  const folders = new NewFolders();
  const pending: Pending[] = [];
  let written = 0;
  try {
    for (let index = 0; index < files.length; index += MAX_OPEN) {
      const batch: Pending[] = [];
      for (const file of files.slice(index, index + MAX_OPEN)) {
        await attempt(file, () => {
          if (options.createFolders === true) folders.create(dirname(file.path));
          const staged = isDirect(file.path) ? undefined : StagedFile.create(file.path, file.content, file);
          batch.push({ file, staged });
          pending.push({ file, staged });
        });
      }
      await syncAll(batch);
    }
    for (const { file, staged } of pending) await attempt(file, () => staged && checkUnchanged(staged, file));
    for (const { file, staged } of pending) {
      await attempt(file, () => (staged === undefined ? writeDirectly(file) : putInPlace(staged, file)));
      written += 1;
    }
  } catch (error) {
    for (const { staged } of pending.slice(written)) staged?.discard();
    if (written === 0) folders.remove();
    throw error instanceof Failure ? writeError(error, files, written, options) : error;
  }
  syncFolders([...pending.flatMap(({ staged }) => staged?.target ?? []), ...folders.created]);
}

/** A file and its temporary file, which is undefined if the file is written directly. */
interface Pending {
  readonly file: FileToWrite;
  readonly staged: StagedFile | undefined;
}

/** How many files to sync concurrently, which is faster than one by one. */
const MAX_OPEN = 64;

const syncToDisk = promisify(fsync);

async function syncAll(batch: readonly Pending[]): Promise<void> {
  const results = await Promise.allSettled(
    batch.map(({ file, staged }) => attempt(file, () => staged && syncToDisk(staged.descriptor))),
  );
  for (const { staged } of batch) staged?.close();
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

function putInPlace(staged: StagedFile, file: FileToWrite): void {
  checkUnchanged(staged, file);
  staged.replace();
}

/** What happened to a file since it was read. */
class ChangedError extends Error {
  override readonly name = "ChangedError";
}

function checkUnchanged({ target }: StagedFile, { found }: FileToWrite): void {
  if (found === undefined) return;
  const now = readIfPresent(target);
  if (found === null ? now === null : now?.equals(found)) return;
  const what = found === null ? "created" : now === null ? "deleted" : "changed";
  throw new ChangedError(`it was ${what} while the command ran`);
}

function readIfPresent(path: string): Buffer | null {
  try {
    return readBytesSync(path);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Whether a path is a pipe, a device or the like, which no file can replace. */
export function isDirect(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return false;
    return !(stats.isFile() || stats.isDirectory()) || descriptorOf(resolveTarget(path)) !== undefined;
  } catch {
    // What replaces a file says why it cannot, such as a name that is too long.
    return false;
  }
}

/**
 * The error if a new file cannot be written. The attempt leaves nothing behind.
 *
 * @param ifExists - What to do if the file exists.
 * @param advice - What to do otherwise, unless the cause has its own advice.
 */
export function newFileError(path: string, ifExists: string, advice: string): UserError | undefined {
  if (isDirect(path)) return undefined;
  if (existsSync(path))
    return new UserError(`Cannot write ${path}: it exists already.`, ifExists, { code: "FILE_EXISTS" });
  try {
    StagedFile.create(path, "").discard();
    return undefined;
  } catch (error) {
    return writeError(new Failure(path, error), [], 0, { advice });
  }
}

/** How often to check whether a pipe has a reader, or space. */
const POLL_MS = 50;

async function writeDirectly({ path, content }: FileToWrite): Promise<void> {
  const target = resolveTarget(path);
  const own = descriptorOf(target);
  const descriptor = own ?? (await openForWriting(target));
  try {
    for (let rest: Uint8Array = Buffer.from(content); rest.length > 0;) {
      try {
        rest = rest.subarray(writeSync(descriptor, rest));
      } catch (error) {
        if (!hasCode(error, "EAGAIN")) throw error;
        await setTimeout(POLL_MS);
      }
    }
  } finally {
    if (own === undefined) closeSync(descriptor);
  }
}

/** Opens a device, or a pipe as soon as it has a reader. Ctrl-C ends the command while it waits. */
async function openForWriting(path: string): Promise<number> {
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!hasCode(error, "ENXIO") || !statSync(path).isFIFO()) throw error;
      await setTimeout(POLL_MS);
    }
  }
}

/** The folders that were created, in this order. */
class NewFolders {
  readonly created: string[] = [];

  create(folder: string): void {
    if (existsSync(folder)) return;
    this.create(dirname(folder));
    mkdirSync(folder);
    this.created.push(folder);
  }

  /** Removes the empty ones. */
  remove(): void {
    for (const folder of this.created.reverse()) {
      try {
        rmdirSync(folder);
      } catch {
        // Another program has written to the folder.
      }
    }
  }
}

/** Makes folder entries durable, if the file system supports it. */
function syncFolders(paths: readonly string[]): void {
  for (const folder of new Set(paths.map(dirname))) {
    try {
      syncDirectory(folder);
    } catch {
      // The files are written; some file systems cannot sync folders.
    }
  }
}

/** The file that failed, with the reason as its cause. */
class Failure extends Error {
  override readonly name = "Failure";

  constructor(
    readonly path: string,
    override readonly cause: unknown,
  ) {
    super();
  }
}

async function attempt(file: FileToWrite, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Failure(file.path, error);
  }
}

function writeError(
  { path, cause }: Failure,
  files: readonly FileToWrite[],
  count: number,
  { advice, isPartial = false }: WriteOptions,
): UserError {
  const list = (those: readonly FileToWrite[]): string => formatList(those.map((file) => file.path));
  const others =
    count > 0
      ? ` Written: ${list(files.slice(0, count))}. Not written: ${list(files.slice(count))}.`
      : files.length > 1
        ? " No files were written."
        : "";
  return new UserError(`Cannot write ${path}: ${messageOf(cause)}.${others}`, nextStep(cause, advice), {
    code: cause instanceof ChangedError ? "FILE_CHANGED" : "OUTPUT",
    isPartial: isPartial || count > 0,
    cause,
  });
}

function nextStep(cause: unknown, advice: string): string {
  if (cause instanceof ChangedError) return "Run the command again: it then reads the current file.";
  if (cause instanceof HardLinkError)
    return "Replace the file with a copy of it (cp, then mv), or with a symbolic link.";
  return systemAdvice(cause, advice);
}
