import type { InheritedSettings } from "./definitions/project-settings";

/** An organization, as far as projects need it. */
export interface Organization {
  readonly name: string;
  /** ID of the project for workspaces without another one; it can be renamed, but not deleted. */
  readonly defaultProjectId: string;
  /** Whether the token may create projects, which includes seeing all of them; undefined if the response lacks it. */
  readonly canCreateProjects?: boolean | undefined;
  /** What its projects inherit unless they have their own, as far as the response contains it. */
  readonly projectDefaults?: InheritedSettings<string | null | undefined> | undefined;
}
