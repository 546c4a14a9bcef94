/**
 * What a token may do with a project and what lives in it. `read` makes it visible; the others mean nothing without it.
 * `create-workspace` covers changing and deleting workspaces, `run` starting and canceling runs, `override` task stages.
 */
export const PROJECT_PERMISSIONS = [
  "read",
  "update",
  "destroy",
  "create-workspace",
  "move-workspaces",
  "run",
  "override",
] as const;
export type ProjectPermission = (typeof PROJECT_PERMISSIONS)[number];

/** What a token may do with an organization itself. */
export type OrganizationPermission = "read" | "manage" | "create-project" | "force-delete-projects";

export const ROLES = ["owner", "manage-projects", "organization", "read-only", "team"] as const;
export type Role = (typeof ROLES)[number];

interface RolePermissions {
  readonly organization: readonly OrganizationPermission[];
  /** Abilities on every project of the organization. */
  readonly everyProject: readonly ProjectPermission[];
}

/**
 * What each role may do (service-api.md section 5). A token may be given further abilities on single projects; role `team` has no
 * others, and does not see projects it was given nothing on.
 */
export const ROLE_PERMISSIONS: Readonly<Record<Role, RolePermissions>> = {
  owner: {
    organization: ["read", "manage", "create-project", "force-delete-projects"],
    everyProject: PROJECT_PERMISSIONS,
  },
  "manage-projects": {
    organization: ["read", "create-project", "force-delete-projects"],
    everyProject: ["read", "update", "destroy", "create-workspace", "move-workspaces", "run"],
  },
  // An organization API token manages, but neither runs nor overrides: those need a person.
  organization: {
    organization: ["read", "manage", "create-project", "force-delete-projects"],
    everyProject: ["read", "update", "destroy", "create-workspace", "move-workspaces"],
  },
  "read-only": { organization: ["read"], everyProject: ["read"] },
  team: { organization: ["read"], everyProject: [] },
};
