export type { EnforcementLevel, RunStage, TaskResultStatus, TaskStageStatus } from "../model";
export { PROJECT_PERMISSIONS, ROLES } from "./access/roles";
export type { ProjectPermission, Role } from "./access/roles";
export type {
  CreatePolicySetOptions,
  CreateVariableSetOptions,
  PolicySetControl,
  VariableSetControl,
} from "./control/applied-sets";
export type { ClockControl } from "./control/clock";
export type { EmulatorControl } from "./control/emulator-control";
export { ControlError, StorageError, DecodeError } from "./errors";
export type { DecodeProblem } from "./errors";
export type { OrganizationControl, OrganizationInfo } from "./control/organizations";
export type { CreateProjectOptions, ProjectControl, ProjectInfo, UpdateProjectOptions } from "./control/projects";
export type { AttachRunTaskOptions, CreateRunTaskOptions, RunTaskControl } from "./control/run-tasks";
export type { PolicyEvaluationOptions, RunControl, RunTaskOptions, StartRunOptions } from "./control/runs";
export type { GrantAccessOptions, TeamControl, TeamInfo } from "./control/teams";
export type { CreateTokenOptions, TokenControl, UpdateTokenOptions } from "./control/tokens";
export type { CreateWorkspaceOptions, WorkspaceControl, WorkspaceInfo } from "./control/workspaces";
export type { Decoded, Decoder } from "./decode";
export type { DocumentsOption } from "./serializers/resource";
export { Emulator } from "./emulator";
export type { Fault, FaultControl, PendingFault } from "./http/faults";
export type { LoggedRequest, RequestCounts, RequestLog } from "./http/request-log";
export type { ProjectDeletionBehavior } from "./http/route";
export type { EmulatorOptions, CallRunTasksOption } from "./options";
export type { ProjectSettings } from "./project-settings";
export { parseSeed } from "./seed";
export type { Seed, SeedSet } from "./seed";
export type { NewPolicySet, NewVariableSet } from "./store/applied-sets";
export type {
  ExecutionMode,
  PolicyEvaluationRecord,
  PolicyEvaluationStatus,
  ProjectAccess,
  TeamAccessLevel,
  WorkspaceAccess,
} from "./store/records";
export type { AdvisoryFailuresOption } from "./runs/stage-status";
export type {
  AppliedSetState,
  OrganizationState,
  ProjectState,
  RunState,
  TaskStageState,
  TeamState,
  WorkspaceState,
  EmulatorState,
} from "./store/state";
export type { TaskResultReport } from "./runs/task-results";
export type { TeamAccess } from "./store/teams";
