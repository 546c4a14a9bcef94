import type { SettingName } from "../../model";
import type { ActualOrganization, NamedObject } from "../actual-organization";
import type { DesiredOrganization } from "../organization";
import type { Action } from "./action";
import type { MembersKnownAfterApply } from "./after-apply";
import type { Coverage, UnmanagedDrift } from "./coverage";
import type { PlanImpact } from "./impact";
import type { RaisedLimit } from "./limits";
import type { MissingWorkspaces } from "./missing-workspaces";
import type { PlanOptions } from "./plan-options";
import type { Refusal } from "./refusal";
import type { WorkspaceElsewhere } from "./placements";
import type { PlanWarning } from "./warnings";

/** How an organization differs from the code, and what would change that: plain data, JSON without loss. */
export interface Comparison {
  readonly organization: string;
  /** The code, which the organization was compared with. */
  readonly desired: DesiredOrganization;
  readonly actual: ActualOrganization;
  /** Projects of the code that exist, and that no Terraform state has. */
  readonly notInState: readonly { readonly address: string; readonly id: string }[];
  /** In an order in which they can be executed one by one; `dependsOn` says which may run at the same time. */
  readonly actions: readonly Action[];
  /** Why the plan is blocked; empty when it can be applied. */
  readonly refusals: readonly Refusal[];
  /** What should be reviewed before approval, the most severe first. */
  readonly warnings: readonly PlanWarning[];
  /** What workspaces and people gain and lose by moves and deletions. */
  readonly impact: PlanImpact;
  /** The limits of deletions and moves that were set above their defaults. */
  readonly raisedLimits: readonly RaisedLimit[];
  /** How much of the organization is managed, before the plan is applied. */
  readonly coverage: Coverage;
  /** What is unmanaged and counts as drift; nothing unless the comparison is strict. */
  readonly unmanagedDrift: UnmanagedDrift;
  /** Of drift: what the code names and that does not exist, or has another name. Plans have errors or warnings. */
  readonly missingWorkspaces: readonly MissingWorkspaces[];
  /** Members that Terraform knows only after apply, by membership; empty unless the code is Terraform's plan. */
  readonly afterApply: readonly MembersKnownAfterApply[];
  /** Workspaces that rules match and leave where they are, because they take them only from the default project. */
  readonly elsewhere: readonly WorkspaceElsewhere[];
  /** Unmanaged projects that `prune` would delete, and that this plan leaves alone, by name. */
  readonly leftAlone: readonly NamedObject[];
  /**
   * Workspaces in projects of the code that no membership contains. Without a state nothing shows whether a membership
   * had them, so they stay; empty with a state.
   */
  readonly leftInPlace: readonly NamedObject[];
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
  /** Whether the token sees everything that is compared; otherwise `refusals` says what it does not see. */
  readonly isComplete: boolean;
}

/** What a report shows: the plans of organizations, or their drift. */
export type Compared = readonly Plan[] | readonly Drift[];
