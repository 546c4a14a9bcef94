/**
 * Permissions on a project and its workspaces. Every other permission requires `read`. `create-workspace` also permits
 * updating and deleting workspaces, `run` starting and canceling runs, and `override` overriding task stages.
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
/** A permission on a project. */
export type ProjectPermission = (typeof PROJECT_PERMISSIONS)[number];

/** Permissions on an organization itself. */
export type OrganizationPermission = "read" | "manage" | "create-project" | "force-delete-projects";

/** The roles that a token can have in an organization; docs/emulator.md has the permissions of each. */
export const ROLES = ["owner", "manage-projects", "organization", "read-only", "team"] as const;
/** A role that a token can have in an organization. */
export type Role = (typeof ROLES)[number];

interface RolePermissions {
  readonly organization: readonly OrganizationPermission[];
  /** Permissions on every project of the organization. */
  readonly everyProject: readonly ProjectPermission[];
}

/**
 * The permissions of each role. A token can have additional permissions on single projects; the role `team` has only
 * those and cannot see other projects. See
 * https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/permissions
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
  // Starting runs and overriding require a user or team token.
  organization: {
    organization: ["read", "manage", "create-project", "force-delete-projects"],
    everyProject: ["read", "update", "destroy", "create-workspace", "move-workspaces"],
  },
  "read-only": { organization: ["read"], everyProject: ["read"] },
  team: { organization: ["read"], everyProject: [] },
};
