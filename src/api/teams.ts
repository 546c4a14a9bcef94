import type { Permissions, Team, TeamProjectAccess } from "../model";
import { MalformedDocumentError, requireProjectId, requireRelatedId, requireString, resource } from "./document";
import type { Resource, ResourceObject } from "./document";
import { asObject } from "../json";
import type { JsonObject } from "../json";
import { readList, readListPage } from "./list-operation";
import type { ListOperation } from "./list-operation";
import type { Page, PageRequest } from "./paging";
import { Operations } from "./operations";
import type { CallOptions } from "./request-executor";
import { requestPath } from "./request-path";

/**
 * Teams of an organization.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/teams
 */
export class TeamOperations extends Operations {
  /**
   * Lists every team of the organization that is visible to the caller, each once. Reads pages of 100 on demand.
   *
   * @throws NotFoundError
   */
  list(organization: string, options?: CallOptions): AsyncGenerator<Resource<Team>, void, undefined> {
    return readList(this.executor, teamsOf(organization), options);
  }

  /** Reads one page of the organization's teams. @throws NotFoundError */
  async listPage(organization: string, page: PageRequest = {}, options?: CallOptions): Promise<Page<Resource<Team>>> {
    return readListPage(this.executor, teamsOf(organization), page, options);
  }
}

/**
 * Team access to projects.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/project-team-access
 */
export class TeamProjectOperations extends Operations {
  /**
   * Lists every team's access to the project, each once. Reads pages of 100 on demand. Access through permissions on
   * the organization is not listed.
   *
   * @throws NotFoundError when the project does not exist, or its team access is not visible.
   * @throws UnexpectedResponseError when the service lists access to another project.
   */
  list(projectId: string, options?: CallOptions): AsyncGenerator<Resource<TeamProjectAccess>, void, undefined> {
    return readList(this.executor, accessTo(projectId), options);
  }

  /** Reads one page of team access to the project. @throws NotFoundError */
  async listPage(
    projectId: string,
    page: PageRequest = {},
    options?: CallOptions,
  ): Promise<Page<Resource<TeamProjectAccess>>> {
    return readListPage(this.executor, accessTo(projectId), page, options);
  }
}

function teamsOf(organization: string): ListOperation<Resource<Team>> {
  return {
    path: requestPath`/organizations/${organization}/teams`,
    type: "teams",
    parse: (sent) => resource({ id: sent.id, name: requireString(sent, "name") }, sent),
  };
}

function accessTo(projectId: string): ListOperation<Resource<TeamProjectAccess>> {
  return {
    path: "/team-projects",
    query: { "filter[project][id]": projectId },
    type: "team-projects",
    parse: (sent) => {
      const access = parseAccess(sent);
      // A service that ignores the filter would list access to every project.
      if (access.projectId === projectId) return access;
      throw new MalformedDocumentError(
        `requested team access to ${projectId}, received ${sent.id} to ${JSON.stringify(access.projectId)}`,
      );
    },
  };
}

function parseAccess(sent: ResourceObject): Resource<TeamProjectAccess> {
  const { attributes } = sent;
  const access: TeamProjectAccess = {
    id: sent.id,
    teamId: requireRelatedId(sent, "team"),
    projectId: requireProjectId(sent),
    access: requireString(sent, "access"),
    projectAccess: permissions(asObject(attributes["project-access"])),
    workspaceAccess: permissions(asObject(attributes["workspace-access"])),
  };
  return resource(access, sent);
}

function permissions(sent: JsonObject): Permissions {
  return Object.fromEntries(
    Object.entries(sent).filter((entry): entry is [string, string | boolean] =>
      ["string", "boolean"].includes(typeof entry[1]),
    ),
  );
}
