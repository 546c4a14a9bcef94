/** A variable set: variables that apply to workspaces, to projects or to an organization. */
export interface VariableSet {
  /** Identifier, prefix `varset-`. */
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Whether it applies to every workspace of its owner, the organization or the project. */
  readonly isGlobal: boolean;
  /** Whether its values take precedence over more specific ones. */
  readonly hasPriority: boolean;
  /** The project that owns it; null if the organization does, or if the response does not say. */
  readonly ownerProjectId: string | null;
  /** The projects that it is applied to, if the response lists them. A global set is applied to none. */
  readonly projectIds: readonly string[];
  /** The workspaces that it is applied to directly, if the response lists them. */
  readonly workspaceIds: readonly string[];
}

/** A policy set: policies that apply to workspaces, to projects or to an organization. */
export interface PolicySet {
  /** Identifier, prefix `polset-`. */
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** `sentinel`, `opa` or `tfpolicy`; null if the response does not say. */
  readonly kind: string | null;
  /** Whether it applies to every workspace of the organization that is not excluded. */
  readonly isGlobal: boolean;
  /** Whether it selects workspaces by their tags. */
  readonly isScopedByTags: boolean;
  /** The projects that it is attached to, as the response lists them. A global set is attached to none. */
  readonly projectIds: readonly string[];
  /** Whether these are all: the response may list fewer projects than it counts. */
  readonly listsAllProjects: boolean;
  /** The workspaces that it is attached to directly. */
  readonly workspaceIds: readonly string[];
  readonly excludedProjectIds: readonly string[];
  readonly excludedWorkspaceIds: readonly string[];
}
