import type { AttributeProblem } from "../errors";
import { ControlError } from "../errors";
import type {
  OrganizationRecord,
  PolicyEvaluationRecord,
  PolicySetRecord,
  ProjectRecord,
  RunRecord,
  RunTaskRecord,
  TaskResultRecord,
  TaskStageRecord,
  TeamRecord,
  VariableSetRecord,
  WorkspaceRecord,
} from "../store/records";
import type { Store } from "../store/store";

/** Shared by all groups of out-of-band operations. */
export class ControlContext {
  constructor(
    readonly store: Store,
    /** Makes all changes durable. @throws StorageError when the state file cannot be written. */
    readonly commit: () => void,
    /** Makes pending changes durable before they are read, so that nothing is shown that could still be lost. */
    readonly flush: () => void,
  ) {}

  organization(name: string): OrganizationRecord {
    return this.#found("organization", name, () => this.store.findOrganization(name));
  }

  project(id: string): ProjectRecord {
    return this.#found("project", id, () => this.store.projects.get(id));
  }

  workspace(id: string): WorkspaceRecord {
    return this.#found("workspace", id, () => this.store.workspaces.get(id));
  }

  runTask(id: string): RunTaskRecord {
    return this.#found("run task", id, () => this.store.runTasks.get(id));
  }

  team(id: string): TeamRecord {
    return this.#found("team", id, () => this.store.teams.get(id));
  }

  variableSet(id: string): VariableSetRecord {
    return this.#found("variable set", id, () => this.store.variableSets.get(id));
  }

  policySet(id: string): PolicySetRecord {
    return this.#found("policy set", id, () => this.store.policySets.get(id));
  }

  run(id: string): RunRecord {
    return this.#found("run", id, () => this.store.runs.get(id));
  }

  taskStage(id: string): TaskStageRecord {
    return this.#found("task stage", id, () => this.store.taskStages.get(id));
  }

  taskResult(id: string): TaskResultRecord {
    return this.#found("task result", id, () => this.store.taskResults.get(id));
  }

  policyEvaluation(id: string): PolicyEvaluationRecord {
    return this.#found("policy evaluation", id, () => this.store.policyEvaluations.get(id));
  }

  /** @throws ControlError when there is none. */
  #found<R>(kind: string, id: string, find: () => R | undefined): R {
    this.flush();
    const record = find();
    if (record === undefined) throw new ControlError(`The emulator has no ${kind} ${id}.`);
    return record;
  }
}

/** @throws ControlError that names the operation and all problems, when there are any. */
export function rejectInvalid(operation: string, problems: readonly AttributeProblem[]): void {
  if (problems.length === 0) return;
  // Some of the service's details end with a period.
  throw new ControlError(`${operation}: ${problems.map(({ detail }) => detail.replace(/\.$/, "")).join("; ")}.`);
}
