import { relative, resolve } from "node:path";

/** What reading code depends on besides its files. The engine takes neither from the process by itself. */
export interface ProcessContext {
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from, as messages and plans show them; undefined where all are absolute. */
  readonly cwd: string | undefined;
}

/** A path as messages and plans show it. */
export function shownPath(path: string, { cwd }: Pick<ProcessContext, "cwd">): string {
  return cwd === undefined ? path : relative(cwd, path);
}

/** The path that {@link shownPath} shows; a relative one stays relative without a folder that it starts from. */
export function absolutePath(path: string, { cwd }: Pick<ProcessContext, "cwd">): string {
  return cwd === undefined ? path : resolve(cwd, path);
}
