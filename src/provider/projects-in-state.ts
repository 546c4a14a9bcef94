import type { ProjectState } from "../model";

/** The projects of the state, as far as Terraform has taken them up in this walk: each just before it is planned. */
export class ProjectsInState {
  readonly #ids = new Set<string>();
  readonly #read = new Map<string, ProjectState>();

  /** A resource of the state has the project. */
  add(projectId: string): void {
    this.#ids.add(projectId);
  }

  /** A resource of the state has the project, and it is being refreshed. */
  addRefreshed(state: ProjectState): void {
    this.add(state.id);
    this.#read.set(state.id, state);
  }

  has(projectId: string): boolean {
    return this.#ids.has(projectId);
  }

  /** What the state had of the project when it was refreshed; undefined when it was not. */
  refreshed(projectId: string): ProjectState | undefined {
    return this.#read.get(projectId);
  }
}
