import type { RenamedWorkspace } from "../../decide";
import {
  hiddenMembers,
  notVisible,
  renamedWorkspaces,
  unknownWorkspaces,
  warningOf,
  type HidingProject,
  type SoughtProject,
} from "../../diagnostics";
import { compareStrings, groupBy, indexBy } from "../../lists";
import { firstOf, nameKey, type Diagnostic, type Workspace, type WorkspaceIndex } from "../../model";
import { hidesWorkspaces } from "../../reconcile/absence";
import { suggestionsFor } from "../../reconcile/missing-workspaces";
import { named, seesDefaultProject, type ActualOrganization } from "../actual-organization";
import type { DesiredProject, MembershipInState, ProjectReference } from "../organization";
import { projectKey } from "../changes/change";
import type { IdentifiedOrganization, Identity } from "./identity";
import type { Members, ResolvedMembership } from "./memberships";
import type { ComparisonOptions } from "./plan-options";
import { guessRenamed } from "./renamed-workspaces";

/* Projects of code and state, and workspaces of memberships, that were not found, and which of them are missing. */

/** What was not found of the code and of the state. Whether it counts as missing depends on what the token sees. */
export interface Absence {
  /**
   * Addresses of the projects of the code for which nothing can be planned: they may exist, or no project has the ID to
   * import.
   */
  readonly undecided: ReadonlySet<string>;
  /** The one error where what was not found must not count as missing. */
  readonly errors: readonly Diagnostic[];
  /** Warnings about what counts as missing. They include new projects only if the token may not see all projects. */
  readonly warnings: readonly Diagnostic[];
}

/** A project that was not found. */
interface NotFoundProject {
  /** By its name if it may not have existed before. */
  readonly sought: SoughtProject;
  /** The block that has it, in the code or in the state. */
  readonly address: string;
}

/**
 * @param references - Projects that the token may not see, and that the code refers to without having them.
 * @param workspaces - Names and IDs of workspaces that the token may not see.
 */
export function absenceOf(
  identified: IdentifiedOrganization,
  references: readonly ProjectReference[],
  workspaces: readonly string[],
): Absence {
  const { desired, actual, identity } = identified;
  const found = projectsNotFound(identified);
  const unknown = unknownImports(desired.projects, identity).map(({ address }) => address);
  if (seesDefaultProject(actual)) {
    const inState = found.filter(({ sought }) => sought.by !== "name");
    const others = actual.canCreateProjects === false ? found.filter(({ sought }) => sought.by === "name") : [];
    const warnings = [...notFoundWarning(inState, "deleted"), ...notFoundWarning(others, "missing")];
    return { undecided: new Set(unknown), errors: [], warnings };
  }
  const all = [...found.map(({ sought }) => sought), ...references];
  const projects = [...groupBy(all, soughtKey).values()].map(([first]) => first);
  const count = projects.length + workspaces.length;
  const address = count === 1 ? found[0]?.address : undefined;
  const what = { address, organization: actual.name, projects, workspaces };
  return {
    undecided: new Set([...unknown, ...found.map((it) => it.address)]),
    errors: count === 0 ? [] : [notVisible(what)],
    warnings: [],
  };
}

/** The same for the same project, as far as is known. */
function soughtKey(project: SoughtProject): string {
  if (project.by === "name") return `name ${nameKey(project.name)}`;
  return "id" in project ? project.id : project.by;
}

/** By address. */
function projectsNotFound({ desired, identity, resolver }: IdentifiedOrganization): readonly NotFoundProject[] {
  const { projects, memberships, inState } = desired;
  const isMissing = (id: string | null | undefined): id is string =>
    typeof id === "string" && resolver.withId(id) === undefined;
  const notFound = new Map<string, NotFoundProject>();
  for (const { address, name, id, stateId, stateSettings } of projects) {
    if (isMissing(stateId)) {
      notFound.set(stateId, { sought: { by: "state", id: stateId, name: stateSettings?.name ?? name }, address });
    }
    // An ID in an import block that no project has is a refusal of its own.
    else if (id === undefined && !identity.has(address))
      notFound.set(address, { sought: { by: "name", name }, address });
  }
  for (const { address, id, name, deletionPolicy } of inState?.droppedProjects ?? []) {
    if (deletionPolicy !== "retain" && isMissing(id)) notFound.set(id, { sought: { by: "state", id, name }, address });
  }
  const inCode = new Set(memberships.map(({ address }) => address));
  for (const { address, projectId, onDestroy } of inState?.memberships ?? []) {
    const releases = onDestroy !== "retain" && !inCode.has(address);
    if (releases && isMissing(projectId) && !notFound.has(projectId)) {
      notFound.set(projectId, { sought: { by: "id", id: projectId }, address });
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

function notFoundWarning(projects: readonly NotFoundProject[], countAs: "deleted" | "missing"): readonly Diagnostic[] {
  if (projects.length === 0) return [];
  const addresses = projects.map(({ address }) => address);
  return [warningOf("not-found", { addresses, projects: projects.map(({ sought }) => sought), countAs })];
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

/** Workspaces of a membership that no longer have the names of the code, or that do not exist. */
export interface MissingWorkspaces {
  /** Address of the membership. */
  readonly address: string;
  readonly organization: string;
  /** Names of the code whose workspaces have another name now. */
  readonly renamed: readonly RenamedWorkspace[];
  /** Ids and names that no workspace has. */
  readonly missing: readonly string[];
  /** Missing name → a similar one, of a workspace that no membership has. */
  readonly suggestions: Readonly<Record<string, string>>;
  /** Whether the code has `missing_workspaces = "warn"`: the others are planned. */
  readonly isTolerated: boolean;
}

/** What memberships name and was not found. */
interface MissingMembers {
  /** Ids of the workspaces that have other names now than in a list, and that no membership has. */
  readonly renamed: ReadonlySet<string>;
  /** Of each membership, as far as what was not found counts as missing. */
  readonly missing: readonly MissingWorkspaces[];
  /** Ids and names of workspaces that may exist, since the token does not see the default project. */
  readonly notVisible: readonly string[];
  /** What the token may not see in their projects. */
  readonly errors: readonly Diagnostic[];
}

/** How many missing names a similar one is searched for, among all workspaces of the organization. */
const MAX_SUGGESTIONS = 10;

/** Finds out why workspaces of memberships were not found. */
export function findMissing(
  { desired, actual, workspaces }: IdentifiedOrganization,
  { resolved, byWorkspace }: Members,
): MissingMembers {
  const inState = indexBy(desired.inState?.memberships ?? [], ({ address }) => address);
  const isConclusive = seesDefaultProject(actual);
  const hidden = projectsWithHiddenWorkspaces(actual);
  const notVisible = new Set<string>();
  const errors: Diagnostic[] = [];
  const found = resolved.flatMap((it): readonly Omit<MissingWorkspaces, "suggestions">[] => {
    const { address, missingWorkspaces } = it.membership;
    const renamed = renamedMembers(it, inState.get(address), workspaces);
    const isRenamed = new Set(renamed.map(({ from }) => from));
    const notFound = [...it.missingIds, ...it.missingNames.filter((name) => !isRenamed.has(name))];
    const hiding = hidden.get(projectKey(it.to));
    if (notFound.length > 0 && hiding !== undefined) {
      errors.push(hiddenMembers({ address, workspaces: notFound, destination: hiding }));
    } else if (!isConclusive) {
      for (const name of notFound) notVisible.add(name);
    }
    const missing = isConclusive && hiding === undefined ? notFound : [];
    if (renamed.length + missing.length === 0) return [];
    return [{ address, organization: actual.name, renamed, missing, isTolerated: missingWorkspaces === "warn" }];
  });
  const renamedIds = found.flatMap((it) => it.renamed.map(({ id }) => id));
  const renamed = new Set(renamedIds.filter((id) => !byWorkspace.has(id)));
  const free = workspaces.all.filter(({ id }) => !byWorkspace.has(id) && !renamed.has(id)).map(({ name }) => name);
  const sought = found.flatMap(({ missing }) => firstOf(missing)).slice(0, MAX_SUGGESTIONS);
  const suggested = Object.entries(suggestionsFor(sought, free));
  const missing = found.map((it) => {
    return { ...it, suggestions: Object.fromEntries(suggested.filter(([name]) => it.missing.includes(name))) };
  });
  return { renamed, missing, notVisible: [...notVisible], errors };
}

/**
 * The workspaces of a membership that were renamed, as its ids show: those in the code and in Terraform's state.
 *
 * @param inState - The membership in the state.
 */
function renamedMembers(
  { membership, missingNames, selected }: ResolvedMembership,
  inState: MembershipInState | undefined,
  index: WorkspaceIndex,
): readonly RenamedWorkspace[] {
  if (missingNames.length === 0) return [];
  const isListed = new Set(selected.flatMap(({ workspace, by }) => (by === "name" ? [workspace.id] : [])));
  const found: RenamedWorkspace[] = [];
  const search = (names: readonly string[], candidates: readonly Workspace[], onlySimilar: boolean): void => {
    const known = new Set(found.flatMap(({ from, id }) => [nameKey(from), id]));
    found.push(
      ...guessRenamed(
        names.filter((name) => !known.has(nameKey(name))),
        candidates.filter(({ id }) => !known.has(id) && !isListed.has(id)),
        { onlySimilar },
      ),
    );
  };
  const withIds = (ids: Iterable<string>): readonly Workspace[] => [...ids].flatMap((id) => index.withId(id) ?? []);
  const names = new Set(inState?.workspaceNames.map(nameKey));
  const inCode = new Set(membership.workspaceIds);
  const members = withIds(inState?.workspaceIds ?? []).filter(({ id }) => !inCode.has(id));
  const isInState = (name: string): boolean => names.has(nameKey(name));
  // The state has the name of each, so one with a name of the state was not renamed.
  const others = members.filter(({ name }) => !isInState(name));
  search(missingNames.filter(isInState), others, false);
  // After a refresh, the state has the new name instead.
  const notInState = missingNames.filter((name) => !isInState(name));
  search(notInState, members, true);
  search(missingNames, withIds(inCode), true);
  return found;
}

/** What missing workspaces are in a plan, or in drift. */
interface MissingFindings {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly differences: readonly MissingWorkspaces[];
}

/** Missing workspaces are errors of a plan, or warnings if the code tolerates them. In drift, they are differences. */
export function missingFindings(all: readonly MissingWorkspaces[], mode: ComparisonOptions["mode"]): MissingFindings {
  const errors: Diagnostic[] = [];
  const warnings: Diagnostic[] = [];
  const differences: MissingWorkspaces[] = [];
  for (const it of all) {
    const { address, organization, renamed, missing: workspaces, suggestions, isTolerated } = it;
    const unknown = { workspaces, organization, suggestions };
    if (isTolerated && workspaces.length > 0) {
      warnings.push(warningOf("missing-workspaces", { addresses: [address], ...unknown }));
    }
    if (mode === "drift") {
      // The code tolerates that workspaces do not exist, but not that they have other names.
      const missing = isTolerated ? [] : workspaces;
      if (renamed.length + missing.length > 0) differences.push({ ...it, missing });
    } else if (isTolerated) {
      if (renamed.length > 0) warnings.push(warningOf("renamed-workspaces", { addresses: [address], renamed }));
    } else {
      if (renamed.length > 0) errors.push(renamedWorkspaces({ address, renamed }));
      if (workspaces.length > 0) errors.push(unknownWorkspaces({ address, ...unknown }));
    }
  }
  return { errors, warnings, differences };
}
