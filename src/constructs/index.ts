// Must be first, before another module loads the framework.
import "./base/load-framework";

export type { ProviderMetaArguments } from "./base/elements";
export * from "./generated/data-project";
export * from "./generated/data-projects";
export * from "./generated/data-run-task-stages";
export * from "./generated/output-references";
export type { ProjectConfig } from "./generated/project";
export { ProjectPolicySets, type ProjectPolicySetsConfig } from "./generated/project-policy-sets";
export {
  ProjectTeamAccess,
  type ProjectTeamAccessConfig,
  type ProjectTeamAccessTeam,
  type ProjectTeamAccessTeamProjectAccess,
  type ProjectTeamAccessTeamWorkspaceAccess,
} from "./generated/project-team-access";
export { ProjectVariableSets, type ProjectVariableSetsConfig } from "./generated/project-variable-sets";
export type { WorkspaceMembershipConfig } from "./generated/workspace-membership";
export type { WorkspacePlacementConfig, WorkspacePlacementRule } from "./generated/workspace-placement";
export type { GateResourceKind } from "./gate-resource";
export { Project } from "./project";
export { RunTaskGate } from "./run-task-gate";
export type { RunTaskGateConfig } from "./run-task-gate";
export type { ProviderPlatform } from "./provider-bundle/platform";
export { TfprojectsProvider } from "./tfprojects-provider";
export type { TfprojectsProviderConfig } from "./tfprojects-provider";
export { WorkspaceMembership } from "./workspace-membership";
export { WorkspacePlacement } from "./workspace-placement";
export type { AdvisoryFailures, DeletionPolicy, ReleasePolicy, RunStage } from "../model";
