import { sameName, type ProjectState, type Workspace } from "../model";
import { DiagnosticError, isKnown, type ConfiguredContext, type DeletionContext, type MaybeUnknown } from "../plugin";
import {
  pluralize,
  DefaultProjectError,
  deleteProject,
  formatList,
  ProjectNotEmptyError,
  type OrganizationView,
} from "../reconcile";
import { projectConflict } from "./diagnostics";
import { idsIn, type ResourceKey } from "./planned-changes";
import type { ProviderData } from "./provider-data";

/**
 * Plans the deletion of a project: refused for the default project, and with `refuse` for workspaces that the plan keeps in it. What
 * plans to come may still take away is a warning. Gives the ids of the workspaces that the plan was seen to take elsewhere, for
 * {@link applyDeletion}: Terraform deletes a project before it updates the membership that leaves it.
 */
export async function planDeletion(
  prior: ProjectState,
  { provider, diagnostics }: ConfiguredContext<ProviderData>,
): Promise<readonly string[]> {
  const { plannedChanges: planned } = provider;
  const view = provider.organization(prior.organization);
  const project = await view.projects.byId(prior.id);
  if (project === undefined) return [];
  if (prior.deletion_policy === "retain") {
    diagnostics.warning(
      "The project is retained",
      `Project ${JSON.stringify(prior.name)} (${prior.id}) has deletion_policy = "retain": it stays as it is, and is no longer managed.`,
    );
    return [];
  }
  if (prior.id === (await view.defaultProjectId())) throw cannotDelete(prior.name, new DefaultProjectError(prior.id));
  if (!planned.use(prior, prior.id, "deletes")) throw projectConflict(project);

  const inside = await view.workspaces.inProject(prior.id);
  // What is planned at the same time is known before it is judged what stays.
  await provider.membershipPlans.settled();
  const { leaving, staying } = partition(inside, prior, provider);
  const kept = staying.filter(({ id }) => planned.isClaimedFor(prior.id, id));
  if (kept.length > 0) throw cannotDelete(prior.name, new ProjectNotEmptyError(project, kept));
  planned.delete(prior.id, leaving);
  if (staying.length > 0) {
    diagnostics.warning(
      `Project ${JSON.stringify(prior.name)} holds workspaces`,
      `It is to be deleted, and nothing that was planned before takes ${namesOf(staying)} out of project ${prior.id}. ` +
        "Terraform plans deletions in no order: where memberships that this plan deletes or changes take these workspaces out, all is well. " +
        `Otherwise the deletion will be refused when it is applied, and the project stays as it is.${REMEDIES}`,
      ["deletion_policy"],
    );
  }
  return leaving;
}

/**
 * Plans the deletion that is part of a replacement, which Terraform does not ask about. It comes before the memberships of the new project are
 * planned, and before they are applied: what the project holds then must have somewhere to go already.
 */
export async function planReplacement(
  resource: ResourceKey,
  replaced: ProjectState,
  name: MaybeUnknown<string>,
  { provider }: ConfiguredContext<ProviderData>,
): Promise<readonly string[]> {
  const { plannedChanges: planned } = provider;
  const view = provider.organization(replaced.organization);
  const project = await view.projects.byId(replaced.id);
  if (project === undefined) return [];
  if (!planned.use(resource, replaced.id, "replaces")) throw projectConflict(project);
  if (replaced.deletion_policy === "retain") {
    if (!isKnown(name) || !sameName(name, project.name)) return [];
    throw cannotReplace(
      project.name,
      `It has deletion_policy = "retain", so that project ${replaced.id} would stay, and keep its name: a new one could not get it. ` +
        "Give the new one another name, or set another deletion_policy and apply it first.",
    );
  }
  if (replaced.id === (await view.defaultProjectId())) {
    throw cannotReplace(project.name, new DefaultProjectError(replaced.id).message);
  }
  const inside = await view.workspaces.inProject(replaced.id);
  await provider.membershipPlans.settled();
  const { leaving, staying } = partition(inside, replaced, provider);
  if (staying.length > 0) {
    throw cannotReplace(
      project.name,
      `Terraform deletes project ${replaced.id} before it creates the new one, and before the memberships of the new one take their workspaces. ` +
        `Until then nobody takes ${namesOf(staying)}. Set deletion_policy = "evacuate" and apply it, then replace the project: its workspaces wait in the ` +
        "default project, and its memberships take them back. A project marked as tainted is kept as it is by `terraform untaint`.",
    );
  }
  planned.delete(replaced.id, leaving);
  return leaving;
}

/** Deletes the project; workspaces that the plan takes elsewhere wait for that in the default project. */
export async function applyDeletion(
  prior: ProjectState,
  { provider, privateState: note }: DeletionContext<ProviderData>,
): Promise<void> {
  if (prior.deletion_policy === "retain") return;
  const policy = prior.deletion_policy === "evacuate" ? "evacuate" : "refuse";
  const view = provider.organization(prior.organization);
  const noted = idsIn(note);
  const goes = (id: string): boolean => noted.has(id) || provider.plannedChanges.isClaimedFrom(prior.id, id);
  try {
    const moving = await evacuationCandidates(view, prior.id, provider, policy === "evacuate" || noted.size > 0);
    // A membership that takes one of them at the same time is waited for: its workspace is then no longer here.
    await view.moveLock.runExclusive(moving, () => deleteProject(view, prior.id, policy, moving.filter(goes)));
  } catch (error) {
    throw error instanceof Error ? cannotDelete(prior.name, error) : error;
  }
}

/** Ids of the workspaces in the project, where some may have to be moved out of the way. */
async function evacuationCandidates(
  view: OrganizationView,
  projectId: string,
  { plannedChanges: planned }: ProviderData,
  isCertain: boolean,
): Promise<readonly string[]> {
  return isCertain || planned.hasClaims ? (await view.workspaces.inProject(projectId)).map(({ id }) => id) : [];
}

/** Ids of the workspaces that the plan so far, or the deletion itself, takes out of the project; and the others. */
function partition(
  inside: readonly Workspace[],
  { id: projectId, deletion_policy: policy }: ProjectState,
  { plannedChanges: planned }: ProviderData,
): { readonly leaving: readonly string[]; readonly staying: readonly Workspace[] } {
  const isStaying = ({ id }: Workspace): boolean => policy !== "evacuate" && !planned.leaves(id, projectId);
  return {
    leaving: inside.filter((workspace) => !isStaying(workspace)).map(({ id }) => id),
    staying: inside.filter(isStaying),
  };
}

function cannotReplace(name: string, detail: string): DiagnosticError {
  return DiagnosticError.of(`Cannot replace project ${JSON.stringify(name)}`, detail, ["deletion_policy"]);
}

function cannotDelete(name: string, error: Error): DiagnosticError {
  const summary = `Cannot delete project ${JSON.stringify(name)}`;
  return DiagnosticError.of(summary, `${error.message}${remedyFor(error)}`, ["deletion_policy"], error);
}

function remedyFor(error: Error): string {
  if (error instanceof ProjectNotEmptyError) {
    return `${REMEDIES} Where the code puts them into another project already, apply a second time: they are moved by then.`;
  }
  if (error instanceof DefaultProjectError) {
    return `\n\nTo stop managing it, set deletion_policy = "retain" and apply that before it is removed from the code.`;
  }
  return "";
}

const REMEDIES =
  "\n\nMove them to another project, or set deletion_policy and apply it before the project is deleted: " +
  `"evacuate" moves them to the default project first, "retain" leaves the project as it is and only forgets it.`;

function namesOf(workspaces: readonly Workspace[]): string {
  return `${pluralize(workspaces.length, "workspace")} (${formatList(workspaces.map(({ name }) => name))})`;
}
