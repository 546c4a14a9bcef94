import { nameKey } from "../../model";
import { hidesWorkspaces } from "../../reconcile/absence";
import { compareStrings, groupBy } from "../../reconcile/lists";
import type { ActualOrganization } from "../actual-organization";
import type { DesiredProject, ProjectReference } from "../organization";
import { named } from "../actual-organization";
import type { IdentifiedOrganization, Identity } from "./identity";
import type { HidingProject, Refusal, SoughtProject } from "./refusal";
import type { PlanWarning } from "./warnings";

/** What the code refers to and was not found: projects that the code does not have, and workspaces by name or ID. */
export interface NotFoundObjects {
  readonly projects: readonly ProjectReference[];
  readonly workspaces: readonly string[];
}

/** A project that was not found. */
interface NotFoundProject {
  readonly sought: SoughtProject;
  /** The block that has it, in the code or in the state. */
  readonly address: string;
  /** Whether it existed: its ID is known. */
  readonly isInState: boolean;
}

/** What the code or the state has and was not found. Whether it counts as missing depends on what the token sees. */
export interface Absence {
  /**
   * Addresses of the projects of the code for which nothing can be planned: they may exist, or no project has the ID to
   * import.
   */
  readonly undecided: ReadonlySet<string>;
  /** The one error where what was not found must not count as missing. */
  readonly refusals: readonly Refusal[];
  /** Warnings about what counts as missing. They include new projects only if the token may not see all projects. */
  readonly warnings: readonly PlanWarning[];
}

export function absenceOf(identified: IdentifiedOrganization, named: NotFoundObjects): Absence {
  const { desired, actual, identity } = identified;
  const found = projectsNotFound(identified);
  const unknown = unknownImports(desired.projects, identity).map(({ address }) => address);
  if (seesDefaultProject(actual)) {
    const inState = found.filter(({ isInState }) => isInState);
    const others = actual.canCreateProjects === false ? found.filter((it) => !it.isInState) : [];
    const warnings = [...warningOf(inState, "deleted"), ...warningOf(others, "missing")];
    return { undecided: new Set(unknown), refusals: [], warnings };
  }
  const undecided = new Set([...unknown, ...found.map(({ address }) => address)]);
  const all = [...found.map(({ sought }) => sought), ...named.projects];
  const projects = [...groupBy(all, soughtKey).values()].map(([first]) => first);
  const { workspaces } = named;
  const count = projects.length + workspaces.length;
  if (count === 0) return { undecided, refusals: [], warnings: [] };
  const what = {
    address: count === 1 ? found[0]?.address : undefined,
    organization: actual.name,
    projects,
    workspaces,
  };
  return { undecided, refusals: [{ cause: "not-visible", code: "NOT_FOUND_OR_UNAUTHORIZED", ...what }], warnings: [] };
}

/** The same for the same project, as far as is known. */
function soughtKey(project: SoughtProject): string {
  if (project.by === "name") return `name ${nameKey(project.name)}`;
  return "id" in project ? project.id : project.by;
}

/** By address. */
function projectsNotFound({ desired, identity, resolver }: IdentifiedOrganization): readonly NotFoundProject[] {
  const { projects, memberships, inState } = desired;
  const isMissing = (id: string | undefined): id is string => id !== undefined && resolver.withId(id) === undefined;
  const notFound = new Map<string, NotFoundProject>();
  for (const { address, name, id, stateId } of projects) {
    if (isMissing(stateId)) {
      notFound.set(stateId, { sought: { by: "state", id: stateId, name }, address, isInState: true });
    }
    // An ID in an import block that no project has is a refusal of its own.
    else if (id === undefined && !identity.has(address)) {
      notFound.set(address, { sought: { by: "name", name }, address, isInState: false });
    }
  }
  for (const { address, id, name, deletionPolicy } of inState?.droppedProjects ?? []) {
    if (deletionPolicy !== "retain" && isMissing(id)) {
      notFound.set(id, { sought: { by: "state", id, name }, address, isInState: true });
    }
  }
  const inCode = new Set(memberships.map(({ address }) => address));
  for (const { address, projectId, onDestroy } of inState?.memberships ?? []) {
    const releases = onDestroy !== "retain" && !inCode.has(address);
    if (releases && isMissing(projectId) && !notFound.has(projectId)) {
      notFound.set(projectId, { sought: { by: "id", id: projectId }, address, isInState: true });
    }
  }
  return [...notFound.values()].sort((one, other) => compareStrings(one.address, other.address));
}

/** Projects of the code whose ID in an import block no project has. */
export function unknownImports(
  projects: readonly DesiredProject[],
  identity: Identity,
): readonly (DesiredProject & { readonly id: string })[] {
  return projects.flatMap((it) => {
    const { address, id } = it;
    return id === undefined || identity.has(address) ? [] : [{ ...it, id }];
  });
}

function warningOf(projects: readonly NotFoundProject[], countAs: "deleted" | "missing"): readonly PlanWarning[] {
  if (projects.length === 0) return [];
  const addresses = projects.map(({ address }) => address);
  return [{ kind: "not-found", addresses, projects: projects.map(({ sought }) => sought), countAs }];
}

/** Whether what is not found may count as missing: the token sees the default project, which always exists. */
export function seesDefaultProject({ projects, defaultProjectId }: ActualOrganization): boolean {
  return projects.some(({ id }) => id === defaultProjectId);
}

/** Projects with workspaces that the token does not see, by id. */
export function projectsWithHiddenWorkspaces({
  projects,
  workspaces,
}: ActualOrganization): ReadonlyMap<string, HidingProject> {
  const seen = new Map<string, number>();
  for (const { projectId } of workspaces) seen.set(projectId, (seen.get(projectId) ?? 0) + 1);
  return new Map(
    projects.flatMap((project) => {
      const count = seen.get(project.id) ?? 0;
      const { id, workspaceCount } = project;
      return hidesWorkspaces(project, count) ? [[id, { ...named(project), workspaceCount, seen: count }]] : [];
    }),
  );
}

/**
 * Projects with workspaces that the token does not see, where that matters: a membership has a workspace that was
 * not found, or has the project to itself, or the project is to be deleted.
 */
export function doubtfulProjects(
  { desired: { memberships, inState }, actual, managed, resolver, workspaces }: IdentifiedOrganization,
  prune: boolean,
): readonly string[] {
  const hidden = [...projectsWithHiddenWorkspaces(actual).keys()];
  const concerned = memberships.flatMap(({ project, workspaceIds, workspaceNames, exclusive }) => {
    const isComplete =
      workspaceIds.every((id) => workspaces.withId(id) !== undefined) &&
      workspaceNames.every((name) => workspaces.withName(name) !== undefined);
    return exclusive || !isComplete ? (resolver.resolve(project)?.id ?? []) : [];
  });
  const atStake = new Set([...concerned, ...(inState?.droppedProjects ?? []).map(({ id }) => id)]);
  return hidden.filter((id) => atStake.has(id) || (prune && !managed.has(id)));
}
