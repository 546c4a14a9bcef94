import { nameKey } from "./name";

/** A project with a previous name that another project currently has. */
interface NamePassedOn<P> {
  readonly project: P;
  readonly previous: string;
}

/**
 * Projects that pass on their names in a cycle, as in A→B→A: a name is free only after its project is renamed, so none
 * can be renamed first. If a project is in several cycles, not all of them need to be found at once.
 */
export function previousNameCycles<P extends { readonly name: string; readonly previousNames: readonly string[] }>(
  projects: readonly P[],
): readonly (readonly NamePassedOn<P>[])[] {
  const byName = new Map(projects.map((project) => [nameKey(project.name), project]));
  const seen = new Set<P>();
  const cycles: (readonly NamePassedOn<P>[])[] = [];
  for (const start of projects) {
    // A stack instead of recursion: a chain can contain all projects.
    const path: { readonly project: P; readonly names: Iterator<string>; previous: string }[] = [];
    const positions = new Map<P, number>();
    const visit = (project: P): void => {
      seen.add(project);
      positions.set(project, path.length);
      path.push({ project, names: project.previousNames.values(), previous: "" });
    };
    if (!seen.has(start)) visit(start);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const next = step.names.next();
      if (next.done === true) {
        path.pop();
        positions.delete(step.project);
        continue;
      }
      step.previous = next.value;
      const owner = byName.get(nameKey(next.value));
      if (owner === undefined || owner === step.project) continue;
      const at = positions.get(owner);
      if (at !== undefined) cycles.push(path.slice(at).map(({ project, previous }) => ({ project, previous })));
      else if (!seen.has(owner)) visit(owner);
    }
  }
  return cycles;
}
