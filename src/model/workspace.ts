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
