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

/** How many symbolic links may lead from one to the next, as on Linux. */
const MAX_LINKS = 40;

/**
 * Where a file stands, or is to be made: behind all symbolic links, also those that lead to no file yet. What is beside a file (its lock,
 * the file that replaces it) must be beside this one, or two names of one file would be two files.
 *
 * @throws Error when its folder is not there.
 */
export function resolveTarget(path: string, links = MAX_LINKS): string {
  const place = join(realpathSync(dirname(resolve(path))), basename(path));
  if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return place;
  if (links === 0) throw new Error(`${path} is behind more than ${MAX_LINKS} symbolic links.`);
  return resolveTarget(resolve(dirname(place), readlinkSync(place)), links - 1);
}

/**
 * Makes a file that only its owner may read, and opens it to append to it. It is always a new one: whatever another user may have put at
 * the path, a symbolic link or a file whose mode is wider, is not used.
 *
 * @throws Error with code EEXIST when there is anything at the path.
 */
export function createFile(path: string): number {
  const { O_APPEND, O_CREAT, O_EXCL, O_WRONLY } = constants;
  // Not there on Windows.
  const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0;
  return openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | noFollow, 0o600);
}

/**
 * Replaces a file in one step: after a crash there is either the old or the new one.
 *
 * @returns the descriptor of the new one, to append to it.
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

/** Removes what was left where a process ended while it replaced the file. To be called by who has the file's lock. */
function removeAbandoned(path: string): void {
  const [folder, name] = [dirname(path), basename(path)];
  for (const other of readdirSync(folder)) {
    if (other.startsWith(`${name}.`) && /^\.[0-9a-f]{16}\.new$/.test(other.slice(name.length))) {
      rmSync(join(folder, other), { force: true });
    }
  }
}

/** Makes a rename durable, where directories can be synced; Windows cannot. */
function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
