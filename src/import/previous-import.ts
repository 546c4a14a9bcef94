/** How the files with import blocks name a project beside its ID. */
const ENTRIES: Readonly<Record<string, readonly RegExp[]>> = {
  "imports.ts": [/^ *"?(?<name>[a-z][a-z0-9-]*)"?: *"(?<id>prj-\w+)",?\r?$/gm],
  "imports.tf": [
    /^ *"?(?<name>[a-z][a-z0-9_]*)"? *= *"(?<id>prj-\w+)"\r?$/gm,
    /^ *to *= *tfprojects_project\.(?<name>[a-z][a-z0-9_]*)\r?\n *id *= *"(?<id>prj-\w+)"\r?$/gm,
  ],
};

export type ImportsFile = "imports.ts" | "imports.tf";

/**
 * The construct IDs that an earlier import gave to projects, by the ID of the project. A project that was renamed
 * since, or one beside it with a similar name, would otherwise change them: for Terraform that is another resource.
 *
 * @param text - Of the file with import blocks that the earlier import wrote.
 */
export function constructIdsIn(file: ImportsFile, text: string): ReadonlyMap<string, string> {
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
