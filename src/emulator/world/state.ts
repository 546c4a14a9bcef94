import type { RunStage, TaskResultStatus, TaskStageStatus } from "../../model";
import { nameKey } from "../../model";
import type { OrganizationRecord, PolicyEvaluationStatus, ProjectRecord, RunRecord } from "./records";
import { runStatus } from "./run-status";
import { stagesInOrder } from "./run-progress";
import type { World } from "./world";

/** The world as plain data; everything that has a name is in order of names, so that two states compare. */
export interface WorldState {
  readonly organizations: readonly OrganizationState[];
  /** In order of creation. */
  readonly runs: readonly RunState[];
}

export interface OrganizationState {
  readonly name: string;
  readonly defaultProjectId: string;
  readonly projects: readonly ProjectState[];
  /** In order of creation. */
  readonly runTasks: readonly { readonly id: string; readonly name: string; readonly url: string }[];
}

export interface ProjectState {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly autoDestroyActivityDuration: string | null;
  readonly isDefault: boolean;
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
}

export interface RunState {
  readonly id: string;
  readonly status: string;
  readonly workspaceId: string;
  readonly taskStages: readonly TaskStageState[];
}

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

export function worldState(world: World): WorldState {
  const organizations = [...world.organizations.values()].sort((one, other) =>
    nameKey(one.name) < nameKey(other.name) ? -1 : 1,
  );
  return {
    organizations: organizations.map((organization) => organizationState(world, organization)),
    runs: [...world.runs.values()].map((run) => runState(world, run)),
  };
}

function organizationState(world: World, { id, name, defaultProjectId }: OrganizationRecord): OrganizationState {
  const projects = world.projectsByNameOf(id).all();
  return {
    name,
    defaultProjectId,
    projects: projects.map((project) => projectState(world, project, project.id === defaultProjectId)),
    runTasks: world
      .runTasksOf(id)
      .all()
      .map((task) => ({ id: task.id, name: task.name, url: task.url })),
  };
}

function projectState(world: World, project: ProjectRecord, isDefault: boolean): ProjectState {
  const { id, name, description, autoDestroyActivityDuration } = project;
  const workspaces = world
    .workspacesByNameIn(id)
    .all()
    .map((workspace) => ({ id: workspace.id, name: workspace.name }));
  return { id, name, description, autoDestroyActivityDuration, isDefault, workspaces };
}

export function runState(world: World, run: RunRecord): RunState {
  const stages = stagesInOrder(world, run);
  return {
    id: run.id,
    status: runStatus(run, stages),
    workspaceId: run.workspaceId,
    taskStages: stages.map(({ id, stage, status }) => ({
      id,
      stage,
      status,
      taskResults: world
        .taskResultsOf(id)
        .all()
        .map((result) => ({
          id: result.id,
          taskName: result.taskName,
          status: result.status,
          message: result.message,
          url: result.url,
        })),
      policyEvaluations: world
        .policyEvaluationsOf(id)
        .all()
        .map((evaluation) => ({
          id: evaluation.id,
          status: evaluation.status,
        })),
    })),
  };
}
