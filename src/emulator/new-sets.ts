import type { ChangeOf } from "./engine/kind";
import type { PolicySetRecord, POLICY_KINDS } from "./kinds/policy-set";
import type { VariableSetRecord } from "./kinds/variable-set";

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

/** The content of a new variable set, of a seed or out of band. */
export function variableSetChange(
  organizationId: string,
  { name, projectIds, workspaceIds, ownerProjectId, description, global, priority }: NewVariableSet,
): ChangeOf<VariableSetRecord> {
  return {
    organizationId,
    name,
    projectIds,
    workspaceIds,
    ownerProjectId,
    settings: { description, global, priority },
  };
}

/** The content of a new policy set, of a seed or out of band. */
export function policySetChange(
  organizationId: string,
  { name, projectIds, workspaceIds, description, kind, global, overridable, ...excluded }: NewPolicySet,
): ChangeOf<PolicySetRecord> {
  return {
    organizationId,
    name,
    projectIds,
    workspaceIds,
    projectExclusionIds: excluded.excludedProjectIds,
    workspaceExclusionIds: excluded.excludedWorkspaceIds,
    settings: { description, kind, global, overridable },
  };
}
