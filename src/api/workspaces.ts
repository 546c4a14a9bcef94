import type { Workspace } from "../model";
import type { CallOptions, Connection } from "./connection";
import { oneResource, organizationOf, requiredRelatedId, requiredText } from "./document";
import type { ResourceObject } from "./document";
import { everyItem, pageQuery, parsePage } from "./paging";
import type { Page, PageRequest } from "./paging";
import { requestPath } from "./request-path";
import { resource } from "./resource";
import type { Resource } from "./resource";

export const WORKSPACE_TYPE = "workspaces";

/** Which workspaces to list (facts: workspaces). */
export interface WorkspaceFilters {
  /** Only those that live in this project. */
  readonly projectId?: string | undefined;
  /** Only those with this in their names; the service's search is not exact. */
  readonly searchName?: string | undefined;
}

/** What memberships need to know of workspaces (facts: workspaces). They are moved with `projects.moveWorkspaces`. */
export class WorkspaceOperations {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Reads a workspace by its id.
   *
   * @throws NotFoundError
   */
  async get(id: string, options?: CallOptions): Promise<Resource<Workspace>> {
    return this.#connection.request(
      { method: "GET", path: requestPath`/workspaces/${id}`, repeatable: true },
      options,
      (document) => parseWorkspace(oneResource(document, WORKSPACE_TYPE)),
    );
  }

  /**
   * Reads a workspace by its name.
   *
   * @throws NotFoundError
   */
  async getByName(organization: string, name: string, options?: CallOptions): Promise<Resource<Workspace>> {
    const path = requestPath`/organizations/${organization}/workspaces/${name}`;
    return this.#connection.request({ method: "GET", path, repeatable: true }, options, (document) =>
      parseWorkspace(oneResource(document, WORKSPACE_TYPE), organization),
    );
  }

  /**
   * Every workspace of the organization that the filters let through, once, in no particular order; read 100 at a time, as they are asked for.
   */
  list(
    organization: string,
    filters: WorkspaceFilters = {},
    options?: CallOptions,
  ): AsyncGenerator<Resource<Workspace>, void, undefined> {
    return everyItem((page) => this.listPage(organization, { ...filters, ...page }, options));
  }

  /** One page of the organization's workspaces, with the totals. */
  async listPage(
    organization: string,
    page: PageRequest & WorkspaceFilters = {},
    options?: CallOptions,
  ): Promise<Page<Resource<Workspace>>> {
    const path = requestPath`/organizations/${organization}/workspaces`;
    const query = { ...pageQuery(page), "filter[project][id]": page.projectId, "search[name]": page.searchName };
    return this.#connection.request({ method: "GET", path, query, repeatable: true }, options, (document) =>
      parsePage(document, page, WORKSPACE_TYPE, (sent) => parseWorkspace(sent, organization)),
    );
  }
}

/** @param organization - The one asked about, for an answer that does not name it. */
export function parseWorkspace(sent: ResourceObject, organization?: string): Resource<Workspace> {
  const workspace: Workspace = {
    id: sent.id,
    name: requiredText(sent, "name"),
    projectId: requiredRelatedId(sent, "project"),
    organization: organizationOf(sent, organization),
  };
  return resource(workspace, sent);
}
