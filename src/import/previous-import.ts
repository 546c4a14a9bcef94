import { ownMember } from "../own-member";

/** Patterns for the name and ID of a project in files with import blocks. */
const ENTRIES: Readonly<Record<string, readonly RegExp[]>> = {
  "imports.ts": [/^ *"?(?<name>[a-z][a-z0-9-]*)"?: *"(?<id>prj-\w+)",?\r?$/gm],
  "imports.tf": [
    /^ *"?(?<name>[a-z][a-z0-9_]*)"? *= *"(?<id>prj-\w+)"\r?$/gm,
    /^ *to *= *tfprojects_project\.(?<name>[a-z][a-z0-9_]*)\r?\n *id *= *"(?<id>prj-\w+)"\r?$/gm,
  ],
};

export type ImportsFile = "imports.ts" | "imports.tf";

/**
 * The construct IDs that an earlier import gave to projects, by project ID. Otherwise renaming a project, or adding one
 * with a similar name, would change construct IDs, and so resources in Terraform.
 *
 * @param text - The text of the earlier import's file with import blocks.
 */
export function constructIdsIn(file: ImportsFile, text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { groups } of (ownMember(ENTRIES, file) ?? []).flatMap((entry) => [...text.matchAll(entry)])) {
    const [name, id] = [groups?.["name"]?.replaceAll("_", "-"), groups?.["id"]];
    if (name === undefined || id === undefined || name === "id" || taken.has(name) || found.has(id)) continue;
    taken.add(name);
    found.set(id, name);
  }
  return found;
}
