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
export type {
  MembershipSelection,
  PlacementCondition,
  PlacementSettings,
  PolicySetsDefinition,
  PolicySetsSelection,
  ProjectSettingsDefinition,
  TeamAccessDefinition,
  TeamAccessSelection,
  VariableSetsDefinition,
  VariableSetsSelection,
} from "./generated/definitions";
export { EngineError } from "./engine-error";
export type { ActionEvent, VerifyingEvent } from "./events";
export type { ApplyResult, Outcome, Result, Skipped } from "./result";
export type { ActualOrganization, ReadAssignments } from "./actual-organization";
export type {
  CreatedWorkspace,
  DesiredAssignments,
  DesiredMembership,
  DesiredOrganization,
  DesiredPlacement,
  DesiredProject,
  PlacingRule,
  StateVersion,
} from "./organization";
export type { Change, ChangeKind, MovedWorkspace, ProjectTarget } from "./changes/change";
export type { MissingWorkspaces } from "./plan/absence";
export type { MembersKnownAfterApply } from "./plan/memberships";
export type { Coverage, UnmanagedWorkspace } from "./plan/destinations";
export type { DeletionImpact, MoveImpact, PlanImpact, SettingImpact } from "./plan/impact";
export type { Compared, Comparison, Drift, Plan } from "./plan/comparison";
export type { DoneBefore } from "./plan/progress";
export type { DriftOptions, LimitName, ObserveOptions, PlanOptions, RaisedLimit } from "./plan/plan-options";
export type { RelatedObjects, RelatedToProject } from "./actual-organization";
export type {
  ChangedGrant,
  ChangedPermission,
  ChangedSet,
  ChangedTag,
  Changes,
  NamedTeam,
  RelatedChanges,
  RelatedObjectsOfProject,
  TeamGrant,
} from "./plan/related-changes";
export type { WorkspaceElsewhere } from "./plan/placements";
export type { DocumentErrorCode, ServiceErrorCode, Uppercased } from "./report/error-codes";
export type { NamedOption, OptionName } from "./option-name";
export type { RenderOptions, ReportFormat } from "./report/render";
export type { GivenState } from "./source/state-files";
export type { ChangeDocument } from "./undo/read-document";
export type { UndoOptions } from "./undo/organization-before";
export type {
  AssignmentAttributes,
  AssignmentType,
  Diagnostic,
  DiagnosticData,
  NamedObject,
  InheritedSettings,
  SettingName,
} from "../model";
export type { RenamedWorkspace } from "../decide";
export type { PlanErrorCode } from "../diagnostics";
export type { AssignableObject, FixedReason, ObservedAssignment } from "../reconcile/assignments";
export type { MoveReason } from "../reconcile/consequences";
export type { ReconcileErrorCode, UnconfirmedWrite } from "../reconcile/errors";
export type { UserErrorCode } from "../user-error";
export type { AttributePath } from "../schema";
