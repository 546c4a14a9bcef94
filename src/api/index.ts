export type {
  EnforcementLevel,
  Organization,
  Project,
  ProjectPermissions,
  RunStage,
  TaskResult,
  TaskResultStatus,
  TaskStage,
  TaskStagePermissions,
  TaskStageStatus,
  Workspace,
} from "../model";
export { DEFAULT_HOSTNAME } from "./address";
export { Client, DEFAULT_DEADLINE_MS, DEFAULT_MAX_RESPONSE_BYTES, DEFAULT_TIMEOUT_MS } from "./client";
export type { ClientOptions } from "./client";
export type { CallOptions } from "./request-executor";
export type { ResourceObject } from "./document";
export * from "./errors";
export type { OrganizationInclude, OrganizationOperations, OrganizationWithIncluded } from "./organizations";
export type { Page, PageRequest, Pagination } from "./paging";
export type { PolicyEvaluation } from "./policy-evaluations";
export type {
  NewProject,
  ProjectChanges,
  ProjectCounts,
  ProjectFilters,
  ProjectOperations,
  ProjectPage,
} from "./projects";
export type { ObservedRequest, RequestObserver } from "./request-observer";
export type { Resource } from "./resource";
export { DEFAULT_RETRY_POLICY } from "./retry-policy";
export type { RetryPolicy } from "./retry-policy";
export type { TagFilter } from "./tag-filter";
export type { TaskResultOperations } from "./task-results";
export type { TaskStageInclude, TaskStageOperations, TaskStageWithIncluded } from "./task-stages";
export type {
  WorkspaceCallOptions,
  WorkspaceFilters,
  WorkspaceInclude,
  WorkspaceOperations,
  WorkspaceSort,
  WorkspaceWithIncluded,
} from "./workspaces";
