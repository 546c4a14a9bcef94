import type { Project, Token, Workspace, ModelState } from "./state";

/**
 * What a role may do everywhere in its organization. `team` may do nothing but what its token says of single
 * projects. Reading is the condition of everything else; whatever may not be read does not exist.
 */
const EVERYWHERE: Readonly<Record<string, readonly string[]>> = {
  owner: ["create", "force", "read", "update", "destroy", "create-workspace", "move-workspaces", "run", "override"],
  "manage-projects": ["create", "force", "read", "update", "destroy", "create-workspace", "move-workspaces", "run"],
  organization: ["create", "force", "read", "update", "destroy", "create-workspace", "move-workspaces"],
  "read-only": ["read"],
  team: [],
};

/** Whether a token knows of an organization at all: every role reads the organization itself. */
export function canAccess(token: Token, organization: string): boolean {
  return token.organization === undefined || token.organization === organization;
}

/** `create` projects, or delete them by `force`: rights on the organization. */
export function canInOrganization(token: Token, ability: "create" | "force", organization: string): boolean {
  return canAccess(token, organization) && EVERYWHERE[token.role]!.includes(ability);
}

export function can(token: Token, ability: string, project: Project): boolean {
  const has = (wanted: string): boolean =>
    EVERYWHERE[token.role]!.includes(wanted) || (token.projects[project.id]?.includes(wanted) ?? false);
  return canAccess(token, project.organization) && has("read") && has(ability);
}

export function canInWorkspace(world: ModelState, token: Token, ability: string, workspace: Workspace): boolean {
  return can(
    token,
    ability,
    world.projects.find((project) => project.id === workspace.project)!,
  );
}
