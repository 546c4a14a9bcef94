import { nameKey, select, WorkspaceIndex, type SelectionRule, type TwoOwners } from "../../model";
import { groupBy, indexBy } from "../../reconcile/lists";
import type { ActualOrganization, DesiredMembership, DesiredOrganization, TfeWorkspace } from "../organization";
import { areCertain, type MembersKnownAfterApply } from "./after-apply";
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
  { byWorkspace, afterApply }: Destinations,
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

  const created = tfeWorkspaces.filter(({ id, name }) => id === undefined && !idByName.has(nameKey(name ?? "")));
  const byRule = matchingRules(created, memberships, actual);

  const memberOf = membershipsOfCreated(memberships, afterApply);

  const conflicts = tfeWorkspaces.flatMap((workspace): readonly Conflict[] => {
    const id = workspace.id ?? idByName.get(nameKey(workspace.name ?? ""));
    const isNew = id === undefined && workspace.name !== undefined;
    const project = projectOf(workspace);
    const creating = id === undefined ? memberOf.get(workspace.address) : undefined;
    if (creating !== undefined) {
      const [only, ...others] = creating;
      const isSame = project !== undefined && only !== undefined && project === projectOf(only);
      if (only === undefined || others.length > 0 || isSame) return [];
      return [{ membership: only, workspace, kind: "created" }];
    }
    const membership = id === undefined ? byRule.get(workspace.address) : byWorkspace.get(id)?.membership;
    if (membership !== undefined) {
      const isSame = project !== undefined && project === projectOf(membership);
      return isSame ? [] : [{ membership, workspace, kind: workspace.certainty === "moves" ? "member" : "unread" }];
    }
    const evicting = project === undefined ? undefined : exclusive.get(project);
    const isKnown = isNew || (id !== undefined && ids.has(id));
    return evicting === undefined || workspace.certainty !== "moves" || !isKnown
      ? []
      : [{ membership: evicting, workspace, kind: "exclusive" }];
  });

  const byMembership = groupBy(conflicts, ({ membership, kind }) => `${kind} ${membership.address}`);
  return [...byMembership.values()].map((group) => {
    const [{ membership: of, kind: conflict }] = group;
    const membership = of.address;
    const workspaces = group.map(({ workspace }) => workspace.address);
    return {
      kind: "two-owners",
      addresses: [membership, ...workspaces],
      owners: { membership, workspaces, conflict },
    };
  });
}

/**
 * The memberships of workspaces that Terraform's plan creates, by the addresses of their resources; none if it is not
 * certain which one has the workspace.
 */
function membershipsOfCreated(
  memberships: readonly DesiredMembership[],
  afterApply: readonly MembersKnownAfterApply[],
): ReadonlyMap<string, readonly DesiredMembership[]> {
  const byAddress = indexBy(memberships, ({ address }) => address);
  const claims = afterApply.flatMap((it) => it.created.map((workspace) => ({ it, address: workspace.address })));
  return new Map(
    [...groupBy(claims, ({ address }) => address)].map(([address, all]) => {
      const isCertain = all.every(({ it }) => areCertain(it));
      return [address, isCertain ? all.flatMap(({ it }) => byAddress.get(it.address) ?? []) : []];
    }),
  );
}

/**
 * The memberships whose rules will match workspaces that do not exist yet, by the addresses of their resources. Their
 * tags are not known, and what takes workspaces only from the default project leaves them alone.
 */
function matchingRules(
  created: readonly TfeWorkspace[],
  memberships: readonly DesiredMembership[],
  { defaultProjectId }: ActualOrganization,
): ReadonlyMap<string, DesiredMembership> {
  const workspaces = created.flatMap(({ address: id, name }) =>
    name === undefined ? [] : [{ id, name, projectId: "", organization: "" }],
  );
  if (workspaces.length === 0) return new Map();
  const index = new WorkspaceIndex(workspaces);
  const selection = (rule: SelectionRule) => ({ workspaceIds: [], workspaceNames: [], rule });
  return new Map(
    memberships.flatMap((membership) => {
      if (membership.rule === undefined) return [];
      const { selected } = select(selection(membership.rule), index, { defaultProjectId, own: [] });
      return selected.map(({ workspace }) => [workspace.id, membership] as const);
    }),
  );
}
