import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../api";

/**
 * The path of a program on the PATH, or undefined. A name with a slash is a path itself. On Windows the extension may
 * be omitted, and the program may be a batch file.
 */
export function findExecutable(
  name: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const isWindows = platform === "win32";
  // Next to a batch file there may be a script of the same name for other shells, which Windows cannot run.
  const suffixes = isWindows ? [".com", ".exe", ".bat", ".cmd", ""] : [""];
  const isPath = name.includes("/") || (isWindows && name.includes("\\"));
  const places = isPath ? [name] : foldersOf(env, isWindows).map((folder) => join(folder, name));
  return places.flatMap((place) => suffixes.map((suffix) => place + suffix)).find(isExecutable);
}

/** The folders of the PATH, whose name Windows compares without case. */
function foldersOf(env: Environment, isWindows: boolean): readonly string[] {
  const isPath = (name: string): boolean => name === "PATH" || (isWindows && name.toUpperCase() === "PATH");
  const path = Object.entries(env).find(([name]) => isPath(name))?.[1] ?? "";
  return path.split(isWindows ? ";" : ":").filter((folder) => folder !== "");
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
