import type { AssignmentDefinition } from "./assignment";
import { dataProjectDefinition } from "./data-project";
import { dataProjectsDefinition, listProjectsDefinition } from "./data-projects";
import { dataRunTaskStagesDefinition } from "./data-run-task-stages";
import type { Definition } from "./definition";
import { projectDefinition } from "./project";
import { projectIdentityDefinition } from "./project-identity";
import { projectPolicySetsDefinition, projectVariableSetsDefinition } from "./project-sets";
import { teamAccessDefinition } from "./project-team-access";
import { membershipDefinition } from "./workspace-membership";
import { placementDefinition } from "./workspace-placement";

export type {
  AssignmentAttributes,
  AssignmentDefinition,
  AssignmentValues,
  DeclaredAssignments,
  ObjectKey,
} from "./assignment";
export { camelCase } from "../../schema";
export { listedSettings } from "./common";
export { isInput, isReadOnly, mustBeOneOf, validateConfig } from "./definition";
export type { Definition } from "./definition";
export { DEFAULT_TIMEOUT_SECONDS } from "./data-run-task-stages";
export type { DataProjectConfig } from "./data-project";
export type { DataProjectsConfig, ListedProject } from "./data-projects";
export type { TaskResultState, TaskStageState } from "./data-run-task-stages";
export { ConfigValues } from "./config-values";
export * from "./project-settings";
export * from "./project-settings-comparison";
export * from "./project-settings-document";
export { problemsOfSettings, settingsIn } from "./project";
export type { ProjectConfig, ProjectPlan, ProjectState } from "./project";
export { POLICY_SET_MODES } from "./project-sets";
export { PERMISSION_BLOCKS, permissionKey } from "./project-team-access";
export { providerDefinition } from "./provider";
export { MAX_RULES, placementRuleBlock, placementTable, unplacedLine, unplacedName } from "./workspace-placement";
export type { NamedRule, PlacementConfig, PlacementPlan, PlacementState, PlacementTable } from "./workspace-placement";
export type { MembershipConfig, MembershipPlan, MembershipState } from "./workspace-membership";

/** The resources that assign objects of an organization to a project, by their type in Terraform. */
export const ASSIGNMENTS = {
  tfprojects_project_team_access: teamAccessDefinition,
  tfprojects_project_variable_sets: projectVariableSetsDefinition,
  tfprojects_project_policy_sets: projectPolicySetsDefinition,
} as const satisfies Readonly<Record<string, AssignmentDefinition>>;

/** A type of resource that assigns objects to a project. */
export type AssignmentType = keyof typeof ASSIGNMENTS;

/** All of them. */
// The keys of the table are its types; the compiler cannot follow Object.keys.
export const ASSIGNMENT_TYPES = Object.keys(ASSIGNMENTS) as readonly AssignmentType[];

export function isAssignmentType(type: string): type is AssignmentType {
  return Object.hasOwn(ASSIGNMENTS, type);
}

/** The resources of the provider, by their type in Terraform. */
export const RESOURCES = {
  tfprojects_project: projectDefinition,
  tfprojects_workspace_membership: membershipDefinition,
  tfprojects_workspace_placement: placementDefinition,
  ...ASSIGNMENTS,
} as const satisfies Readonly<Record<string, Definition>>;

/** A type of resource that the provider has. */
export type ResourceType = keyof typeof RESOURCES;

export function isResourceType(type: string): type is ResourceType {
  return Object.hasOwn(RESOURCES, type);
}

/** The identities of resources, by their type. */
export const IDENTITIES = { tfprojects_project: projectIdentityDefinition } as const;

/** The data sources of the provider, by their type in Terraform. */
export const DATA_SOURCES = {
  tfprojects_project: dataProjectDefinition,
  tfprojects_projects: dataProjectsDefinition,
  tfprojects_run_task_stages: dataRunTaskStagesDefinition,
} as const satisfies Readonly<Record<string, Definition>>;

/** The list resources of the provider, by the Terraform type of the listed objects. */
export const LIST_RESOURCES = {
  tfprojects_project: listProjectsDefinition,
} as const satisfies Readonly<Record<string, Definition>>;
