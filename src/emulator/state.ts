import type { RunStage, TaskResultStatus, TaskStageStatus } from "../model";
import { nameKey } from "../model";
import type { Store } from "./engine/kind";
import { objectStates, partStates } from "./engine/object-state";
import { kindsOfOrganizations } from "./engine/options";
import type { ExecutionMode } from "./kinds/execution";
import type { OrganizationRecord } from "./kinds/organization";
import { organizations } from "./kinds/organization";
import type { PolicyEvaluationStatus } from "./kinds/policy-evaluation";
import { policyEvaluations } from "./kinds/policy-evaluation";
import type { ProjectRecord } from "./kinds/project";
import { projectExecution, projects } from "./kinds/project";
import type { RunRecord } from "./kinds/run/shape";
import { runs } from "./kinds/run";
import { tagValues } from "./kinds/tag-binding";
import { taskResults } from "./kinds/task-result";
import { taskStages } from "./kinds/task-stage";
import type { WorkspaceRecord } from "./kinds/workspace/shape";
import { workspaces } from "./kinds/workspace";
import type { ObjectStates, WorkspacePartStates } from "./service-kinds";
import { workspaceExecution } from "./kinds/workspace/inherited";
import { tagsOf } from "./kinds/workspace/name-tags";

/** The state as plain data, sorted by name, so that two states can be compared. */
export interface EmulatorState {
  readonly organizations: readonly OrganizationState[];
  /** In order of creation. */
  readonly runs: readonly RunState[];
}

/** An organization and everything in it. */
export interface OrganizationState extends ObjectStates {
  readonly name: string;
  readonly defaultProjectId: string;
  readonly projects: readonly ProjectState[];
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

/** A workspace with its tags and variables. */
export interface WorkspaceState extends WorkspacePartStates {
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
  const all = [...store.table(organizations).values()].sort((one, other) =>
    nameKey(one.name) < nameKey(other.name) ? -1 : 1,
  );
  return {
    organizations: all.map((organization) => organizationState(store, organization)),
    runs: [...store.table(runs).values()].map((run) => runState(store, run)),
  };
}

function organizationState(store: Store, { id, name, defaultProjectId = "" }: OrganizationRecord): OrganizationState {
  return {
    name,
    defaultProjectId,
    projects: store
      .table(projects)
      .where("organizationId", id, "name")
      .all()
      .map((project) => projectState(store, project, project.id === defaultProjectId)),
    ...objectStatesOf(store, id),
  };
}

function objectStatesOf(store: Store, organizationId: string): ObjectStates {
  const states = kindsOfOrganizations(store.kinds.values()).map((kind) => [
    kind.outOfBand.name,
    objectStates(store, kind, "organization", organizationId),
  ]);
  // They have the types that follow from the same kinds; the compiler cannot follow Object.entries.
  return Object.fromEntries(states) as ObjectStates;
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
      .table(workspaces)
      .where("projectId", id, "name")
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
    // As those of organizations.
    ...(partStates(store, workspaces, workspace) as WorkspacePartStates),
  };
}

export function runState(store: Store, { id, status, workspaceId }: RunRecord): RunState {
  const stages = store.table(taskStages).index("run", id).all();
  return {
    id,
    status,
    workspaceId,
    taskStages: stages.map((stage) => ({
      id: stage.id,
      stage: stage.stage,
      status: stage.status,
      taskResults: store
        .table(taskResults)
        .where("taskStageId", stage.id)
        .all()
        .map((result) => ({
          id: result.id,
          taskName: result.taskName,
          status: result.status,
          message: result.message,
          url: result.url,
        })),
      policyEvaluations: store
        .table(policyEvaluations)
        .where("taskStageId", stage.id)
        .all()
        .map((evaluation) => ({ id: evaluation.id, status: evaluation.status })),
    })),
  };
}
