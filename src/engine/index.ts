export * from "./engine";
export type { MembershipDefinition, OrganizationDefinition, ProjectDefinition } from "./define-organization";
export type { MembershipSelection, ProjectSettingsDefinition } from "./generated/definitions";
export { EngineError, type EngineProblem } from "./engine-error";
export type { ActionEvent, Outcome } from "./apply/execute-plan";
export type { ExecutionResult } from "./apply/execute-plans";
export type { EngineEvent, Work } from "./events";
export type * from "./organization";
export type * from "./plan/action";
export type * from "./plan/coverage";
export type * from "./plan/impact";
export type { RaisedLimit } from "./plan/limits";
export type { Compared, Comparison, Drift, Plan, UnmanagedDrift } from "./plan/plan";
export type { DriftOptions, ObserveOptions, PlanOptions } from "./plan/plan-options";
export type { HidingProject, Refusal, RefusalCauses, SoughtProject } from "./plan/refusal";
export type * from "./plan/related-changes";
export type { ForcedMoveWarning, InheritanceWarning, PlanWarning } from "./plan/warnings";
export type { DocumentErrorCode } from "./report/error-codes";
export type { OptionName } from "./report/options";
export { render, type RenderOptions, type ReportFormat } from "./report/render";
export type { GivenState } from "./source/state-files";
export type { Client } from "../api";
export type {
  InheritedSettings,
  Organization,
  Project,
  ProjectPermissions,
  ProjectSettings,
  SettingName,
  TwoOwners,
  Workspace,
} from "../model";
export type { MoveReason } from "../reconcile/consequences";
export type { AddressedProblem } from "../user-error";
