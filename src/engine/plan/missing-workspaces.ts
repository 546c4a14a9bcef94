import { firstOf, nameKey, type Workspace, type WorkspaceIndex } from "../../model";
import { suggestionsFor } from "../../reconcile/missing-workspaces";
import { renamedWorkspaces, type RenamedWorkspace } from "../../reconcile/renamed-workspaces";
import type { ActualOrganization } from "../actual-organization";
import type { MembershipInState } from "../organization";
import { projectsWithHiddenWorkspaces, seesDefaultProject } from "./absence";
import { projectKey } from "./action";
import type { Refusal } from "./refusal";
import type { ResolvedMembership } from "./selection";
import type { PlanWarning } from "./warnings";

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

/** How many missing names a similar one is searched for, among all workspaces of the organization. */
const MAX_SUGGESTIONS = 10;

/** What memberships name and that was not found. */
export interface MissingMembers {
  /** Of each membership, as far as what was not found counts as missing. */
  readonly missing: readonly Omit<MissingWorkspaces, "suggestions">[];
  /** What the token may not see in its project. */
  readonly refusals: readonly Refusal[];
  /** What may exist, since the token does not see the default project. */
  readonly notVisible: readonly string[];
}

/** @param inState - The memberships in the state, by address. */
export function findMissing(
  resolved: readonly ResolvedMembership[],
  inState: ReadonlyMap<string, MembershipInState>,
  index: WorkspaceIndex,
  actual: ActualOrganization,
): MissingMembers {
  const isConclusive = seesDefaultProject(actual);
  const hidden = projectsWithHiddenWorkspaces(actual);
  const notVisible = new Set<string>();
  const refusals: Refusal[] = [];
  const missing = resolved.flatMap((it) => {
    const { address, missingWorkspaces } = it.membership;
    const renamed = renamedMembers(it, inState.get(address), index);
    const isRenamed = new Set(renamed.map(({ from }) => from));
    const notFound = [...it.missingIds, ...it.missingNames.filter((name) => !isRenamed.has(name))];
    const hiding = hidden.get(projectKey(it.to));
    if (notFound.length > 0 && hiding !== undefined) {
      const code = "NOT_FOUND_OR_UNAUTHORIZED";
      refusals.push({ cause: "hidden-members", code, address, workspaces: notFound, destination: hiding });
    } else if (!isConclusive) {
      for (const name of notFound) notVisible.add(name);
    }
    const its = isConclusive && hiding === undefined ? notFound : [];
    if (renamed.length + its.length === 0) return [];
    const isTolerated = missingWorkspaces === "warn";
    return [{ address, organization: actual.name, renamed, missing: its, isTolerated }];
  });
  return { missing, refusals, notVisible: [...notVisible] };
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
      ...renamedWorkspaces(
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

/** Adds similar names of workspaces that no membership has. @param isFree - Whether none has a workspace. */
export function withSuggestions(
  all: readonly Omit<MissingWorkspaces, "suggestions">[],
  index: WorkspaceIndex,
  isFree: (workspace: Workspace) => boolean,
): readonly MissingWorkspaces[] {
  const sought = all.flatMap(({ missing }) => firstOf(missing)).slice(0, MAX_SUGGESTIONS);
  const free = sought.length === 0 ? [] : index.all.filter(isFree);
  const names = free.map(({ name }) => name);
  const found = Object.entries(suggestionsFor(sought, names));
  return all.map((it) => {
    const suggestions = Object.fromEntries(found.filter(([name]) => it.missing.includes(name)));
    return { ...it, suggestions };
  });
}

/** Why a plan is blocked. */
export function missingRefusals(all: readonly MissingWorkspaces[]): readonly Refusal[] {
  const code = "UNKNOWN_WORKSPACE";
  const untolerated = all.filter(({ isTolerated }) => !isTolerated);
  return untolerated.flatMap(({ address, organization, renamed, missing: workspaces, suggestions }) => {
    const refusals: Refusal[] = [];
    if (renamed.length > 0) refusals.push({ cause: "renamed-workspaces", code, address, renamed });
    if (workspaces.length > 0) {
      refusals.push({ cause: "unknown-workspaces", code, address, workspaces, organization, suggestions });
    }
    return refusals;
  });
}

/** What a plan warns of. @param withRenamed - Otherwise renamed workspaces are differences. */
export function missingWarnings(all: readonly MissingWorkspaces[], withRenamed: boolean): readonly PlanWarning[] {
  const tolerated = all.filter(({ isTolerated }) => isTolerated);
  return tolerated.flatMap(({ address, organization, renamed, missing: workspaces, suggestions }) => {
    const addresses = [address];
    const warnings: PlanWarning[] = [];
    if (withRenamed && renamed.length > 0) warnings.push({ kind: "renamed-workspaces", addresses, renamed });
    if (workspaces.length > 0) {
      warnings.push({ kind: "missing-workspaces", addresses, workspaces, organization, suggestions });
    }
    return warnings;
  });
}

/** The differences among these: the code tolerates that workspaces do not exist, but not that they have other names. */
export function missingDrift(all: readonly MissingWorkspaces[]): readonly MissingWorkspaces[] {
  return all.flatMap((it) => {
    const missing = it.isTolerated ? [] : it.missing;
    return it.renamed.length + missing.length === 0 ? [] : [{ ...it, missing }];
  });
}
