import { select, WorkspaceIndex, type SelectionRule, type TwoOwners, type Workspace } from "../../model";
import { groupBy, indexBy } from "../../reconcile/lists";
import {
  named,
  projectNames,
  type ActualOrganization,
  type DesiredMembership,
  type TfeWorkspace,
} from "../organization";
import { projectKey, type ProjectTarget } from "./action";
import { areCertain, type MembersKnownAfterApply } from "./after-apply";
import type { IdentifiedOrganization } from "./identity";
import type { Deletion } from "./unmanaged";
import type { MisplacedWorkspace, PlanWarning } from "./warnings";

/** A workspace that the code of a `tfe_workspace` puts into a project: Terraform moves it, and no plan of ours does. */
export interface PlacedWorkspace {
  readonly workspace: Workspace;
  /** Of the `tfe_workspace`. */
  readonly address: string;
  /** Undefined when only Terraform knows it. */
  readonly to: ProjectTarget | undefined;
}

/**
 * The workspaces that `tfe_workspace` resources put into projects, by ID. A resource whose code was not read may set no
 * project, so its workspace is not among them.
 *
 * @param isFree - Whether no membership has a workspace: that one moves it.
 */
export function placedWorkspaces(
  { desired: { tfeWorkspaces = [] }, resolver, workspaces }: IdentifiedOrganization,
  isFree: (workspace: Workspace) => boolean,
): ReadonlyMap<string, PlacedWorkspace> {
  const placed = tfeWorkspaces.flatMap(({ address, id, name, project, certainty }): readonly PlacedWorkspace[] => {
    const workspace = id === undefined ? workspaces.withName(name ?? "") : workspaces.withId(id);
    if (certainty === "recorded" || workspace === undefined || !isFree(workspace)) return [];
    return [{ workspace, address, to: project && resolver.resolve(project) }];
  });
  return indexBy(placed, ({ workspace }) => workspace.id);
}

/** Whether a workspace is in another project than its code sets, or may be: only Terraform knows that one. */
export function isLeaving({ workspace, to }: PlacedWorkspace): boolean {
  return to?.id !== workspace.projectId;
}

/**
 * The workspaces that are in another project than the known one that their code sets. A project that is deleted, and
 * not evacuated, is refused with what to do about them.
 */
export function misplacedWarnings(
  placed: ReadonlyMap<string, PlacedWorkspace>,
  deletions: readonly Deletion[],
  actual: ActualOrganization,
): readonly PlanWarning[] {
  const nameOf = projectNames(actual);
  const refused = new Set(deletions.flatMap(({ project, evacuate }) => (evacuate ? [] : [project.id])));
  const workspaces = [...placed.values()].flatMap((it): readonly MisplacedWorkspace[] => {
    const { workspace, address, to } = it;
    if (to === undefined || !isLeaving(it) || refused.has(workspace.projectId)) return [];
    const from = nameOf(workspace.projectId);
    return [{ address, workspace: named(workspace), from, to: to.name }];
  });
  if (workspaces.length === 0) return [];
  return [{ kind: "misplaced", addresses: workspaces.map(({ address }) => address), workspaces }];
}

/** Which memberships have which workspaces. */
interface Members {
  /** By id of the workspace. */
  readonly byWorkspace: ReadonlyMap<string, { readonly membership: DesiredMembership }>;
  readonly afterApply: readonly MembersKnownAfterApply[];
}

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
  { desired: { memberships, tfeWorkspaces = [] }, actual, resolver, workspaces }: IdentifiedOrganization,
  { byWorkspace, afterApply }: Members,
): readonly PlanWarning[] {
  if (tfeWorkspaces.length === 0) return [];
  const projectOf = ({ project }: Pick<TfeWorkspace, "project">): string | undefined => {
    const resolved = project && resolver.resolve(project);
    return resolved && projectKey(resolved);
  };
  const exclusive = new Map(memberships.filter((it) => it.exclusive).map((it) => [projectOf(it), it]));

  const idOf = ({ id, name }: TfeWorkspace): string | undefined => id ?? workspaces.withName(name ?? "")?.id;
  const created = tfeWorkspaces.filter((it) => idOf(it) === undefined);
  const byRule = matchingRules(created, memberships, actual);

  const memberOf = membershipsOfCreated(memberships, afterApply);

  const conflicts = tfeWorkspaces.flatMap((workspace): readonly Conflict[] => {
    const id = idOf(workspace);
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
    const isKnown = id === undefined ? workspace.name !== undefined : workspaces.withId(id) !== undefined;
    return evicting === undefined || workspace.certainty !== "moves" || !isKnown
      ? []
      : [{ membership: evicting, workspace, kind: "exclusive" }];
  });

  const byMembership = groupBy(conflicts, ({ membership, kind }) => `${kind} ${membership.address}`);
  return [...byMembership.values()].map((group) => {
    const [{ membership: of, kind: conflict }] = group;
    const membership = of.address;
    const resources = group.map(({ workspace }) => workspace.address);
    return {
      kind: "two-owners",
      addresses: [membership, ...resources],
      owners: { membership, workspaces: resources, conflict },
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
