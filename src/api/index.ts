export type {
  Account,
  AgentPool,
  EnforcementLevel,
  InheritedSettings,
  NotificationConfiguration,
  Organization,
  Permissions,
  PolicyEvaluation,
  PolicySet,
  Project,
  ProjectInclude,
  ProjectPermissions,
  ProjectSettings,
  Run,
  RunStage,
  RunStatus,
  SettingName,
  Tag,
  TagReference,
  TagSelector,
  TagSelectors,
  TaskConfiguration,
  TaskResult,
  TaskResultStatus,
  TaskStage,
  TaskStagePermissions,
  TaskStageStatus,
  Team,
  TeamProjectAccess,
  TeamWorkspaceAccess,
  UnknownTagsReason,
  Variable,
  VariableSet,
  VcsConnection,
  Workspace,
  WorkspaceRepository,
  WorkspaceSetting,
} from "../model";
export type { AccountOperations } from "./account";
export { DEFAULT_HOSTNAME } from "./address";
export type { PolicySetOperations, VariableSetOperations, VariableSetWithVariables } from "./applied-sets";
export type { ObservedRequest, RequestObserver } from "./attempt";
export type { Environment } from "./cli-configuration";
export { Client, DEFAULT_DEADLINE_MS, DEFAULT_MAX_RESPONSE_BYTES, DEFAULT_TIMEOUT_MS } from "./client";
export type { ClientOptions } from "./client";
export type { Resource, ResourceObject } from "./document";
export {
  AbortedError,
  ApiError,
  ConfigurationError,
  ConnectionError,
  DeadlineExceededError,
  ERROR_CODES,
  InvalidArgumentError,
  RequestError,
  ResponseTooLargeError,
  TimeoutError,
} from "./errors";
export type { ConnectionFailure, ErrorCode, FailedRequest, Method } from "./errors";
export type { JsonObject } from "../json";
export type { OrganizationInclude, OrganizationOperations, OrganizationWithIncluded } from "./organizations";
export type { Page, PageRequest, Pagination } from "./paging";
export type {
  NewProject,
  ProjectChanges,
  ProjectCounts,
  ProjectFilters,
  ProjectReadOptions,
  ProjectOperations,
  ProjectPage,
} from "./projects";
export type {
  AgentPoolOperations,
  ListTaskConfigurationsOptions,
  NotificationOperations,
  TaskConfigurationOperations,
  VariableOperations,
  VcsConnectionOperations,
} from "./project-scoped";
export type { RateLimitStatus } from "./rate-limiter";
export type { CallOptions } from "./request-executor";
export type { TagFilter } from "./request-path";
export {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  ResponseError,
  ServerError,
  UnauthorizedError,
  UnexpectedResponseError,
  UnprocessableEntityError,
} from "./response-errors";
export type { FailedResponse, ServiceProblem } from "./response-errors";
export { DEFAULT_RETRY_POLICY } from "./retry-policy";
export type { RetryPolicy } from "./retry-policy";
export type { RunOperations } from "./runs";
export type { EffectiveTag } from "./tags";
export type { TaskResultOperations } from "./task-results";
export type {
  ListWithRunOptions,
  OverrideOptions,
  RunWithTaskStages,
  TaskStageInclude,
  TaskStageOperations,
  TaskStageWithIncluded,
} from "./task-stages";
export type {
  NewTeamProjectAccess,
  TeamOperations,
  TeamProjectAccessLevel,
  TeamProjectOperations,
  TeamWorkspaceOperations,
} from "./teams";
export type {
  WorkspaceCallOptions,
  WorkspaceFilters,
  WorkspaceInclude,
  WorkspaceOperations,
  WorkspaceSort,
  WorkspaceSortKey,
  WorkspaceWithIncluded,
} from "./workspaces";
