import {
  EXCLUSIVE_DEFAULT_PROJECT,
  exclusiveIsShared,
  nameKey,
  sameName,
  type MembershipConfig,
  type MembershipPlan,
  type MembershipState,
  RESOURCES,
  sharedExclusiveProjects,
  type Workspace,
} from "../model";
import {
  changedAttributes,
  isKnown,
  UNKNOWN,
  type ConfiguredContext,
  type Diagnostics,
  type KnownConfigOf,
} from "../plugin";
import { formatList, resolveWorkspaces, workspacesNotFound, type OrganizationView } from "../reconcile";
import { DESTROY_HINT, projectNotFound, quote, workspacesLabel } from "./diagnostics";
import { memberOf, membersIn, transitNotes, type RetainedWorkspaces } from "./membership-release";
import type { Note, PlannedMoves } from "./move-warnings";
import type { Claim, ProjectMember, ResourceKey } from "./planned-changes";
import type { ProviderData } from "./provider-data";

/** The private state of a planned change. */
interface PlannedPrivate extends RetainedWorkspaces {
  /** The workspaces that the plan found, for the apply; undefined if Terraform does not pass it this private state. */
  readonly found?: readonly Workspace[];
}

/** A planned membership, the private state for its update and, if all workspaces are known, its moves. */
interface Planned {
  readonly plan: MembershipPlan;
  readonly privateState: PlannedPrivate;
  readonly moves?: PlannedMoves;
}

const SCHEMA = RESOURCES.tfprojects_workspace_membership;
const NONE_RETAINED: RetainedWorkspaces = { retained: [] };

interface PlanInput {
  readonly config: MembershipConfig;
  readonly prior: MembershipState | null;
  readonly plan: MembershipPlan;
  readonly resource: ResourceKey;
  /** The private state of the first plan, if Terraform plans again while it applies. */
  readonly privateState: unknown;
  readonly storesPlannedPrivate: boolean;
}

/** Looks up the workspaces, checks them, and completes the plan with them. */
export async function planWorkspaces(
  view: OrganizationView,
  { config, prior, plan, resource, privateState: firstPlan, storesPlannedPrivate }: PlanInput,
  { provider, diagnostics }: ConfiguredContext<ProviderData>,
): Promise<Planned> {
  const { plannedChanges } = provider;
  const ids = knownStrings(config.workspace_ids);
  const names = knownStrings(config.workspace_names);
  const { project_id: projectId } = plan;
  const destination = isKnown(projectId) ? projectId : undefined;
  if (destination !== undefined) {
    const member = { exclusive: plan.exclusive === true, label: memberLabel([...(names ?? []), ...(ids ?? [])]) };
    checkExclusive(member, plannedChanges.join(resource, destination, member), diagnostics);
  }
  if (ids === undefined || names === undefined) return unresolvedPlan(config, plan);

  view.workspaces.recordEarlier(foundBy(firstPlan));
  const { found, missingIds, missingNames } = await resolveWorkspaces(view, ids, names);
  await addMissingWorkspaces(view, diagnostics, "workspace_ids", missingIds, found);
  await addMissingWorkspaces(view, diagnostics, "workspace_names", missingNames, found, renamedHint(found, prior));
  addForeignWorkspaces(view, diagnostics, found);
  if (destination !== undefined) await checkProject(view, destination, provider, diagnostics);
  if (plan.exclusive === true && destination === (await view.defaultProjectId())) {
    diagnostics.error("Invalid exclusive", EXCLUSIVE_DEFAULT_PROJECT, ["exclusive"]);
  }
  if (diagnostics.hasErrors) return { plan, privateState: NONE_RETAINED };

  const conflicts = found.flatMap((workspace) => {
    const claim = plannedChanges.claimOfAnother(resource, workspace.id);
    return claim === undefined ? [] : [{ workspace, claim }];
  });
  for (const { workspace, claim } of conflicts) {
    const attribute = ids.includes(workspace.id) ? "workspace_ids" : "workspace_names";
    diagnostics.error("Workspace in two memberships", claimConflict(workspace, claim, destination), [attribute]);
  }
  if (conflicts.length > 0) return { plan, privateState: NONE_RETAINED };
  const wanted = new Set(found.map(({ id }) => id));
  plannedChanges.claim(resource, wanted, destination);

  const members = prior === null || retainsDropped(prior, plan) ? [] : await membersIn(view, prior, diagnostics);
  const dropped = members.filter(({ id }) => !wanted.has(id));
  for (const { id } of dropped) plannedChanges.release(resource, id);
  const transit = await transitNotes(view, resource, { found, dropped, destination, storesPlannedPrivate }, provider);
  const evictions =
    plan.exclusive === true && destination !== undefined && !wasExclusive(prior, destination)
      ? await evictionNotes(view, destination, provider)
      : [];
  const retained = dropped.map(({ id }) => id).filter((id) => plannedChanges.claimOfAnother(resource, id));
  const complete: MembershipPlan = {
    ...plan,
    workspace_ids: config.workspace_ids ?? [...wanted],
    workspace_names: config.workspace_names ?? found.map(({ name }) => name),
  };
  // Without a refresh, the state may miss that workspaces left: then Terraform applies nothing, and nothing is moved.
  const isUpdate = prior === null || changedAttributes(SCHEMA, prior, complete).length > 0;
  const moves: PlannedMoves = {
    resource,
    view,
    destination,
    entering: isUpdate ? found.filter((workspace) => workspace.projectId !== destination) : [],
    leaving: isUpdate ? dropped : [],
    attribute: [config.workspace_names === null || ids.length > 0 ? "workspace_ids" : "workspace_names"],
    notes: [...transit, ...evictions],
  };
  const privateState = { retained, ...(storesPlannedPrivate ? { found: found.map(identityAndProject) } : {}) };
  return { plan: complete, privateState, moves };
}

/** The workspaces in the private state of an earlier plan. */
function foundBy(privateState: unknown): readonly Workspace[] {
  return (memberOf(privateState, "found") as PlannedPrivate["found"]) ?? [];
}

/** Leaves out the settings of a workspace, which the apply does not need. */
function identityAndProject({ id, name, projectId, organization }: Workspace): Workspace {
  return { id, name, projectId, organization };
}

/** The plan if some workspaces are unknown: attributes that the configuration leaves out are known after apply. */
export function unresolvedPlan(config: MembershipConfig, plan: MembershipPlan): Planned {
  return {
    plan: {
      ...plan,
      workspace_ids: config.workspace_ids ?? UNKNOWN,
      workspace_names: config.workspace_names ?? UNKNOWN,
    },
    privateState: NONE_RETAINED,
  };
}

/**
 * Whether the membership was already exclusive in this project. If so, a refresh has recorded the workspaces that
 * entered the project, and the plan shows them as removed. Workspaces that enter later are left to the next plan.
 */
export function wasExclusive(prior: MembershipState | null, projectId: string): boolean {
  return prior?.exclusive === true && prior.project_id === projectId;
}

/** Whether workspaces that the configuration no longer contains stay where they are. */
export function retainsDropped(
  prior: MembershipState | null,
  { project_id: projectId, exclusive, on_destroy: onDestroy }: MembershipPlan | KnownConfigOf<typeof SCHEMA>,
): boolean {
  const isMoved = prior !== null && projectId !== prior.project_id;
  return onDestroy === "retain" && (isMoved || exclusive !== true);
}

async function addMissingWorkspaces(
  view: OrganizationView,
  diagnostics: Diagnostics,
  attribute: "workspace_ids" | "workspace_names",
  missing: readonly string[],
  found: readonly Workspace[],
  hint = "",
): Promise<void> {
  if (missing.length === 0) return;
  const created =
    attribute === "workspace_names"
      ? " For a workspace that is created in the same apply, use its ID in workspace_ids instead: the ID is known " +
        "only after the workspace is created."
      : "";
  diagnostics.error(
    "Workspace not found",
    `${(await workspacesNotFound(view, missing, found)).message}${hint}\n\n` +
      `Remove workspaces that were deleted from the configuration, and update names that were changed.${created}`,
    [attribute],
  );
}

/** Names the workspaces in the state that are not in the configuration: one of them may have been renamed. */
function renamedHint(found: readonly Workspace[], prior: MembershipState | null): string {
  const names = new Set(found.map(({ name }) => nameKey(name)));
  const others = (prior?.workspace_names ?? []).filter((name) => !names.has(nameKey(name)));
  if (others.length === 0) return "";
  return (
    ` The membership also contains ${formatList(others)}, which is not in the configuration: ` +
    "the workspace may have been renamed."
  );
}

function addForeignWorkspaces(
  view: OrganizationView,
  diagnostics: Diagnostics,
  workspaces: readonly Workspace[],
): void {
  for (const { name, id, organization } of workspaces) {
    if (sameName(organization, view.name)) continue;
    diagnostics.error(
      "Workspace in another organization",
      `Workspace ${quote(name)} (${id}) belongs to the organization ${quote(organization)}, and the membership to ` +
        `${quote(view.name)}. Workspaces can only move within an organization.`,
      ["workspace_ids"],
    );
  }
}

async function checkProject(
  view: OrganizationView,
  projectId: string,
  { plannedChanges }: ProviderData,
  diagnostics: Diagnostics,
): Promise<void> {
  if (plannedChanges.isDeleted(projectId)) {
    diagnostics.error(
      "Project will be deleted",
      `This plan deletes project ${projectId}, and the membership moves workspaces into it. Refer to the project by ` +
        "the id of its resource, so that the membership follows it, or remove the membership, too." +
        DESTROY_HINT,
      ["project_id"],
    );
    return;
  }
  const project = await view.projects.byId(projectId);
  if (project !== undefined && sameName(project.organization, view.name)) return;
  diagnostics.error("Project not found", projectNotFound(view.name, projectId), ["project_id"]);
}

/** The membership that is planned second is rejected, whichever of the two is exclusive. */
function checkExclusive(member: ProjectMember, others: readonly ProjectMember[], diagnostics: Diagnostics): void {
  if (sharedExclusiveProjects([member, ...others], () => "this one").length === 0) return;
  diagnostics.error(
    "Exclusive membership shares its project",
    exclusiveIsShared(others.map(({ label }) => label)) + DESTROY_HINT,
    [member.exclusive ? "exclusive" : "project_id"],
  );
}

/** @param workspaces - The known names and IDs in the configuration. */
function memberLabel(workspaces: readonly string[]): string {
  return workspaces.length === 0 ? "another membership" : `another membership (of ${formatList(workspaces)})`;
}

/** Names the workspaces that a project loses by becoming exclusive: the plan's attributes do not show them. */
async function evictionNotes(
  view: OrganizationView,
  projectId: string,
  { plannedChanges }: ProviderData,
): Promise<readonly Note[]> {
  const inside = await view.workspaces.inProject(projectId);
  const evicted = inside.filter(({ id }) => !plannedChanges.isClaimed(id));
  if (evicted.length === 0) return [];
  const detail =
    `The membership becomes exclusive: ${workspacesLabel(evicted)} will be moved from project ${projectId} to the ` +
    "default project, unless another membership takes them.";
  return [{ summary: "Workspaces leave an exclusive project", detail, attribute: ["exclusive"] }];
}

/** The strings of a set; undefined if any is unknown, empty if the set is null. */
function knownStrings(values: MembershipConfig["workspace_ids"]): readonly string[] | undefined {
  if (!isKnown(values)) return undefined;
  const known = (values ?? []).filter(isKnown);
  return known.length === (values ?? []).length ? known : undefined;
}

function claimConflict(workspace: Workspace, { projectId: other }: Claim, projectId: string | undefined): string {
  return (
    `Workspace ${quote(workspace.name)} (${workspace.id}) is assigned to ${projectOf(other)} by another membership, ` +
    `and to ${projectOf(projectId)} by this one. A workspace belongs to one project: remove it from one of the two.` +
    DESTROY_HINT
  );
}

function projectOf(projectId: string | undefined): string {
  return projectId === undefined ? "a new project" : `project ${projectId}`;
}
