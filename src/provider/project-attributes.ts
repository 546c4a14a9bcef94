import type { ListedProject, Project } from "../model";

/** What the token's owner can do with a project; null where the service does not say. */
export function permissionsOf({ permissions }: Project): ListedProject["permissions"] {
  return {
    can_update: permissions.canUpdate ?? null,
    can_destroy: permissions.canDestroy ?? null,
    can_create_workspace: permissions.canCreateWorkspace ?? null,
  };
}

/** A project in the list of a data source. */
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
