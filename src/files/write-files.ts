import {
  closeSync,
  constants,
  existsSync,
  fsync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { descriptorOf, HardLinkError, resolveTarget, StagedFile, syncDirectory } from "../atomic-file";
import { formatList } from "../model";
import { UserError } from "../user-error";
import { hasCode, messageOf, systemAdvice } from "../system-errors";

/** A file of the user that a command writes. */
export interface FileToWrite {
  readonly path: string;
  readonly content: string;
  /**
   * What the command found there, `null` for nothing: a file that has changed since is not written.
   *
   * @default - the file is replaced, whatever it is
   */
  readonly found?: Uint8Array | null | undefined;
  /** Of a file that does not exist yet; as for `open`. @default 0o666 */
  readonly mode?: number | undefined;
}

export interface WriteOptions {
  /** What to do if a file cannot be written, unless the reason tells. */
  readonly advice: string;
  /** Whether folders that do not exist are created. @default false: a mistyped one is an error */
  readonly createFolders?: boolean | undefined;
  /** Whether something was changed already, if no file is written. @default false */
  readonly isPartial?: boolean | undefined;
}

/**
 * Writes files of the user. All contents go into temporary files beside them first, so a full disk changes nothing;
 * then these replace the files one by one. At any moment, and after a crash, a file has either its old content or the
 * new one. Symbolic links and modes stay; a file with several hard links is refused. What is no regular file, such as a
 * pipe, a device or `/dev/stdout`, is written directly.
 *
 * @throws UserError when a file cannot be written, or was changed since it was read. It names those that were written.
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
          const staged = isDirect(file.path) ? undefined : StagedFile.create(file.path, file.content, file.mode);
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

/** A file with its new content; without it, if it is written directly. */
interface Pending {
  readonly file: FileToWrite;
  readonly staged: StagedFile | undefined;
}

/** How many files are synced at the same time, which takes less time than one after the other. */
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
    return readFileSync(path);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Whether a path stands for something that no file can replace: a pipe, a device or the like. */
export function isDirect(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  return !(stats.isFile() || stats.isDirectory()) || descriptorOf(resolveTarget(path)) !== undefined;
}

/**
 * Why a new file cannot be written. Nothing is left of the attempt.
 *
 * @param ifExists - What to do if it exists.
 * @param advice - What to do otherwise, unless the reason tells.
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

/** How often to look whether a pipe has a reader, or space again. */
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

/** The folders that did not exist, in the order of their creation. */
class NewFolders {
  readonly created: string[] = [];

  create(folder: string): void {
    if (existsSync(folder)) return;
    this.create(dirname(folder));
    mkdirSync(folder);
    this.created.push(folder);
  }

  /** Removes those that are empty. */
  remove(): void {
    for (const folder of this.created.reverse()) {
      try {
        rmdirSync(folder);
      } catch {
        // Someone else has put something there.
      }
    }
  }
}

/** Makes what is in folders durable, as far as their file system can. */
function syncFolders(paths: readonly string[]): void {
  for (const folder of new Set(paths.map(dirname))) {
    try {
      syncDirectory(folder);
    } catch {
      // The files are there; some file systems cannot sync folders.
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
  if (cause instanceof ChangedError) return "Run the command again: it starts from the file as it is now.";
  if (cause instanceof HardLinkError) return "Replace the file by a copy of it (cp, then mv), or by a symbolic link.";
  return systemAdvice(cause, advice);
}
