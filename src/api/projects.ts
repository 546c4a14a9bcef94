import { documentKeyOf, nameKey, normalizeDescription, PROJECT_SETTINGS, SETTING_NAMES } from "../model";
import type { Project, SettingName } from "../model";
import type { CallOptions, RequestExecutor } from "./request-executor";
import { consistentPage } from "./consistent-page";
import {
  asObject,
  getBoolean,
  getInteger,
  singleResourceNamed,
  singleResource,
  organizationOf,
  requireString,
  getString,
  getStringOrNull,
} from "./document";
import type { ResourceObject } from "./document";
import { paginate } from "./paginate";
import { emptyPage, pageQuery, parsePage } from "./paging";
import type { Page, PageRequest } from "./paging";
import { requestPath } from "./request-path";
import type { Query } from "./request-path";
import { resource } from "./resource";
import type { Resource } from "./resource";
import { tagFilterQuery } from "./tag-filter";
import type { TagFilter } from "./tag-filter";

export const PROJECT_TYPE = "projects";
/** With more names than these the whole list is read, and the names looked for in it: an address must not become too long. */
const MAX_NAMES_IN_QUERY = 50;

/** What a new project is to be (service-api.md section 4.1). */
export interface NewProject {
  /** 3 to 40 letters, numbers, spaces, `-` and `_`; no space at either end. */
  readonly name: string;
  /** At most 256 characters. */
  readonly description?: string | null | undefined;
  /** Up to four digits, then `d` or `h`: `14d`. */
  readonly autoDestroyActivityDuration?: string | null | undefined;
}

/** What is to change (service-api.md section 4.2). What is left out stays; null unsets. */
export interface ProjectChanges {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly autoDestroyActivityDuration?: string | null | undefined;
}

/** Which projects to list, and in what order (service-api.md section 4.3). */
export interface ProjectFilters {
  /** Only projects with one of these names, case ignored. */
  readonly names?: readonly string[] | undefined;
  /** Only projects with this in their names, case ignored. The service ignores it when `names` is given. */
  readonly search?: string | undefined;
  /** Only projects in which the caller can create workspaces; false is the same as left out. */
  readonly canCreateWorkspace?: boolean | undefined;
  /** Only projects that the caller can update; false is the same as left out. */
  readonly canUpdate?: boolean | undefined;
  /** Only projects that have all of these tags (facts, section 2). */
  readonly tagged?: readonly TagFilter[] | undefined;
  /** By default the order is the service's own. */
  readonly sort?: "name" | "-name" | undefined;
}

/** One page of a list of projects, with the counts that these alone have (service-api.md section 4.3). */
export interface ProjectPage extends Page<Resource<Project>> {
  readonly statusCounts: ProjectCounts;
}

/** `meta.status-counts`; undefined where the answer has none. */
export interface ProjectCounts {
  /** Projects of the organization that the caller may see. */
  readonly total: number | undefined;
  /** Those of them that the filters let through. */
  readonly matching: number | undefined;
}

/** The operations of service-api.md sections 4.1 to 4.6. */
export class ProjectOperations {
  readonly #connection: RequestExecutor;

  constructor(executor: RequestExecutor) {
    this.#connection = executor;
  }

  /**
   * Creates a project (service-api.md section 4.1). Sent once: when the answer is lost, the error's `outcomeUnknown` is true.
   *
   * @throws InvalidRequestError for a name that is taken (`isNameTaken`) or that breaks a rule.
   */
  async create(organization: string, project: NewProject, options?: CallOptions): Promise<Resource<Project>> {
    const attributes = attributesOf((name) => project[name] ?? undefined);
    const path = listPath(organization);
    const body = { data: { type: PROJECT_TYPE, attributes } };
    return this.#connection.request({ method: "POST", path, body, idempotent: false }, options, (document) =>
      parseProject(singleResourceNamed(document, PROJECT_TYPE, project.name.trim()), organization),
    );
  }

  /**
   * Changes a project (service-api.md section 4.2).
   *
   * @throws NotFoundError, InvalidRequestError
   */
  async update(id: string, changes: ProjectChanges, options?: CallOptions): Promise<Resource<Project>> {
    const attributes = attributesOf((name) =>
      changes[name] === null ? PROJECT_SETTINGS[name].cleared : changes[name],
    );
    const body = { data: { type: PROJECT_TYPE, id, attributes } };
    return this.#connection.request(
      { method: "PATCH", path: requestPath`/projects/${id}`, body, idempotent: true },
      options,
      (document) => parseProject(singleResource(document, PROJECT_TYPE, id)),
    );
  }

  /**
   * Reads a project (service-api.md section 4.4).
   *
   * @throws NotFoundError
   */
  async get(id: string, options?: CallOptions): Promise<Resource<Project>> {
    return this.#connection.request(
      { method: "GET", path: requestPath`/projects/${id}`, idempotent: true },
      options,
      (document) => parseProject(singleResource(document, PROJECT_TYPE, id)),
    );
  }

  /**
   * Every project of the organization that the filters let through, once, in the order asked for; read 100 at a time, as they are asked for
   * (service-api.md section 4.3). There may be any number of `names`.
   *
   * While others are created, deleted and renamed, every project that the filters let through all the while is found. With `sort`, one that
   * is itself renamed can be missed, or come after the others; without, the order does not depend on names.
   *
   * @throws UnexpectedResponseError when the list grows faster than it can be read.
   */
  async *list(
    organization: string,
    filters: ProjectFilters = {},
    options?: CallOptions,
  ): AsyncGenerator<Resource<Project>, void, undefined> {
    const { names, search, ...others } = filters;
    const fewNames = names !== undefined && names.length <= MAX_NAMES_IN_QUERY ? { names } : {};
    // Where names are given the service ignores the search, and so must we when it is not told the names.
    const unnamed = names === undefined ? { search } : {};
    const wanted = names && new Set(names.map(nameKey));
    const projects = paginate<Resource<Project>>({
      executor: this.#connection,
      path: listPath(organization),
      options,
      isSorted: filters.sort !== undefined,
      sortKey: ({ name }) => name,
      readPage: (page) => this.listPage(organization, { ...others, ...fewNames, ...unnamed, ...page }, options),
    });
    for await (const project of projects) {
      if (wanted === undefined || wanted.has(nameKey(project.name))) yield project;
    }
  }

  /**
   * One page of the organization's projects, with the totals (service-api.md section 4.3). All `names` go into the address of the request,
   * which servers limit to some thousand characters.
   */
  async listPage(
    organization: string,
    page: PageRequest & ProjectFilters = {},
    options?: CallOptions,
  ): Promise<ProjectPage> {
    const names = page.names?.filter(isPossibleName);
    // To the service, a filter without a name in it is none.
    if (names?.length === 0) return { ...emptyPage(page), statusCounts: { total: undefined, matching: 0 } };
    const path = listPath(organization);
    const query = { ...pageQuery(page), ...filterQuery({ ...page, names }) };
    const request = { method: "GET", path, query, idempotent: true } as const;
    return consistentPage<ProjectPage>(this.#connection, options, page, (ongoing, check) =>
      this.#connection.request(request, ongoing, (document) => {
        const parsed = parsePage(document, page, PROJECT_TYPE, (sent) => parseProject(sent, organization));
        const counts = asObject(document.meta["status-counts"]);
        return check({
          ...parsed,
          statusCounts: { total: getInteger(counts, "total"), matching: getInteger(counts, "matching") },
        });
      }),
    );
  }

  /**
   * Deletes a project (service-api.md section 4.5). One that contains workspaces cannot be deleted, nor can the default project.
   *
   * @throws NotFoundError, ForbiddenError, ConflictError. A NotFoundError with `outcomeUnknown` comes after an attempt whose answer was lost:
   * the project is gone if the organization can still be read, and may otherwise only be hidden.
   */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#connection.request(
      { method: "DELETE", path: requestPath`/projects/${id}`, idempotent: true, expectsNoContent: true },
      options,
      () => undefined,
    );
  }

  /**
   * Moves workspaces into the project, all or none, in one request (service-api.md section 4.6). Without workspaces nothing is sent.
   *
   * @throws ForbiddenError when one of the workspaces does not exist or may not be moved; its detail names them.
   * @throws NotFoundError when the project does not exist or may not be moved into.
   */
  async moveWorkspaces(projectId: string, workspaceIds: readonly string[], options?: CallOptions): Promise<void> {
    if (workspaceIds.length === 0) return;
    const path = requestPath`/projects/${projectId}/relationships/workspaces`;
    const body = { data: [...new Set(workspaceIds)].map((id) => ({ type: "workspaces", id })) };
    const request = { method: "POST", path, body, idempotent: true, expectsNoContent: true } as const;
    await this.#connection.request(request, options, () => undefined);
  }
}

/** The attributes of a document that is sent; what is undefined is left out. */
function attributesOf(valueOf: (name: SettingName) => string | null | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries(SETTING_NAMES.map((name) => [documentKeyOf(name), valueOf(name)]));
}

function listPath(organization: string): string {
  return requestPath`/organizations/${organization}/projects`;
}

/** The service takes commas for separators, and no name has one. */
function isPossibleName(name: string): boolean {
  return name !== "" && !name.includes(",");
}

function filterQuery(filters: ProjectFilters): Query {
  return {
    q: filters.search,
    "filter[names]": filters.names?.join(","),
    "filter[permissions][create-workspace]": filters.canCreateWorkspace === true ? "true" : undefined,
    "filter[permissions][update]": filters.canUpdate === true ? "true" : undefined,
    ...tagFilterQuery(filters.tagged),
    sort: filters.sort,
  };
}

/** @param organization - The one asked about, for an answer that does not name it. */
export function parseProject(sent: ResourceObject, organization?: string): Resource<Project> {
  const { attributes } = sent;
  const permissions = asObject(attributes["permissions"]);
  const project: Project = {
    id: sent.id,
    name: requireString(sent, "name"),
    description: normalizeDescription(getString(attributes, "description")),
    autoDestroyActivityDuration: getStringOrNull(attributes, "auto-destroy-activity-duration"),
    workspaceCount: getInteger(attributes, "workspace-count"),
    teamCount: getInteger(attributes, "team-count"),
    permissions: {
      canUpdate: getBoolean(permissions, "can-update"),
      canDestroy: getBoolean(permissions, "can-destroy"),
      canCreateWorkspace: getBoolean(permissions, "can-create-workspace"),
    },
    organization: organizationOf(sent, organization),
  };
  return resource(project, sent);
}
