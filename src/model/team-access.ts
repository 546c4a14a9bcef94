/** The levels of access of a team to a project. Only with `custom` are single permissions set. */
export const TEAM_ACCESS_LEVELS = ["read", "write", "maintain", "admin", "custom"] as const;

/** The levels of the single permissions on a project that are not yes or no; the service's names have hyphens. */
export const PROJECT_PERMISSION_LEVELS = {
  settings: ["read", "update", "delete"],
  teams: ["none", "read", "manage"],
  variable_sets: ["none", "read", "write"],
} as const;

/** The same on workspaces, one or all of a project. */
export const WORKSPACE_PERMISSION_LEVELS = {
  runs: ["read", "plan", "apply"],
  variables: ["none", "read", "write"],
  state_versions: ["none", "read-outputs", "read", "write"],
  sentinel_mocks: ["none", "read"],
} as const;

/** A team's access to a project and the workspaces in it. */
export interface TeamProjectAccess {
  /** Identifier, prefix `tprj-`. */
  readonly id: string;
  /** Identifier, prefix `team-`. */
  readonly teamId: string;
  readonly projectId: string;
  /** `read`, `write`, `maintain`, `admin` or `custom`; others may be added. */
  readonly access: string;
  /**
   * The permissions on the project, such as `settings: "read"`. With `custom` access, those granted to the team,
   * otherwise those that its access implies.
   */
  readonly projectAccess: Permissions;
  /** The permissions on the workspaces in the project, such as `runs: "apply"` and `move: false`. */
  readonly workspaceAccess: Permissions;
}

/** A team's own access to a workspace, beside that to its project. */
export interface TeamWorkspaceAccess {
  /** Identifier, prefix `tws-`. */
  readonly id: string;
  /** Identifier, prefix `team-`. */
  readonly teamId: string;
  readonly workspaceId: string;
  /** `read`, `plan`, `write`, `admin` or `custom`; others may be added. */
  readonly access: string;
  /** The permissions that its access implies or, with `custom`, grants: such as `runs: "apply"`. */
  readonly permissions: Permissions;
}

/** Permissions by name. */
export type Permissions = Readonly<Record<string, string | boolean>>;

/** A team of an organization. */
export interface Team {
  /** Identifier, prefix `team-`. */
  readonly id: string;
  /** Unique in the organization. */
  readonly name: string;
}
