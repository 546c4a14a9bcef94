import type { ListedProject, Project } from "../model";

/** What the caller may do with a project, as data sources give it; null where the service does not say. */
export function permissionsOf({ permissions }: Project): ListedProject["permissions"] {
  return {
    can_update: permissions.canUpdate ?? null,
    can_destroy: permissions.canDestroy ?? null,
    can_create_workspace: permissions.canCreateWorkspace ?? null,
  };
}

/** A project in a list, as data sources give it. */
export function listedProject(project: Project, defaultProjectId: string): ListedProject {
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
