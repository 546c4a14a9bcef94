export type { EnforcementLevel, RunStage, RunStatus, TaskResultStatus, TaskStageStatus } from "../model";
export type {
  AttachRunTaskOptions,
  ClockControl,
  CreatePolicySetOptions,
  CreateProjectOptions,
  CreateRunTaskOptions,
  CreateTokenOptions,
  CreateVariableSetOptions,
  CreateWorkspaceOptions,
  EmulatorControl,
  GrantAccessOptions,
  OrganizationControl,
  OrganizationInfo,
  PolicyEvaluationOptions,
  PolicySetControl,
  ProjectControl,
  ProjectInfo,
  RunControl,
  RunTaskControl,
  RunTaskOptions,
  SetRunStatusOptions,
  StartRunOptions,
  TeamControl,
  TeamInfo,
  TokenControl,
  UpdateProjectOptions,
  UpdateTokenOptions,
  UpdateWorkspaceOptions,
  VariableSetControl,
  WorkspaceControl,
  WorkspaceInfo,
} from "./control/emulator-control";
export type { Decoded } from "./decode";
export { Emulator } from "./emulator";
export { PROJECT_PERMISSIONS } from "./engine/access";
export type { ProjectPermission } from "./engine/access";
export type { DocumentsOption } from "./engine/documents-option";
export type {
  AdvisoryFailuresOption,
  ProjectDeletionBehavior,
  TagFilterOption,
  TagRelationshipsOption,
} from "./engine/choices";
export { ControlError, DecodeError, StorageError } from "./errors";
export type { DecodeProblem } from "./errors";
export type { Fault, FaultControl, PendingFault } from "./http/faults";
export type { LoggedRequest, RequestCounts, RequestLog } from "./http/request-log";
export type { ExecutionMode } from "./kinds/execution";
export type { PolicyEvaluationStatus } from "./kinds/policy-evaluation";
export type { PolicyKind } from "./kinds/policy-kind";
export type { TagValues } from "./kinds/tag-binding";
export type { ProjectAccess, TeamAccess, TeamAccessLevel, WorkspaceAccess } from "./kinds/team-access";
export { ROLES } from "./kinds/role";
export type { Role } from "./kinds/role";
export type { NewPolicySet, NewVariableSet } from "./new-sets";
export type { CallRunTasksOption, EmulatorOptions } from "./options";
export type { ProjectSettings } from "./project-settings";
export type { TaskResultReport } from "./runs/task-results";
export { parseSeed } from "./seed";
export type { Seed, SeedSet, SeedWorkspace } from "./seed";
export type {
  AppliedSetState,
  EmulatorState,
  OrganizationState,
  ProjectState,
  RunState,
  TaskStageState,
  TeamState,
  WorkspaceState,
} from "./state";
