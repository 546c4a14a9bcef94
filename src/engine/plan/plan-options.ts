import type { LimitOptions } from "./limits";

/** What a plan may do besides creating, updating and moving what the code names, and what it reports. */
export interface PlanOptions extends LimitOptions {
  /** Whether the code is authoritative: unmanaged projects are deleted. @default false */
  readonly prune?: boolean | undefined;
  /**
   * Whether workspaces of deleted projects move to the default project; otherwise the plan is blocked.
   *
   * @default false
   */
  readonly evacuate?: boolean | undefined;
  /**
   * Names or IDs of unmanaged projects and workspaces to leave alone, in which `*` is a wildcard. They are neither
   * deleted nor moved, and left out of coverage, and so are the workspaces of such a project.
   *
   * @default none
   */
  readonly ignore?: readonly string[] | undefined;
  /**
   * Whether settings of the code that the service does not report are sent if Terraform would send them; otherwise they
   * are not compared. Not for an organization that was read without settings which the service does report.
   *
   * @default false
   */
  readonly sendsUnreported?: boolean | undefined;
  /** Whether unmanaged projects, and unmanaged workspaces in projects of the code, count as drift. @default false */
  readonly strict?: boolean | undefined;
}
