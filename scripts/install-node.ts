import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs a version of Node.js from npm, with other packages beside it, and returns the folder of its executable: each
 * platform has a package of its own, which needs no install script.
 *
 * @param home the folder to install into; it is created
 */
export function installNode(version: string, home: string, packages: readonly string[] = []): string {
  mkdirSync(home, { recursive: true });
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const args = ["install", "--prefix", home, "--no-save", "--no-audit", "--no-fund", `${name}@${version}`, ...packages];
  execFileSync("npm", args, { cwd: home, stdio: "inherit" });
  return join(home, "node_modules", name, "bin");
}
