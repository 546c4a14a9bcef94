import { nameKey, type ProjectState } from "../model";

/**
 * The projects in the state that Terraform has loaded so far in this walk. Each is loaded just before it is planned,
 * which may be after the plan of another resource that gets its name.
 */
export class ProjectsInState {
  readonly #states = new Map<string, ProjectState>();
  /** IDs by name and organization. */
  readonly #ids = new Map<string, Set<string>>();
  readonly #read = new Set<string>();
  readonly #shared = new Set<string>();
  readonly #planned = new Set<string>();

  /** Records that a resource in the state manages the project. */
  load(state: ProjectState): void {
    const before = this.#states.get(state.id);
    if (before !== undefined) this.#ids.get(keyOf(before))?.delete(state.id);
    this.#states.set(state.id, state);
    const key = keyOf(state);
    this.#ids.set(key, (this.#ids.get(key) ?? new Set()).add(state.id));
  }

  /** Records the refresh of a resource in the state, which was not loaded if it was imported or moved. */
  read(state: ProjectState): void {
    this.load(state);
    if (this.#read.has(state.id)) this.#shared.add(state.id);
    this.#read.add(state.id);
  }

  /** Records that the resource that manages the project is being planned. */
  plan(projectId: string): void {
    this.#planned.add(projectId);
  }

  has(projectId: string): boolean {
    return this.#states.has(projectId);
  }

  /** The ID of the project that the state has under this name. */
  named(organization: string, name: string): string | undefined {
    const [id] = this.#ids.get(keyOf({ organization, name })) ?? [];
    return id;
  }

  /** Whether two resources in the state manage the project, as far as they were refreshed. */
  isShared(projectId: string): boolean {
    return this.#shared.has(projectId);
  }

  /**
   * The state of the project before its refresh, if the resource that manages it was not planned so far: it is planned
   * later or, if tainted, as a new one. Otherwise undefined.
   */
  unplanned(projectId: string): ProjectState | undefined {
    return this.#planned.has(projectId) ? undefined : this.#states.get(projectId);
  }
}

function keyOf({ organization, name }: Pick<ProjectState, "organization" | "name">): string {
  return JSON.stringify([nameKey(organization), nameKey(name)]);
}
