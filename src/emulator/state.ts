import type { RunStage, TaskResultStatus, TaskStageStatus } from "../model";
import { nameKey } from "../model";
import type { Store } from "./engine/kind";
import { objectState } from "./engine/object-state";
import { organizations } from "./kinds/organization";
import type { PolicyEvaluationStatus } from "./kinds/policy-evaluation";
import { policyEvaluations } from "./kinds/policy-evaluation";
import type { RunRecord } from "./kinds/run/shape";
import { runs } from "./kinds/run";
import { taskResults } from "./kinds/task-result";
import { taskStages } from "./kinds/task-stage";
import type { OrganizationState } from "./service-kinds";

/** The state as plain data, sorted by name, so that two states can be compared. */
export interface EmulatorState {
  readonly organizations: readonly OrganizationState[];
  /** In order of creation. */
  readonly runs: readonly RunState[];
}

/** A project and its workspaces. */
export type ProjectState = OrganizationState["projects"][number];

/** A workspace with its tags and variables. */
// oxlint-disable-next-line typescript/no-empty-object-type -- declaration files name interfaces, and repeat other types
export interface WorkspaceState extends Workspace {}
type Workspace = ProjectState["workspaces"][number];

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
    // They have the type that follows from their kind.
    organizations: all.map((it) => objectState(store, organizations, it) as OrganizationState),
    runs: [...store.table(runs).values()].map((run) => runState(store, run)),
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
