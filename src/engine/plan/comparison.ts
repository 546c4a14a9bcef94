import type { Diagnostic, SettingName, NamedObject } from "../../model";
import type { ActualOrganization } from "../actual-organization";
import { isNotCompared } from "../../diagnostics";
import type { DesiredOrganization } from "../organization";
import type { MissingWorkspaces } from "./absence";
import type { Change } from "../changes/change";
import { unmanagedInPlace, type Coverage, type UnmanagedWorkspace } from "./destinations";
import type { PlanImpact } from "../impact/impact";
import type { MembersKnownAfterApply } from "./memberships";
import type { WorkspaceElsewhere } from "./placements";
import type { PlanOptions, RaisedLimit } from "./plan-options";

/** How an organization differs from the code, and what would change that: plain data, JSON without loss. */
export interface Comparison {
  readonly organization: string;
  /** The code, which the organization was compared with. */
  readonly desired: DesiredOrganization;
  readonly actual: ActualOrganization;
  /** Projects of the code that exist, and that no Terraform state has. */
  readonly notInState: readonly { readonly address: string; readonly id: string }[];
  /** In an order in which they can be executed one by one; `dependsOn` says which may run at the same time. */
  readonly actions: readonly Change[];
  /** Why the plan is blocked; empty when it can be applied. */
  readonly errors: readonly Diagnostic[];
  /** What should be reviewed before approval, the most severe first. */
  readonly warnings: readonly Diagnostic[];
  /** What workspaces and people gain and lose by moves and deletions. */
  readonly impact: PlanImpact;
  /** The limits of deletions and moves that were set above their defaults. */
  readonly raisedLimits: readonly RaisedLimit[];
  /** How much of the organization is managed, before the plan is applied. */
  readonly coverage: Coverage;
  /** What is unmanaged and counts as drift: see {@link DriftOptions}. */
  readonly unmanagedDrift: {
    readonly projects: number;
    /** Workspaces in projects that the code manages. */
    readonly workspaces: number;
    /** Workspaces in the default project, which are not among those. */
    readonly unplaced: number;
  };
  /** Of drift: what the code names and that does not exist, or has another name. Plans have errors or warnings. */
  readonly missingWorkspaces: readonly MissingWorkspaces[];
  /** Members that Terraform knows only after apply, by membership; empty unless the code is Terraform's plan. */
  readonly afterApply: readonly MembersKnownAfterApply[];
  /** Workspaces that rules match and leave where they are, because they take them only from the default project. */
  readonly elsewhere: readonly WorkspaceElsewhere[];
  /** Unmanaged projects that `prune` would delete, and that this plan leaves alone, by name. */
  readonly notPruned: readonly NamedObject[];
  /**
   * Workspaces in projects of the code that no membership contains. Without a state nothing shows whether a membership
   * had them, so they stay; empty with a state.
   */
  readonly unlisted: readonly NamedObject[];
  /** The settings that were neither compared nor sent for every project of the code, because they were not read. */
  readonly notCompared: readonly SettingName[];
}

/** The changes that make an organization match the code. */
export interface Plan extends Comparison {
  readonly kind: "plan";
  /** The options that it was made with. */
  readonly options: PlanOptions;
}

/** How an organization differs from the code. Nothing limits or blocks it, since it is not applied. */
export interface Drift extends Comparison {
  readonly kind: "drift";
  /** Whether there are differences: changes, missing workspaces, errors in the code, unmanaged objects that count. */
  readonly hasDrift: boolean;
  /** Whether the token sees everything that is compared; otherwise `errors` says what it does not see. */
  readonly isComplete: boolean;
}

/** What a report shows: the plans of organizations, or their drift. */
export type Compared = readonly Plan[] | readonly Drift[];

/** Whether an unmanaged workspace counts as drift. */
export function isWorkspaceDrift({ actual, unmanagedDrift }: Comparison, workspace: UnmanagedWorkspace): boolean {
  const isUnplaced = unmanagedDrift.unplaced > 0 && workspace.project.id === actual.defaultProjectId;
  return isUnplaced || (unmanagedDrift.workspaces > 0 && workspace.isInManagedProject);
}

/**
 * Whether an organization differs from the code: by changes, missing workspaces, members that Terraform's apply adds,
 * errors in the code, or unmanaged objects that count.
 */
export function isDrift({ actions, missingWorkspaces, afterApply, errors, unmanagedDrift }: Comparison): boolean {
  const members = missingWorkspaces.length + afterApply.length;
  const inCode = actions.length + members + errorsInCode({ errors }).length;
  const { projects, workspaces, unplaced } = unmanagedDrift;
  return inCode + projects + workspaces + unplaced > 0;
}

/** Whether not everything can be compared: the token does not see it, or the service does not report it. */
export function isIncomplete({ errors }: Comparison): boolean {
  return errors.some(isNotCompared);
}

/** The errors that the code would have even if everything could be compared. */
export function errorsInCode({ errors }: Pick<Comparison, "errors">): readonly Diagnostic[] {
  return errors.filter((refusal) => !isNotCompared(refusal));
}

/** How many unmanaged workspaces are in unmanaged projects. */
export function workspacesOfUnmanagedProjects(drift: Comparison): number {
  const projects = new Set(drift.coverage.unmanagedProjects.map(({ id }) => id));
  return unmanagedInPlace(drift).filter(({ project }) => projects.has(project.id)).length;
}
