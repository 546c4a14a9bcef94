import type { Project, Workspace } from "../model";
import type { CallOptions, RequestExecutor } from "./request-executor";
import { consistentPage } from "./consistent-page";
import {
  parseIfComplete,
  MalformedDocumentError,
  singleResourceNamed,
  singleResource,
  organizationOf,
  requireRelatedId,
  requireString,
} from "./document";
import type { Document, ResourceObject } from "./document";
import { includedResources, IncludeReader } from "./include";
import { paginate } from "./paginate";
import { pageQuery, parsePage } from "./paging";
import type { Page, PageRequest } from "./paging";
import { parseProject, PROJECT_TYPE } from "./projects";
import { requestPath } from "./request-path";
import type { Query } from "./request-path";
import { resource } from "./resource";
import type { Resource } from "./resource";
import { tagFilterQuery } from "./tag-filter";
import type { TagFilter } from "./tag-filter";

export const WORKSPACE_TYPE = "workspaces";

/** What can be read along with workspaces (facts, section 4). */
export type WorkspaceInclude = "project";

/** A workspace together with what was read along with it; undefined what was not asked for, or not sent. */
export interface WorkspaceWithIncluded extends Resource<Workspace> {
  readonly project: Resource<Project> | undefined;
}

/** What every read of workspaces takes as its last argument. */
export interface WorkspaceCallOptions extends CallOptions {
  readonly include?: readonly WorkspaceInclude[] | undefined;
}

/** Which workspaces to list, and in what order (facts, section 4). All that are given must hold. */
export interface WorkspaceFilters {
  /** Only those that live in this project. */
  readonly projectId?: string | undefined;
  /** Only those with this in their names; the service's search is not exact. */
  readonly search?: string | undefined;
  /** Only those whose names match, with `*` for any text at the beginning, the end or both: `*-prod`. */
  readonly wildcardName?: string | undefined;
  /** Only those that have all of these tags, by their names alone. */
  readonly tags?: readonly string[] | undefined;
  /** Only those that have none of these tags, by their names alone. */
  readonly excludeTags?: readonly string[] | undefined;
  /** Only those that have all of these tags. */
  readonly tagged?: readonly TagFilter[] | undefined;
  /** Only those whose current run has this status. */
  readonly currentRunStatus?: string | undefined;
  /** A leading hyphen reverses the order. By default the order is the service's own. */
  readonly sort?: WorkspaceSort | undefined;
}

type WorkspaceSortKey = "name" | "current-run.created-at" | "latest-change-at";
export type WorkspaceSort = WorkspaceSortKey | `-${WorkspaceSortKey}`;

/** What memberships need to know of workspaces (facts, section 4). They are moved with `projects.moveWorkspaces`. */
export class WorkspaceOperations {
  readonly #connection: RequestExecutor;
  readonly #reads: IncludeReader;

  constructor(executor: RequestExecutor) {
    this.#connection = executor;
    this.#reads = new IncludeReader(executor);
  }

  /**
   * Reads a workspace by its id.
   *
   * @throws NotFoundError
   */
  async get(id: string, options?: WorkspaceCallOptions): Promise<WorkspaceWithIncluded> {
    return this.#reads.read({ path: requestPath`/workspaces/${id}` }, options?.include, options, (document) =>
      withIncluded(document, singleResource(document, WORKSPACE_TYPE, id)),
    );
  }

  /**
   * Reads a workspace by its name.
   *
   * @throws NotFoundError
   */
  async getByName(organization: string, name: string, options?: WorkspaceCallOptions): Promise<WorkspaceWithIncluded> {
    const path = requestPath`/organizations/${organization}/workspaces/${name}`;
    return this.#reads.read({ path }, options?.include, options, (document) =>
      withIncluded(document, singleResourceNamed(document, WORKSPACE_TYPE, name), organization),
    );
  }

  /**
   * Every workspace of the organization that the filters let through, once, in the order asked for; read 100 at a time, as they are asked
   * for. While the list changes, the same holds as for `projects.list`.
   */
  list(
    organization: string,
    filters: WorkspaceFilters = {},
    options?: WorkspaceCallOptions,
  ): AsyncGenerator<WorkspaceWithIncluded, void, undefined> {
    return paginate({
      executor: this.#connection,
      path: listPath(organization),
      options,
      isSorted: filters.sort !== undefined,
      sortKey: ({ name }) => name,
      readPage: (page) => this.listPage(organization, { ...filters, ...page }, options),
    });
  }

  /** One page of the organization's workspaces, with the totals. */
  async listPage(
    organization: string,
    page: PageRequest & WorkspaceFilters = {},
    options?: WorkspaceCallOptions,
  ): Promise<Page<WorkspaceWithIncluded>> {
    const path = listPath(organization);
    const query = { ...pageQuery(page), ...filterQuery(page) };
    const include = options?.include;
    return consistentPage<Page<WorkspaceWithIncluded>>(this.#connection, options, page, (ongoing, check) =>
      this.#reads.read({ path, query }, include, ongoing, (document) =>
        check(
          parsePage(document, page, WORKSPACE_TYPE, (sent) => {
            const workspace = withIncluded(document, sent, organization);
            checkProject(workspace, page.projectId);
            return workspace;
          }),
        ),
      ),
    );
  }
}

/** A service that overlooks the filter would have all workspaces of the organization taken for those of one project. */
function checkProject({ id, projectId }: Workspace, wanted: string | undefined): void {
  if (wanted === undefined || wanted === "" || projectId === wanted) return;
  throw new MalformedDocumentError(
    `workspaces of project ${wanted} were asked for, and ${JSON.stringify(id)} of ${JSON.stringify(projectId)} came`,
  );
}

function listPath(organization: string): string {
  return requestPath`/organizations/${organization}/workspaces`;
}

function filterQuery(filters: WorkspaceFilters): Query {
  return {
    "filter[project][id]": filters.projectId,
    "search[name]": filters.search,
    "search[wildcard-name]": filters.wildcardName,
    "search[tags]": commaSeparated(filters.tags),
    "search[exclude-tags]": commaSeparated(filters.excludeTags),
    ...tagFilterQuery(filters.tagged),
    "filter[current-run][status]": filters.currentRunStatus,
    sort: filters.sort,
  };
}

function commaSeparated(values: readonly string[] | undefined): string | undefined {
  return values === undefined || values.length === 0 ? undefined : values.join(",");
}

function withIncluded(document: Document, sent: ResourceObject, organization?: string): WorkspaceWithIncluded {
  const workspace = parseWorkspace(sent, organization);
  const [project] = includedResources(document, PROJECT_TYPE, [workspace.projectId]);
  return { ...workspace, project: parseIfComplete(project, (found) => parseProject(found, workspace.organization)) };
}

/** @param organization - The one asked about, for an answer that does not name it. */
export function parseWorkspace(sent: ResourceObject, organization?: string): Resource<Workspace> {
  const workspace: Workspace = {
    id: sent.id,
    name: requireString(sent, "name"),
    projectId: requireRelatedId(sent, "project"),
    organization: organizationOf(sent, organization),
  };
  return resource(workspace, sent);
}
