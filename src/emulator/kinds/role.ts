import { PROJECT_PERMISSIONS } from "../engine/access";
import type { Permissions } from "./team";
import { accessWith, OWNER_PERMISSIONS, permissionsOfAccess } from "./team";

/** The roles that a token can have in an organization; docs/emulator.md has the permissions of each. */
export const ROLES = ["owner", "manage-projects", "organization", "read-only", "team"] as const;
/** A role that a token can have in an organization. */
export type Role = (typeof ROLES)[number];

/** The organization access of the team that a role stands for. */
export const ROLE_ACCESS: Readonly<Record<Role, ReturnType<typeof accessWith>>> = {
  owner: accessWith(),
  "manage-projects": accessWith("manage-projects"),
  organization: accessWith(),
  "read-only": accessWith("read-projects", "read-workspaces"),
  team: accessWith(),
};

/**
 * The permissions of each role. A token can have additional permissions on single projects; the role `team` has only
 * those and cannot see other projects. See
 * https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/permissions
 */
export const ROLE_PERMISSIONS: Readonly<Record<Role, Permissions>> = {
  owner: OWNER_PERMISSIONS,
  "manage-projects": permissionsOfAccess(ROLE_ACCESS["manage-projects"]),
  // Starting runs and overriding require a user or team token.
  organization: {
    organization: OWNER_PERMISSIONS.organization,
    everyProject: PROJECT_PERMISSIONS.filter((it) => it !== "run" && it !== "override"),
  },
  "read-only": permissionsOfAccess(ROLE_ACCESS["read-only"]),
  team: permissionsOfAccess(ROLE_ACCESS["team"]),
};
