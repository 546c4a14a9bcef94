import type { Permissions, Team, TeamProjectAccess, TeamWorkspaceAccess } from "../model";
import {
  MalformedDocumentError,
  requireProjectId,
  requireRelatedId,
  requireString,
  resource,
  singleResource,
} from "./document";
import type { Resource, ResourceObject } from "./document";
import { asObject } from "../json";
import type { JsonObject } from "../json";
import { readList, readListPage } from "./list-operation";
import type { ListOperation } from "./list-operation";
import type { Page, PageRequest } from "./paging";
import { Operations } from "./operations";
import { PROJECT_TYPE } from "./projects";
import type { CallOptions } from "./request-executor";
import { requestPath } from "./request-path";

/** A team's access to a project, to be granted. */
export interface NewTeamProjectAccess extends TeamProjectAccessLevel {
  readonly teamId: string;
  readonly projectId: string;
}

/** The access of a team to a project. */
export interface TeamProjectAccessLevel {
  /** `read`, `write`, `maintain`, `admin` or `custom`. */
  readonly access: string;
  /**
   * Permissions on the project, by the service's names, such as `settings: "read"`. Only with `custom` access.
   * @default - what they are, or the service's for new `custom` access
   */
  readonly projectAccess?: Permissions | undefined;
  /** The same on the workspaces in the project, such as `state-versions: "read"`. */
  readonly workspaceAccess?: Permissions | undefined;
}

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

  /**
   * Gives a team access to a project. Sent once: when the response is lost, the error's `outcomeUnknown` is true.
   *
   * @throws NotFoundError also without permission to manage the teams of the project; UnprocessableEntityError if the
   *   team has access already.
   */
  async create(access: NewTeamProjectAccess, options?: CallOptions): Promise<Resource<TeamProjectAccess>> {
    const relationships = {
      team: { data: { type: TEAM_TYPE, id: access.teamId } },
      project: { data: { type: PROJECT_TYPE, id: access.projectId } },
    };
    const body = { data: { type: ACCESS_TYPE, attributes: writeAccess(access), relationships } };
    return this.executor.request({ method: "POST", path: "/team-projects", body, idempotent: false }, options, (sent) =>
      parseAccess(singleResource(sent, ACCESS_TYPE)),
    );
  }

  /**
   * Changes the access of a team to a project.
   *
   * @param id - Of the access, prefix `tprj-`.
   * @throws NotFoundError, UnprocessableEntityError
   */
  async update(
    id: string,
    access: TeamProjectAccessLevel,
    options?: CallOptions,
  ): Promise<Resource<TeamProjectAccess>> {
    const body = { data: { type: ACCESS_TYPE, id, attributes: writeAccess(access) } };
    const path = requestPath`/team-projects/${id}`;
    return this.executor.request({ method: "PATCH", path, body, idempotent: true }, options, (sent) =>
      parseAccess(singleResource(sent, ACCESS_TYPE, id)),
    );
  }

  /**
   * Removes the access of a team to a project.
   *
   * @param id - Of the access, prefix `tprj-`.
   * @throws NotFoundError
   */
  async delete(id: string, options?: CallOptions): Promise<void> {
    const path = requestPath`/team-projects/${id}`;
    await this.executor.request(
      { method: "DELETE", path, idempotent: true, expectsNoContent: true },
      options,
      () => undefined,
    );
  }
}

/**
 * Team access to single workspaces.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/team-access
 */
export class TeamWorkspaceOperations extends Operations {
  /**
   * Lists every team's own access to the workspace, each once. Reads pages of 100 on demand. Access through permissions
   * on its project or on the organization is not listed.
   *
   * @throws NotFoundError when the workspace does not exist, or its team access is not visible.
   * @throws UnexpectedResponseError when the service lists access to another workspace.
   */
  list(workspaceId: string, options?: CallOptions): AsyncGenerator<Resource<TeamWorkspaceAccess>, void, undefined> {
    return readList(this.executor, accessToWorkspace(workspaceId), options);
  }
}

const TEAM_TYPE = "teams";
const ACCESS_TYPE = "team-projects";
const WORKSPACE_ACCESS_TYPE = "team-workspaces";

function writeAccess({ access, projectAccess, workspaceAccess }: TeamProjectAccessLevel): JsonObject {
  return { access, "project-access": projectAccess, "workspace-access": workspaceAccess };
}

function teamsOf(organization: string): ListOperation<Resource<Team>> {
  return {
    path: requestPath`/organizations/${organization}/teams`,
    type: TEAM_TYPE,
    parse: (sent) => resource({ id: sent.id, name: requireString(sent, "name") }, sent),
  };
}

function accessTo(projectId: string): ListOperation<Resource<TeamProjectAccess>> {
  return {
    path: "/team-projects",
    query: { "filter[project][id]": projectId },
    type: ACCESS_TYPE,
    parse: (sent) => checkFilter(parseAccess(sent), "projectId", projectId),
  };
}

function accessToWorkspace(workspaceId: string): ListOperation<Resource<TeamWorkspaceAccess>> {
  return {
    path: "/team-workspaces",
    query: { "filter[workspace][id]": workspaceId },
    type: WORKSPACE_ACCESS_TYPE,
    parse: (sent) => checkFilter(parseWorkspaceAccess(sent), "workspaceId", workspaceId),
  };
}

/** A service that ignores the filter would list access to every object. */
function checkFilter<K extends string, T extends Readonly<Record<K | "id", string>>>(access: T, key: K, id: string): T {
  if (access[key] === id) return access;
  throw new MalformedDocumentError(
    `requested team access to ${id}, received ${access.id} to ${JSON.stringify(access[key])}`,
  );
}

function parseWorkspaceAccess(sent: ResourceObject): Resource<TeamWorkspaceAccess> {
  const { access: _level, ...others } = sent.attributes;
  const access: TeamWorkspaceAccess = {
    id: sent.id,
    teamId: requireRelatedId(sent, "team"),
    workspaceId: requireRelatedId(sent, "workspace"),
    access: requireString(sent, "access"),
    permissions: permissions(others),
  };
  return resource(access, sent);
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
