import {
  BadRequestError,
  NotFoundError,
  UnprocessableEntityError,
  type CallOptions,
  type Client,
  type Page,
  type WorkspaceCallOptions,
  type WorkspaceWithIncluded,
} from "../api";
import { includesOf, MAX_PAGE_SIZE, nameKey, sameName, SETTING_NAMES } from "../model";
import type { Organization, Project, ProjectSettings, SettingName, Workspace } from "../model";
import { hidesWorkspaces } from "./absence";
import { AssignmentReads } from "./assignments/reads";
import { WorkspacesNotVisibleError, type UnconfirmedWrite } from "./errors";
import { including } from "./including";
import { KeyedLock } from "./keyed-lock";
import { allOf, convertAll } from "./lists";
import { ProjectReads, parsedProject, readProject, readProjectPage, type ProjectSource } from "./project-reads";
import { ifReadable, orWithoutIncluded } from "./readable";
import { quote } from "./text";
import { Visibility } from "./visibility";
import { WorkspaceReads, type WorkspaceSource } from "./workspace-reads";
import { WorkspaceTagReads } from "./workspace-tags";

/** The settings that every read of a project includes. */
const PLAIN_SETTINGS = SETTING_NAMES.filter((name) => includesOf([name]).length === 0);

/** How to handle lost responses to writes. */
export interface VerificationOptions {
  /**
   * How long to verify the outcome of a write whose response was lost, in milliseconds.
   * @default 120_000, or `deadlineMs` of the client if that is less
   */
  readonly verifyMs?: number | undefined;
  /**
   * Called once if the outcome of a write is still unknown after five seconds.
   *
   * @param until - When the verification ends.
   */
  readonly onVerifying?: ((write: UnconfirmedWrite, until: Date) => void) | undefined;
}

/**
 * The live organization as one process sees it. All reads of the provider and the engine go through here: concurrent
 * reads are answered from pages of 100, which are cached for the life of the process and updated by own writes.
 *
 * An object that is not found counts as deleted only while the token sees the default project (`absence.ts`). Otherwise
 * the read fails with a `NotFoundOrUnauthorizedError`. Searches by name in {@link projects} are the exception: they are
 * for callers that conclude nothing from a missing project; others use {@link projectNamed}.
 */
export class OrganizationView {
  readonly name: string;
  readonly client: Client;
  readonly projects: ProjectReads;
  readonly workspaces: WorkspaceReads;
  /** Objects that can be assigned to projects, such as teams, and which of them projects have. */
  readonly assignments: AssignmentReads;
  /** Locks ids of workspaces from the choice of their destination until they have moved there. */
  readonly moveLock = new KeyedLock();
  /** Locks the assignments of a project while they are changed. */
  readonly assignmentLock = new KeyedLock();
  readonly #visibility: Visibility;
  readonly #workspaceTags: WorkspaceTagReads;

  constructor(
    client: Client,
    name: string,
    readonly verification: VerificationOptions = {},
  ) {
    this.name = name;
    this.client = client;
    this.assignments = new AssignmentReads(client, name);
    const concurrency = (unlimited: number): number => client.concurrency(unlimited);
    const projects: ProjectSource = {
      concurrency,
      byId: (id, options) => this.#orUndefined(`Project ${id}`, readProject(client, id, options).then(parsedProject)),
      byName: async (wanted, options) => {
        const start = this.projects.now();
        const search = async (): Promise<Project | undefined> => {
          // A service that ignores the filter may list the project on any page.
          for await (const sent of client.projects.list(name, { names: this.#withDefaultProject([wanted]) }, options)) {
            const project = parsedProject(sent);
            if (sameName(project.name, wanted)) return project;
            this.projects.record(project, start);
          }
          return undefined;
        };
        return this.#listed(search());
      },
      tags: async (id, options) => {
        const tags = await ifFound(client.projects.listEffectiveTags(id, options));
        const own = tags?.filter(({ isInherited }) => !isInherited);
        return own && Object.fromEntries(own.map(({ key, value }) => [key, value]));
      },
      byNames: (names) =>
        this.#listed(convertAll(client.projects.list(name, { names: this.#withDefaultProject(names) }), parsedProject)),
      page: (number, include) =>
        this.#listed(
          pageOf(readProjectPage(client, name, { number, size: MAX_PAGE_SIZE }, { include }), parsedProject),
        ),
    };
    this.projects = new ProjectReads(projects);
    this.#visibility = new Visibility(client, name, this.projects);
    const listedWorkspace = (sent: WorkspaceWithIncluded): Workspace => this.#listedWorkspace(sent);
    const workspaces: WorkspaceSource = {
      concurrency,
      byId: (id, options) =>
        this.#orUndefined(`Workspace ${id}`, client.workspaces.get(id, options).then(parsedWorkspace)),
      byName: (wanted, options) =>
        this.#orUndefined(
          `Workspace ${quote(wanted)}`,
          client.workspaces.getByName(name, wanted, options).then(parsedWorkspace),
        ),
      page: (number, withTags) =>
        this.#listed(
          including(client, "workspaces", tagsIf(withTags), (options) =>
            pageOf(client.workspaces.listPage(name, { number, size: MAX_PAGE_SIZE }, options), listedWorkspace),
          ),
        ),
      inProject: (projectId, { withTags, ...call } = {}) =>
        this.#listed(
          including(client, "workspaces", { ...call, ...tagsIf(withTags) }, (options) =>
            convertAll(client.workspaces.list(name, { projectId }, options), listedWorkspace),
          ),
        ),
    };
    this.workspaces = new WorkspaceReads(workspaces, this.projects.managed);
    this.#workspaceTags = new WorkspaceTagReads({
      effectiveTags: (id) => ifFound(client.workspaces.listEffectiveTags(id)),
      exists: async (id) => (await this.workspaces.freshById(id)) !== undefined,
      countTagged: (key) => this.#countTagged(key),
      total: () => this.workspaces.count,
    });
  }

  /** The organization itself, read once. @throws OrganizationNotFoundError */
  organization(): Promise<Organization> {
    return this.#visibility.organization();
  }

  /** The id of the default project, if the organization has been read. */
  get knownDefaultProjectId(): string | undefined {
    return this.#visibility.defaultProjectId;
  }

  /** The id of the default project. */
  async defaultProjectId(): Promise<string> {
    return (await this.organization()).defaultProjectId;
  }

  /** Whether the token sees the default project: it can move workspaces there only if it does. */
  seesDefaultProject(): Promise<boolean> {
    return this.#visibility.seesDefaultProject();
  }

  /**
   * Confirms that an object that was not found may count as deleted.
   *
   * @param what - `Project prj-…`
   * @param since - When the responses that lacked it began: see {@link Visibility.confirmAbsence}.
   * @throws NotFoundOrUnauthorizedError
   */
  confirmAbsence(what: string, since?: number): Promise<void> {
    return this.#visibility.confirmAbsence(what, since);
  }

  /**
   * The project with this name, as {@link ProjectReads.byName} finds it; undefined only if it may count as absent.
   *
   * @throws NotFoundOrUnauthorizedError
   */
  async projectNamed(name: string, options: { readonly confirmAbsence: boolean }): Promise<Project | undefined> {
    const since = (options.confirmAbsence ? undefined : this.projects.listedAt) ?? this.projects.now();
    const found = await this.projects.byName(name, options);
    if (found === undefined) await this.confirmAbsence(`Project ${quote(name)}`, since);
    return found;
  }

  /** Reads the project with this name again; otherwise like {@link projectNamed}. */
  async freshProjectNamed(name: string, options?: CallOptions): Promise<Project | undefined> {
    const since = this.projects.now();
    const found = await this.projects.freshByName(name, options);
    if (found === undefined) await this.confirmAbsence(`Project ${quote(name)}`, since);
    return found;
  }

  /**
   * The workspaces in a project, certainly complete: the token sees the project, and as many workspaces as it contains.
   * If the count does not match the list, both are read once more. Undefined if the project does not exist.
   *
   * @throws NotFoundOrUnauthorizedError
   */
  async allInProject(projectId: string): Promise<readonly Workspace[] | undefined> {
    const inside = await this.workspaces.inProject(projectId);
    const project = await this.projects.upToDateById(projectId);
    if (project === undefined) return undefined;
    if (!hidesWorkspaces(project, inside.length)) return inside;
    const again = await this.projects.freshById(projectId);
    if (again === undefined) return undefined;
    const seen = await this.workspaces.freshInProject(projectId);
    if (hidesWorkspaces(again, seen.length)) throw new WorkspacesNotVisibleError(again, seen.length);
    return seen;
  }

  /**
   * A project with as many of these settings as the service reports; its counts may be older than an own write.
   * Undefined if the project does not exist.
   *
   * @param names - Default: all settings that a read of a project returns without related resources, so without tags.
   */
  projectWithSettings(id: string, names: readonly SettingName[] = PLAIN_SETTINGS): Promise<Project | undefined> {
    return this.projects.byIdWithSettings(id, names);
  }

  /** A project with the settings that code sets or clears: see {@link ProjectReads.comparedWith}. */
  projectComparedWith(id: string, desired: ProjectSettings): Promise<Project | undefined> {
    return this.projects.comparedWith(id, desired);
  }

  /**
   * A project with all of its settings, and with up-to-date counts and permissions. Undefined if it does not exist.
   */
  async upToDateProject(id: string): Promise<Project | undefined> {
    const project = await this.projects.upToDateById(id, { include: includesOf(SETTING_NAMES) });
    return project === undefined ? undefined : this.projectWithSettings(id, SETTING_NAMES);
  }

  /**
   * All projects with their tags, and with up-to-date counts and permissions. Settings that the list lacks are
   * undefined.
   */
  upToDateProjects(): Promise<readonly Project[]> {
    return this.projects.allUpToDate(includesOf(SETTING_NAMES));
  }

  /**
   * Workspaces of lists that {@link WorkspaceReads.includeTags} concerns, each with its own tags, or with the reason
   * why they are unknown: see {@link WorkspaceTagReads.withTags}.
   *
   * @param keys - The keys of the tags in rules.
   */
  workspacesWithTags(workspaces: readonly Workspace[], keys: readonly string[]): Promise<readonly Workspace[]> {
    return this.#workspaceTags.withTags(workspaces, keys);
  }

  /**
   * The workspaces of a project with something that lists do not have otherwise, read for this call. Undefined if the
   * service does not include it, or not for this token.
   */
  async workspacesIncluding(
    projectId: string,
    include: "vars" | "current-run",
  ): Promise<readonly WorkspaceWithIncluded[] | undefined> {
    const { workspaces } = this.client;
    const read = this.#listed(allOf(workspaces.list(this.name, { projectId }, { include: [include] })));
    return ifReadable(
      orWithoutIncluded<readonly WorkspaceWithIncluded[] | undefined>(read, () => Promise.resolve(undefined)),
    );
  }

  /** Records an own move. */
  recordMove(workspaces: readonly Workspace[], projectId: string): void {
    this.workspaces.recordMove(workspaces, projectId);
    this.recordPossibleMove(workspaces, projectId);
  }

  /** Records an own move with an unknown outcome: the workspace counts must be read again. */
  recordPossibleMove(workspaces: readonly Workspace[], projectId: string): void {
    this.projects.invalidateCounts([projectId, ...workspaces.map((workspace) => workspace.projectId)]);
  }

  /** How many workspaces have a tag with this key; undefined if the service rejects the filter. */
  async #countTagged(key: string): Promise<number | undefined> {
    const start = this.workspaces.now();
    try {
      const page = await this.#listed(this.client.workspaces.listPage(this.name, { size: 1, tagged: [{ key }] }));
      for (const sent of page.items) this.workspaces.record(this.#listedWorkspace(sent), start);
      return page.pagination.totalCount;
    } catch (error) {
      if (error instanceof BadRequestError || error instanceof UnprocessableEntityError) return undefined;
      throw error;
    }
  }

  /** A workspace of a list. */
  #listedWorkspace(sent: WorkspaceWithIncluded): Workspace {
    this.#workspaceTags.recordListed(sent.id, sent.tagReference);
    return parsedWorkspace(sent);
  }

  /** A list, or a page of one. A 404 is an error, because a list always exists. */
  async #listed<T>(response: Promise<T>): Promise<T> {
    try {
      return await response;
    } catch (error) {
      if (error instanceof NotFoundError) await this.#visibility.confirmOrganization();
      throw error;
    }
  }

  /** The response, or undefined for a 404 if the object may count as deleted. @param what - Names the object. */
  async #orUndefined<T>(what: string, response: Promise<T>): Promise<T | undefined> {
    try {
      return await response;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      await this.#visibility.confirmAbsence(what);
      return undefined;
    }
  }

  /**
   * Names to search for, with the probable name of the default project: if the response contains it, no further request
   * is needed to conclude that projects which the response lacks do not exist.
   */
  #withDefaultProject(names: readonly string[]): readonly string[] {
    const id = this.knownDefaultProjectId;
    const name = (id === undefined ? undefined : this.projects.peek(id)?.name) ?? INITIAL_NAME_OF_DEFAULT_PROJECT;
    return names.some((it) => nameKey(it) === nameKey(name)) ? names : [...names, name];
  }
}

function tagsIf(withTags = false): Pick<WorkspaceCallOptions, "include"> {
  return withTags ? { include: ["effective-tag-bindings"] } : {};
}

/** The name of a new organization's default project. */
const INITIAL_NAME_OF_DEFAULT_PROJECT = "Default Project";

/**
 * A workspace without the document that the service sent, like {@link parsedProject}. Organizations have many, and
 * naming the members takes a fraction of the time and memory of a rest pattern.
 */
function parsedWorkspace(it: Workspace): Workspace {
  const { id, name, projectId, organization, currentRunId, settings, tags, flatTags } = it;
  const { sharesStateWithProject, refusesDestroyPlans, vcsTokenId, repository } = it;
  const own = { sharesStateWithProject, refusesDestroyPlans, vcsTokenId, repository };
  const workspace = { id, name, projectId, organization, currentRunId, settings, tags, flatTags, ...own };
  return workspace satisfies Record<Exclude<keyof Workspace, "unknownTags">, unknown>;
}

/** The response, or undefined for a 404. */
async function ifFound<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** A page with each item converted. */
async function pageOf<T, U>(response: Promise<Page<T>>, convert: (item: T) => U): Promise<Page<U>> {
  const page = await response;
  return { ...page, items: page.items.map(convert) };
}
