import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { resolveTarget } from "../atomic-file";

/** Where a file or folder is, relative to the folder of the root module: symbolic links may lead out of that. */
export function realPath(root: string, path: string): string {
  return relative(realpathSync(root), resolveTarget(resolve(root, path)))
    .split(sep)
    .join("/");
}

/**
 * Whether a path without links leads out of the folder of the root module, to what other configurations may use as
 * well.
 */
export function isOutside(path: string): boolean {
  return path.startsWith("../") || path === ".." || isAbsolute(path);
}
