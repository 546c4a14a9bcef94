import { warningOf } from "../../diagnostics";
import { groupBy, indexBy } from "../../lists";
import {
  assignmentOwners,
  keyText,
  routerOf,
  takesFrom,
  type AssignmentType,
  type ObjectKey,
  type TwoOwners,
  type Workspace,
  type WorkspaceIndex,
  type Diagnostic,
} from "../../model";
import { ASSIGNMENT_KINDS, inProject, mayChange, objectWith, type AssignableObject } from "../../reconcile/assignments";
import { named, projectNames, type ActualOrganization } from "../actual-organization";
import type { DesiredPlacement, PlacingRule, ProjectReference, TfeAssignment, TfeWorkspace } from "../organization";
import { projectKey, type ProjectTarget } from "../changes/change";
import type { IdentifiedOrganization, ProjectResolver } from "./identity";
import { areCertain, type Members, type MembersKnownAfterApply } from "./memberships";

/*
 * Resources of HashiCorp's own provider, `hashicorp/tfe`, that put workspaces into projects or assign objects to them:
 * Terraform does it, and no plan of ours. They conflict with resources of ours that do the same.
 */

/** A workspace that the code of a `tfe_workspace` puts into a project. */
export interface WorkspaceSetByTfe {
  readonly workspace: Workspace;
  /** Of the `tfe_workspace`. */
  readonly address: string;
  /** Undefined when only Terraform knows it. */
  readonly to: ProjectTarget | undefined;
  /** Whether Terraform's plan destroys it, and creates another one in the project that the code sets. */
  readonly isRecreated: boolean;
}

/**
 * The workspaces that `tfe_workspace` resources put into projects, by ID. A resource whose code was not read may set no
 * project, so its workspace is not among them.
 *
 * @param isFree - Whether no membership has a workspace: that one moves it.
 */
export function workspacesSetByTfe(
  { desired: { tfeWorkspaces = [], recreatedWorkspaces = [] }, resolver, workspaces }: IdentifiedOrganization,
  isFree: (workspace: Workspace) => boolean,
): ReadonlyMap<string, WorkspaceSetByTfe> {
  const recreated = new Set(recreatedWorkspaces.map(({ id }) => id));
  const found = tfeWorkspaces.flatMap((resource): readonly WorkspaceSetByTfe[] => {
    const { address, project, certainty } = resource;
    const workspace = workspaceOf(resource, workspaces);
    if (certainty === "in-state" || workspace === undefined || !isFree(workspace)) return [];
    const isRecreated = recreated.has(workspace.id);
    return [{ workspace, address, to: project && resolver.resolve(project), isRecreated }];
  });
  return indexBy(found, ({ workspace }) => workspace.id);
}

function workspaceOf({ id, name }: TfeWorkspace, workspaces: WorkspaceIndex): Workspace | undefined {
  return id === undefined ? workspaces.withName(name ?? "") : workspaces.withId(id);
}

/**
 * Whether Terraform moves a workspace: it is in another project than its code sets, or may be, as only Terraform knows
 * that one.
 */
export function isLeaving({ workspace, to, isRecreated }: WorkspaceSetByTfe): boolean {
  return !isRecreated && to?.id !== workspace.projectId;
}

/**
 * Whether Terraform puts a workspace into another project than a rule, one that the rule does not take it out of again.
 */
export function isSetElsewhere(
  found: WorkspaceSetByTfe | undefined,
  to: ProjectTarget,
  defaultProjectId: string,
): boolean {
  const project = found?.to;
  return project !== undefined && project.id !== defaultProjectId && projectKey(project) !== projectKey(to);
}

/**
 * The workspaces that are in another project than the known one that their code sets.
 *
 * @param refused - IDs of projects that are not deleted, because they are not empty: the error says what to do about
 *   their workspaces.
 */
export function misplacedWarnings(
  found: ReadonlyMap<string, WorkspaceSetByTfe>,
  refused: ReadonlySet<string>,
  actual: ActualOrganization,
): readonly Diagnostic[] {
  const projectWith = projectNames(actual);
  const misplaced = [...found.values()].flatMap((it) => {
    const { workspace, address, to } = it;
    if (to === undefined || !isLeaving(it) || refused.has(workspace.projectId)) return [];
    return [{ address, workspace: named(workspace), from: projectWith(workspace.projectId), to: to.name }];
  });
  if (misplaced.length === 0) return [];
  return [warningOf("misplaced", { addresses: misplaced.map(({ address }) => address), misplaced })];
}

/** The workspaces that Terraform's plan destroys, and whose names others have afterwards. */
export function recreatedWarnings({ desired, workspaces: index }: IdentifiedOrganization): readonly Diagnostic[] {
  const recreated = (desired.recreatedWorkspaces ?? []).flatMap(({ id, from, to }) => {
    const workspace = index.withId(id);
    return workspace === undefined ? [] : [{ workspace: named(workspace), from, to }];
  });
  if (recreated.length === 0) return [];
  return [warningOf("recreated", { addresses: recreated.map(({ from }) => from), recreated })];
}

/** What has which workspaces besides. */
interface Owners extends Pick<Members, "byWorkspace" | "exclusive"> {
  /** By id of the workspace. */
  readonly routed: ReadonlyMap<string, { readonly to: ProjectTarget; readonly rule: PlacingRule }>;
  readonly afterApply: readonly MembersKnownAfterApply[];
}

/** A membership or placement that moves the workspace of a `tfe_workspace`, too. */
type Conflict = Pick<TwoOwners, "owner" | "conflict">;

/**
 * Memberships and placements whose workspaces are also put into a project by `tfe_workspace` resources; a warning for
 * each of them. Resources that are known to set the same project do not conflict.
 */
export function twoOwnersWarnings(identified: IdentifiedOrganization, owners: Owners): readonly Diagnostic[] {
  const { desired, resolver, workspaces: index } = identified;
  const created = owners.afterApply.flatMap((by) => by.created.map(({ address }) => ({ by, address })));
  const claims = groupBy(created, ({ address }) => address);
  const conflicts = (desired.tfeWorkspaces ?? []).flatMap((resource) => {
    const project = keyOf(resource.project, resolver);
    const workspace = workspaceOf(resource, index);
    const { id, address } = resource;
    const members = claims.get(address)?.map(({ by }) => by);
    // It was deleted since the state was written.
    if (workspace === undefined && id !== undefined) return [];
    const conflict =
      workspace === undefined
        ? conflictOfNew(resource, project, members, identified, owners.exclusive)
        : conflictOf(resource, project, workspace, owners);
    return conflict === undefined ? [] : [{ ...conflict, address }];
  });
  return [...groupBy(conflicts, ({ owner, conflict }) => `${conflict} ${owner}`).values()].map((group) => {
    const [{ owner, conflict }] = group;
    const workspaces = group.map(({ address }) => address);
    return warningOf("two-owners", { addresses: [owner, ...workspaces], owners: { owner, workspaces, conflict } });
  });
}

/** @param project - Key of the project that the resource sets. */
function conflictOf(
  { certainty }: TfeWorkspace,
  project: string | undefined,
  { id }: Workspace,
  { byWorkspace, routed, exclusive }: Owners,
): Conflict | undefined {
  const member = byWorkspace.get(id);
  if (member !== undefined) {
    if (projectKey(member.to) === project) return undefined;
    return { owner: member.membership.address, conflict: certainty === "moves" ? "member" : "unread" };
  }
  const placing = routed.get(id);
  if (placing !== undefined && projectKey(placing.to) !== project && certainty !== "in-state") {
    return { owner: placing.rule.placement, conflict: "placed" };
  }
  return conflictOfExclusive(certainty, project, exclusive);
}

/** @param members - The memberships that have, or may have, the workspace that Terraform creates. */
function conflictOfNew(
  { name, certainty }: TfeWorkspace,
  project: string | undefined,
  members: readonly MembersKnownAfterApply[] | undefined,
  identified: IdentifiedOrganization,
  exclusive: Owners["exclusive"],
): Conflict | undefined {
  if (members !== undefined) {
    const [only, ...others] = members;
    if (only === undefined || others.length > 0 || !areCertain(only)) return undefined;
    return projectKey(only.project) === project ? undefined : { owner: only.address, conflict: "created" };
  }
  if (name === undefined) return undefined;
  const placement = (identified.desired.placements ?? []).find((it) => takes(it, name, project, identified));
  if (placement !== undefined && certainty !== "in-state") return { owner: placement.address, conflict: "placed" };
  return conflictOfExclusive(certainty, project, exclusive);
}

/** A workspace is put into a project that is exclusive to others. */
function conflictOfExclusive(
  certainty: TfeWorkspace["certainty"],
  project: string | undefined,
  exclusive: Owners["exclusive"],
): Conflict | undefined {
  const owner = project === undefined ? undefined : exclusive.get(project);
  return owner === undefined || certainty !== "moves" ? undefined : { owner, conflict: "exclusive" };
}

/** Whether a placement will take a workspace that does not exist yet out of the project that its resource sets. */
function takes(
  placement: DesiredPlacement,
  name: string,
  project: string | undefined,
  { actual: { defaultProjectId }, resolver }: IdentifiedOrganization,
): boolean {
  const route = routerOf(placement)({ name });
  if (typeof route !== "object" || keyOf(placement.rules[route.position]?.project, resolver) === project) return false;
  return takesFrom(placement, route.rule) === "any" || (project ?? defaultProjectId) === defaultProjectId;
}

/** The key of the project that a reference resolves to. */
export function keyOf(reference: ProjectReference | undefined, resolver: ProjectResolver): string | undefined {
  const project = reference && resolver.resolve(reference);
  return project && projectKey(project);
}

/** The objects of a type, as far as they were read, as a project has them. */
export function objectsFor(
  type: AssignmentType,
  project: ProjectTarget | undefined,
  { assignments }: Pick<ActualOrganization, "assignments">,
): readonly AssignableObject[] {
  return (assignments?.[type]?.objects ?? []).map((it) => inProject(it, project?.id ?? null));
}

/** What resources of `hashicorp/tfe` assign to a project. */
export type AssignedByTfe = (
  type: AssignmentType,
  project: ProjectTarget,
) => readonly (TfeAssignment & {
  /** Undefined if it does not exist, or if the list of objects could not be read. */
  readonly found: AssignableObject | undefined;
})[];

export function assignedByTfe({ desired, actual, resolver }: IdentifiedOrganization): AssignedByTfe {
  const assigned = (desired.tfeAssignments ?? []).map((it) => {
    const found = objectWith(it.object, objectsFor(it.type, resolver.resolve(it.project), actual));
    return { ...it, found, key: `${it.type} ${keyOf(it.project, resolver)}` };
  });
  const byProject = groupBy(assigned, ({ key }) => key);
  return (type, project) => byProject.get(`${type} ${projectKey(project)}`) ?? [];
}

/**
 * Resources that assign objects to a project, to which resources of `hashicorp/tfe` also assign objects; a warning for
 * each, if both assign the same object, or if ours is exclusive.
 */
export function assignmentOwnersWarnings(
  { desired, actual, resolver }: IdentifiedOrganization,
  assigned: AssignedByTfe,
): readonly Diagnostic[] {
  return (desired.assignments ?? []).flatMap(({ type, address, project, objects, exclusive, stateIds }) => {
    const target = stateIds === undefined ? resolver.resolve(project) : undefined;
    const others = target === undefined ? [] : assigned(type, target);
    if (others.length === 0) return [];
    const existing = objectsFor(type, target, actual);
    const owners = assignmentOwners(
      type,
      { label: address, objects: objects.flatMap(({ key }) => textsOf(key, objectWith(key, existing))), exclusive },
      others.map(({ address: label, object, attributes, found }) => {
        const isRemovable = found === undefined || mayChange(ASSIGNMENT_KINDS[type], { object: found, attributes });
        return { label, objects: textsOf(object, found), isRemovable };
      }),
    );
    return owners.map((it) => warningOf("two-owners-of-objects", { addresses: [it.owner, ...it.others], owners: it }));
  });
}

/** The name and the ID of an object, as far as they are known. */
function textsOf(key: ObjectKey, found: AssignableObject | undefined): readonly string[] {
  const { id, name } = found ?? {};
  return [
    keyText(key),
    ...(id === undefined ? [] : [keyText({ id })]),
    ...(name === undefined ? [] : [keyText({ name })]),
  ];
}
