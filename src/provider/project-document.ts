import type { Project } from "../model";
import { bool, nullable, number, object, string, type ValueOf } from "../plugin";

/** What the caller may do with a project, as data sources give it; null where the service does not say. */
export const permissionsType = object({
  can_update: nullable(bool),
  can_destroy: nullable(bool),
  can_create_workspace: nullable(bool),
});

/** A project in a list, as data sources give it. */
export const projectType = object({
  id: string,
  name: string,
  description: nullable(string),
  organization: string,
  is_default: bool,
  workspace_count: nullable(number),
  team_count: nullable(number),
  permissions: permissionsType,
});

export function permissionsOf({ permissions }: Project): ValueOf<typeof permissionsType> {
  return {
    can_update: permissions.canUpdate ?? null,
    can_destroy: permissions.canDestroy ?? null,
    can_create_workspace: permissions.canCreateWorkspace ?? null,
  };
}

export function projectDocument(project: Project, defaultProjectId: string): ValueOf<typeof projectType> {
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    organization: project.organization,
    is_default: project.id === defaultProjectId,
    workspace_count: project.workspaceCount ?? null,
    team_count: project.teamCount ?? null,
    permissions: permissionsOf(project),
  };
}
