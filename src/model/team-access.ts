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

/** Permissions by name. */
export type Permissions = Readonly<Record<string, string | boolean>>;

/** A team of an organization. */
export interface Team {
  /** Identifier, prefix `team-`. */
  readonly id: string;
  /** Unique in the organization. */
  readonly name: string;
}
