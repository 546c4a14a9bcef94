import type { POLICY_KINDS } from "./kinds/policy-kind";

/** A new variable set. */
export interface NewVariableSet {
  readonly name: string;
  /** @default null */
  readonly description?: string | null | undefined;
  /** Whether it applies to every workspace of the organization, not with `ownerProjectId`. @default false */
  readonly global?: boolean | undefined;
  /** @default false */
  readonly priority?: boolean | undefined;
  readonly projectIds?: readonly string[] | undefined;
  readonly workspaceIds?: readonly string[] | undefined;
  /** The project that owns it. @default the organization */
  readonly ownerProjectId?: string | undefined;
}

/** A new policy set. */
export interface NewPolicySet {
  readonly name: string;
  /** @default null */
  readonly description?: string | null | undefined;
  /** @default "sentinel" */
  readonly kind?: (typeof POLICY_KINDS)[number] | undefined;
  /** Whether it applies to every workspace of the organization that is not excluded. @default false */
  readonly global?: boolean | undefined;
  /** @default false */
  readonly overridable?: boolean | undefined;
  readonly projectIds?: readonly string[] | undefined;
  readonly workspaceIds?: readonly string[] | undefined;
  readonly excludedProjectIds?: readonly string[] | undefined;
  readonly excludedWorkspaceIds?: readonly string[] | undefined;
}
