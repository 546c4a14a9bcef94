import type { CallOptions } from "../api";
import type { Workspace } from "../model";
import { BatchedReads, type Source } from "./batched-reads";

/** What {@link WorkspaceReads} asks of the service beside single workspaces and pages of all. */
export interface WorkspaceSource extends Source<Workspace> {
  /** All workspaces of one project. */
  readonly inProject: (projectId: string, options?: CallOptions) => Promise<readonly Workspace[]>;
}

/** Shared reads of workspaces, which can also tell those of one project. */
export class WorkspaceReads extends BatchedReads<Workspace> {
  readonly #source: WorkspaceSource;
  readonly #idsByProject = new Map<string, Set<string>>();
  readonly #listed = new Map<string, Promise<void>>();
  /** Where own moves put workspaces, and when: what was read before says otherwise. */
  readonly #movedTo = new Map<string, { readonly projectId: string; readonly at: number }>();

  constructor(source: WorkspaceSource) {
    super(source);
    this.#source = source;
  }

  /** The workspaces of this project; none for a project that does not exist. */
  async inProject(projectId: string): Promise<readonly Workspace[]> {
    if (!this.isComplete && !this.#listed.has(projectId)) await this.readAllIfCheaper();
    if (this.isComplete) await this.all();
    else await this.#list(projectId);
    return this.#knownIn(projectId);
  }

  /** The workspaces of this project as the service says now, whatever was read before. */
  async freshInProject(projectId: string, options?: CallOptions): Promise<readonly Workspace[]> {
    const before = this.#knownIn(projectId);
    const begin = this.now();
    const found = await this.#source.inProject(projectId, options);
    for (const workspace of found) this.record(workspace, begin);
    // Those that were in it are gone, or elsewhere.
    const ids = new Set(found.map(({ id }) => id));
    const left = before.filter(({ id }) => !ids.has(id) && this.peek(id)?.projectId === projectId);
    await Promise.all(left.map(({ id }) => this.freshById(id, options)));
    return found;
  }

  /** Takes note of an own move. */
  recordMove(ids: readonly string[], projectId: string): void {
    const at = this.now();
    for (const id of ids) {
      this.#movedTo.set(id, { projectId, at });
      const known = this.peek(id);
      if (known === undefined) this.#listed.delete(projectId);
      else this.recordWrite({ ...known, projectId });
    }
  }

  protected override record(workspace: Workspace, at: number): void {
    const moved = this.#movedTo.get(workspace.id);
    super.record(moved !== undefined && moved.at > at ? { ...workspace, projectId: moved.projectId } : workspace, at);
  }

  protected override onChange(before: Workspace | undefined, after: Workspace | undefined): void {
    super.onChange(before, after);
    if (before !== undefined) this.#idsByProject.get(before.projectId)?.delete(before.id);
    if (after === undefined) return;
    const ids = this.#idsByProject.get(after.projectId) ?? new Set();
    this.#idsByProject.set(after.projectId, ids.add(after.id));
  }

  #list(projectId: string): Promise<void> {
    const known = this.#listed.get(projectId);
    if (known !== undefined) return known;
    const listing = this.freshInProject(projectId).then(
      () => undefined,
      (error: unknown) => {
        if (this.#listed.get(projectId) === listing) this.#listed.delete(projectId);
        throw error;
      },
    );
    this.#listed.set(projectId, listing);
    return listing;
  }

  #knownIn(projectId: string): Workspace[] {
    return [...(this.#idsByProject.get(projectId) ?? [])].flatMap((id) => this.peek(id) ?? []);
  }
}
