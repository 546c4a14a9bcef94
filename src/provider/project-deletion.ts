import { DiagnosticError, type ConfiguredContext, type DeletionContext } from "../plugin";
import { DefaultProjectError, deleteProject, ProjectNotEmptyError } from "../reconcile";
import { ownedTwice } from "./explain";
import type { ProjectState } from "./project-schema";
import type { Session } from "./session";

/**
 * Plans the deletion of a project: refused for the default project, and with `refuse` while the project holds workspaces that
 * the same plan does not take elsewhere. Gives the ids of those it does, for {@link deleteAsPlanned}: Terraform deletes the project
 * before it updates the membership that moves them.
 */
export async function planDeletion(
  prior: ProjectState,
  { provider, diagnostics, signal }: ConfiguredContext<Session>,
): Promise<readonly string[]> {
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
  if (provider.planned.isAdopted(prior.id)) throw ownedTwice(project);
  provider.planned.delete(prior.id);
  if (prior.deletion_policy === "evacuate") return [];
  const inside = await view.workspaces.inProject(prior.id);
  const held = await provider.planned.stillHeld({ project, workspaces: inside }, signal);
  for (const { project: holder, workspaces } of held) {
    diagnostics.add(...cannotDelete(holder.name, new ProjectNotEmptyError(holder, workspaces)).diagnostics);
  }
  return inside.map(({ id }) => id);
}

/** Deletes the project; workspaces that the plan takes elsewhere wait for that in the default project. */
export async function deleteAsPlanned(
  prior: ProjectState,
  { provider, note }: DeletionContext<Session>,
): Promise<void> {
  if (prior.deletion_policy === "retain") return;
  const policy = prior.deletion_policy === "evacuate" ? "evacuate" : "refuse";
  const leaving = Array.isArray(note) ? note.filter((id) => typeof id === "string") : [];
  try {
    await deleteProject(provider.organization(prior.organization), prior.id, policy, leaving);
  } catch (error) {
    throw error instanceof Error ? cannotDelete(prior.name, error) : error;
  }
}

function cannotDelete(name: string, error: Error): DiagnosticError {
  const summary = `Cannot delete project ${JSON.stringify(name)}`;
  return DiagnosticError.of(summary, `${error.message}${wayOut(error)}`, ["deletion_policy"], error);
}

function wayOut(error: Error): string {
  if (error instanceof ProjectNotEmptyError) {
    return (
      "\n\nMove them to another project, or set deletion_policy and apply it before the project is deleted: " +
      `"evacuate" moves them to the default project first, "retain" leaves the project as it is and only forgets it.`
    );
  }
  if (error instanceof DefaultProjectError) {
    return `\n\nTo stop managing it, set deletion_policy = "retain" and apply that before it is removed from the code.`;
  }
  return "";
}
