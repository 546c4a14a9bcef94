import type {
  CallOptions,
  Client,
  Page,
  PageRequest,
  ProjectFilters,
  ProjectPage,
  ProjectReadOptions,
  Resource,
} from "../api";
import {
  completed,
  includesOf,
  MAX_PAGE_SIZE,
  settingsToCompare,
  withAbsentUnset,
  type Project,
  type ProjectInclude,
  type ProjectSettings,
  type SettingName,
} from "../model";
import { BATCH_WINDOW_MS, BatchedReads, type Source } from "./batched-reads";
import { including } from "./including";

/** The requests that read projects. */
export interface ProjectSource extends Source<Project> {
  readonly page: (number: number, include?: readonly ProjectInclude[]) => Promise<Page<Project>>;
  readonly byId: (id: string, options?: ProjectReadOptions) => Promise<Project | undefined>;
  /** The own tags of a project; undefined for a 404. */
  readonly tags: (id: string, options?: CallOptions) => Promise<ProjectSettings["tags"]>;
  /** The projects with these names, ignoring case; complete unless one of them is renamed in the meantime. */
  readonly byNames: (names: readonly string[]) => Promise<readonly Project[]>;
}

/** The projects whose settings were requested so far. */
export interface ManagedProjects {
  has(id: string): boolean;
  /** How many pages their workspaces fill: at least one for each project whose count is known. */
  pages(): number;
}

/**
 * Batched reads of projects. Own writes make some attributes stale: the response to a create lacks counts and some
 * permissions, and a move changes the workspace counts of its projects.
 */
export class ProjectReads extends BatchedReads<Project> {
  /** When the counts and permissions of a project were last read. */
  readonly #countsReadAt = new Map<string, number>();
  /** When a move last changed the workspace count of a project. */
  readonly #countsInvalidatedAt = new Map<string, number>();
  /**
   * The related resources that single reads of a project included. Reading it again for settings in them is useless.
   */
  readonly #includedIn = new Map<string, ReadonlySet<ProjectInclude>>();
  /** The projects whose tags were read by themselves, since no read of the project includes them. */
  readonly #tagReads = new Set<string>();
  /** The related resources that pages include from now on. */
  readonly #includedInPages: Set<ProjectInclude>;
  /** The projects that this process has deleted. */
  readonly #deleted = new Set<string>();
  #staleBatch: { readonly ids: Set<string>; readonly done: Promise<void> } | undefined;

  readonly #source: ProjectSource;

  /** Ids of the projects whose settings were requested. */
  readonly #managed = new Set<string>();

  constructor(source: ProjectSource) {
    const included = new Set<ProjectInclude>();
    super({ ...source, page: (number) => source.page(number, [...included]) });
    this.#includedInPages = included;
    this.#source = source;
  }

  /**
   * Reads the projects with these names again, so that {@link all} contains them: in one request, except for many.
   */
  async findByNames(names: readonly string[]): Promise<void> {
    const start = this.now();
    for (const project of await this.#source.byNames(names)) this.record(project, start);
  }

  /** The project with this id, with up-to-date counts and permissions. The options apply to a single read. */
  async upToDateById(id: string, options?: ProjectReadOptions): Promise<Project | undefined> {
    const project = await this.byId(id, options);
    if (project === undefined || this.#isUpToDate(id)) return project;
    await this.#refresh([id]);
    return this.peek(id);
  }

  /** All projects, with up-to-date counts and permissions. */
  async allUpToDate(include: readonly ProjectInclude[] = []): Promise<readonly Project[]> {
    if (include.some((it) => !this.#includedInPages.has(it))) {
      for (const it of include) this.#includedInPages.add(it);
      // Pages without these resources are read again: one request for 100 projects.
      if (this.isComplete) await this.rereadPages();
    }
    const stale = (await this.all()).map(({ id }) => id).filter((id) => !this.#isUpToDate(id));
    if (stale.length > 0) await this.#refresh(stale);
    return this.all();
  }

  /**
   * The project with as many of these settings as the service reports; those that the list lacks take a read of the
   * project. Undefined if the project does not exist.
   */
  async byIdWithSettings(id: string, names: readonly SettingName[]): Promise<Project | undefined> {
    this.#managed.add(id);
    const include = includesOf(names);
    const project = await this.byId(id, { include });
    const read = this.#includedIn.get(id);
    /** Whether a read has shown that the service does not report the setting. */
    const isAbsent = (name: SettingName): boolean =>
      read !== undefined && includesOf([name]).every((it) => read.has(it));
    if (project === undefined) return undefined;
    const isComplete = names.every((name) => project[name] !== undefined || isAbsent(name));
    const found = isComplete ? project : await this.freshById(id, { include });
    return found === undefined ? undefined : withAbsentUnset(found);
  }

  /**
   * The project with the settings that code sets or clears, as many as the service reports. If its tags are among them,
   * and no read of the project includes them, they are read by themselves: whether there are none, or the service does
   * not include them, is not known otherwise. Undefined if the project does not exist.
   */
  async comparedWith(id: string, desired: ProjectSettings): Promise<Project | undefined> {
    const names = settingsToCompare(desired);
    const found = await this.byIdWithSettings(id, names);
    const isComplete = !names.includes("tags") || found?.tags !== undefined || this.#tagReads.has(id);
    return found === undefined || isComplete ? found : this.#withOwnTags(found);
  }

  /** Reads the project again; otherwise like {@link comparedWith}. */
  async freshComparedWith(id: string, desired: ProjectSettings, options: CallOptions): Promise<Project | undefined> {
    const names = settingsToCompare(desired);
    // Otherwise, tags that the response does not include would be those of an earlier read.
    if (names.includes("tags")) this.amend(id, { tags: undefined });
    const found = await this.freshById(id, { ...options, include: includesOf(names) });
    const isComplete = !names.includes("tags") || found?.tags !== undefined;
    return found === undefined || isComplete ? found : this.#withOwnTags(found, options);
  }

  /** A 404 says something about the tags only if the project is still found. */
  async #withOwnTags(project: Project, options?: CallOptions): Promise<Project | undefined> {
    const { id } = project;
    const tags = await this.#source.tags(id, options);
    if (tags === undefined && (await this.freshById(id, options)) === undefined) return undefined;
    this.#tagReads.add(id);
    if (tags !== undefined) this.amend(id, { tags });
    return withAbsentUnset(this.peek(id) ?? project);
  }

  /** The projects whose settings were requested, because code manages them. */
  get managed(): ManagedProjects {
    return { has: (id) => this.#managed.has(id), pages: () => this.#pagesOfManaged() };
  }

  /** If code manages a second project, more usually follow. */
  protected override get freeSingleReads(): number {
    return this.#managed.size > 1 ? 1 : super.freeSingleReads;
  }

  /** The number of workspaces in a project, if it was read, and has not been changed by an own move since. */
  knownWorkspaceCount(id: string): number | undefined {
    return this.#isUpToDate(id) ? this.peek(id)?.workspaceCount : undefined;
  }

  #pagesOfManaged(): number {
    let sum = 0;
    for (const id of this.#managed) {
      sum += Math.max(1, Math.ceil((this.peek(id)?.workspaceCount ?? 0) / MAX_PAGE_SIZE));
    }
    return sum;
  }

  override byId(id: string, options?: ProjectReadOptions): Promise<Project | undefined> {
    return super.byId(id, options);
  }

  override async freshById(id: string, options?: ProjectReadOptions): Promise<Project | undefined> {
    const found = await super.freshById(id, options);
    if (found === undefined) this.#includedIn.delete(id);
    else this.#addIncluded(id, options?.include ?? []);
    return found;
  }

  /** Records a single read that another module has sent. */
  recordRead(project: Project, include: readonly ProjectInclude[]): void {
    this.recordWrite(project);
    this.#addIncluded(project.id, include);
  }

  #addIncluded(id: string, include: readonly ProjectInclude[]): void {
    this.#includedIn.set(id, new Set([...(this.#includedIn.get(id) ?? []), ...include]));
  }

  /** Marks the workspace counts of these projects as stale. */
  invalidateCounts(ids: Iterable<string>): void {
    const at = this.now();
    for (const id of ids) this.#countsInvalidatedAt.set(id, at);
  }

  override recordDeletion(id: string): void {
    super.recordDeletion(id);
    this.#deleted.add(id);
  }

  /** Whether this process has deleted the project. */
  wasDeleted(id: string): boolean {
    return this.#deleted.has(id);
  }

  override recordWrite(project: Project): void {
    super.recordWrite(project);
    if (project.workspaceCount === undefined) this.#countsReadAt.delete(project.id);
  }

  override record(project: Project, at: number): void {
    super.record(project, at);
    this.#countsReadAt.set(project.id, Math.max(at, this.#countsReadAt.get(project.id) ?? 0));
  }

  protected override merge(later: Project, earlier: Project): Project {
    const { canUpdate, canDestroy, canCreateWorkspace, canMoveWorkspaces, canManageTeams } = later.permissions;
    return {
      ...completed(later, earlier),
      workspaceCount: later.workspaceCount ?? earlier.workspaceCount,
      teamCount: later.teamCount ?? earlier.teamCount,
      permissions: {
        canUpdate: canUpdate ?? earlier.permissions.canUpdate,
        canDestroy: canDestroy ?? earlier.permissions.canDestroy,
        canCreateWorkspace: canCreateWorkspace ?? earlier.permissions.canCreateWorkspace,
        canMoveWorkspaces: canMoveWorkspaces ?? earlier.permissions.canMoveWorkspaces,
        canManageTeams: canManageTeams ?? earlier.permissions.canManageTeams,
      },
    };
  }

  #isUpToDate(id: string): boolean {
    const readAt = this.#countsReadAt.get(id);
    return readAt !== undefined && readAt > (this.#countsInvalidatedAt.get(id) ?? 0);
  }

  /** Reads stale projects again, batched with others requested at the same time: singly, or in pages if cheaper. */
  async #refresh(ids: readonly string[]): Promise<void> {
    const batch = (this.#staleBatch ??= { ids: new Set(), done: this.#runRefresh() });
    for (const id of ids) batch.ids.add(id);
    await batch.done;
  }

  async #runRefresh(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, BATCH_WINDOW_MS));
    const ids = [...(this.#staleBatch?.ids ?? [])];
    this.#staleBatch = undefined;
    if (ids.length > (this.pageCount ?? Infinity)) await this.rereadPages();
    else await Promise.all(ids.map((id) => this.freshById(id)));
  }
}

/**
 * A project without the document that the service sent. The process keeps every object it reads, and a document takes
 * ten times the memory of the parsed object.
 */
export function parsedProject(resource: Resource<Project>): Project {
  // oxlint-disable-next-line no-unused-vars -- named to leave them out
  const { attributes, relationships, ...project } = resource;
  return project;
}

/**
 * Reads a project, with the related resources that the service can include.
 *
 * @throws NotFoundError
 */
export function readProject(client: Client, id: string, options: ProjectReadOptions = {}): Promise<Resource<Project>> {
  return including(client, "projects", options, (possible) => client.projects.get(id, possible));
}

/** Reads a page of an organization's projects; otherwise like {@link readProject}. */
export function readProjectPage(
  client: Client,
  organization: string,
  page: PageRequest,
  options: ProjectReadOptions,
): Promise<ProjectPage> {
  return including(client, "projects", options, (possible) => client.projects.listPage(organization, page, possible));
}

/** Reads all projects that match the filters; otherwise like {@link readProject}. */
export function listProjects(
  client: Client,
  organization: string,
  filters: ProjectFilters,
  options: ProjectReadOptions,
): Promise<readonly Project[]> {
  return including(client, "projects", options, async (possible) => {
    const found: Project[] = [];
    for await (const project of client.projects.list(organization, filters, possible)) found.push(project);
    return found;
  });
}
