import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CliError, messageOf } from "../errors";

/** How the files with import blocks name a project beside its ID. */
const ENTRIES: Readonly<Record<string, readonly RegExp[]>> = {
  "imports.ts": [/^ *"?(?<name>[a-z][a-z0-9-]*)"?: *"(?<id>prj-\w+)",?$/gm],
  "imports.tf": [
    /^ *"?(?<name>[a-z][a-z0-9_]*)"? *= *"(?<id>prj-\w+)"$/gm,
    /^ *to *= *tfprojects_project\.(?<name>[a-z][a-z0-9_]*)\n *id *= *"(?<id>prj-\w+)"$/gm,
  ],
};

/**
 * The construct IDs that an earlier import into the folder gave to projects, by the ID of the project. A project that
 * was renamed since, or one beside it with a similar name, would otherwise change them: for Terraform that is another
 * resource.
 *
 * @throws CliError when a file exists and cannot be read.
 */
export async function readConstructIds(folder: string, file: ImportsFile): Promise<ReadonlyMap<string, string>> {
  const text = await readIfPresent(join(folder, file));
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { groups } of (ENTRIES[file] ?? []).flatMap((entry) => [...text.matchAll(entry)])) {
    const [name, id] = [groups?.["name"]?.replaceAll("_", "-"), groups?.["id"]];
    if (name === undefined || id === undefined || name === "id" || taken.has(name) || found.has(id)) continue;
    taken.add(name);
    found.set(id, name);
  }
  return found;
}

export type ImportsFile = "imports.ts" | "imports.tf";

async function readIfPresent(path: string): Promise<string> {
  if (!existsSync(path)) return "";
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CliError(`Cannot read ${path}: ${messageOf(error)}.`, "No files were written. Check its permissions.", {
      cause: error,
    });
  }
}
