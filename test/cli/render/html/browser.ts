import { execFileSync } from "node:child_process";

/** Where Debian's chromium is; undefined when there is none. */
export const CHROMIUM: string | undefined = find("chromium");

function find(command: string): string | undefined {
  try {
    return execFileSync("which", [command], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}
