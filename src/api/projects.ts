import { isSame, nameKey, NO_SETTINGS, readSettings, settingsFrom, writeSettings } from "../model";
import type { Project, ProjectInclude, ProjectSettings } from "../model";
import { consistentPage } from "./consistent-page";
import { organizationOf, requireString, resource, singleResource, singleResourceNamed } from "./document";
import type { Document, Resource, ResourceObject } from "./document";
import { asObject, getBoolean, getInteger } from "../json";
import { paginate } from "./paginate";
import { emptyPage, pageQuery, parsePage } from "./paging";
import type { Page, PageRequest } from "./paging";
import { Operations } from "./operations";
import { changeRelationship } from "./relationships";
import type { CallOptions } from "./request-executor";
import { requestPath, tagFilterQuery } from "./request-path";
import type { Query, TagFilter } from "./request-path";
import { ownIncluded, parseEffectiveTags } from "./tags";
import type { EffectiveTag } from "./tags";

export const PROJECT_TYPE = "projects";
/** With more names, the whole list is read and filtered locally, since servers limit the length of a URL. */
const MAX_NAMES_IN_QUERY = 50;

/** Attributes of a new project. Null is the same as omitted. */
export interface NewProject extends Partial<Omit<ProjectSettings, "name">> {
  /** 3 to 40 letters, numbers, spaces, `-` and `_`; no space at either end. */
  readonly name: string;
}

/** Attributes to change. Omitted attributes keep their value; null clears one. */
export type ProjectChanges = Partial<ProjectSettings>;

/** Options for reading a project. */
export interface ProjectReadOptions extends CallOptions {
  /**
   * Related resources to include. With `effective-tag-bindings`, the project has its tags.
   * @default - none
   */
  readonly include?: readonly ProjectInclude[] | undefined;
}

/** Which projects to list, and in which order. */
export interface ProjectFilters {
  /** Only projects with one of these names, case-insensitive. */
  readonly names?: readonly string[] | undefined;
  /** Only projects whose name contains this, case-insensitive. The service ignores it when `names` is set. */
  readonly search?: string | undefined;
  /** Only projects in which the caller can create workspaces; false is the same as omitted. */
  readonly canCreateWorkspace?: boolean | undefined;
  /** Only projects that the caller can update; false is the same as omitted. */
  readonly canUpdate?: boolean | undefined;
  /** Only projects that have all of these tags. */
  readonly tagged?: readonly TagFilter[] | undefined;
  /** @default - the service's order */
  readonly sort?: "name" | "-name" | undefined;
}

/** One page of a list of projects, with counts that only these lists have. */
export interface ProjectPage extends Page<Resource<Project>> {
  readonly statusCounts: ProjectCounts;
}

/** `meta.status-counts`; undefined where the response has none. */
export interface ProjectCounts {
  /** Projects of the organization that are visible to the caller. */
  readonly total: number | undefined;
  /** Visible projects that match the filters. */
  readonly matching: number | undefined;
}

/**
 * Projects.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/projects
 */
export class ProjectOperations extends Operations {
  /**
   * Creates a project. Sent once: when the response is lost, the error's `outcomeUnknown` is true.
   *
   * @throws UnprocessableEntityError for a name that is taken (`isNameTaken`) or invalid.
   */
  async create(organization: string, project: NewProject, options?: CallOptions): Promise<Resource<Project>> {
    const set = settingsFrom((name) =>
      isSame(name, project[name] ?? NO_SETTINGS[name], NO_SETTINGS[name]) ? undefined : project[name],
    );
    const path = listPath(organization);
    const body = { data: { type: PROJECT_TYPE, ...writeSettings(set) } };
    return this.executor.request({ method: "POST", path, body, idempotent: false }, options, (document) =>
      parseProject(singleResourceNamed(document, PROJECT_TYPE, project.name.trim()), organization),
    );
  }

  /**
   * Changes a project.
   *
   * @throws NotFoundError, UnprocessableEntityError
   */
  async update(id: string, changes: ProjectChanges, options?: CallOptions): Promise<Resource<Project>> {
    const body = { data: { type: PROJECT_TYPE, id, ...writeSettings(changes) } };
    return this.executor.request(
      { method: "PATCH", path: requestPath`/projects/${id}`, body, idempotent: true },
      options,
      (document) => parseProject(singleResource(document, PROJECT_TYPE, id)),
    );
  }

  /**
   * Reads a project.
   *
   * @throws NotFoundError
   */
  async get(id: string, options?: ProjectReadOptions): Promise<Resource<Project>> {
    const path = requestPath`/projects/${id}`;
    return this.reader.read({ path }, options?.include, options, (document) =>
      parseProject(singleResource(document, PROJECT_TYPE, id), undefined, document),
    );
  }

  /**
   * Reads the key-value tags of a project, which its workspaces inherit. The list has no pages.
   *
   * @throws NotFoundError
   */
  async listEffectiveTags(id: string, options?: CallOptions): Promise<readonly EffectiveTag[]> {
    const path = requestPath`/projects/${id}/effective-tag-bindings`;
    return this.executor.request({ method: "GET", path, idempotent: true }, options, parseEffectiveTags);
  }

  /**
   * Lists every project of the organization that matches the filters, each once, in the requested order. Reads pages of
   * 100 on demand. `names` may be of any length.
   *
   * Finds every project that matches the filters throughout, even while others are created, deleted and renamed. Lists
   * are in the order of names by default, too: a project that is renamed itself can be missed or come last.
   *
   * @throws UnexpectedResponseError when the list grows faster than it can be read.
   */
  async *list(
    organization: string,
    filters: ProjectFilters = {},
    options?: ProjectReadOptions,
  ): AsyncGenerator<Resource<Project>, void, undefined> {
    const { names, search, ...others } = filters;
    const fewNames = names !== undefined && names.length <= MAX_NAMES_IN_QUERY ? { names } : {};
    // The service ignores the search if names are set, so it must not apply when the names are not sent.
    const unnamed = names === undefined ? { search } : {};
    const requested = names && new Set(names.map(nameKey));
    const projects = paginate<Resource<Project>>({
      executor: this.executor,
      path: listPath(organization),
      options,
      isSorted: true,
      sortKey: ({ name }) => name,
      readPage: (page) => this.listPage(organization, { ...others, ...fewNames, ...unnamed, ...page }, options),
    });
    for await (const project of projects) {
      if (requested === undefined || requested.has(nameKey(project.name))) yield project;
    }
  }

  /**
   * Reads one page of the organization's projects, with totals. All `names` are sent in the URL, which servers limit to
   * some thousand characters.
   */
  async listPage(
    organization: string,
    page: PageRequest & ProjectFilters = {},
    options?: ProjectReadOptions,
  ): Promise<ProjectPage> {
    const names = page.names?.filter(isPossibleName);
    // The service ignores a filter without names.
    if (names?.length === 0) return { ...emptyPage(page), statusCounts: { total: undefined, matching: 0 } };
    const path = listPath(organization);
    const query = { ...pageQuery(page), ...filterQuery({ ...page, names }) };
    return consistentPage<ProjectPage>(this.executor, options, page, (context, check) =>
      this.reader.readIn(context, { path, query }, options?.include, (document) => {
        const parsed = parsePage(document, page, PROJECT_TYPE, (sent) => parseProject(sent, organization, document));
        const counts = asObject(document.meta["status-counts"]);
        return check({
          ...parsed,
          statusCounts: { total: getInteger(counts, "total"), matching: getInteger(counts, "matching") },
        });
      }),
    );
  }

  /**
   * Deletes a project. A project that contains workspaces cannot be deleted, nor can the default project.
   *
   * @throws NotFoundError, ForbiddenError, ConflictError. A NotFoundError with `outcomeUnknown` follows an attempt
   *   whose response was lost: the project is deleted if the organization can still be read; otherwise it may only be
   *   hidden.
   */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.executor.request(
      { method: "DELETE", path: requestPath`/projects/${id}`, idempotent: true, expectsNoContent: true },
      options,
      () => undefined,
    );
  }

  /**
   * Moves workspaces into the project, all or none, in one request. Sends nothing for an empty list.
   *
   * @throws ForbiddenError when one of the workspaces does not exist or may not be moved; its detail names them.
   * @throws NotFoundError when the project does not exist or workspaces may not be moved into it.
   */
  async moveWorkspaces(projectId: string, workspaceIds: readonly string[], options?: CallOptions): Promise<void> {
    const path = requestPath`/projects/${projectId}/relationships/workspaces`;
    const change = { method: "POST", path, type: "workspaces", ids: workspaceIds } as const;
    await changeRelationship(this.executor, change, options);
  }
}

function listPath(organization: string): string {
  return requestPath`/organizations/${organization}/projects`;
}

/** Commas separate names in the filter, and no name contains one. */
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

/** @param organization - The requested organization, for a response that does not name it. */
export function parseProject(sent: ResourceObject, organization?: string, document?: Document): Resource<Project> {
  const { attributes } = sent;
  const permissions = asObject(attributes["permissions"]);
  const project: Project = {
    id: sent.id,
    ...readSettings({
      ...sent,
      related: (relationship) => ownIncluded(sent, relationship, document)?.map((it) => it.attributes),
    }),
    name: requireString(sent, "name"),
    workspaceCount: getInteger(attributes, "workspace-count"),
    teamCount: getInteger(attributes, "team-count"),
    permissions: {
      canUpdate: getBoolean(permissions, "can-update"),
      canDestroy: getBoolean(permissions, "can-destroy"),
      canCreateWorkspace: getBoolean(permissions, "can-create-workspace"),
      canMoveWorkspaces: getBoolean(permissions, "can-move-workspace"),
      canManageTeams: getBoolean(permissions, "can-manage-teams"),
    },
    organization: organizationOf(sent, organization),
  };
  return resource(project, sent);
}
