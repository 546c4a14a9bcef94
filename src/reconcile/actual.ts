import type { Project, Workspace } from "../model";

/** What the service says of one organization, as far as projects and memberships go. */
export interface ActualOrganization {
  readonly name: string;
  readonly defaultProjectId: string;
  readonly projects: readonly Project[];
  readonly workspaces: readonly Workspace[];
}
