import { sameName } from "../model";
import type { Diagnostics } from "../plugin";
import type { OrganizationView } from "../reconcile";
import { DESTROY_HINT, projectNotFound } from "./diagnostics";

/** Adds an error unless the organization has the project. Returns whether it does. */
export async function checkProject(
  view: OrganizationView,
  projectId: string,
  diagnostics: Diagnostics,
): Promise<boolean> {
  const project = await view.projects.byId(projectId);
  if (project !== undefined && sameName(project.organization, view.name)) return true;
  diagnostics.error("Project not found", projectNotFound(view.name, projectId, project) + DESTROY_HINT, ["project_id"]);
  return false;
}
