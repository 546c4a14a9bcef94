import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  type Stats,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Maximum length of a chain of symbolic links, as on Linux. */
const MAX_LINKS = 40;

/** What `/dev/stdout` and the like resolve to: an open file, whose link need not be a path. */
const DESCRIPTOR = /^\/(?:proc\/(?<pid>\d+)(?:\/task\/\d+)?|dev)\/fd\/(?<number>\d+)$/;

/** The file descriptor that a resolved path refers to; undefined for all other paths. */
export function descriptorOf(target: string): number | undefined {
  const { pid, number } = DESCRIPTOR.exec(target)?.groups ?? {};
  return number === undefined || (pid !== undefined && Number(pid) !== process.pid) ? undefined : Number(number);
}

/**
 * The path of a file after all symbolic links, including links to a file that does not exist yet. The lock and
 * temporary files alongside it must be the same for all names of the file.
 *
 * @throws Error when its directory does not exist, or links are circular
 */
export function resolveTarget(path: string, links = MAX_LINKS): string {
  const target = join(realpathSync(dirname(resolve(path))), basename(path));
  if (DESCRIPTOR.test(target) || lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target;
  // Throws the system's error for too many links.
  if (links === 0) return realpathSync(target);
  return resolveTarget(resolve(dirname(target), readlinkSync(target)), links - 1);
}

/**
 * Creates a file, opened for appending. An existing file or symbolic link is never used, since another user may have
 * put it there.
 *
 * @param mode - As for `open`. @default only its owner can read it
 * @throws Error with code EEXIST when the path exists
 */
export function createFile(path: string, mode = 0o600): number {
  const { O_APPEND, O_CREAT, O_EXCL, O_WRONLY } = constants;
  // Undefined on Windows.
  const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0;
  return openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | noFollow, mode);
}

/** A new name alongside a file. Neither Terraform nor a compiler reads files with this extension. */
export function temporaryName(path: string): string {
  return `${path}.${randomBytes(8).toString("hex")}.new`;
}

/** Makes a rename durable. Windows cannot sync directories. */
export function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A file cannot be replaced without separating it from its other names. */
export class HardLinkError extends Error {
  override readonly name = "HardLinkError";
}

/**
 * The new content of a file, in a temporary file alongside it until it replaces the file. At any moment the file has
 * either the old content or the new one. Keeps symbolic links. Unless the file is private, it keeps the mode, too, and
 * the owner and group if the user may set them.
 */
export class StagedFile {
  #isOpen = true;

  private constructor(
    /** Its path after all symbolic links. */
    readonly target: string,
    private readonly temporary: string,
    readonly descriptor: number,
  ) {}

  /**
   * Writes the content to the temporary file, not yet durably.
   *
   * @param options.isPrivate - Only the user can read the file, whoever can read the present one. @default false: the
   *   access to the present one stays, and a new file has the usual mode
   * @throws HardLinkError
   * @throws Error of the system when the file or its folder cannot be written, or the disk is full
   */
  static create(
    path: string,
    content: string | Uint8Array,
    { isPrivate = false }: { readonly isPrivate?: boolean | undefined } = {},
  ): StagedFile {
    const target = resolveTarget(path);
    const present = checkReplaceable(target);
    const temporary = temporaryName(target);
    // A private file is private from its first byte.
    const descriptor = createFile(temporary, present === undefined && !isPrivate ? 0o666 : undefined);
    const staged = new StagedFile(target, temporary, descriptor);
    try {
      writeFileSync(descriptor, content);
      if (present !== undefined && !isPrivate) keepAccess(descriptor, present);
      return staged;
    } catch (error) {
      staged.discard();
      throw error;
    }
  }

  /** Closes the temporary file; the caller has synced it. */
  close(): void {
    if (this.#isOpen) closeSync(this.descriptor);
    this.#isOpen = false;
  }

  /** Replaces the file with the temporary file. */
  replace(): void {
    renameSync(this.temporary, this.target);
  }

  /** Removes the temporary file. */
  discard(): void {
    this.close();
    rmSync(this.temporary, { force: true });
  }
}

/** Replaces a file, or creates it, durably. @throws as {@link StagedFile.create} */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const staged = StagedFile.create(path, content);
  try {
    fsyncSync(staged.descriptor);
    staged.close();
    staged.replace();
  } catch (error) {
    staged.discard();
    throw error;
  }
  syncDirectory(dirname(staged.target));
}

/** The existing file, if any. Checks what a rename does not: that it is writable and has no other name. */
function checkReplaceable(target: string): Stats | undefined {
  const present = lstatSync(target, { throwIfNoEntry: false });
  if (present === undefined) return undefined;
  closeSync(openSync(target, constants.O_WRONLY));
  if (present.nlink > 1) throw new HardLinkError(`it has ${present.nlink} hard links, which replacing would separate`);
  return present;
}

function keepAccess(descriptor: number, { uid, gid, mode }: Stats): void {
  const own = fstatSync(descriptor);
  if (own.uid !== uid || own.gid !== gid) {
    for (const owner of [uid, own.uid]) {
      try {
        fchownSync(descriptor, owner, gid);
        break;
      } catch {
        // Only root may change a file's owner.
      }
    }
  }
  if (own.mode !== mode) fchmodSync(descriptor, mode & 0o7777);
}
