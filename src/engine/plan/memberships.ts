import {
  decideMembership,
  selectWorkspaces,
  WorkspaceClaims,
  type LeavingWorkspace,
  type WorkspaceSelection,
} from "../../decide";
import { exclusiveDefaultProject, inTwoMemberships } from "../../diagnostics";
import { compareStrings, groupBy, indexBy } from "../../lists";
import { MAX_LISTED, nameKey, type Diagnostic, type Workspace, type NamedObject } from "../../model";
import { compareNames } from "../../reconcile/lists";
import { named } from "../actual-organization";
import type { CreatedWorkspace, DesiredMembership, MembershipInState } from "../organization";
import { projectKey, type ProjectTarget } from "../changes/change";
import { unresolvedProject, type IdentifiedOrganization, type ProjectResolver } from "./identity";

/*
 * Which workspaces memberships have: those of their lists, and those that Terraform knows only after apply; and which
 * ones the memberships of the state have no longer.
 */

/** A membership whose project exists after the plan, and the workspaces that it names. */
export interface ResolvedMembership extends Omit<WorkspaceSelection, "renamed"> {
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
  readonly errors: readonly Diagnostic[];
}

/** Finds the projects and workspaces of memberships. */
export function resolveMembers(identified: IdentifiedOrganization): Members {
  const { desired, actual, resolver, workspaces } = identified;
  const resolved = desired.memberships.flatMap((membership): ResolvedMembership[] => {
    const to = resolver.resolve(membership.project);
    const { selected, missingIds, missingNames } = selectWorkspaces(membership, workspaces);
    return to === undefined ? [] : [{ membership, to, selected, missingIds, missingNames }];
  });
  const claims = resolved.flatMap((it) => it.selected.map(({ workspace: { id } }) => [id, it] as const));
  const exclusive = resolved.filter(({ membership }) => membership.exclusive);
  const ofDefault = exclusive.filter(({ to }) => to.id === actual.defaultProjectId);
  return {
    resolved,
    byWorkspace: new Map(claims.reverse()),
    exclusive: new Map(exclusive.map(({ to, membership }) => [projectKey(to), membership.address])),
    errors: [
      ...desired.memberships.flatMap(({ address, project }) => unresolvedProject(address, project, identified)),
      ...ofDefault.map(({ membership: { address } }) => exclusiveDefaultProject({ address })),
    ],
  };
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
 * @param leaving - Id of the workspace → the membership that it leaves.
 * @param isPlaced - Whether something else says where the workspace with an id belongs, or may say it.
 */
export function membersKnownAfterApply(
  { desired: { createdWorkspaces = [] } }: IdentifiedOrganization,
  resolved: readonly ResolvedMembership[],
  leaving: LeavingWorkspaces,
  isPlaced: (workspaceId: string) => boolean,
): readonly MembersKnownAfterApply[] {
  if (resolved.every(({ membership }) => membership.afterApply === undefined)) return [];
  const created = indexBy(createdWorkspaces, ({ address }) => address);
  const free = [...leaving.values()].filter(({ workspace }) => !isPlaced(workspace.id));
  const leavingFrom = groupBy(free, ({ address }) => address);
  return resolved.flatMap(({ membership: { address, afterApply }, to }): MembersKnownAfterApply[] => {
    if (afterApply === undefined) return [];
    const { count, created: resources, dependsOn } = afterApply;
    const its = resources.map((resource) => created.get(resource) ?? { address: resource });
    const mayLeave = (leavingFrom.get(address) ?? []).map(({ workspace }) => workspace);
    const kept = dependsOn.length === 0 ? [] : [...mayLeave].sort(compareNames).map(named);
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
export function createdConflicts(all: readonly MembersKnownAfterApply[]): readonly Diagnostic[] {
  const claims = new WorkspaceClaims<string>();
  const names = new Map<string, string>();
  for (const { address, created } of all.filter(areCertain)) {
    for (const it of created) {
      claims.add(address, it.address, {});
      names.set(it.address, it.name ?? it.address);
    }
  }
  return claims.conflicts().map(({ at: address, others, workspaceIds }) => {
    const workspaces = workspaceIds.flatMap((id) => names.get(id) ?? []).sort(compareStrings);
    const memberships = [...others, address].map((label) => ({ label }));
    return inTwoMemberships({ address, workspaces, memberships }, MAX_LISTED);
  });
}

/** By id of the workspace: the membership that it leaves, unless something else says where it belongs, and why. */
export type LeavingWorkspaces = ReadonlyMap<string, LeavingWorkspace & { readonly address: string }>;

/**
 * The workspaces that memberships have no longer. One that was removed from the code releases only those of its state:
 * Terraform plans its deletion with the state from before the refresh. A refresh records all workspaces of the project
 * in an exclusive membership, so one that is still in the code releases the others, too. What an import block names is
 * recorded as in a state.
 */
export function leavingWorkspaces(
  { desired, actual, resolver }: IdentifiedOrganization,
  resolved: readonly ResolvedMembership[],
): LeavingWorkspaces {
  const inCode = indexBy(resolved, ({ membership }) => membership.address);
  const byAddress = indexBy(desired.memberships, ({ address }) => address);
  const workspacesIn = groupBy(actual.workspaces, ({ projectId }) => projectId);
  const imported = desired.memberships.flatMap((it) => importedMembership(it, desired.name, resolver));
  const before = [...(desired.inState?.memberships ?? []), ...imported];
  const had = new Set(before.map(({ address }) => address));
  const added = desired.memberships.filter(({ address }) => !had.has(address));
  const decisions = [...before, ...added].flatMap((it) => {
    const { address } = it;
    const inState = "projectId" in it ? it : undefined;
    const [code, found] = [byAddress.get(address), inCode.get(address)];
    const after = code && { projectId: found?.to.id ?? null, exclusive: code.exclusive };
    const names = new Set(found?.selected.map(({ workspace }) => workspace.id));
    const { leaving } = decideMembership(
      {
        before: inState && { ...inState, isRecorded: inState.isRecorded ?? true },
        after,
        retains: (code ?? inState)?.onDestroy === "retain",
      },
      {
        members: inState === undefined ? [] : membersOf(inState, code, workspacesIn.get(inState.projectId) ?? []),
        inside: workspacesIn.get(after?.projectId ?? "") ?? [],
        isNamed: (id) => names.has(id),
      },
    );
    return leaving.map((leave) => ({ ...leave, address }));
  });
  // Whatever is in an exclusive project is evicted, also if another membership releases it.
  const byReason = [...decisions.filter(({ reason }) => reason === "evicted"), ...decisions];
  return new Map(byReason.reverse().map((leave) => [leave.workspace.id, leave]));
}

/** Those workspaces in the project of a membership of the state that are its own, as a refresh would find them. */
function membersOf(
  { workspaceIds, workspaceNames, exclusive }: MembershipInState,
  code: DesiredMembership | undefined,
  inside: readonly Workspace[],
): readonly Workspace[] {
  if (exclusive && code !== undefined) return inside;
  const [ids, names] = [new Set(workspaceIds), new Set(workspaceNames.map(nameKey))];
  return inside.filter(({ id, name }) => ids.has(id) || names.has(nameKey(name)));
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
