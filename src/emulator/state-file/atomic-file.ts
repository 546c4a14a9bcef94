import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Maximum length of a chain of symbolic links, as on Linux. */
const MAX_LINKS = 40;

/**
 * The path of a file after all symbolic links, including links to a file that does not exist yet. The lock and
 * temporary files beside it must be the same for all names of the file.
 *
 * @throws Error when its directory does not exist
 */
export function resolveTarget(path: string, links = MAX_LINKS): string {
  const place = join(realpathSync(dirname(resolve(path))), basename(path));
  if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return place;
  if (links === 0) throw new Error(`${path} is behind more than ${MAX_LINKS} symbolic links.`);
  return resolveTarget(resolve(dirname(place), readlinkSync(place)), links - 1);
}

/**
 * Creates a file that only its owner can read, opened for appending. An existing file or symbolic link is never used,
 * since another user may have put it there.
 *
 * @throws Error with code EEXIST when the path exists
 */
export function createFile(path: string): number {
  const { O_APPEND, O_CREAT, O_EXCL, O_WRONLY } = constants;
  // Undefined on Windows.
  const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0;
  return openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | noFollow, 0o600);
}

/**
 * Replaces a file atomically: after a crash there is either the old or the new one.
 *
 * @returns the descriptor of the new file, opened for appending
 */
export function replaceFile(path: string, content: Uint8Array): number {
  removeAbandoned(path);
  const temporary = `${path}.${randomBytes(8).toString("hex")}.new`;
  const descriptor = createFile(temporary);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
    renameSync(temporary, path);
    syncDirectory(dirname(path));
  } catch (error) {
    closeSync(descriptor);
    rmSync(temporary, { force: true });
    throw error;
  }
  return descriptor;
}

/** Removes temporary files of a process that was killed. The caller must hold the file's lock. */
function removeAbandoned(path: string): void {
  const [folder, name] = [dirname(path), basename(path)];
  for (const other of readdirSync(folder)) {
    if (other.startsWith(`${name}.`) && /^\.[0-9a-f]{16}\.new$/.test(other.slice(name.length))) {
      rmSync(join(folder, other), { force: true });
    }
  }
}

/** Makes a rename durable. Windows cannot sync directories. */
function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
