import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes the `package.json` of a package as installed in a folder. */
export function installPackage(folder: string, name: string, version: string, content: object = {}): void {
  const path = join(folder, "node_modules", name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "package.json"), JSON.stringify({ name, version, ...content }));
}
