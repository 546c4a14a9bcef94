import { nameKey, type TwoOwners } from "../../model";
import { groupBy } from "../../reconcile/lists";
import type { ActualOrganization, DesiredMembership, DesiredOrganization, TfeWorkspace } from "../organization";
import type { Destinations } from "./destinations";
import { projectKey } from "./action";
import type { ProjectResolver } from "./project-resolver";
import type { PlanWarning } from "./warnings";

/** A membership and a `tfe_workspace` that move the same workspace. */
interface Conflict {
  readonly membership: DesiredMembership;
  readonly workspace: TfeWorkspace;
  readonly kind: TwoOwners["conflict"];
}

/**
 * Memberships whose workspaces are also put into a project by `tfe_workspace` resources; a warning for each membership.
 * Resources that are known to set the same project do not conflict.
 */
export function twoOwnersWarnings(
  { memberships, tfeWorkspaces = [] }: DesiredOrganization,
  { byWorkspace }: Destinations,
  resolver: ProjectResolver,
  actual: ActualOrganization,
): readonly PlanWarning[] {
  if (tfeWorkspaces.length === 0) return [];
  const ids = new Set(actual.workspaces.map(({ id }) => id));
  const idByName = new Map(actual.workspaces.map(({ id, name }) => [nameKey(name), id]));
  const projectOf = ({ project }: Pick<TfeWorkspace, "project">): string | undefined => {
    const resolved = project && resolver.resolve(project);
    return resolved && projectKey(resolved);
  };
  const exclusive = new Map(memberships.filter((it) => it.exclusive).map((it) => [projectOf(it), it]));

  const conflicts = tfeWorkspaces.flatMap((workspace): readonly Conflict[] => {
    const id = workspace.id ?? idByName.get(nameKey(workspace.name ?? ""));
    const isNew = id === undefined && workspace.name !== undefined;
    const project = projectOf(workspace);
    const membership = id === undefined ? undefined : byWorkspace.get(id)?.membership;
    if (membership !== undefined) {
      const isSame = project !== undefined && project === projectOf(membership);
      return isSame ? [] : [{ membership, workspace, kind: workspace.isRead ? "member" : "unread" }];
    }
    const evicting = project === undefined ? undefined : exclusive.get(project);
    const isKnown = isNew || (id !== undefined && ids.has(id));
    return evicting === undefined || !workspace.isRead || !isKnown
      ? []
      : [{ membership: evicting, workspace, kind: "exclusive" }];
  });

  const byMembership = groupBy(conflicts, ({ membership, kind }) => `${kind} ${membership.address}`);
  return [...byMembership.values()].flatMap((group): readonly PlanWarning[] => {
    const [first] = group;
    if (first === undefined) return [];
    const membership = first.membership.address;
    const workspaces = group.map(({ workspace }) => workspace.address);
    return [
      {
        kind: "two-owners",
        addresses: [membership, ...workspaces],
        owners: { membership, workspaces, conflict: first.kind },
      },
    ];
  });
}
