import { nameKey } from "./name";
import type { Workspace } from "./workspace";

/** Workspaces of an organization by ID and by name. */
export class WorkspaceIndex {
  readonly #byId: ReadonlyMap<string, Workspace>;
  readonly #byName: ReadonlyMap<string, Workspace>;

  constructor(readonly all: readonly Workspace[]) {
    this.#byId = new Map(all.map((workspace) => [workspace.id, workspace]));
    this.#byName = new Map(all.map((workspace) => [nameKey(workspace.name), workspace]));
  }

  withId(id: string): Workspace | undefined {
    return this.#byId.get(id);
  }

  /** Ignores case. */
  withName(name: string): Workspace | undefined {
    return this.#byName.get(nameKey(name));
  }
}
