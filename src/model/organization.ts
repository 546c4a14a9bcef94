import type { InheritedSettings } from "./definitions/project-settings";

/** An organization: the attributes that projects need. */
export interface Organization {
  readonly name: string;
  /** ID of the project for workspaces without another one; it can be renamed, but not deleted. */
  readonly defaultProjectId: string;
  /** Whether the token may create projects, which includes seeing all of them; undefined if the response lacks it. */
  readonly canCreateProjects?: boolean | undefined;
  /** Whether the token may manage variable sets; undefined if the response lacks it. */
  readonly canManageVariableSets?: boolean | undefined;
  /** Whether the token may manage run tasks; undefined if the response lacks it. */
  readonly canManageRunTasks?: boolean | undefined;
  /** Settings in the response that its projects inherit unless they have their own. */
  readonly projectDefaults?: InheritedSettings<string | null | undefined> | undefined;
}
