import { dataProjectDefinition } from "./data-project";
import { dataProjectsDefinition } from "./data-projects";
import { dataRunTaskStagesDefinition } from "./data-run-task-stages";
import type { Definition } from "./definition";
import { projectDefinition } from "./project";
import { membershipDefinition } from "./workspace-membership";

export * from "./between";
export { problemsIn } from "./definition";
export type { AttributeProblem, AttributeType, Definition, InputDefinition } from "./definition";
export { Given } from "./given";
export { providerDefinition } from "./provider";
export { notOneOf } from "./rules";

/** The resources of the provider, by their type in Terraform. */
export const RESOURCES = {
  tfprojects_project: projectDefinition,
  tfprojects_workspace_membership: membershipDefinition,
} as const satisfies Readonly<Record<string, Definition>>;

/** The data sources of the provider, by their type in Terraform. */
export const DATA_SOURCES = {
  tfprojects_project: dataProjectDefinition,
  tfprojects_projects: dataProjectsDefinition,
  tfprojects_run_task_stages: dataRunTaskStagesDefinition,
} as const satisfies Readonly<Record<string, Definition>>;
