import { keepsDropped, nameKey, selectNamed, sharedExclusiveProjects, type NamedWorkspaces } from "../../model";
import { compareNames, groupBy, indexBy } from "../../reconcile/lists";
import { named, type NamedObject } from "../actual-organization";
import type { CreatedWorkspace, DesiredMembership, MembershipInState } from "../organization";
import { projectKey, type ProjectTarget } from "./action";
import { unresolvedProject, type IdentifiedOrganization, type ProjectResolver } from "./identity";
import type { Refusal } from "./refusal";
import { sharedObjects, type Claim } from "./shared-objects";

/*
 * Which workspaces memberships have: those of their lists, and those that Terraform knows only after apply; and which
 * ones the memberships of the state have no longer.
 */

/** A membership whose project exists after the plan, and the workspaces that it names. */
export interface ResolvedMembership extends NamedWorkspaces {
  readonly membership: DesiredMembership;
  readonly to: ProjectTarget;
}

/** What the lists of memberships have. */
export interface Members {
  readonly resolved: readonly ResolvedMembership[];
  /** By id of the workspace: the membership that has it. Of several the first one, although the plan is blocked. */
  readonly byWorkspace: ReadonlyMap<string, ResolvedMembership>;
  /** By key of the project: the address of the membership that it is exclusive to. */
  readonly exclusive: ReadonlyMap<string, string>;
  readonly refusals: readonly Refusal[];
}

/** Finds the projects and workspaces of memberships. */
export function resolveMembers(identified: IdentifiedOrganization): Members {
  const { desired, actual, resolver, workspaces } = identified;
  const resolved = desired.memberships.flatMap((membership): ResolvedMembership[] => {
    const to = resolver.resolve(membership.project);
    return to === undefined ? [] : [{ membership, to, ...selectNamed(membership, workspaces) }];
  });
  const claims = resolved.flatMap((it) => it.selected.map(({ workspace: { id } }) => [id, it] as const));
  const exclusive = resolved.filter(({ membership }) => membership.exclusive);
  const ofDefault = exclusive.filter(({ to }) => to.id === actual.defaultProjectId);
  return {
    resolved,
    byWorkspace: new Map(claims.reverse()),
    exclusive: new Map(exclusive.map(({ to, membership }) => [projectKey(to), membership.address])),
    refusals: [
      ...desired.memberships.flatMap(({ address, project }) => unresolvedProject(address, project, identified)),
      ...ofDefault.map(({ membership: { address } }): Refusal => {
        return { cause: "default-project-exclusive", code: "DEFAULT_PROJECT", address };
      }),
    ],
  };
}

/** Memberships that name the same workspaces, or that share an exclusive project. */
export function membershipConflicts(resolved: readonly ResolvedMembership[]): readonly Refusal[] {
  return [...selectionConflicts(resolved), ...sharedExclusive(resolved)];
}

/** Memberships that name the same workspaces, also those of one project. */
function selectionConflicts(resolved: readonly ResolvedMembership[]): readonly Refusal[] {
  return inSeveralMemberships(
    resolved.flatMap(({ membership: { address: owner }, selected }) =>
      selected.map(({ workspace }) => ({ owner, ...named(workspace) })),
    ),
  );
}

function inSeveralMemberships(claims: readonly Claim[]): readonly Refusal[] {
  return sharedObjects(claims).map(({ names: workspaces, ...owners }) => {
    return { cause: "two-memberships", code: "WORKSPACE_IN_TWO_PROJECTS", ...owners, workspaces };
  });
}

/** Exclusive memberships that are not the only ones of their projects. */
function sharedExclusive(resolved: readonly ResolvedMembership[]): readonly Refusal[] {
  const memberships = resolved.map(({ membership, to }) => ({ ...membership, key: projectKey(to) }));
  return sharedExclusiveProjects(memberships, ({ key }) => key).map(({ membership: { address }, others }) => {
    const addresses = others.map((it) => it.address);
    return { cause: "exclusive-shared", code: "EXCLUSIVE_PROJECT_SHARED", address, others: addresses };
  });
}

/** Members of a membership that Terraform knows only after apply, in addition to those that are compared. */
export interface MembersKnownAfterApply {
  /** Address of the membership. */
  readonly address: string;
  /** Its project. */
  readonly project: ProjectTarget;
  /** How many they are; undefined if that is not known. */
  readonly count: number | undefined;
  /** Workspaces that Terraform's plan creates, and that they are, or may be. */
  readonly created: readonly CreatedWorkspace[];
  /** What decides whether they are others, which may exist; empty if all of them are created. */
  readonly dependsOn: readonly string[];
  /** Workspaces that would leave the project unless they are members, and that are left where they are. */
  readonly kept: readonly NamedObject[];
}

/**
 * The members that Terraform knows only after apply, by membership.
 *
 * @param released - Id of the workspace → the membership of the state that no longer has it.
 * @param isPlaced - Whether something else says where the workspace with an id belongs, or may say it.
 */
export function membersKnownAfterApply(
  { desired: { createdWorkspaces = [] }, actual }: IdentifiedOrganization,
  resolved: readonly ResolvedMembership[],
  released: ReadonlyMap<string, string>,
  isPlaced: (workspaceId: string) => boolean,
): readonly MembersKnownAfterApply[] {
  if (resolved.every(({ membership }) => membership.afterApply === undefined)) return [];
  const created = indexBy(createdWorkspaces, ({ address }) => address);
  const free = actual.workspaces.filter(({ id }) => !isPlaced(id));
  const releasedBy = groupBy(free, ({ id }) => released.get(id));
  const inside = groupBy(free, ({ projectId }) => projectId);
  return resolved.flatMap(({ membership: { address, exclusive, afterApply }, to }): MembersKnownAfterApply[] => {
    if (afterApply === undefined) return [];
    const { count, created: resources, dependsOn } = afterApply;
    const its = resources.map((resource) => created.get(resource) ?? { address: resource });
    const mayLeave = [releasedBy.get(address) ?? [], exclusive ? (inside.get(to.id ?? "") ?? []) : []].flat();
    const kept = dependsOn.length === 0 ? [] : [...new Set(mayLeave)].sort(compareNames).map(named);
    return [{ address, project: to, count, created: its, dependsOn, kept }];
  });
}

/** Whether all of them are workspaces that Terraform's plan creates. */
export function areCreated({ dependsOn }: Pick<MembersKnownAfterApply, "dependsOn">): boolean {
  return dependsOn.length === 0;
}

/** Whether they are all of the workspaces that they may be. */
export function areCertain({ count, created, dependsOn }: MembersKnownAfterApply): boolean {
  return areCreated({ dependsOn }) && count === created.length;
}

/** Memberships that are certain to have the same created workspaces. */
export function createdConflicts(all: readonly MembersKnownAfterApply[]): readonly Refusal[] {
  return inSeveralMemberships(
    all
      .filter(areCertain)
      .flatMap(({ address: owner, created }) =>
        created.map(({ address, name = address }) => ({ owner, id: address, name })),
      ),
  );
}

/**
 * The workspaces that are in a membership in the state, but no longer in the code: they leave its project unless
 * `on_destroy` is `retain`, as with Terraform. A membership that was removed from the code releases only those of its
 * state: Terraform plans its deletion with the state from before the refresh. A refresh records all workspaces of the
 * project in an exclusive membership, so one that is still in the code releases the others, too. What an import block
 * names is recorded as in a state.
 *
 * @returns Id of the workspace → address of the membership.
 */
export function releasedWorkspaces({ desired, actual, resolver }: IdentifiedOrganization): Map<string, string> {
  const released = new Map<string, string>();
  const byAddress = indexBy(desired.memberships, ({ address }) => address);
  const inside = groupBy(actual.workspaces, ({ projectId }) => projectId);
  const imported = desired.memberships.flatMap((it) => importedMembership(it, desired.name, resolver));
  for (const membership of [...(desired.inState?.memberships ?? []), ...imported]) {
    const { address, projectId, workspaceIds, workspaceNames, exclusive } = membership;
    const current = byAddress.get(address);
    if (staysAfterRelease(membership, current, resolver)) continue;
    const [ids, names] = [new Set(workspaceIds), new Set(workspaceNames.map(nameKey))];
    for (const { id, name } of inside.get(projectId) ?? []) {
      const isMember = ids.has(id) || names.has(nameKey(name)) || (current !== undefined && exclusive);
      if (isMember && !released.has(id)) released.set(id, address);
    }
  }
  return released;
}

/** A membership as Terraform's state has it after an import by an ID that names workspaces. */
function importedMembership(
  { address, imported, onDestroy = "default-project" }: DesiredMembership,
  organization: string,
  resolver: ProjectResolver,
): readonly MembershipInState[] {
  const projectId = imported && resolver.idBefore(imported.project);
  if (projectId === undefined || imported?.objects === undefined) return [];
  const { objects } = imported;
  const members = { workspaceIds: objects, workspaceNames: objects, exclusive: false };
  return [{ address, organization, projectId, onDestroy, ...members }];
}

/** Whether workspaces that the membership had stay in its project: the code decides or, if it has none, the state. */
function staysAfterRelease(
  inState: MembershipInState,
  current: DesiredMembership | undefined,
  resolver: ProjectResolver,
): boolean {
  return keepsDropped({
    isRecorded: inState.isRecorded ?? true,
    retains: (current ?? inState).onDestroy === "retain",
    code: current && {
      exclusive: current.exclusive,
      isMoved: resolver.resolve(current.project)?.id !== inState.projectId,
    },
  });
}
