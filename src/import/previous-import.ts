/** Patterns for the construct ID and ID of a project in files with import blocks. */
const ENTRIES = {
  "imports.ts": /^ *"?(?<constructId>[a-z][a-z0-9-]*)"?: *"(?<id>prj-\w+)",?\r?$/gm,
  // The arguments of a block are indented less: `id` of one that was written by hand is no entry.
  "imports.tf": /^ {4,}"?(?<constructId>[a-z][a-z0-9_]*)"? *= *"(?<id>prj-\w+)"\r?$/gm,
} as const;

export type ImportsFile = keyof typeof ENTRIES;

/**
 * The construct IDs that an earlier import gave to projects, by project ID. Otherwise renaming a project, or adding one
 * with a similar name, would change construct IDs, and so resources in Terraform.
 *
 * @param text - The text of the earlier import's file with import blocks.
 */
export function constructIdsIn(file: ImportsFile, text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { groups } of text.matchAll(ENTRIES[file])) {
    const [constructId, id] = [groups?.["constructId"]?.replaceAll("_", "-"), groups?.["id"]];
    if (constructId === undefined || id === undefined || taken.has(constructId) || found.has(id)) continue;
    taken.add(constructId);
    found.set(id, constructId);
  }
  return found;
}
