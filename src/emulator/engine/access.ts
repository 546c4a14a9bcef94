import type { Identifier } from "./resource";

/**
 * Permissions on a project and its workspaces. Every other permission requires `read`. `read-teams` and `manage-teams`
 * are for the access of teams to the project, and `manage-variable-sets` for the variable sets that it owns.
 * `create-workspace` also permits updating and deleting workspaces, `run` starting and canceling runs, and `override`
 * overriding task stages.
 */
export const PROJECT_PERMISSIONS = [
  "read",
  "update",
  "destroy",
  "read-teams",
  "manage-teams",
  "manage-variable-sets",
  "create-workspace",
  "move-workspaces",
  "run",
  "override",
] as const;
/** A permission on a project. */
export type ProjectPermission = (typeof PROJECT_PERMISSIONS)[number];

/** Permissions on a single workspace, which a team can have without others. `run` includes applying. */
const WORKSPACE_PERMISSIONS = [
  "update-workspace",
  "delete-workspace",
  "lock-workspace",
  "attach-run-tasks",
  "manage-workspace-teams",
  "plan",
  "read-variables",
  "write-variables",
  "read-state",
  "read-state-outputs",
] as const;
type WorkspacePermission = (typeof WORKSPACE_PERMISSIONS)[number];

/** A permission on a project, or on a workspace in it. */
export type PermissionWithin = ProjectPermission | WorkspacePermission;

/** What permissions on a project include in its workspaces. */
const INCLUDED: Partial<Readonly<Record<ProjectPermission, readonly WorkspacePermission[]>>> = {
  read: ["read-variables", "read-state", "read-state-outputs"],
  "manage-teams": ["manage-workspace-teams"],
  "create-workspace": ["update-workspace", "delete-workspace", "lock-workspace", "attach-run-tasks", "write-variables"],
  run: ["plan", "lock-workspace"],
};

/** Permissions on a project, with those that they include in its workspaces. */
export function withIncluded(permissions: readonly ProjectPermission[]): ReadonlySet<PermissionWithin> {
  return new Set<PermissionWithin>(permissions.flatMap((it) => [it, ...(INCLUDED[it] ?? [])]));
}

const WITHIN: ReadonlySet<string> = new Set([...PROJECT_PERMISSIONS, ...WORKSPACE_PERMISSIONS]);

/** Whether there is such a permission on projects or workspaces; there can be one on organizations, too. */
export function isWithin(permission: Permission): permission is PermissionWithin {
  return WITHIN.has(permission);
}

/** Permissions on an organization itself. `access-secret-teams` makes its secret teams visible. */
export const ORGANIZATION_PERMISSIONS = [
  "read",
  "manage",
  "create-project",
  "force-delete-projects",
  "manage-agent-pools",
  "manage-policies",
  "manage-run-tasks",
  "manage-variable-sets",
  "manage-vcs-settings",
  "manage-membership",
  "manage-teams",
  "manage-organization-access",
  "access-secret-teams",
] as const;
/** A permission on an organization. */
export type OrganizationPermission = (typeof ORGANIZATION_PERMISSIONS)[number];

/** A permission on an organization, or within it. */
export type Permission = OrganizationPermission | PermissionWithin;

/** What operations on objects require, if one permission is for everything but reading. */
export function managedWith(
  permission: Permission,
  read = permission,
): Readonly<Record<"read" | "create" | "update" | "delete", Permission>> {
  return { read, create: permission, update: permission, delete: permission };
}

/** The place of an object, which determines the permissions on it. */
export interface Place {
  readonly organizationId: string;
  /** Undefined for objects that belong to no project. */
  readonly projectId?: string;
  /** Undefined for objects that belong to no workspace. */
  readonly workspaceId?: string;
}

/** The owner of an account that a token authenticates as. */
export interface AccountOwner {
  readonly username: string;
  /** The user, or the organization or team whose token it is: the account is then a service account. */
  readonly owner: Identifier & { readonly type: "users" | "organizations" | "teams" };
  readonly canCreateOrganizations: boolean;
}

/**
 * The sender of a request, with their permissions. Objects that they cannot read are reported as missing (404).
 */
export interface Principal {
  /** Key of the rate limit: all tokens of a user share one. */
  readonly user: string;
  account(): AccountOwner;
  can(permission: Permission, place: Place): boolean;
  isMemberOf(teamId: string): boolean;
  /** Whether the permission holds for every project of the organization, so that a list need not check each object. */
  canEverywhere(permission: ProjectPermission, organizationId: string): boolean;
  /** Whether the principal can create organizations. */
  readonly canCreateOrganizations: boolean;
  /** Makes the principal an owner of an organization that they have just created. */
  becomeOwner(organizationId: string): void;
}
