export { PROJECT_PERMISSIONS, ROLES } from "./access/roles";
export type { ProjectPermission, Role } from "./access/roles";
export type { StartRunOptions, PolicyEvaluationOptions, RunTaskOptions } from "./control/run-control";
export type { CreateTokenOptions, ProjectInfo, WorkspaceInfo } from "./control/world-control";
export { DecodeError } from "./decode";
export type { DocumentsOption } from "./serializers/resource";
export { Emulator } from "./emulator";
export type { Fault, PendingFault } from "./http/faults";
export type { LoggedRequest, RequestCounts } from "./http/request-log";
export type { ProjectDeletionBehavior } from "./http/route";
export type { EmulatorOptions, CallRunTasksOption } from "./options";
export { parseSeed } from "./seed";
export type { Seed } from "./seed";
export type { ExecutionMode, PolicyEvaluationStatus } from "./store/records";
export type { AdvisoryFailuresOption } from "./store/stage-status";
export type {
  OrganizationState,
  ProjectState,
  RunState,
  TaskStageState,
  WorkspaceState,
  EmulatorState,
} from "./store/state";
export type { TaskResultReport } from "./store/task-results";
