import { decideDeletion, type DeletionDecision } from "../decide";
import { REMOVE_AFTER_MOVE, sameName, type Project, type ProjectState, type Workspace } from "../model";
import { DiagnosticError, isKnown, type ConfiguredContext, type DeletionContext, type MaybeUnknown } from "../plugin";
import { DefaultProjectError, deleteProject, ProjectNotEmptyError, type OrganizationView } from "../reconcile";
import { projectConflict, projectLabel, quote, warnOfAbsence, workspacesLabel } from "./diagnostics";
import { checkMovesToDefault } from "./move-permissions";
import type { Taken } from "./planned/names";
import type { ResourceKey } from "./planned/resource-key";
import { idsIn, memberOf } from "./private-state";
import { deletionConflict } from "./project-name";
import type { ProviderData } from "./provider-data";

/**
 * Plans the deletion of a project. Reports an error for the default project and, with `refuse`, for workspaces that the
 * plan keeps in the project. Workspaces that a later plan may still move out cause a warning.
 *
 * Returns the IDs of the workspaces that other resources of the plan move. {@link applyDeletion} needs them, because
 * Terraform deletes a project before it updates the membership that leaves it.
 */
export async function planDeletion(
  prior: ProjectState,
  context: ConfiguredContext<ProviderData>,
): Promise<readonly string[]> {
  const { provider, diagnostics } = context;
  const { plannedProjects, plannedWorkspaces } = provider;
  const view = provider.organization(prior.organization);
  const project = await view.projects.byId(prior.id);
  if (project === undefined) {
    warnOfAbsence(diagnostics, `Project ${projectLabel(prior)}`, "It is only removed from the state.");
    return [];
  }
  // If this is planned first, the plan of the other resource finds that its name is taken.
  if (provider.plannedNames.takerOf(prior.id) !== undefined) throw deletionConflict(project);
  if (prior.deletion_policy === "retain") {
    diagnostics.warning(
      "The project is retained",
      `Project ${projectLabel(prior)} has deletion_policy = "retain": it is removed from the state, but not deleted.`,
    );
    return [];
  }
  if (prior.id === (await view.defaultProjectId())) throw cannotDelete(prior.name, new DefaultProjectError(prior.id));
  if (!plannedProjects.use(prior, prior.id, "deletes")) throw projectConflict(project);

  const { leaving, staying } = await deletionOf(view, prior, provider);
  const kept = staying.filter(({ id }) => plannedWorkspaces.isClaimedFor(prior.id, id));
  if (kept.length > 0) throw cannotDelete(prior.name, new ProjectNotEmptyError(project, kept));
  const ids = await recordDeletion(view, prior, { projectId: prior.id, leaving, removed: prior }, context);
  if (staying.length > 0) {
    diagnostics.warning(
      `Project ${quote(prior.name)} is not empty`,
      `This plan deletes project ${prior.id}, but no resource planned so far moves ${workspacesLabel(staying)} out ` +
        "of it. Deletions are planned in no particular order: if this plan also deletes these workspaces, or " +
        "deletes or changes memberships that move them, ignore this warning. Otherwise the deletion will fail when " +
        "it is applied. The project and these workspaces stay, but without the team access, variable sets and " +
        `policy sets that this plan removes from it: Terraform does that first.${REMEDIES}`,
      ["deletion_policy"],
    );
  }
  return ids;
}

/**
 * Plans the deletion that is part of a replacement, for which Terraform does not call the provider. It is planned and
 * applied before the memberships of the new project, so the workspaces must move to another project first.
 */
export async function planReplacement(
  resource: ResourceKey,
  replaced: ProjectState,
  name: MaybeUnknown<string>,
  context: ConfiguredContext<ProviderData>,
): Promise<readonly string[]> {
  const { provider, diagnostics } = context;
  const view = provider.organization(replaced.organization);
  const project = await view.projects.byId(replaced.id);
  if (project === undefined) {
    warnOfAbsence(diagnostics, `Project ${projectLabel(replaced)}`, "A new project is created in its place.");
    return [];
  }
  if (!provider.plannedProjects.use(resource, replaced.id, "replaces")) throw projectConflict(project);
  const { leaving, refusal } = await replacementOf(view, project, replaced, name, provider);
  if (refusal !== undefined) throw cannotReplace(project.name, refusal);
  if (leaving === undefined) return [];
  return recordDeletion(view, resource, { projectId: replaced.id, leaving }, context);
}

/** How a replacement handles the project. */
interface Replacement {
  /** The workspaces that the deletion moves out first; undefined if the project is not deleted. */
  readonly leaving?: readonly Workspace[];
  /** Why the project cannot be replaced. */
  readonly refusal?: string;
}

async function replacementOf(
  view: OrganizationView,
  project: Project,
  replaced: ProjectState,
  name: MaybeUnknown<string>,
  provider: ProviderData,
): Promise<Replacement> {
  if (replaced.deletion_policy === "retain") {
    if (!isKnown(name) || !sameName(name, project.name)) return {};
    return {
      refusal:
        `It has deletion_policy = "retain", so project ${replaced.id} keeps its name, and the new project cannot ` +
        "have the same name. Choose a different name for the new project, or set another deletion_policy and apply " +
        "it first.",
    };
  }
  if (replaced.id === (await view.defaultProjectId())) {
    return { refusal: new DefaultProjectError(replaced.id).message };
  }
  const { leaving, staying } = await deletionOf(view, replaced, provider);
  if (staying.length === 0) return { leaving };
  return {
    refusal:
      `Project ${replaced.id} is deleted before the new one is created and its memberships are updated, and no ` +
      `resource moves ${workspacesLabel(staying)} before that. Set deletion_policy = "evacuate" and apply it, then ` +
      "replace the project: its workspaces move to the default project, and its memberships move them back. To " +
      "keep a tainted project, run `untaint ADDRESS`.",
  };
}

/**
 * Plans the deletion that is part of the replacement of a tainted project. Terraform plans a tainted resource only as a
 * new object, so a replacement is assumed if the project is in the state, and its resource was not planned so far. If
 * another resource manages the project, its plan undoes this record, or is refused.
 *
 * @returns what {@link applyDeletion} needs; undefined if the project's resource was planned in the meantime.
 */
export async function planTaintedReplacement(
  resource: ResourceKey,
  project: Project,
  { name, takes }: { readonly name: string; readonly takes: Taken },
  context: ConfiguredContext<ProviderData>,
): Promise<readonly string[] | RefusedDeletion | undefined> {
  const { provider, diagnostics } = context;
  const { plannedProjects, plannedNames, projectsInState } = provider;
  const before = projectsInState.unplanned(project.id);
  if (before === undefined) return undefined;
  const view = provider.organization(before.organization);
  const { leaving, refusal } = await replacementOf(view, project, before, name, provider);
  // No other call runs between this check and the records.
  if (projectsInState.unplanned(project.id) === undefined) return undefined;
  if (!plannedProjects.use(resource, project.id, "replaces")) throw projectConflict(project);
  plannedNames.take(project.id, resource, takes);
  if (refusal !== undefined) {
    // No error: the project may belong to another resource, which is planned later and renames it.
    diagnostics.warning(
      `Project ${quote(project.name)} cannot be replaced`,
      `If this resource is tainted, the apply fails before it changes the project. ${refusal}`,
      ["deletion_policy"],
    );
    return { refusal };
  }
  if (leaving === undefined) return [];
  return recordDeletion(view, resource, { projectId: project.id, leaving }, context);
}

/**
 * Records a deletion, and checks that the workspaces that it moves out first may move to the default project. Returns
 * their IDs.
 */
async function recordDeletion(
  view: OrganizationView,
  resource: ResourceKey,
  { projectId, leaving, removed }: PlannedDeletion,
  { provider, diagnostics }: ConfiguredContext<ProviderData>,
): Promise<readonly string[]> {
  const ids = leaving.map(({ id }) => id);
  provider.plannedProjects.delete(resource, projectId, ids, removed);
  await checkMovesToDefault(view, leaving, diagnostics, ["deletion_policy"]);
  return ids;
}

interface PlannedDeletion extends Pick<DeletionDecision, "leaving"> {
  readonly projectId: string;
  /** The project, if it left the code. */
  readonly removed?: ProjectState;
}

/** The private state of a planned deletion that fails. */
interface RefusedDeletion {
  readonly refusal: string;
}

/**
 * Deletes the project. Workspaces that the plan moves elsewhere, or evacuates, are moved to the default project first:
 * those that entered since stay, so that the deletion is refused.
 */
export async function applyDeletion(
  prior: ProjectState,
  { provider, privateState, diagnostics }: DeletionContext<ProviderData>,
): Promise<void> {
  const refusal = memberOf(privateState, "refusal");
  if (typeof refusal === "string") throw cannotReplace(prior.name, refusal);
  if (prior.deletion_policy === "retain") return;
  const isEvacuated = prior.deletion_policy === "evacuate";
  const policy = isEvacuated && !Array.isArray(privateState) ? "evacuate" : "refuse";
  const view = provider.organization(prior.organization);
  const planned = idsIn(privateState);
  const leaves = (id: string): boolean => planned.has(id) || provider.plannedWorkspaces.isClaimedFrom(prior.id, id);
  try {
    // Batched with the reads of other deleted projects. The count saves a read of the workspaces of empty ones.
    await view.projects.upToDateById(prior.id);
    const candidates = await evacuationCandidates(view, prior.id, provider, isEvacuated || planned.size > 0);
    // Waits for memberships that are moving a candidate out of the project.
    const isConfirmed = await view.moveLock.runExclusive(candidates, () =>
      deleteProject(view, prior.id, policy, candidates.filter(leaves)),
    );
    if (!isConfirmed) warnOfAbsence(diagnostics, `Project ${projectLabel(prior)}`, "It is removed from the state.");
  } catch (error) {
    throw error instanceof Error ? cannotDelete(prior.name, error, isEvacuated ? ENTERED : REMEDIES) : error;
  }
}

/**
 * The workspaces in the project. Sends no request for a project that is known to be empty.
 *
 * @throws NotFoundOrUnauthorizedError if the token sees fewer workspaces than the project is known to contain
 */
export async function workspacesIn(view: OrganizationView, projectId: string): Promise<readonly Workspace[]> {
  const count = view.projects.knownWorkspaceCount(projectId);
  const inside = count === 0 ? [] : await view.workspaces.inProject(projectId);
  return (count ?? 0) > inside.length ? ((await view.allInProject(projectId)) ?? []) : inside;
}

/** IDs of the workspaces in the project; empty if none needs to be moved out. */
async function evacuationCandidates(
  view: OrganizationView,
  projectId: string,
  { plannedWorkspaces }: ProviderData,
  isCertain: boolean,
): Promise<readonly string[]> {
  const isNeeded = isCertain || !plannedWorkspaces.isEmpty;
  return isNeeded ? (await workspacesIn(view, projectId)).map(({ id }) => id) : [];
}

/** What becomes of the workspaces in the project, as far as is planned. */
async function deletionOf(
  view: OrganizationView,
  { id: projectId, deletion_policy: policy }: ProjectState,
  { plannedWorkspaces, membershipPlans }: ProviderData,
): Promise<DeletionDecision> {
  const inside = await workspacesIn(view, projectId);
  // Plans in progress may move further workspaces out.
  await membershipPlans.settled();
  return decideDeletion(policy === "evacuate", { inside, leaves: ({ id }) => plannedWorkspaces.leaves(id, projectId) });
}

function cannotReplace(name: string, detail: string): DiagnosticError {
  return DiagnosticError.of(`Cannot replace project ${quote(name)}`, detail, ["deletion_policy"]);
}

/** @param remedies - What to do about workspaces in the project. */
function cannotDelete(name: string, error: Error, remedies = REMEDIES): DiagnosticError {
  const detail = `${error.message}${remedyFor(error, remedies)}`;
  return DiagnosticError.of(`Cannot delete project ${quote(name)}`, detail, ["deletion_policy"], error);
}

function remedyFor(error: Error, remedies: string): string {
  if (error instanceof ProjectNotEmptyError) return remedies;
  if (error instanceof DefaultProjectError) {
    return '\n\nTo stop managing it, set deletion_policy = "retain" and apply it before you remove the resource.';
  }
  return "";
}

const ENTERED =
  "\n\nThey entered it after the plan was made, which moves only those that were in it. Run `plan` and `apply` " +
  "again: the next plan names them.";

const REMEDIES =
  "\n\nMove the workspaces to another project, or set deletion_policy and apply it before you delete the project: " +
  '"evacuate" moves them to the default project first, "retain" only removes the project from the state. ' +
  `If project_id of a tfe_workspace moves them, and the project has no create_before_destroy, ${REMOVE_AFTER_MOVE}`;
