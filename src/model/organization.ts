/** An organization, as far as projects need it. */
export interface Organization {
  readonly name: string;
  /** ID of the project for workspaces without another one; it can be renamed, but not deleted. */
  readonly defaultProjectId: string;
}
