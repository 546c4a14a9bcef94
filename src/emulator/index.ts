export { PROJECT_ABILITIES, ROLES } from "./access/roles";
export type { ProjectAbility, Role } from "./access/roles";
export type { NewRunOptions, PolicyCall, RunTaskCall } from "./control/run-control";
export type { NewToken, ProjectInfo, WorkspaceInfo } from "./control/world-control";
export { DecodeError } from "./decode";
export type { DocumentsOption } from "./documents/document";
export { Emulator } from "./emulator";
export type { Fault, PendingFault } from "./http/faults";
export type { LoggedRequest, RequestCounts } from "./http/request-log";
export type { NonEmptyProjectDeletion } from "./http/route";
export type { EmulatorOptions, RunTaskCalls } from "./options";
export { parseSeed } from "./seed";
export type { Seed } from "./seed";
export type { ExecutionMode, PolicyEvaluationStatus } from "./world/records";
export type { AdvisoryFailuresOption } from "./world/stage-status";
export type {
  OrganizationState,
  ProjectState,
  RunState,
  TaskStageState,
  WorkspaceState,
  WorldState,
} from "./world/state";
export type { Report } from "./world/task-results";
