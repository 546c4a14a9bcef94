import type { RunStage, TaskResultStatus, TaskStageStatus } from "../../model";
import { nameKey } from "../../model";
import { projectExecution, workspaceExecution } from "./execution";
import type {
  ExecutionMode,
  OrganizationRecord,
  PolicyEvaluationStatus,
  PolicySetRecord,
  ProjectRecord,
  RunRecord,
  TeamAccessLevel,
  VariableSetRecord,
  WorkspaceRecord,
} from "./records";
import { runStatus, stagesInOrder } from "../runs/run-status";
import type { Store } from "./store";
import { tagValues } from "./tag-bindings";
import { tagsOf } from "./tags";

/** The state as plain data, sorted by name, so that two states can be compared. */
export interface EmulatorState {
  readonly organizations: readonly OrganizationState[];
  /** In order of creation. */
  readonly runs: readonly RunState[];
}

/** An organization and everything in it. */
export interface OrganizationState {
  readonly name: string;
  readonly defaultProjectId: string;
  readonly projects: readonly ProjectState[];
  /** In order of creation. */
  readonly runTasks: readonly { readonly id: string; readonly name: string; readonly url: string }[];
  readonly teams: readonly TeamState[];
  readonly variableSets: readonly AppliedSetState[];
  readonly policySets: readonly AppliedSetState[];
}

/** A team and its access to projects. */
export interface TeamState {
  readonly id: string;
  readonly name: string;
  /** The level of its access to projects, by ID. */
  readonly projects: Readonly<Record<string, TeamAccessLevel>>;
}

/** A variable set or policy set, and what it applies to. */
export interface AppliedSetState {
  readonly id: string;
  readonly name: string;
  readonly global: boolean;
  readonly projectIds: readonly string[];
  readonly workspaceIds: readonly string[];
}

/** A project and its workspaces. */
export interface ProjectState {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly autoDestroyActivityDuration: string | null;
  readonly isDefault: boolean;
  /** Effective execution mode, own or inherited. */
  readonly executionMode: ExecutionMode;
  /** Its own key-value tags; the value is null when absent. */
  readonly tagBindings: Readonly<Record<string, string | null>>;
  readonly workspaces: readonly WorkspaceState[];
}

/** A workspace and its tags. */
export interface WorkspaceState {
  readonly id: string;
  readonly name: string;
  /** Effective execution mode, own or inherited. */
  readonly executionMode: ExecutionMode;
  readonly locked: boolean;
  /** Its tags without values, sorted. */
  readonly tags: readonly string[];
  /** Its own key-value tags, without inherited ones. */
  readonly tagBindings: Readonly<Record<string, string | null>>;
}

/** A run and its task stages. */
export interface RunState {
  readonly id: string;
  readonly status: string;
  readonly workspaceId: string;
  readonly taskStages: readonly TaskStageState[];
}

/** A task stage and the results of its run tasks. */
export interface TaskStageState {
  readonly id: string;
  readonly stage: RunStage;
  readonly status: TaskStageStatus;
  readonly taskResults: readonly {
    readonly id: string;
    readonly taskName: string;
    readonly status: TaskResultStatus;
    readonly message: string | null;
    readonly url: string | null;
  }[];
  readonly policyEvaluations: readonly { readonly id: string; readonly status: PolicyEvaluationStatus }[];
}

export function emulatorState(store: Store): EmulatorState {
  const organizations = [...store.organizations.values()].sort((one, other) =>
    nameKey(one.name) < nameKey(other.name) ? -1 : 1,
  );
  return {
    organizations: organizations.map((organization) => organizationState(store, organization)),
    runs: [...store.runs.values()].map((run) => runState(store, run)),
  };
}

function organizationState(store: Store, { id, name, defaultProjectId }: OrganizationRecord): OrganizationState {
  const projects = store.projectsByNameOf(id).all();
  return {
    name,
    defaultProjectId,
    projects: projects.map((project) => projectState(store, project, project.id === defaultProjectId)),
    runTasks: store
      .runTasksOf(id)
      .all()
      .map((task) => ({ id: task.id, name: task.name, url: task.url })),
    teams: store
      .teamsByNameOf(id)
      .all()
      .map((team) => ({
        id: team.id,
        name: team.name,
        projects: Object.fromEntries(
          store
            .teamProjectsWith(team.id)
            .all()
            .map(({ projectId, access }) => [projectId, access]),
        ),
      })),
    variableSets: store.variableSetsByNameOf(id).all().map(appliedSetState),
    policySets: store.policySetsByNameOf(id).all().map(appliedSetState),
  };
}

function appliedSetState(set: VariableSetRecord | PolicySetRecord): AppliedSetState {
  const { id, name, global, projectIds, workspaceIds } = set;
  return { id, name, global, projectIds, workspaceIds };
}

function projectState(store: Store, project: ProjectRecord, isDefault: boolean): ProjectState {
  const { id, name, description, autoDestroyActivityDuration } = project;
  return {
    id,
    name,
    description,
    autoDestroyActivityDuration,
    isDefault,
    executionMode: projectExecution(store, project).mode,
    tagBindings: tagValues(project),
    workspaces: store
      .workspacesByNameIn(id)
      .all()
      .map((workspace) => workspaceState(store, workspace)),
  };
}

function workspaceState(store: Store, workspace: WorkspaceRecord): WorkspaceState {
  return {
    id: workspace.id,
    name: workspace.name,
    executionMode: workspaceExecution(store, workspace).mode,
    locked: workspace.lock !== undefined,
    tags: tagsOf(store, workspace)
      .map((tag) => tag.name)
      .sort(),
    tagBindings: tagValues(workspace),
  };
}

export function runState(store: Store, run: RunRecord): RunState {
  const stages = stagesInOrder(store, run);
  return {
    id: run.id,
    status: runStatus(store, run),
    workspaceId: run.workspaceId,
    taskStages: stages.map(({ id, stage, status }) => ({
      id,
      stage,
      status,
      taskResults: store
        .taskResultsOf(id)
        .all()
        .map((result) => ({
          id: result.id,
          taskName: result.taskName,
          status: result.status,
          message: result.message,
          url: result.url,
        })),
      policyEvaluations: store
        .policyEvaluationsOf(id)
        .all()
        .map((evaluation) => ({
          id: evaluation.id,
          status: evaluation.status,
        })),
    })),
  };
}
