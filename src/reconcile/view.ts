import { ForbiddenError, NotFoundError, type Client } from "../api";
import type { Organization, Project, Workspace } from "../model";
import { MAX_PAGE_SIZE, sameName } from "../model";
import { NotFoundOrUnauthorizedError } from "./errors";
import { CoalescedRead } from "./coalesced-read";
import { KeyedLock } from "./keyed-lock";
import { ProjectReads } from "./project-reads";
import { WorkspaceReads } from "./workspace-reads";

/**
 * The live organization as one process sees it. All reads of the provider and the engine go through here: reads that
 * arrive together are answered from shared pages of 100, kept for the life of the process and corrected by own writes.
 *
 * A 404 counts as "there is none" only if the organization itself can still be read afterwards; otherwise {@link NotFoundOrUnauthorizedError}.
 */
export class OrganizationView {
  readonly name: string;
  readonly client: Client;
  readonly projects: ProjectReads;
  readonly workspaces: WorkspaceReads;
  /** Held for the ids of workspaces while it is decided where they go, and they are moved there. */
  readonly moveLock = new KeyedLock();
  readonly #organizationNow: CoalescedRead<Organization>;
  #organization: Promise<Organization> | undefined;

  constructor(client: Client, name: string) {
    this.name = name;
    this.client = client;
    this.#organizationNow = new CoalescedRead(() => client.organizations.get(name));
    this.projects = new ProjectReads({
      byId: (id, options) => this.#ifThere(`project ${id}`, client.projects.get(id, options)),
      byName: async (wanted, options) => {
        // To its end: a service that overlooks the filter may have the project on any page.
        const found = client.projects.list(name, { names: [wanted] }, options);
        return this.#listed(firstOf(found, (project) => sameName(project.name, wanted)));
      },
      byNames: (names) => this.#listed(allOf(client.projects.list(name, { names }))),
      page: (number) => this.#listed(client.projects.listPage(name, { number, size: MAX_PAGE_SIZE })),
    });
    this.workspaces = new WorkspaceReads({
      byId: (id, options) => this.#ifThere(`workspace ${id}`, client.workspaces.get(id, options)),
      byName: (wanted, options) =>
        this.#ifThere(`workspace ${JSON.stringify(wanted)}`, client.workspaces.getByName(name, wanted, options)),
      page: (number) => this.#listed(client.workspaces.listPage(name, { number, size: MAX_PAGE_SIZE })),
      inProject: (projectId, options) => allOf(client.workspaces.list(name, { projectId }, options)),
    });
  }

  /** The organization itself, read once. */
  organization(): Promise<Organization> {
    this.#organization ??= this.#organizationNow.get().catch((error: unknown) => {
      this.#organization = undefined;
      throw error;
    });
    return this.#organization;
  }

  /** The id of the default project. */
  async defaultProjectId(): Promise<string> {
    return (await this.organization()).defaultProjectId;
  }

  /** A project with its duration; its counts may be from before an own write. Undefined when there is none. */
  projectWithAllSettings(id: string): Promise<Project | undefined> {
    return this.projects.byIdWithAllSettings(id);
  }

  /**
   * These projects with their durations, those of which the list does not carry it read singly, as many at a time as the client allows; one that
   * does not exist is left out.
   */
  async projectsWithAllSettings(ids: readonly string[]): Promise<readonly Project[]> {
    const found = await Promise.all(ids.map((id) => this.projectWithAllSettings(id)));
    return found.filter((project) => project !== undefined);
  }

  /** A project with all that the service says of it, after all own writes: duration, counts and permissions. Undefined when there is none. */
  async upToDateProject(id: string): Promise<Project | undefined> {
    const project = await this.projects.upToDateById(id);
    return project === undefined ? undefined : this.projectWithAllSettings(id);
  }

  /** All projects, with counts and permissions as they are after all own writes; their durations may be undefined. */
  upToDateProjects(): Promise<readonly Project[]> {
    return this.projects.allUpToDate();
  }

  /** Takes note of an own move. */
  recordMove(workspaces: readonly Workspace[], projectId: string): void {
    this.workspaces.recordMove(
      workspaces.map(({ id }) => id),
      projectId,
    );
    this.recordPossibleMove(workspaces, projectId);
  }

  /** Takes note of an own move of which it is not known whether it came about: the counts have to be read again. */
  recordPossibleMove(workspaces: readonly Workspace[], projectId: string): void {
    this.projects.invalidateCounts([projectId, ...workspaces.map((workspace) => workspace.projectId)]);
  }

  /** A page of a list; a 404 for one says of the organization what it says of a single object. */
  async #listed<T>(answer: Promise<T>): Promise<T> {
    return (await this.#ifThere("a list", answer)) ?? answer;
  }

  /** The answer, or undefined for a 404 that means "there is none". */
  async #ifThere<T>(what: string, answer: Promise<T>): Promise<T | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      try {
        // Read again: that it could be read before says nothing of now.
        await this.#organizationNow.get();
      } catch (cause) {
        if (!(cause instanceof NotFoundError || cause instanceof ForbiddenError)) throw cause;
        throw new NotFoundOrUnauthorizedError(what, this.name, cause);
      }
      return undefined;
    }
  }
}

async function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The first item that is looked for; what comes behind it is not read. */
async function firstOf<T>(items: AsyncIterable<T>, isWanted: (item: T) => boolean): Promise<T | undefined> {
  for await (const item of items) if (isWanted(item)) return item;
  return undefined;
}
