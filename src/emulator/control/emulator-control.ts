import type { EnforcementLevel, RunStage, RunStatus, TaskStageStatus } from "../../model";
import type { ProjectPermission } from "../engine/access";
import type { FaultControl } from "../http/faults";
import type { RequestLog } from "../http/request-log";
import type { ExecutionMode } from "../kinds/execution";
import type { PolicyEvaluationStatus } from "../kinds/policy-evaluation";
import type { PolicyKind } from "../kinds/policy-kind";
import type { TagValues } from "../kinds/tag-binding";
import type { Role } from "../kinds/role";
import type { ProjectSettings } from "../project-settings";
import type { TaskResultReport } from "../runs/task-results";
import type { ObjectControls } from "../service-kinds";
import type { EmulatorState, RunState } from "../state";

/**
 * Out-of-band operations of a test. They need no token, and are not logged, rate limited or subject to faults. Invalid
 * arguments, such as an unknown ID or a name the service would reject, throw a ControlError. With a state file, every
 * operation throws a StorageError while the file cannot be written.
 */
export interface EmulatorControl extends ObjectControls {
  /** Everything in the emulator as plain data, sorted by name. */
  state(): EmulatorState;
  readonly organizations: OrganizationControl;
  readonly projects: ProjectControl;
  readonly workspaces: WorkspaceControl;
  readonly tokens: TokenControl;
  readonly runs: RunControl;
  readonly clock: ClockControl;
  readonly requests: RequestLog;
  readonly faults: FaultControl;
  /** Requests per second and user above which the service responds 429; undefined without a limit. */
  readonly rateLimit: number | undefined;
  /** Changes the rate limit; undefined removes it. @throws RangeError unless it is an integer of at least 1 */
  setRateLimit(limit: number | undefined): void;
}

/** An organization of the emulator. */
export interface OrganizationInfo {
  readonly name: string;
  readonly defaultProjectId: string;
}

/** Organizations, changed out of band. */
export interface OrganizationControl {
  /** Creates an organization with its default project. @throws ControlError if the name is taken or invalid */
  create(name: string): OrganizationInfo;
  /** Renames an organization. @throws ControlError if it does not exist, or the new name is taken or invalid */
  rename(name: string, newName: string): OrganizationInfo;
  /** Makes a user an active member, or accepts their invitation. */
  addMember(name: string, email: string): { readonly id: string };
  /** Deletes an organization and everything in it. */
  delete(name: string): void;
}

/** A project of the emulator, with its settings; null means unset. */
export interface ProjectInfo {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly autoDestroyActivityDuration: string | null;
  /** Its own execution mode; null when it inherits the organization's. */
  readonly defaultExecutionMode: ExecutionMode | null;
  /** Its own agent pool; null unless its own execution mode is `agent`. */
  readonly defaultAgentPoolId: string | null;
  /** Its key-value tags; the value is null when absent. */
  readonly tags: Readonly<Record<string, string | null>>;
}

/** A new project; settings are unset by default. */
export interface CreateProjectOptions extends ProjectSettings {
  readonly organization: string;
  readonly name: string;
}

/** Settings to change: undefined keeps a setting, null clears it. */
export interface UpdateProjectOptions extends ProjectSettings {
  readonly name?: string | undefined;
}

/** Projects, changed out of band. */
export interface ProjectControl {
  /** Creates a project. @throws ControlError if the name is taken, or a setting is invalid */
  create(options: CreateProjectOptions): ProjectInfo;
  /** Changes settings of a project. @throws ControlError if it does not exist, or a setting is invalid */
  update(id: string, options: UpdateProjectOptions): ProjectInfo;
  /**
   * Deletes a project.
   *
   * @param options.evacuate moves its workspaces to the default project first
   * @throws ControlError when the project is the default project, or has workspaces and `evacuate` is not set
   */
  delete(id: string, options?: { readonly evacuate?: boolean }): void;
  /** Finds a project by name, case-insensitively; undefined if there is none. */
  find(organization: string, name: string): ProjectInfo | undefined;
}

/** A workspace of the emulator. */
export interface WorkspaceInfo {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  /** Its own key-value tags; the value is null when absent. */
  readonly tags: Readonly<Record<string, string | null>>;
}

/** A new workspace. */
export interface CreateWorkspaceOptions {
  readonly organization: string;
  readonly name: string;
  /** Its key-value tags, at most 10; a tag without a value has null. @default none */
  readonly tags?: TagValues | undefined;
  /** @default the default project */
  readonly projectId?: string | undefined;
}

/** Settings to change: undefined keeps a setting. */
export interface UpdateWorkspaceOptions {
  readonly name?: string | undefined;
  /** All key-value tags of the workspace, at most 10; null or an empty object clears them. */
  readonly tags?: TagValues | undefined;
}

/** Workspaces, changed out of band. */
export interface WorkspaceControl {
  /**
   * Creates a workspace.
   *
   * @throws ControlError if the name is taken or invalid, a tag is invalid, or the project is in another organization
   */
  create(options: CreateWorkspaceOptions): WorkspaceInfo;
  /** Moves a workspace to another project. @throws ControlError if the project is in another organization */
  move(id: string, projectId: string): WorkspaceInfo;
  /** Renames or tags a workspace. @throws ControlError if the name is taken or invalid, or a tag is invalid */
  update(id: string, options: UpdateWorkspaceOptions): WorkspaceInfo;
  /** Deletes a workspace and its runs. */
  delete(id: string): void;
  /** Finds a workspace by name, case-insensitively; undefined if there is none. */
  find(organization: string, name: string): WorkspaceInfo | undefined;
}

/** A new token and its permissions. */
export interface CreateTokenOptions {
  readonly organization: string;
  /**
   * `owner`, `manage-projects`, `organization` (an organization API token), `read-only`, or `team`, which has only the
   * permissions in `projects`.
   */
  readonly role: Role;
  /** Additional permissions by project ID. Every other permission requires `read`. */
  readonly projects?: Readonly<Record<string, readonly ProjectPermission[]>> | undefined;
  /** The user the token belongs to: all tokens of a user share one rate limit. @default a user of its own */
  readonly user?: string | undefined;
}

/** New permissions of a token; omitted members keep their value. */
export interface UpdateTokenOptions {
  /** A token of {@link TokenControl.create}. */
  readonly token: string;
  readonly organization: string;
  /** Null revokes all access to the organization and its projects. */
  readonly role?: Role | null | undefined;
  /** Replaces all additional permissions. */
  readonly projects?: Readonly<Record<string, readonly ProjectPermission[]>> | undefined;
}

/** API tokens other than the admin token. */
export interface TokenControl {
  /** Creates a token and returns its secret. */
  create(options: CreateTokenOptions): string;
  /**
   * Changes a token's permissions in an organization, from the next request on. A role grants access to a token that
   * has none.
   *
   * @throws ControlError if the token, the organization or a project does not exist, or the token has no role there
   */
  update(options: UpdateTokenOptions): void;
}

/** A run task of a single run. */
export interface RunTaskOptions {
  readonly name: string;
  readonly stage: RunStage;
  /** @default "mandatory" */
  readonly enforcementLevel?: EnforcementLevel | undefined;
  /**
   * URL of the run task. The emulator sends requests to it if it is on the loopback interface (see `callRunTasks`).
   * @default one derived from the name, to which no request is ever sent
   */
  readonly url?: string | undefined;
}

/** A policy evaluation of a run. */
export interface PolicyEvaluationOptions {
  /** @default "post_plan" */
  readonly stage?: RunStage | undefined;
  /** @default "pending" */
  readonly status?: PolicyEvaluationStatus | undefined;
  /** Whether a failure can be overridden. @default false */
  readonly overridable?: boolean | undefined;
  /** @default "mandatory" */
  readonly enforcementLevel?: EnforcementLevel | undefined;
  /** @default "opa" */
  readonly policyKind?: PolicyKind | undefined;
}

/** A run to start. */
export interface StartRunOptions {
  readonly workspaceId: string;
  /** Run tasks of this run only. @default those attached to the workspace */
  readonly tasks?: readonly RunTaskOptions[] | undefined;
  /** Whether failed mandatory tasks can be overridden. @default false */
  readonly overridable?: boolean | undefined;
  /** Policy evaluations of this run only. @default those of the policy sets of the workspace, which pass */
  readonly policyEvaluations?: readonly PolicyEvaluationOptions[] | undefined;
  /** Whether the run is plan-only. @default false */
  readonly isSpeculative?: boolean | undefined;
  /** Whether the run applies without confirmation. @default true */
  readonly autoApply?: boolean | undefined;
  readonly message?: string | undefined;
}

/** Options of {@link RunControl.setStatus}. */
export interface SetRunStatusOptions {
  /**
   * Whether the run waits for its plan to be confirmed (`actions.is-confirmable`).
   * @default true for `planned` and `post_plan_completed`
   */
  readonly isConfirmable?: boolean | undefined;
}

/** Runs and the results of their task stages, changed out of band. */
export interface RunControl {
  /** Starts a run: its task stages and results are created `pending`, and the first stage starts. */
  start(options: StartRunOptions): RunState;
  /**
   * Cancels a run and everything in it that has not completed.
   *
   * @throws ControlError when the run has completed or awaits confirmation
   */
  cancel(id: string): void;
  /**
   * Sets the status of a run, whatever its stages, which do not change. It stays until it is set again, or a client
   * confirms, discards or cancels the run. After a final status, the next run of the workspace starts.
   */
  setStatus(id: string, status: RunStatus, options?: SetRunStatusOptions): void;
  /**
   * Reports a task result, as its run task would, and updates its stage. Unlike the callback, accepts any status at any
   * time, even before the run has reached the stage or after a final status.
   */
  reportResult(taskResultId: string, report: TaskResultReport): void;
  /**
   * The access token for `PATCH /api/v2/task-results/:id/callback`, to test a run task that the emulator does not call.
   * It is accepted once the run has reached the stage.
   */
  accessToken(taskResultId: string): string;
  /** Reports the outcome of a policy evaluation and updates its stage. */
  reportPolicyEvaluation(id: string, status: PolicyEvaluationStatus): void;
  /** Sets the status of a task stage, regardless of its results, until one of them reports again. */
  setTaskStageStatus(id: string, status: TaskStageStatus): void;
}

/** The emulator's time. */
export interface ClockControl {
  /**
   * Advances the clock and fires the timers that are then due: an overridden stage passes after a second, a task result
   * without progress times out after ten minutes.
   *
   * @param seconds not negative; fractions are accepted
   * @throws RangeError for others
   */
  advance(seconds: number): void;
}
