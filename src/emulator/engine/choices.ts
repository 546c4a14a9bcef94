/**
 * Status of the response to deleting a project with workspaces. Undocumented; the default is 409, as documented for the
 * safe deletion of a workspace that manages resources.
 */
export type ProjectDeletionBehavior = 403 | 409 | 422;

/**
 * Status of a task stage in which only advisory results failed; the run continues either way:
 *
 * - `fail`: `failed`, as documented for a stage with one or more failed results;
 * - `pass`: `passed`, as HashiCorp's Terraform shows it.
 */
export type AdvisoryFailuresOption = "fail" | "pass";

/**
 * Which projects and workspaces have relationships to their tags, `tag-bindings` and `effective-tag-bindings`:
 *
 * - `always`: all, with their tags if those are included;
 * - `tagged`: those that have tags, own or inherited, as in recorded responses of the service; otherwise as `always`;
 * - `links`: those that have tags, with links only; including the tags has no effect;
 * - `never`: none; including the tags has no effect.
 */
export type TagRelationshipsOption = "always" | "tagged" | "links" | "never";

/** Whether `filter[tagged]` has an effect on lists: `ignore` returns them as without it. */
export type TagFilterOption = "apply" | "ignore";

/** Whether lists of workspaces can include their variables: `refuse` responds 400 to `include=vars`. */
export type WorkspaceVariablesOption = "include" | "refuse";

/** Whether a workspace can move with its own agent pool into a project that the pool does not allow. */
export type MoveWithAgentPoolOption = "accept" | "refuse";

/** Behavior that the emulator's options determine, where the service is not documented. */
export interface Choices {
  readonly projectDeletionBehavior: ProjectDeletionBehavior;
  readonly advisoryFailures: AdvisoryFailuresOption;
  readonly tagRelationships: TagRelationshipsOption;
  readonly tagFilter: TagFilterOption;
  readonly workspaceVariables: WorkspaceVariablesOption;
  readonly moveWithAgentPool: MoveWithAgentPoolOption;
}

export const DEFAULT_CHOICES: Choices = {
  projectDeletionBehavior: 409,
  advisoryFailures: "fail",
  tagRelationships: "always",
  tagFilter: "apply",
  workspaceVariables: "include",
  moveWithAgentPool: "accept",
};
