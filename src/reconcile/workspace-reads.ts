import type { Workspace } from "../model";
import { SharedReads, type Source } from "./shared-reads";

/** What {@link WorkspaceReads} asks of the service beside single workspaces and pages of all. */
export interface WorkspaceSource extends Source<Workspace> {
  /** All workspaces of one project. */
  readonly inProject: (projectId: string) => Promise<readonly Workspace[]>;
}

/** Shared reads of workspaces, which can also tell those of one project. */
export class WorkspaceReads extends SharedReads<Workspace> {
  readonly #source: WorkspaceSource;
  readonly #idsByProject = new Map<string, Set<string>>();
  readonly #listed = new Map<string, Promise<void>>();

  constructor(source: WorkspaceSource) {
    super(source);
    this.#source = source;
  }

  /** The workspaces of this project; none for a project that does not exist. */
  async inProject(projectId: string): Promise<readonly Workspace[]> {
    if (!this.isComplete && !this.#listed.has(projectId)) await this.readAllIfWorthIt();
    if (this.isComplete) await this.all();
    else await this.#list(projectId);
    return this.#knownIn(projectId);
  }

  /** The workspaces of this project as the service says now, whatever was read before. */
  async freshInProject(projectId: string): Promise<readonly Workspace[]> {
    const found = await this.#source.inProject(projectId);
    for (const known of this.#knownIn(projectId)) this.remove(known.id);
    for (const workspace of found) this.put(workspace);
    return found;
  }

  /** Takes note of an own move. */
  moved(ids: readonly string[], projectId: string): void {
    for (const id of ids) {
      const known = this.peek(id);
      if (known === undefined) this.#listed.delete(projectId);
      else this.put({ ...known, projectId });
    }
  }

  override put(workspace: Workspace): void {
    super.put(workspace);
    const ids = this.#idsByProject.get(workspace.projectId) ?? new Set();
    this.#idsByProject.set(workspace.projectId, ids.add(workspace.id));
  }

  override remove(id: string): void {
    const known = this.peek(id);
    if (known !== undefined) this.#idsByProject.get(known.projectId)?.delete(id);
    super.remove(id);
  }

  #list(projectId: string): Promise<void> {
    const listed = this.#listed.get(projectId) ?? this.freshInProject(projectId).then(() => undefined);
    this.#listed.set(projectId, listed);
    return listed.catch((error: unknown) => {
      this.#listed.delete(projectId);
      throw error;
    });
  }

  #knownIn(projectId: string): Workspace[] {
    return [...(this.#idsByProject.get(projectId) ?? [])].flatMap((id) => this.peek(id) ?? []);
  }
}
