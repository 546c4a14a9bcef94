import { closeSync, fsyncSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createFile, syncDirectory, temporaryName } from "../../atomic-file";

/**
 * Replaces a file atomically with one that only its owner can read: after a crash there is either the old or the new
 * one.
 *
 * @returns the descriptor of the new file, opened for appending
 */
export function replaceFile(path: string, content: Uint8Array): number {
  removeAbandoned(path);
  const temporary = temporaryName(path);
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
