import { nameKey, type Workspace } from "../../model";
import { groupBy, indexBy } from "../../reconcile/lists";
import type { DesiredMembership, DesiredOrganization, MembershipInState } from "../organization";
import type { IdentifiedOrganization, ProjectResolver } from "./identity";

/**
 * The workspaces that are in a membership in the state, but no longer in the code: they leave its project unless
 * `on_destroy` is `retain`, as with Terraform. A membership that was removed from the code releases only those of its
 * state: Terraform plans its deletion with the state from before the refresh. A refresh records all workspaces of the
 * project in an exclusive membership, so one that is still in the code releases the others, too.
 *
 * @returns Id of the workspace → address of the membership.
 */
export function releasedWorkspaces({ desired, actual, resolver }: IdentifiedOrganization): Map<string, string> {
  const released = new Map<string, string>();
  const inState = [...(desired.inState?.memberships ?? []), ...importedMemberships(desired, resolver)];
  if (inState.length === 0) return released;
  const inside = groupBy(actual.workspaces, ({ projectId }) => projectId);
  const byAddress = indexBy(desired.memberships, ({ address }) => address);
  for (const membership of inState) {
    const { address, projectId } = membership;
    const current = byAddress.get(address);
    if (staysAfterRelease(membership, current, resolver)) continue;
    const isMember = memberOf(membership, current !== undefined);
    for (const workspace of inside.get(projectId) ?? []) {
      if (isMember(workspace) && !released.has(workspace.id)) released.set(workspace.id, address);
    }
  }
  return released;
}

/** Memberships as Terraform's state has them after an import, which reads all workspaces of the project. */
function importedMemberships(
  { name, memberships }: DesiredOrganization,
  resolver: ProjectResolver,
): readonly MembershipInState[] {
  return memberships.flatMap(({ address, imported, onDestroy = "default-project" }): MembershipInState[] => {
    const projectId = imported && resolver.idBefore(imported);
    if (projectId === undefined) return [];
    const members = { workspaceIds: [], workspaceNames: [], exclusive: true };
    return [{ address, organization: name, projectId, onDestroy, ...members }];
  });
}

/** Whether a membership of the state has a workspace of its project. */
function memberOf(
  { workspaceIds, workspaceNames, exclusive }: MembershipInState,
  isInCode: boolean,
): (workspace: Workspace) => boolean {
  const ids = new Set(workspaceIds);
  const names = new Set(workspaceNames.map(nameKey));
  return ({ id, name }) => ids.has(id) || names.has(nameKey(name)) || (isInCode && exclusive);
}

/** Whether workspaces that the membership had stay in its project: the code decides or, if it has none, the state. */
function staysAfterRelease(
  inState: MembershipInState,
  current: DesiredMembership | undefined,
  resolver: ProjectResolver,
): boolean {
  if (current === undefined) return inState.onDestroy === "retain";
  const isMoved = resolver.resolve(current.project)?.id !== inState.projectId;
  return current.onDestroy === "retain" && (isMoved || !current.exclusive);
}
