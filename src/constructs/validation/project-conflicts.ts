import { duplicateName, nameCycle } from "../../diagnostics/conflicts";
import { nameKey, previousNameCycles, sameName } from "../../model";
import { literal, literals } from "./literal";
import type { ProjectLike } from "./construct-types";
import { OrganizationKeys } from "./organization-keys";
import { isSingle } from "./app-wide";
import type { Conflict } from "./app-wide";

/**
 * Conflicts between projects. Names are unique in an organization, ignoring case, so two projects cannot have the same
 * name. A previous name of one cannot be the previous name of another, nor its name, unless that project is renamed,
 * too. Names cannot be passed on in a cycle.
 */
export function projectConflicts(projects: readonly ProjectLike[]): readonly Conflict[] {
  const organizations = new OrganizationKeys();
  const owners = new Map<string, ProjectLike>();
  const conflicts: Conflict[] = [];
  const single = projects.filter(isSingle);

  for (const project of single) {
    const name = literal(project.nameInput);
    const organization = organizations.of(project);
    if (name === undefined || organization === undefined) continue;
    const owner = owners.get(organization + nameKey(name));
    if (owner === undefined) owners.set(organization + nameKey(name), project);
    else {
      conflicts.push({ at: project, message: `name: ${duplicateName({ name, other: owner.node.path }).detail}` });
    }
  }

  for (const project of single) {
    const organization = organizations.of(project);
    if (organization === undefined) continue;
    for (const previous of literals(project.previousNamesInput)) {
      const key = organization + nameKey(previous);
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, project);
      else if (owner !== project && !passesOn(owner, previous))
        conflicts.push({ at: project, message: previousNameConflict(previous, owner) });
    }
  }
  return [...conflicts, ...cycles(single, organizations)];
}

/** A conflict for each cycle of previous names, at its first project. */
function cycles(projects: readonly ProjectLike[], organizations: OrganizationKeys): readonly Conflict[] {
  const known = new Map<string, { project: ProjectLike; name: string; previousNames: readonly string[] }[]>();
  for (const project of projects) {
    const name = literal(project.nameInput);
    const organization = organizations.of(project);
    if (name === undefined || organization === undefined) continue;
    const its = known.get(organization) ?? [];
    known.set(organization, its);
    its.push({ project, name, previousNames: literals(project.previousNamesInput) });
  }
  return [...known.values()].flatMap((its) =>
    previousNameCycles(its).flatMap((cycle) => {
      const renames = cycle.map(({ project: { name }, previous }) => ({ previous, name }));
      const message = `previousNames: ${nameCycle({ renames }).detail}`;
      return cycle.slice(0, 1).map(({ project: { project: at } }) => ({ at, message }));
    }),
  );
}

/** Whether the project takes over the name and gives up its own, as in A→B→C. */
function passesOn(owner: ProjectLike, name: string): boolean {
  const ownName = literal(owner.nameInput);
  return ownName !== undefined && sameName(ownName, name) && (owner.previousNamesInput ?? []).length > 0;
}

function previousNameConflict(previous: string, owner: ProjectLike): string {
  const name = literal(owner.nameInput);
  const isItsName = name !== undefined && sameName(name, previous);
  return (
    `previousNames: ${JSON.stringify(previous)} is also ${isItsName ? "the name" : "a previous name"} of ` +
    `${owner.node.path}, so it is ambiguous which of the two an existing project of that name becomes. ` +
    "Remove it from one of them" +
    `${isItsName ? ", or set previousNames on both if they pass names on" : ""}.`
  );
}
