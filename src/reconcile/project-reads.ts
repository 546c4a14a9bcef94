import { completed, settingsFrom, UNLISTED_SETTINGS, type Project } from "../model";
import { BATCH_WINDOW_MS, BatchedReads, type Source } from "./batched-reads";

/** What the service offers to read projects. */
export interface ProjectSource extends Source<Project> {
  /** The projects of these names, without regard to case; one that has its name all the while is among them. */
  readonly byNames: (names: readonly string[]) => Promise<readonly Project[]>;
}

/**
 * Shared reads of projects, which know of what own writes make stale: the answer to a create carries neither counts nor all permissions, and a
 * move changes the workspace counts of the projects that it is about.
 */
export class ProjectReads extends BatchedReads<Project> {
  /** When the counts and permissions of a project were read last. */
  readonly #countsReadAt = new Map<string, number>();
  /** When an own move changed the workspace count of a project last. */
  readonly #countChangedAt = new Map<string, number>();
  #gathering: { readonly ids: Set<string>; readonly done: Promise<void> } | undefined;

  readonly #byNames: ProjectSource["byNames"];

  constructor(source: ProjectSource) {
    super(source);
    this.#byNames = source.byNames;
  }

  /** Looks for projects of these names, whatever was read before, in one request where they are not many; {@link all} knows of them afterwards. */
  async findByNames(names: readonly string[]): Promise<void> {
    const begin = this.now();
    for (const project of await this.#byNames(names)) this.record(project, begin);
  }

  /** The project of this id, with counts and permissions that own writes have not made stale. */
  async upToDateById(id: string): Promise<Project | undefined> {
    const project = await this.byId(id);
    if (project === undefined || this.#isUpToDate(id)) return project;
    await this.#bringUpToDate([id]);
    return this.peek(id);
  }

  /** All projects, with counts and permissions that own writes have not made stale. */
  async allUpToDate(): Promise<readonly Project[]> {
    const stale = (await this.all()).map(({ id }) => id).filter((id) => !this.#isUpToDate(id));
    if (stale.length > 0) await this.#bringUpToDate(stale);
    return this.all();
  }

  /**
   * The project with all of its settings, also those that the service's list need not carry: read singly where it does not. Undefined when
   * there is none.
   */
  async byIdWithAllSettings(id: string): Promise<Project | undefined> {
    const project = await this.byId(id);
    if (project !== undefined && UNLISTED_SETTINGS.every((name) => project[name] !== undefined)) return project;
    const read = await this.freshById(id);
    // What a read of the project itself leaves out is not set.
    return read === undefined ? undefined : { ...read, ...settingsFrom((name) => read[name] ?? null) };
  }

  /** Takes note that an own write has changed how many workspaces are in these projects, or may have. */
  invalidateCounts(ids: Iterable<string>): void {
    const at = this.now();
    for (const id of ids) this.#countChangedAt.set(id, at);
  }

  override recordWrite(project: Project): void {
    super.recordWrite(project);
    if (project.workspaceCount === undefined) this.#countsReadAt.delete(project.id);
  }

  protected override record(project: Project, at: number): void {
    super.record(project, at);
    this.#countsReadAt.set(project.id, Math.max(at, this.#countsReadAt.get(project.id) ?? 0));
  }

  protected override merge(later: Project, earlier: Project): Project {
    const { canUpdate, canDestroy, canCreateWorkspace } = later.permissions;
    return {
      ...completed(later, earlier),
      workspaceCount: later.workspaceCount ?? earlier.workspaceCount,
      teamCount: later.teamCount ?? earlier.teamCount,
      permissions: {
        canUpdate: canUpdate ?? earlier.permissions.canUpdate,
        canDestroy: canDestroy ?? earlier.permissions.canDestroy,
        canCreateWorkspace: canCreateWorkspace ?? earlier.permissions.canCreateWorkspace,
      },
    };
  }

  #isUpToDate(id: string): boolean {
    const readAt = this.#countsReadAt.get(id);
    return readAt !== undefined && readAt > (this.#countChangedAt.get(id) ?? 0);
  }

  /** Reads these and those that are asked for at the same time: singly, or by pages where these cost less. */
  async #bringUpToDate(ids: readonly string[]): Promise<void> {
    const gathering = (this.#gathering ??= { ids: new Set(), done: this.#readGathered() });
    for (const id of ids) gathering.ids.add(id);
    await gathering.done;
  }

  async #readGathered(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, BATCH_WINDOW_MS));
    const ids = [...(this.#gathering?.ids ?? [])];
    this.#gathering = undefined;
    if (ids.length > (this.pageCount ?? Infinity)) await this.rereadPages();
    else await Promise.all(ids.map((id) => this.freshById(id)));
  }
}
