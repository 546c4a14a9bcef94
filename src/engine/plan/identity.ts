import { duplicateId, duplicateName, renamedProject, unknownProject } from "../../diagnostics";
import { compareStrings, indexBy } from "../../lists";
import { nameKey, WorkspaceIndex, type Project, type Diagnostic } from "../../model";
import { seesDefaultProject, type ActualOrganization } from "../actual-organization";
import type { DesiredOrganization, DesiredProject, ProjectReference } from "../organization";
import type { ProjectTarget } from "../changes/change";

/** The code and the organization, and how their projects match. */
export interface IdentifiedOrganization {
  /** Projects, memberships, placements and assignments are in the order of their addresses. */
  readonly desired: DesiredOrganization;
  /** Projects and workspaces are in the order of their ids. */
  readonly actual: ActualOrganization;
  readonly identity: Identity;
  /** Ids of the projects that the code manages. */
  readonly managed: ReadonlySet<string>;
  readonly resolver: ProjectResolver;
  /** The workspaces of the organization. */
  readonly workspaces: WorkspaceIndex;
}

/** Identifies the projects of the code. The result does not depend on any order. */
export function identifyProjects(code: DesiredOrganization, listed: ActualOrganization): IdentifiedOrganization {
  const desired = {
    ...code,
    projects: byAddress(code.projects),
    memberships: byAddress(code.memberships),
    ...(code.placements === undefined ? {} : { placements: byAddress(code.placements) }),
    ...(code.assignments === undefined ? {} : { assignments: byAddress(code.assignments) }),
  };
  const actual = { ...listed, projects: byId(listed.projects), workspaces: byId(listed.workspaces) };
  const identity = identify(desired.projects, actual.projects);
  return {
    desired,
    actual,
    identity,
    managed: new Set([...identity.values()].map(({ id }) => id)),
    resolver: new ProjectResolver(desired.projects, identity, actual),
    workspaces: new WorkspaceIndex(actual.workspaces),
  };
}

/** Maps the address of each project of the code to its project in the organization. One without an entry is created. */
export type Identity = ReadonlyMap<string, Project>;

/**
 * Matches projects of the code with projects of the organization. In order of precedence:
 *
 * 1. the id in Terraform's state, while that project exists, and the id in an `import` block;
 * 2. the name;
 * 3. for a project of the code whose name does not exist: its previous names. The project found may already be matched
 *    by name, if its code finds another project by its own previous names (A→B→C).
 *
 * An interrupted apply is completed by planning again, with the same projects: a name that has been given away
 * identifies a project as well as the one it replaced. There are exceptions: two projects of the code with the same
 * previous name, and several existing projects that could be the same project of the code. There, a leftover or newly
 * created project can look like one that is still to be renamed. The code is then applied with other projects, or
 * refused: if it refers by name to a project whose name is also a previous name, if a name needed on the way is taken,
 * or if a leftover may not be deleted. An id in the code decides.
 */
export function identify(code: readonly DesiredProject[], actual: readonly Project[]): Identity {
  // The result must not depend on the order of the code.
  const sorted = byAddress(withStateIds(code, actual));
  const byId = indexBy(actual, (project) => project.id);
  const byName = indexBy(actual, (project) => nameKey(project.name));
  const matcher = new ProjectMatcher(byName);
  for (const code of sorted) if (code.id !== undefined) matcher.match(code, byId.get(code.id));
  const others = sorted.filter(({ id }) => id === undefined);
  for (const code of others) matcher.match(code, byName.get(nameKey(code.name)));
  for (const code of others) if (!matcher.found.has(code.address)) matcher.matchPreviousNames(code);
  return matcher.found;
}

/**
 * Names that no known project has, but under which a match might exist: those of code without a match, and of code that
 * would give up its match if it found a project under a previous name.
 */
export function namesToLookUp(
  code: readonly DesiredProject[],
  found: Identity,
  actual: readonly Project[],
): readonly string[] {
  const known = indexBy(actual, (project) => nameKey(project.name));
  const identified = withStateIds(code, actual);
  const holders = indexBy(identified, (it) => found.get(it.address)?.id);
  const searching = new Set(identified.filter(({ address, id }) => id === undefined && !found.has(address)));
  const names = new Map<string, string>();
  for (const it of searching) {
    for (const name of [it.name, ...it.previousNames]) {
      const project = known.get(nameKey(name));
      if (project === undefined) names.set(nameKey(name), name);
      const holder = project && holders.get(project.id);
      // The loop also visits what is added here.
      if (holder !== undefined && holder.id === undefined) searching.add(holder);
    }
  }
  return [...names.values()];
}

/** IDs of the state that no known project has; only a read of such a project shows that it was deleted. */
export function idsToLookUp(code: readonly DesiredProject[], actual: readonly Project[]): readonly string[] {
  const known = new Set(actual.map(({ id }) => id));
  return code.flatMap(({ stateId: id }) => (typeof id !== "string" || known.has(id) ? [] : [id]));
}

/** Projects of the code that share a name or an id. */
export function duplicateProjects(code: readonly DesiredProject[]): readonly Diagnostic[] {
  const errors: Diagnostic[] = [];
  const names = new Map<string, DesiredProject>();
  const ids = new Map<string, DesiredProject>();
  for (const project of code) {
    const sameName = names.get(nameKey(project.name));
    const id = project.id ?? project.stateId ?? undefined;
    const sameId = id === undefined ? undefined : ids.get(id);
    const { address, name } = project;
    if (sameName !== undefined) errors.push(duplicateName({ address, name, other: sameName.address }));
    else if (id !== undefined && sameId !== undefined) {
      errors.push(duplicateId({ address, id, other: sameId.address }));
    }
    names.set(nameKey(project.name), project);
    if (id !== undefined) ids.set(id, project);
  }
  return errors;
}

/** The ID of the state identifies a project as long as it exists. Terraform creates a deleted project again. */
function withStateIds(code: readonly DesiredProject[], actual: readonly Project[]): readonly DesiredProject[] {
  const existing = new Set(actual.map(({ id }) => id));
  return code.map((it) => {
    const { id, stateId } = it;
    return id === undefined && typeof stateId === "string" && existing.has(stateId) ? { ...it, id: stateId } : it;
  });
}

function byId<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return [...items].sort((one, other) => compareStrings(one.id, other.id));
}

function byAddress<T extends { readonly address: string }>(items: readonly T[]): readonly T[] {
  return [...items].sort((one, other) => compareStrings(one.address, other.address));
}

/** Code that searches for a project under its previous names, one after the other. */
interface Step {
  readonly code: DesiredProject;
  readonly candidates: Iterator<Project, undefined>;
  /** The current candidate; undefined when there is none yet. */
  found?: Project | undefined;
}

class ProjectMatcher {
  readonly found = new Map<string, Project>();
  readonly #claimants = new Map<string, DesiredProject>();

  constructor(private readonly projectByName: ReadonlyMap<string, Project>) {}

  /** Matches code with a project, unless there is none, or other code has it. */
  match(code: DesiredProject, project: Project | undefined): void {
    if (project !== undefined && !this.#claimants.has(project.id)) this.#claim(code, project);
  }

  /**
   * Finds a project by previous names. One that other code has claimed is available if that code finds another one in
   * the same way; then each code on the path takes what it found. The path can be as long as there are projects.
   */
  matchPreviousNames(code: DesiredProject): void {
    const visited = new Set<string>();
    const path: Step[] = [{ code, candidates: this.#candidates(code, visited) }];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      step.found = step.candidates.next().value;
      if (step.found === undefined) {
        path.pop();
        continue;
      }
      const claimant = this.#claimants.get(step.found.id);
      if (claimant === undefined) {
        for (const { code, found } of path) if (found !== undefined) this.#claim(code, found);
        return;
      }
      if (claimant.id === undefined) path.push({ code: claimant, candidates: this.#candidates(claimant, visited) });
    }
  }

  /** The projects that have a previous name and were not visited before. */
  *#candidates({ previousNames }: DesiredProject, visited: Set<string>): Generator<Project, undefined> {
    for (const name of previousNames) {
      const project = this.projectByName.get(nameKey(name));
      if (project === undefined || visited.has(project.id)) continue;
      visited.add(project.id);
      yield project;
    }
    return undefined;
  }

  #claim(code: DesiredProject, project: Project): void {
    this.found.set(code.address, project);
    this.#claimants.set(project.id, code);
  }
}

/** Resolves references to projects. */
export class ProjectResolver {
  readonly #byAddress: ReadonlyMap<string, DesiredProject>;
  readonly #codeByName: ReadonlyMap<string, DesiredProject>;
  readonly #codeById: ReadonlyMap<string | undefined, DesiredProject>;
  readonly #byId: ReadonlyMap<string, Project>;
  readonly #byName: ReadonlyMap<string, Project>;

  constructor(
    code: readonly DesiredProject[],
    private readonly identity: ReadonlyMap<string, Project>,
    private readonly actual: ActualOrganization,
  ) {
    this.#byAddress = indexBy(code, (project) => project.address);
    this.#codeByName = indexBy(code, (project) => nameKey(project.name));
    const identified = code.filter(({ address }) => identity.has(address));
    this.#codeById = indexBy(identified, ({ address }) => identity.get(address)?.id);
    this.#byId = indexBy(actual.projects, (project) => project.id);
    this.#byName = indexBy(actual.projects, (project) => nameKey(project.name));
  }

  /** The project that the reference means after the plan; undefined when there is none. */
  resolve(reference: ProjectReference): ProjectTarget | undefined {
    switch (reference.by) {
      case "address":
        return this.#resolveCode(this.#byAddress.get(reference.address));
      case "id":
        return this.#existing(this.withId(reference.id));
      case "default":
        return this.#existing(this.withId(this.actual.defaultProjectId));
      case "name":
        return (
          this.#resolveCode(this.#codeByName.get(nameKey(reference.name))) ??
          // A name that the code takes away from its project no longer refers to any.
          (this.renamedTo(reference.name) === undefined ? this.#existing(this.withName(reference.name)) : undefined)
        );
    }
  }

  /** If the token does not see the default project, its ID is used as its name. */
  get defaultProject(): ProjectTarget {
    const { defaultProjectId: id } = this.actual;
    return this.resolve({ by: "default" }) ?? { id, name: id };
  }

  /** The ID of the project that the reference means before the plan; undefined when there is none. */
  idBefore(reference: ProjectReference): string | undefined {
    if (reference.by === "id") return this.withId(reference.id)?.id;
    if (reference.by === "name") return this.withName(reference.name)?.id;
    return this.resolve(reference)?.id ?? undefined;
  }

  /** The project that has an id before the plan. */
  withId(id: string): Project | undefined {
    return this.#byId.get(id);
  }

  /** The project that has a name before the plan. */
  withName(name: string): Project | undefined {
    return this.#byName.get(nameKey(name));
  }

  /** What the code says of a project; undefined for one that is not in the code. */
  codeOf(project: ProjectTarget): DesiredProject | undefined {
    return project.id === null ? this.#byAddress.get(project.address) : this.#codeById.get(project.id);
  }

  /** The project of the code that has this name now, and gets another one. */
  renamedTo(name: string): DesiredProject | undefined {
    const project = this.withName(name);
    const code = project === undefined ? undefined : this.#codeById.get(project.id);
    return code === undefined || nameKey(code.name) === nameKey(name) ? undefined : code;
  }

  #resolveCode(code: DesiredProject | undefined): ProjectTarget | undefined {
    if (code === undefined) return undefined;
    const { address, name } = code;
    return this.#existing(this.identity.get(address)) ?? { id: null, name, address };
  }

  #existing(project: Project | undefined): ProjectTarget | undefined {
    return project && { id: project.id, name: this.#codeById.get(project.id)?.name ?? project.name };
  }
}

/**
 * The error of a resource whose project does not exist after the plan. None if the token does not see the default
 * project: then it may not see this one either.
 *
 * @param unknown - The error if no project is meant. @default that of any resource
 */
export function unresolvedProject(
  address: string,
  reference: ProjectReference,
  { actual, resolver }: IdentifiedOrganization,
  unknown?: Diagnostic,
): readonly Diagnostic[] {
  if (resolver.resolve(reference) !== undefined) return [];
  const renamed = reference.by === "name" ? resolver.renamedTo(reference.name) : undefined;
  if (reference.by === "name" && renamed !== undefined) {
    // The code takes the name away from its project.
    const to = { address: renamed.address, name: renamed.name };
    return [renamedProject({ address, previous: reference.name, renamed: to })];
  }
  if (!seesDefaultProject(actual)) return [];
  return [unknown ?? unknownProject({ address, reference, organization: actual.name })];
}
