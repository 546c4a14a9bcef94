/** An organization, as far as projects need it. */
export interface Organization {
  readonly name: string;
  /** The organization's own project for workspaces without another; may be renamed, never deleted. */
  readonly defaultProjectId: string;
}
