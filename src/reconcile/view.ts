import { ForbiddenError, NotFoundError, type Client, type Page, type Resource } from "../api";
import { includesOf, MAX_PAGE_SIZE, sameName, SETTING_NAMES } from "../model";
import type { Organization, Project, SettingName, Workspace } from "../model";
import { CoalescedRead } from "./coalesced-read";
import { NotFoundOrUnauthorizedError, OrganizationNotFoundError } from "./errors";
import { KeyedLock } from "./keyed-lock";
import { ProjectReads, readProject, readProjectPage, type ProjectSource } from "./project-reads";
import { quote } from "./text";
import { WorkspaceReads, type WorkspaceSource } from "./workspace-reads";

/** The settings that every read of a project carries. */
const PLAIN_SETTINGS = SETTING_NAMES.filter((name) => includesOf([name]).length === 0);

/**
 * The live organization as one process sees it. All reads of the provider and the engine go through here: reads that
 * arrive together are answered from pages of 100, cached for the life of the process and updated by own writes.
 *
 * A 404 means "does not exist" only if the organization itself can still be read afterwards; otherwise the read fails
 * with a {@link NotFoundOrUnauthorizedError}.
 */
export class OrganizationView {
  readonly name: string;
  readonly client: Client;
  readonly projects: ProjectReads;
  readonly workspaces: WorkspaceReads;
  /** Locks ids of workspaces while their destination is decided and they are moved there. */
  readonly moveLock = new KeyedLock();
  readonly #organizationRead: CoalescedRead<Organization>;
  #organization: Promise<Organization> | undefined;

  constructor(client: Client, name: string) {
    this.name = name;
    this.client = client;
    this.#organizationRead = new CoalescedRead(() => client.organizations.get(name));
    const concurrency = (unlimited: number): number => client.concurrency(unlimited);
    const projects: ProjectSource = {
      concurrency,
      byId: (id, options) => this.#orUndefined(`project ${id}`, readProject(client, id, options).then(parsedProject)),
      byName: async (wanted, options) => {
        // Not only the first page: a service that ignores the filter may list the project on any page.
        const found = client.projects.list(name, { names: [wanted] }, options);
        const first = firstOf(found, (project) => sameName(project.name, wanted));
        return this.#listed(first.then((project) => project && parsedProject(project)));
      },
      byNames: (names) => this.#listed(allOf(client.projects.list(name, { names }), parsedProject)),
      page: (number, include) =>
        this.#listed(
          pageOf(readProjectPage(client, name, { number, size: MAX_PAGE_SIZE }, { include }), parsedProject),
        ),
    };
    this.projects = new ProjectReads(projects);
    const workspaces: WorkspaceSource = {
      concurrency,
      byId: (id, options) =>
        this.#orUndefined(`workspace ${id}`, client.workspaces.get(id, options).then(parsedWorkspace)),
      byName: (wanted, options) =>
        this.#orUndefined(
          `workspace ${quote(wanted)}`,
          client.workspaces.getByName(name, wanted, options).then(parsedWorkspace),
        ),
      page: (number) =>
        this.#listed(pageOf(client.workspaces.listPage(name, { number, size: MAX_PAGE_SIZE }), parsedWorkspace)),
      inProject: (projectId, options) =>
        this.#listed(allOf(client.workspaces.list(name, { projectId }, options), parsedWorkspace)),
    };
    this.workspaces = new WorkspaceReads(workspaces, this.projects.managed);
  }

  /** The organization itself, read once. @throws OrganizationNotFoundError */
  organization(): Promise<Organization> {
    this.#organization ??= this.#organizationRead.get().catch((error: unknown) => {
      this.#organization = undefined;
      throw error instanceof NotFoundError ? this.#notFound(error) : error;
    });
    return this.#organization;
  }

  /** The id of the default project. */
  async defaultProjectId(): Promise<string> {
    return (await this.organization()).defaultProjectId;
  }

  /**
   * A project with these settings, as far as the service has them; its counts may be from before an own write.
   * Undefined when there is none.
   *
   * @param names - By default all that a read of a project carries without including other resources: not its tags.
   */
  projectWithSettings(id: string, names: readonly SettingName[] = PLAIN_SETTINGS): Promise<Project | undefined> {
    return this.projects.byIdWithSettings(id, names);
  }

  /**
   * These projects with all of their settings, read concurrently if the list does not carry all. Projects that do not
   * exist are left out.
   */
  async projectsWithSettings(ids: readonly string[]): Promise<readonly Project[]> {
    const found = await Promise.all(ids.map((id) => this.projectWithSettings(id)));
    return found.filter((project) => project !== undefined);
  }

  /**
   * A project with all of its settings, and with counts and permissions that are not stale. Undefined when there is
   * none.
   */
  async upToDateProject(id: string): Promise<Project | undefined> {
    const project = await this.projects.upToDateById(id, { include: includesOf(SETTING_NAMES) });
    return project === undefined ? undefined : this.projectWithSettings(id, SETTING_NAMES);
  }

  /**
   * All projects with their tags, and with counts and permissions that are not stale; settings that the list does not
   * carry are undefined.
   */
  upToDateProjects(): Promise<readonly Project[]> {
    return this.projects.allUpToDate(includesOf(SETTING_NAMES));
  }

  /** Records an own move. */
  recordMove(workspaces: readonly Workspace[], projectId: string): void {
    this.workspaces.recordMove(
      workspaces.map(({ id }) => id),
      projectId,
    );
    this.recordPossibleMove(workspaces, projectId);
  }

  /** Records an own move whose outcome is unknown: the workspace counts must be read again. */
  recordPossibleMove(workspaces: readonly Workspace[], projectId: string): void {
    this.projects.invalidateCounts([projectId, ...workspaces.map((workspace) => workspace.projectId)]);
  }

  /** A list, or a page of one. A 404 is an error, as it cannot mean that the list does not exist. */
  async #listed<T>(response: Promise<T>): Promise<T> {
    return (await this.#orUndefined(undefined, response)) ?? response;
  }

  /**
   * The response, or undefined for a 404 that means "does not exist".
   *
   * @param what - What was read; undefined for a list, which exists if the organization does.
   */
  async #orUndefined<T>(what: string | undefined, response: Promise<T>): Promise<T | undefined> {
    try {
      return await response;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      try {
        // Read again, since the token may have lost access since the last read.
        await this.#organizationRead.get();
      } catch (cause) {
        if (!(cause instanceof NotFoundError || cause instanceof ForbiddenError)) throw cause;
        throw what === undefined ? this.#notFound(cause) : NotFoundOrUnauthorizedError.of(what, this.name, cause);
      }
      return undefined;
    }
  }

  #notFound(cause: unknown): OrganizationNotFoundError {
    return new OrganizationNotFoundError(this.name, this.client.address, cause);
  }
}

/*
 * Resources without what was sent: the process keeps every object it reads, and a workspace's document takes ten times
 * the memory of what is parsed from it.
 */

function parsedProject(resource: Resource<Project>): Project {
  // oxlint-disable-next-line no-unused-vars -- named to leave them out
  const { attributes, relationships, ...project } = resource;
  return project;
}

/** There are many: naming the members takes a fraction of the time and memory of leaving some out. */
function parsedWorkspace({ id, name, projectId, organization, currentRunId, settings }: Workspace): Workspace {
  const workspace = { id, name, projectId, organization, currentRunId, settings };
  return workspace satisfies Record<keyof Workspace, unknown>;
}

/** A page with each item converted. */
async function pageOf<T, U>(response: Promise<Page<T>>, convert: (item: T) => U): Promise<Page<U>> {
  const page = await response;
  return { ...page, items: page.items.map(convert) };
}

/** All items of a list, each converted. */
async function allOf<T, U>(items: AsyncIterable<T>, convert: (item: T) => U): Promise<readonly U[]> {
  const all: U[] = [];
  for await (const item of items) all.push(convert(item));
  return all;
}

/** The first item that matches; items after it are not read. */
async function firstOf<T>(items: AsyncIterable<T>, matches: (item: T) => boolean): Promise<T | undefined> {
  for await (const item of items) if (matches(item)) return item;
  return undefined;
}
