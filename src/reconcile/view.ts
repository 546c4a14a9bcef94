import type { Client } from "../api";
import { NotFoundError } from "../api";
import type { Organization, Project, Workspace } from "../model";
import { MAX_PAGE_SIZE, sameName } from "../model";
import { AbsentOrHiddenError } from "./errors";
import { KeyedLock } from "./keyed-lock";
import { SharedReads } from "./shared-reads";
import { WorkspaceReads } from "./workspace-reads";

/**
 * The live organization as one process sees it. All reads of the provider and the engine go through here: reads that
 * arrive together are answered from shared pages of 100, kept for the life of the process and corrected by own writes.
 *
 * A 404 counts as "there is none" only if the organization itself can be read; otherwise {@link AbsentOrHiddenError}.
 */
export class OrganizationView {
  readonly name: string;
  readonly client: Client;
  readonly projects: SharedReads<Project>;
  readonly workspaces: WorkspaceReads;
  /** Held for the ids of workspaces while it is decided where they go, and they are moved there. */
  readonly moving = new KeyedLock();
  #organization: Promise<Organization> | undefined;

  constructor(client: Client, name: string) {
    this.name = name;
    this.client = client;
    this.projects = new SharedReads<Project>({
      byId: (id) => this.#ifThere(`project ${id}`, client.projects.get(id)),
      byName: async (wanted) => {
        const page = await this.#listed(client.projects.listPage(name, { names: [wanted], size: MAX_PAGE_SIZE }));
        return page.items.find((project) => sameName(project.name, wanted));
      },
      page: (number) => this.#listed(client.projects.listPage(name, { number, size: MAX_PAGE_SIZE })),
    });
    this.workspaces = new WorkspaceReads({
      byId: (id) => this.#ifThere(`workspace ${id}`, client.workspaces.get(id)),
      byName: (wanted) =>
        this.#ifThere(`workspace ${JSON.stringify(wanted)}`, client.workspaces.getByName(name, wanted)),
      page: (number) => this.#listed(client.workspaces.listPage(name, { number, size: MAX_PAGE_SIZE })),
      inProject: async (projectId) => {
        const found: Workspace[] = [];
        for await (const workspace of client.workspaces.list(name, { projectId })) found.push(workspace);
        return found;
      },
    });
  }

  /** The organization itself, read once. */
  organization(): Promise<Organization> {
    this.#organization ??= this.client.organizations.get(this.name).catch((error: unknown) => {
      this.#organization = undefined;
      throw error;
    });
    return this.#organization;
  }

  /** The id of the default project. */
  async defaultProjectId(): Promise<string> {
    return (await this.organization()).defaultProjectId;
  }

  /**
   * A project with its `autoDestroyActivityDuration`, which the service's list need not carry: read singly where it does
   * not. Undefined when there is none.
   */
  async projectInFull(id: string): Promise<Project | undefined> {
    const project = await this.projects.byId(id);
    return project?.autoDestroyActivityDuration === undefined ? this.projects.freshById(id) : project;
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
        await this.organization();
      } catch (cause) {
        throw new AbsentOrHiddenError(what, this.name, cause);
      }
      return undefined;
    }
  }
}
