import { nameKey, type Project } from "../../model";

/** A project that would get a name back. */
export interface NameBack {
  readonly projectId: string;
  readonly name: string;
}

/**
 * The projects whose names are free for them, one after the other: others belong to a project that keeps its name, or
 * to each other.
 *
 * @param deleted - Ids of the projects that give up their names.
 */
export function freeNames(
  wanted: readonly NameBack[],
  projects: readonly Project[],
  deleted: ReadonlySet<string>,
): ReadonlySet<string> {
  const holders = new Map(
    projects.filter(({ id }) => !deleted.has(id)).map(({ id, name }) => [nameKey(name), id] as const),
  );
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const free = new Set<string>();
  for (let size = -1; size < free.size;) {
    size = free.size;
    for (const { projectId, name } of wanted) {
      const holder = holders.get(nameKey(name));
      if (free.has(projectId) || (holder !== undefined && holder !== projectId)) continue;
      holders.delete(nameKey(names.get(projectId) ?? ""));
      holders.set(nameKey(name), projectId);
      free.add(projectId);
    }
  }
  return free;
}
