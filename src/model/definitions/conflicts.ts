import { nameKey } from "../name";
import { formatList } from "../text";

/*
 * Messages about conflicts between resources, the same in the constructs, the provider and the engine.
 */

/** @param other - The known part of the other project's address. */
export function duplicateProjectName(name: string, other: string): string {
  return (
    `The name ${JSON.stringify(name)} is also used by ${other}, but names are unique in an organization and ` +
    "case-insensitive. Rename or remove one of the two."
  );
}

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

/** @param renames - The renames in the cycle whose names are known. */
export function namesInCycle(renames: readonly { readonly previous: string; readonly name: string }[]): string {
  const all = renames.map(({ previous, name }) => `${JSON.stringify(previous)} to ${JSON.stringify(name)}`);
  return (
    `Projects pass on their names in a cycle: ${formatList(all)}. No rename can come first, since each takes a ` +
    "name that another project still has. Rename one of them to a name that no project has, apply, and rename it again."
  );
}

/** Why the default project cannot be exclusive. */
export const EXCLUSIVE_DEFAULT_PROJECT =
  "The default project cannot be exclusive: other workspaces in an exclusive project are moved to the default " +
  "project. Omit `exclusive`.";

/** @param others - The known parts of the addresses of the project's other memberships. */
export function exclusiveIsShared(others: readonly string[]): string {
  return (
    `An exclusive membership must be the only one of its project, but ${formatList(others)} ` +
    `${others.length === 1 ? "has" : "have"} the same project. Put all workspaces into one membership, or set ` +
    "`exclusive` on none of them."
  );
}
