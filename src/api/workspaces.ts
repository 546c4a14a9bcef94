import { readWorkspaceSettings } from "../model";
import { getString } from "../json";
import type { Project, TagReference, Variable, Workspace } from "../model";
import { consistentPage } from "./consistent-page";
import {
  MalformedDocumentError,
  organizationOf,
  parseIfComplete,
  relatedIdOrNull,
  requireProjectId,
  requireString,
  singleResource,
  singleResourceNamed,
} from "./document";
import type { Document, Resource, ResourceObject } from "./document";
import { allIncluded, includedResource } from "./include";
import { paginate } from "./paginate";
import { pageQuery, parsePage } from "./paging";
import type { Page, PageRequest } from "./paging";
import { parseVariable, repositoryOf, VARIABLE_TYPE, vcsTokenId } from "./project-scoped";
import { parseProject, PROJECT_TYPE } from "./projects";
import { Operations } from "./operations";
import type { CallOptions } from "./request-executor";
import { requestPath, tagFilterQuery } from "./request-path";
import type { Query, TagFilter } from "./request-path";
import { parseEffectiveTags, reportedTags } from "./tags";
import type { EffectiveTag, ReportedTags } from "./tags";

export const WORKSPACE_TYPE = "workspaces";
const RUN_TYPE = "runs";

/** Related resources that can be included when workspaces are read. */
export type WorkspaceInclude = "project" | "effective-tag-bindings" | "current-run" | "vars";

/**
 * A workspace with included resources; undefined when not requested or not sent. Its `tags` are known only with
 * `effective-tag-bindings`.
 */
export interface WorkspaceWithIncluded extends Resource<Workspace> {
  readonly project: Resource<Project> | undefined;
  /** How the response refers to the workspace's tags; undefined if it includes them. */
  readonly tagReference: TagReference | undefined;
  /** The status of its current run; undefined without one, or unless it is included. */
  readonly currentRunStatus: string | undefined;
  /** Its own variables; undefined unless all of them are included. */
  readonly variables: readonly Variable[] | undefined;
}

/** Options of every operation that reads workspaces, its last argument. */
export interface WorkspaceCallOptions extends CallOptions {
  readonly include?: readonly WorkspaceInclude[] | undefined;
}

/** Which workspaces to list, and in which order. All filters must match. */
export interface WorkspaceFilters {
  /** Only workspaces in this project. */
  readonly projectId?: string | undefined;
  /** Only workspaces whose name contains this; the service's search is not exact. */
  readonly search?: string | undefined;
  /** Only workspaces whose name matches, with `*` for any text at the beginning, the end or both: `*-prod`. */
  readonly wildcardName?: string | undefined;
  /** Only workspaces that have all of these tags, by key. */
  readonly tags?: readonly string[] | undefined;
  /** Only workspaces that have none of these tags, by key. */
  readonly excludeTags?: readonly string[] | undefined;
  /** Only workspaces that have all of these tags, by key and value. */
  readonly tagged?: readonly TagFilter[] | undefined;
  /** Only workspaces whose current run has this status. */
  readonly currentRunStatus?: string | undefined;
  /**
   * A leading hyphen reverses the order.
   *
   * @default - the service's order
   */
  readonly sort?: WorkspaceSort | undefined;
}

/** What a list of workspaces can be sorted by. */
export type WorkspaceSortKey = "name" | "current-run.created-at" | "latest-change-at";
/** The order of a list of workspaces; descending with `-`. */
export type WorkspaceSort = WorkspaceSortKey | `-${WorkspaceSortKey}`;

/**
 * Workspaces: the operations that memberships and gates need. To move workspaces, use `projects.moveWorkspaces`.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/workspaces
 */
export class WorkspaceOperations extends Operations {
  /**
   * Reads a workspace by ID.
   *
   * @throws NotFoundError
   */
  async get(id: string, options?: WorkspaceCallOptions): Promise<WorkspaceWithIncluded> {
    return this.reader.read({ path: requestPath`/workspaces/${id}` }, options?.include, options, (document) =>
      withIncluded(document, singleResource(document, WORKSPACE_TYPE, id)),
    );
  }

  /**
   * Reads a workspace by name.
   *
   * @throws NotFoundError
   */
  async getByName(organization: string, name: string, options?: WorkspaceCallOptions): Promise<WorkspaceWithIncluded> {
    const path = requestPath`/organizations/${organization}/workspaces/${name}`;
    return this.reader.read({ path }, options?.include, options, (document) =>
      withIncluded(document, singleResourceNamed(document, WORKSPACE_TYPE, name), organization),
    );
  }

  /**
   * Reads the key-value tags of a workspace, its own and those that it inherits from its project. The list has no
   * pages.
   *
   * @throws NotFoundError
   */
  async listEffectiveTags(id: string, options?: CallOptions): Promise<readonly EffectiveTag[]> {
    const path = requestPath`/workspaces/${id}/effective-tag-bindings`;
    return this.executor.request({ method: "GET", path, idempotent: true }, options, parseEffectiveTags);
  }

  /**
   * Lists every workspace of the organization that matches the filters, each once, in the requested order. Reads pages
   * of 100 on demand. The guarantees of `projects.list` apply while the list changes; without `sort`, the order does
   * not depend on names, and a workspace that is renamed itself is found, too.
   */
  list(
    organization: string,
    filters: WorkspaceFilters = {},
    options?: WorkspaceCallOptions,
  ): AsyncGenerator<WorkspaceWithIncluded, void, undefined> {
    return paginate({
      executor: this.executor,
      path: listPath(organization),
      options,
      isSorted: filters.sort !== undefined,
      sortKey: ({ name }) => name,
      readPage: (page) => this.listPage(organization, { ...filters, ...page }, options),
    });
  }

  /** Reads one page of the organization's workspaces, with totals. */
  async listPage(
    organization: string,
    page: PageRequest & WorkspaceFilters = {},
    options?: WorkspaceCallOptions,
  ): Promise<Page<WorkspaceWithIncluded>> {
    const path = listPath(organization);
    const query = { ...pageQuery(page), ...filterQuery(page) };
    const include = options?.include;
    return consistentPage<Page<WorkspaceWithIncluded>>(this.executor, options, page, (context, check) =>
      this.reader.read({ path, query }, include, context, (document) =>
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

/** Detects a service that ignores the filter: all workspaces of the organization would count as the project's. */
function checkProject({ id, projectId }: Workspace, requested: string | undefined): void {
  if (requested === undefined || requested === "" || projectId === requested) return;
  throw new MalformedDocumentError(
    `requested workspaces of project ${requested}, received ${JSON.stringify(id)} of ${JSON.stringify(projectId)}`,
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
  const workspace = parseWorkspace(sent, organization, document);
  const project = includedResource(document, PROJECT_TYPE, workspace.projectId);
  const run = includedResource(document, RUN_TYPE, workspace.currentRunId ?? "");
  return {
    ...workspace,
    project: parseIfComplete(project, (found) => parseProject(found, workspace.organization)),
    currentRunStatus: run && getString(run.attributes, "status"),
    variables: allIncluded(sent, VARIABLE_TYPE, document)?.map(parseVariable),
  };
}

/**
 * @param organization - The requested organization, for a response that does not name it.
 * @param document - The response, which may include the tags.
 */
export function parseWorkspace(
  sent: ResourceObject,
  organization?: string,
  document?: Document,
): Resource<Workspace> & ReportedTags {
  return {
    id: sent.id,
    name: requireString(sent, "name"),
    projectId: requireProjectId(sent),
    organization: organizationOf(sent, organization),
    currentRunId: relatedIdOrNull(sent, "current-run"),
    settings: readWorkspaceSettings(sent),
    sharesStateWithProject: sharesStateWithProject(sent) || undefined,
    refusesDestroyPlans: sent.attributes["allow-destroy-plan"] === false || undefined,
    vcsTokenId: vcsTokenId(sent),
    repository: repositoryOf(sent),
    ...reportedTags(sent, WORKSPACE_TYPE, document),
    flatTags: flatTagsOf(sent),
    attributes: sent.attributes,
    relationships: sent.relationships,
  };
}

/** Releases of Terraform Enterprise before 1.1 do not have the attribute. */
function sharesStateWithProject({ attributes }: ResourceObject): boolean {
  return attributes["project-remote-state"] === true && attributes["global-remote-state"] !== true;
}

/** Undefined also of a workspace without any: lists have many. */
function flatTagsOf({ attributes }: ResourceObject): readonly string[] | undefined {
  const names = attributes["tag-names"];
  return Array.isArray(names) && names.length > 0 ? names.filter((it) => typeof it === "string") : undefined;
}
