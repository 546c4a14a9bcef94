import { statSync } from "node:fs";
import { messageOf, systemAdvice } from "../system-errors";
import { UserError } from "../user-error";

/**
 * What is at a path of code; undefined if nothing is.
 *
 * @param shown - What messages call it. @default the path
 * @throws UserError when that cannot be known
 */
export function kindAt(path: string, shown = path): "folder" | "file" | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    return stats.isDirectory() ? "folder" : "file";
  } catch (error) {
    throw unreadablePath(shown, error);
  }
}

/** The error when a file or a folder of code cannot be read at all. */
export function unreadablePath(shown: string, error: unknown): UserError {
  return new UserError(`Cannot read ${shown}: ${messageOf(error)}.`, systemAdvice(error, "Check the path."), {
    code: "UNREADABLE_CODE",
    cause: error,
  });
}
