export type { EnforcementLevel, RunStage, RunStatus, TaskResultStatus, TaskStageStatus } from "../model";
export type { EmulatorControl } from "./control/emulator-control";
export type { ControlGroups } from "./control/operations";
export type { ClockControl } from "./control/emulator";
export type {
  PolicyEvaluationOptions,
  RunControl,
  RunTaskOptions,
  SetRunStatusOptions,
  StartRunOptions,
} from "./control/runs";
export type { CreateTokenOptions, TokenControl, UpdateTokenOptions } from "./control/tokens";
export type { Decoded } from "./decode";
export { Emulator } from "./emulator";
export { PROJECT_PERMISSIONS } from "./engine/access";
export type { ProjectPermission } from "./engine/access";
export type { DocumentsOption } from "./engine/documents-option";
export type {
  AdvisoryFailuresOption,
  MoveWithAgentPoolOption,
  ProjectDeletionBehavior,
  TagFilterOption,
  TagRelationshipsOption,
  WorkspaceVariablesOption,
} from "./engine/choices";
export { ControlError, DecodeError, StorageError } from "./errors";
export type { DecodeProblem } from "./errors";
export type { Fault, FaultControl, PendingFault } from "./http/faults";
export type { LoggedRequest, RequestCounts, RequestLog } from "./http/request-log";
export type { ExecutionMode } from "./kinds/execution";
export type { PolicyEvaluationStatus } from "./kinds/policy-evaluation";
export type { PolicyKind } from "./kinds/policy-kind";
export type { TagValues } from "./kinds/tag-binding";
export { ROLES } from "./kinds/role";
export type { Role } from "./kinds/role";
export type { CallRunTasksOption, EmulatorOptions } from "./options";
export type { TaskResultReport } from "./runs/task-results";
export { parseSeed } from "./seed";
export type { Seed } from "./seed";
export type { ObjectControls, OrganizationState, SeedOrganization } from "./service-kinds";
export type { EmulatorState, ProjectState, RunState, TaskStageState, WorkspaceState } from "./state";
