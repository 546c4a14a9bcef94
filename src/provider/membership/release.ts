import { keepsMembers } from "../../decide";
import { nameKey, type MembershipPlan, type MembershipState, type Workspace } from "../../model";
import { isKnown, type DeletionContext, type Diagnostics, type PlannedDeletionContext } from "../../plugin";
import { projectNotEmpty, type OrganizationView } from "../../reconcile";
import { quote, warnOfAbsence, withDiagnostics, workspacesLabel } from "../diagnostics";
import { recordedByName } from "../import";
import { checkMovesToDefault } from "../move-permissions";
import type { ResourceKey } from "../planned/resource-key";
import type { ProviderData } from "../provider-data";
import { warnOfReleased, type Note } from "./move-warnings";
import { releaseIn, storedIn, type PlannedRelease, type StoredMembership } from "./private-state";

/**
 * The workspaces of the membership that are currently in its project: none, without a request, if this process has
 * deleted it.
 *
 * @param diagnostics - Receives a warning if the project counts as deleted. @default no warning
 * @throws NotFoundOrUnauthorizedError if some are missing, and the token may not see all workspaces of the project
 */
export async function membersOf(
  view: OrganizationView,
  state: MembershipState,
  diagnostics?: Diagnostics,
): Promise<readonly Workspace[]> {
  if (view.projects.wasDeleted(state.project_id)) return [];
  let inside = await view.workspaces.inProject(state.project_id);
  const seen = new Set(inside.map(({ id }) => id));
  if (!state.workspace_ids.every((id) => seen.has(id))) {
    const all = await view.allInProject(state.project_id);
    if (all === undefined && diagnostics !== undefined) {
      warnOfAbsence(diagnostics, `Project ${state.project_id}`, "No workspace is moved out of it.", "a membership");
    }
    inside = all ?? [];
  }
  const ids = new Set(state.workspace_ids);
  const names = new Set(state.workspace_names.map(nameKey));
  return inside.filter((workspace) => ids.has(workspace.id) || names.has(nameKey(workspace.name)));
}

/** Plans the deletion of a membership: workspaces that no other membership claims move to the default project. */
export async function planRelease(
  prior: MembershipState,
  { provider, diagnostics, storedPrivateState }: PlannedDeletionContext<ProviderData>,
): Promise<PlannedRelease | undefined> {
  if (prior.on_destroy === "retain") return undefined;
  const stored = storedIn(storedPrivateState);
  const members = await membersOf(provider.organization(prior.organization), prior, diagnostics);
  if (!keepsDeleted(prior, stored)) for (const { id } of members) provider.plannedWorkspaces.release(prior, id);
  return releasePlan(prior, stored, provider);
}

/** Whether the workspaces of a membership that is deleted stay in its project. */
function keepsDeleted(
  { project_id: projectId, exclusive, on_destroy: onDestroy }: MembershipState,
  { isRecorded }: StoredMembership,
): boolean {
  return keepsMembers({ before: { projectId, exclusive, isRecorded }, retains: onDestroy === "retain" });
}

/**
 * Warns which workspaces a deleted membership releases, if it cannot do so, and if it keeps them since it was imported.
 * Call this when plans in progress may be waited for.
 */
export async function warnOfRelease(
  prior: MembershipState,
  { provider, diagnostics, storedPrivateState }: PlannedDeletionContext<ProviderData>,
): Promise<void> {
  if (prior.on_destroy === "retain") return;
  const view = provider.organization(prior.organization);
  const members = await membersOf(view, prior);
  await provider.membershipPlans.settled();
  const others = members.filter(({ id }) => !provider.plannedWorkspaces.isClaimed(id));
  if (keepsDeleted(prior, storedIn(storedPrivateState))) {
    for (const { summary, detail } of keptNotes(view, prior, others)) diagnostics.warning(summary, detail);
  } else {
    await checkMovesToDefault(view, others, diagnostics);
    // What `terraform destroy` removes, and what a deleted project loses, has no warning here: see warnOfDeletion.
    const { isNormalPlan } = provider.plannedProjects;
    if (isNormalPlan && !provider.plannedProjects.isDeleted(prior.project_id))
      await warnOfReleased(view, others, { provider, diagnostics });
  }
}

/** A note about workspaces that stay in the project of a membership, since its import has not recorded them. */
export function keptNotes(
  view: OrganizationView,
  prior: MembershipState | null,
  workspaces: readonly Workspace[],
): readonly Note[] {
  if (prior === null || workspaces.length === 0) return [];
  const { id, name = id } = view.projects.peek(prior.project_id) ?? { id: prior.project_id };
  const detail =
    `The membership was imported with all workspaces of project ${quote(name)} (${id}), and no apply has changed it ` +
    `since. What the code does not name stays there, unless other code moves it: ${workspacesLabel(workspaces)}. ` +
    recordedByName("workspaces", id);
  return [{ summary: "Workspaces stay in an imported project", detail, attribute: ["workspace_names"] }];
}

/** The plan for the workspaces of a deleted membership, given the claims of other memberships planned so far. */
export async function releasePlan(
  prior: MembershipState,
  stored: StoredMembership,
  provider: ProviderData,
): Promise<PlannedRelease> {
  const { plannedProjects, plannedWorkspaces } = provider;
  const view = provider.organization(prior.organization);
  const taken = (await membersOf(view, prior)).map(({ id }) => id).filter((id) => plannedWorkspaces.isClaimed(id));
  const evacuated = new Set(taken.filter((id) => plannedProjects.isDeletedWith(prior.project_id, id)));
  const inside = evacuated.size === 0 ? [] : await view.workspaces.inProject(prior.project_id);
  return {
    retained: taken.filter((id) => !evacuated.has(id)),
    evacuated: [...evacuated],
    observed: inside.map(({ id }) => id),
    ...(keepsDeleted(prior, stored) ? { keepsOthers: true } : {}),
  };
}

export async function applyRelease(
  prior: MembershipState,
  { provider, privateState, diagnostics }: DeletionContext<ProviderData>,
): Promise<void> {
  const { retained, evacuated, observed, keepsOthers } = releaseIn(privateState);
  const keeps = keepsOthers === true || prior.on_destroy === "retain";
  if (keeps && evacuated.size === 0) return;
  const moves = (id: string): boolean => !keeps || evacuated.has(id);
  const summary = `Cannot move the workspaces of project ${prior.project_id} to the default project`;
  await withDiagnostics({ summary }, async () => {
    const view = provider.organization(prior.organization);
    if (evacuated.size > 0) await rejectNewWorkspaces(view, prior.project_id, observed);
    const released = (await membersOf(view, prior, diagnostics)).map(({ id }) => id).filter(moves);
    await provider.releases.release(view, prior.project_id, released, { retained, evacuated });
  });
}

/**
 * Before any workspace is moved out, fails the deletion if a workspace entered the project after the plan.
 *
 * @throws ProjectNotEmptyError
 */
async function rejectNewWorkspaces(
  view: OrganizationView,
  projectId: string,
  observed: ReadonlySet<string>,
): Promise<void> {
  const added = (await view.workspaces.freshInProject(projectId)).filter(({ id }) => !observed.has(id));
  if (added.length > 0) throw await projectNotEmpty(view, projectId, added);
}

/**
 * Whether the plan so far deletes the project that the membership leaves, without moving out its workspaces first. If
 * so, the membership is replaced: Terraform deletes a project before it updates a membership, but after it deletes one.
 */
export async function mustReplace(
  prior: MembershipState | null,
  plan: MembershipPlan,
  provider: ProviderData,
): Promise<boolean> {
  const { plannedProjects } = provider;
  if (prior === null || (isKnown(plan.project_id) && plan.project_id === prior.project_id)) return false;
  if (!plannedProjects.isDeleted(prior.project_id)) return false;
  const members = await membersOf(provider.organization(prior.organization), prior);
  return members.some(({ id }) => plannedProjects.isDeletedWith(prior.project_id, id));
}

interface Transit {
  /** The workspaces that the membership claims. */
  readonly found: readonly Workspace[];
  /** The workspaces that the membership releases. */
  readonly dropped: readonly Workspace[];
  readonly destination: string | undefined;
  /** Whether the apply knows which of the released workspaces another membership claims. */
  readonly storesPlannedPrivate: boolean;
}

/** Notes about workspaces that may be in the default project temporarily while they change memberships. */
export async function transitNotes(
  view: OrganizationView,
  resource: ResourceKey,
  { found, dropped, destination, storesPlannedPrivate }: Transit,
  { plannedProjects, plannedWorkspaces }: ProviderData,
): Promise<readonly Note[]> {
  const entering = found.filter(
    ({ id, projectId }) =>
      projectId !== destination &&
      (plannedWorkspaces.isReleasedByAnother(resource, id) || plannedProjects.isDeleted(projectId)),
  );
  const taken = dropped.filter(({ id }) => plannedWorkspaces.ofAnother(resource, id) !== undefined);
  const moving = [...entering, ...(storesPlannedPrivate ? [] : taken)];
  if (moving.length === 0) return [];
  const defaultProjectId = await view.defaultProjectId();
  const transient = moving.filter(({ projectId }) => projectId !== defaultProjectId);
  if (transient.length === 0) return [];
  const detail =
    `${workspacesLabel(transient)} may be in the default project temporarily, with its settings and access. ` +
    "The membership that releases a workspace and the one that takes it are applied in no particular order, and a " +
    "project is deleted before its workspaces are moved elsewhere. Workspaces are moved directly if both " +
    "memberships are applied at the same time, or if the one that releases them already has " +
    'on_destroy = "retain".';
  return [{ summary: "Workspaces change memberships", detail, attribute: ["workspace_ids"] }];
}
