import type { CallOptions, Page } from "../api";
import { MAX_PAGE_SIZE, type Workspace } from "../model";
import type { ManagedProjects } from "./project-reads";
import { BatchedReads, type OtherReads, type Source } from "./batched-reads";

/** The requests that read workspaces. */
export interface WorkspaceSource extends Source<Workspace> {
  readonly page: (number: number, withTags?: boolean) => Promise<Page<Workspace>>;
  /** All workspaces of one project. */
  readonly inProject: (
    projectId: string,
    options?: CallOptions & { readonly withTags?: boolean },
  ) => Promise<readonly Workspace[]>;
}

const NONE_FORESEEN: ManagedProjects = { has: () => false, pages: () => 0 };

/** Batched reads of workspaces, also by project. */
export class WorkspaceReads extends BatchedReads<Workspace> {
  readonly #source: WorkspaceSource;
  /** Built on first use: comparing the whole organization does not need it. */
  #idsByProject: Map<string, Set<string>> | undefined;
  readonly #lists = new Map<string, Promise<void>>();
  /** Where and when own moves put workspaces, and where they were before the first. Earlier reads are outdated. */
  readonly #moves = new Map<string, { readonly projectId: string; readonly from: string; readonly at: number }>();
  readonly #foreseen: ManagedProjects;
  /** Ids of foreseen projects whose workspaces were requested. */
  readonly #foreseenLists = new Set<string>();
  /** Whether lists include tags from now on. */
  readonly #tags: { included: boolean };

  /**
   * @param foreseen - The projects whose workspaces will probably be requested: usually, code has a membership for
   *   each project.
   */
  constructor(source: WorkspaceSource, foreseen = NONE_FORESEEN) {
    const tags = { included: false };
    super({ ...source, page: (number) => source.page(number, tags.included) });
    this.#tags = tags;
    this.#source = source;
    this.#foreseen = foreseen;
  }

  protected override get otherReads(): OtherReads {
    return { foreseen: this.#foreseen.pages(), asked: this.#foreseenLists.size };
  }

  /**
   * Includes tags in all lists that are read from now on. Call this before the first list, even if tags are not needed
   * yet: lists that were read without them are read again when tags are required.
   */
  async includeTags({ required = true }: { readonly required?: boolean } = {}): Promise<void> {
    const isListed = this.isComplete || this.#lists.size > 0;
    if (this.#tags.included || (isListed && !required)) return;
    this.#tags.included = true;
    this.#lists.clear();
    if (this.isComplete) await this.rereadPages();
  }

  /**
   * The workspaces of this project; none for a project that does not exist.
   *
   * @param count - How many workspaces the project probably has, if that is known.
   */
  async inProject(projectId: string, count = 0): Promise<readonly Workspace[]> {
    if (!this.isComplete && !this.#lists.has(projectId)) {
      const isForeseen = this.#foreseen.has(projectId);
      if (isForeseen) this.#foreseenLists.add(projectId);
      await this.readAllIfCheaper(isForeseen ? 0 : Math.max(1, Math.ceil(count / MAX_PAGE_SIZE)));
    }
    if (this.isComplete) await this.all();
    else await this.#list(projectId);
    return this.#cachedIn(projectId);
  }

  /** Reads the workspaces of this project again. */
  async freshInProject(projectId: string, options?: CallOptions): Promise<readonly Workspace[]> {
    const before = this.#cachedIn(projectId);
    const start = this.now();
    const found = await this.#source.inProject(projectId, { ...options, withTags: this.#tags.included });
    for (const workspace of found) this.record(workspace, start);
    // Workspaces that are no longer listed were deleted or moved.
    const ids = new Set(found.map(({ id }) => id));
    const left = before.filter(({ id }) => !ids.has(id) && this.peek(id)?.projectId === projectId);
    await Promise.all(left.map(({ id }) => this.freshById(id, options)));
    return found;
  }

  /** A workspace as it was before own moves. */
  beforeMoves(workspace: Workspace): Workspace {
    const move = this.#moves.get(workspace.id);
    return move === undefined ? workspace : { ...workspace, projectId: move.from };
  }

  /** Records an own move of workspaces, each with the project that it leaves. */
  recordMove(workspaces: readonly Pick<Workspace, "id" | "projectId">[], projectId: string): void {
    const at = this.now();
    for (const { id, projectId: source } of workspaces) {
      this.#moves.set(id, { projectId, from: this.#moves.get(id)?.from ?? source, at });
      const cached = this.peek(id);
      if (cached === undefined) this.#lists.delete(projectId);
      else this.recordWrite({ ...cached, projectId });
    }
  }

  override record(workspace: Workspace, at: number): void {
    const move = this.#moves.get(workspace.id);
    super.record(move !== undefined && move.at > at ? { ...workspace, projectId: move.projectId } : workspace, at);
  }

  protected override merge(later: Workspace, earlier: Workspace): Workspace {
    return { ...earlier, ...later, tags: later.tags ?? earlier.tags };
  }

  protected override onChange(before: Workspace | undefined, after: Workspace | undefined): void {
    super.onChange(before, after);
    if (this.#idsByProject === undefined) return;
    if (before !== undefined) this.#idsByProject.get(before.projectId)?.delete(before.id);
    if (after !== undefined) addTo(this.#idsByProject, after);
  }

  #list(projectId: string): Promise<void> {
    const known = this.#lists.get(projectId);
    if (known !== undefined) return known;
    const list = this.freshInProject(projectId).then(
      () => undefined,
      (error: unknown) => {
        if (this.#lists.get(projectId) === list) this.#lists.delete(projectId);
        throw error;
      },
    );
    this.#lists.set(projectId, list);
    return list;
  }

  #cachedIn(projectId: string): Workspace[] {
    if (this.#idsByProject === undefined) {
      this.#idsByProject = new Map();
      for (const workspace of this.cached) addTo(this.#idsByProject, workspace);
    }
    return [...(this.#idsByProject.get(projectId) ?? [])].flatMap((id) => this.peek(id) ?? []);
  }
}

function addTo(idsByProject: Map<string, Set<string>>, { id, projectId }: Workspace): void {
  const ids = idsByProject.get(projectId);
  if (ids === undefined) idsByProject.set(projectId, new Set([id]));
  else ids.add(id);
}
