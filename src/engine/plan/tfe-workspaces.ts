import { routerOf, takesFrom, type TwoOwners, type Workspace } from "../../model";
import { groupBy, indexBy } from "../../reconcile/lists";
import { named, projectNames, type ActualOrganization } from "../actual-organization";
import { type DesiredMembership, type DesiredPlacement, type PlacingRule, type TfeWorkspace } from "../organization";
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
    if (certainty === "in-state" || workspace === undefined || !isFree(workspace)) return [];
    return [{ workspace, address, to: project && resolver.resolve(project) }];
  });
  return indexBy(placed, ({ workspace }) => workspace.id);
}

/** Whether a workspace is in another project than its code sets, or may be: only Terraform knows that one. */
export function isLeaving({ workspace, to }: PlacedWorkspace): boolean {
  return to?.id !== workspace.projectId;
}

/**
 * Whether Terraform puts a workspace into another project than a rule, one that the rule does not take it out of again.
 */
export function isPlacedElsewhere(
  placed: PlacedWorkspace | undefined,
  to: ProjectTarget,
  defaultProjectId: string,
): boolean {
  const project = placed?.to;
  return project !== undefined && project.id !== defaultProjectId && projectKey(project) !== projectKey(to);
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

/** What else has which workspaces. */
interface Members {
  /** By id of the workspace. */
  readonly byWorkspace: ReadonlyMap<string, { readonly membership: DesiredMembership }>;
  /** By id of the workspace. */
  readonly routed: ReadonlyMap<string, { readonly to: ProjectTarget; readonly rule: PlacingRule }>;
  readonly afterApply: readonly MembersKnownAfterApply[];
}

/** A membership or placement, and a `tfe_workspace`, that move the same workspace. */
interface Conflict {
  /** Address of the membership or placement. */
  readonly owner: string;
  readonly workspace: TfeWorkspace;
  readonly kind: TwoOwners["conflict"];
}

/**
 * Memberships and placements whose workspaces are also put into a project by `tfe_workspace` resources; a warning for
 * each of them.
 * Resources that are known to set the same project do not conflict.
 */
export function twoOwnersWarnings(
  {
    desired: { memberships, placements = [], tfeWorkspaces = [] },
    actual,
    resolver,
    workspaces,
  }: IdentifiedOrganization,
  { byWorkspace, routed, afterApply }: Members,
): readonly PlanWarning[] {
  if (tfeWorkspaces.length === 0) return [];
  const projectOf = ({ project }: Pick<TfeWorkspace, "project">): string | undefined => {
    const resolved = project && resolver.resolve(project);
    return resolved && projectKey(resolved);
  };
  const exclusive = new Map(memberships.filter((it) => it.exclusive).map((it) => [projectOf(it), it]));

  const idOf = ({ id, name }: TfeWorkspace): string | undefined => id ?? workspaces.withName(name ?? "")?.id;
  const keyOf = (rule: DesiredPlacement["rules"][number] | undefined): string | undefined => {
    const to = rule && resolver.resolve(rule.project);
    return to && projectKey(to);
  };
  /** Whether a placement will take a workspace that does not exist yet out of the project that its resource sets. */
  const takes = (placement: DesiredPlacement, { name }: TfeWorkspace, project: string | undefined): boolean => {
    const route = name === undefined ? undefined : routerOf(placement)({ name });
    if (typeof route !== "object" || keyOf(placement.rules[route.position]) === project) return false;
    return (
      takesFrom(placement, route.rule) === "any" || (project ?? actual.defaultProjectId) === actual.defaultProjectId
    );
  };

  const memberOf = membershipsOfCreated(memberships, afterApply);

  const conflicts = tfeWorkspaces.flatMap((workspace): readonly Conflict[] => {
    const id = idOf(workspace);
    const project = projectOf(workspace);
    const creating = id === undefined ? memberOf.get(workspace.address) : undefined;
    if (creating !== undefined) {
      const [only, ...others] = creating;
      const isSame = project !== undefined && only !== undefined && project === projectOf(only);
      if (only === undefined || others.length > 0 || isSame) return [];
      return [{ owner: only.address, workspace, kind: "created" }];
    }
    const membership = id === undefined ? undefined : byWorkspace.get(id)?.membership;
    if (membership !== undefined) {
      const isSame = project !== undefined && project === projectOf(membership);
      const kind = workspace.certainty === "moves" ? "member" : "unread";
      return isSame ? [] : [{ owner: membership.address, workspace, kind }];
    }
    const placing = id === undefined ? undefined : routed.get(id);
    const taking = id === undefined ? placements.filter((it) => takes(it, workspace, project)) : [];
    const owners = placing === undefined || projectKey(placing.to) === project ? [] : [placing.rule.placement];
    const [owner] = [...owners, ...taking.map(({ address }) => address)];
    if (owner !== undefined && workspace.certainty !== "in-state") return [{ owner, workspace, kind: "placed" }];
    const evicting = project === undefined ? undefined : exclusive.get(project);
    const isKnown = id === undefined ? workspace.name !== undefined : workspaces.withId(id) !== undefined;
    return evicting === undefined || workspace.certainty !== "moves" || !isKnown
      ? []
      : [{ owner: evicting.address, workspace, kind: "exclusive" }];
  });

  const byOwner = groupBy(conflicts, ({ owner, kind }) => `${kind} ${owner}`);
  return [...byOwner.values()].map((group) => {
    const [{ owner, kind: conflict }] = group;
    const resources = group.map(({ workspace }) => workspace.address);
    return {
      kind: "two-owners",
      addresses: [owner, ...resources],
      owners: { owner, workspaces: resources, conflict },
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
