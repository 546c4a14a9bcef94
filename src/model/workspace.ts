/** A workspace, as far as membership needs it (service-api.md section 2.4; facts: workspaces). */
export interface Workspace {
  /** Identifier, prefix `ws-`. */
  readonly id: string;
  /** Unique in the organization. */
  readonly name: string;
  /** The project the workspace lives in; every workspace lives in exactly one. */
  readonly projectId: string;
  /** Name of the organization. */
  readonly organization: string;
}

/** Where workspaces may go when the code that put them into a project is gone. */
export const RELEASE_POLICIES = ["default-project", "retain"] as const;
/** `default-project`: to the organization's default project; `retain`: they stay where they are. */
export type ReleasePolicy = (typeof RELEASE_POLICIES)[number];
