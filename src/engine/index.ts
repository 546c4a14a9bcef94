export * from "./engine";
export type { OpenedSource, PathOptions, SourceOptions } from "./opened-source";
export type { DefinedProject } from "./plain-body";
export type {
  MembershipDefinition,
  OrganizationDefinition,
  PlacementDefinition,
  PlacementRuleDefinition,
  ProjectDefinition,
} from "./define-organization";
export type { PolicySetsDefinition, TeamAccessDefinition, VariableSetsDefinition } from "./generated/definitions";
export { EngineError } from "./engine-error";
export type { ApplyEvent } from "./events";
export type { ApplyResult, Outcome, Result } from "./result";
export type { ActualOrganization, ReadAssignments } from "./actual-organization";
export type { CreatedWorkspace, DesiredOrganization, PlacingRule } from "./organization";
export type { Change, ChangeKind, ProjectTarget } from "./changes/change";
export type { MissingWorkspaces } from "./plan/absence";
export type { MembersKnownAfterApply } from "./plan/memberships";
export type { Coverage, UnmanagedWorkspace } from "./plan/destinations";
export type { DeletedWith, DeletionImpact, MoveImpact, PlanImpact, SettingImpact } from "./impact/impact";
export type { Drift, Plan } from "./plan/comparison";
export type { DoneBefore } from "./plan/progress";
export type { DriftOptions, ObserveOptions, PlanOptions, RaisedLimit } from "./plan/plan-options";
export type { ChangedPermission, ImpactEffect, KindImpact } from "./impact/kind";
export type { ImpactKindName, RelatedImpact, RelatedObjects } from "./impact/kinds";
export type { WorkspaceElsewhere } from "./plan/placements";
export type { DocumentErrorCode } from "./report/error-codes";
export type { OptionName } from "./option-name";
export type { RenderOptions, ReportFormat } from "./report/render";
export type { ChangeDocument } from "./undo/read-document";
export type { UndoOptions } from "./undo/organization-before";
export type { AssignmentAttributes, AssignmentType, Diagnostic, DiagnosticData, NamedObject } from "../model";
export type { RenamedWorkspace } from "../decide";
export type { ChangedIdentity, IdentityUsers, PlanErrorCode } from "../diagnostics";
export type { AssignableObject, FixedReason, ObservedAssignment } from "../reconcile/assignments";
export type { UnconfirmedWrite } from "../reconcile/errors";
export type { StateSharingImpact } from "../reconcile/state-sharing";
export type { AttributePath } from "../schema";
