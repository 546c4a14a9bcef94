import { asObject, getBoolean, getInteger, getString } from "../json";
import type {
  AgentPool,
  NotificationConfiguration,
  TaskConfiguration,
  Variable,
  VcsConnection,
  WorkspaceRepository,
} from "../model";
import { hasRelationship, relatedIds, requireRelatedId, requireString, resourceList } from "./document";
import type { Document, ResourceObject } from "./document";
import { includedResource } from "./include";
import { readList } from "./list-operation";
import { Operations } from "./operations";
import type { CallOptions } from "./request-executor";
import { requestPath } from "./request-path";

/*
 * What applies to projects beside sets and access, or is limited to projects: only read. Without what the service sent
 * besides: addresses and values may be secrets.
 */

type List<T> = AsyncGenerator<T, void, undefined>;

/** How task configurations are listed. */
export interface ListTaskConfigurationsOptions extends CallOptions {
  /** What responses include besides: the task, with its name and address. @default nothing */
  readonly include?: readonly "task"[] | undefined;
}

/**
 * Where run tasks run.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-tasks
 */
export class TaskConfigurationOperations extends Operations {
  /**
   * Lists the configurations of every run task of the organization, global ones and those of projects, each once.
   * Reads pages of 100 on demand.
   *
   * @throws NotFoundError also where run tasks cannot be limited to projects, as in Terraform Enterprise up to 2.0;
   *   BadRequestError if the service does not include tasks.
   */
  list(organization: string, options?: ListTaskConfigurationsOptions): List<TaskConfiguration> {
    const path = requestPath`/organizations/${organization}/task-configs`;
    const query = options?.include === undefined ? {} : { include: options.include.join(",") };
    return readList(this.executor, { path, query, type: "task-configs", parse: parseTaskConfiguration }, options);
  }
}

/**
 * Notifications.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/notification-configurations
 */
export class NotificationOperations extends Operations {
  /**
   * Lists the notifications of a project, each once. Reads pages of 100 on demand. The workspaces that they leave out
   * are in no response.
   *
   * @throws NotFoundError also without permission to administer the project.
   */
  listForProject(projectId: string, options?: CallOptions): List<NotificationConfiguration> {
    const path = requestPath`/projects/${projectId}/notification-configurations`;
    return readList(this.executor, { path, type: "notification-configurations", parse: parseNotification }, options);
  }
}

/**
 * Agent pools.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/agents
 */
export class AgentPoolOperations extends Operations {
  /** Lists every agent pool of the organization, each once. Reads pages of 100 on demand. @throws NotFoundError */
  list(organization: string, options?: CallOptions): List<AgentPool> {
    const path = requestPath`/organizations/${organization}/agent-pools`;
    return readList(this.executor, { path, type: "agent-pools", parse: parseAgentPool }, options);
  }
}

/**
 * Connections to VCS providers (OAuth clients).
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/oauth-clients
 */
export class VcsConnectionOperations extends Operations {
  /** Lists every connection of the organization. @throws NotFoundError */
  async list(organization: string, options?: CallOptions): Promise<readonly VcsConnection[]> {
    // Without parameters of paging, the service sends all of them.
    const path = requestPath`/organizations/${organization}/oauth-clients`;
    return this.executor.request({ method: "GET", path, idempotent: true }, options, (document) =>
      resourceList(document, "oauth-clients").map(parseVcsConnection),
    );
  }
}

/**
 * Variables of workspaces. Their values are not read.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/workspace-variables
 */
export class VariableOperations extends Operations {
  /** Lists the variables of a workspace. @throws NotFoundError also without permission to read them. */
  async listForWorkspace(workspaceId: string, options?: CallOptions): Promise<readonly Variable[]> {
    const path = requestPath`/workspaces/${workspaceId}/vars`;
    return this.executor.request({ method: "GET", path, idempotent: true }, options, (document) =>
      resourceList(document, VARIABLE_TYPE).map(parseVariable),
    );
  }
}

export const VARIABLE_TYPE = "vars";

/** A variable without its value. */
export function parseVariable(sent: ResourceObject): Variable {
  return { id: sent.id, key: requireString(sent, "key"), category: requireString(sent, "category") };
}

function parseTaskConfiguration(sent: ResourceObject, document: Document): TaskConfiguration {
  const { attributes } = sent;
  const taskId = requireRelatedId(sent, "task");
  const task = includedResource(document, "tasks", taskId)?.attributes ?? {};
  const stages = attributes["allowed-stages"];
  return {
    id: sent.id,
    task: { id: taskId, name: getString(task, "name"), host: hostOf(getString(task, "url")) },
    isGlobal: getBoolean(attributes, "global") ?? false,
    stages: Array.isArray(stages) ? stages.filter((it) => typeof it === "string") : [],
    enforcementLevel: requireString(sent, "enforcement-level"),
    projectIds: hasRelationship(sent, "projects") ? relatedIds(sent, "projects") : undefined,
  };
}

function parseNotification(sent: ResourceObject): NotificationConfiguration {
  const { attributes } = sent;
  return {
    id: sent.id,
    name: requireString(sent, "name"),
    isEnabled: getBoolean(attributes, "enabled") ?? true,
    kind: requireString(sent, "destination-type"),
    host: hostOf(getString(attributes, "url")),
  };
}

/** The host of an address, whose other parts may be secrets; null without one. */
function hostOf(url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null;
  const { host } = new URL(url);
  return host === "" ? null : host;
}

function parseAgentPool(sent: ResourceObject): AgentPool {
  const { attributes } = sent;
  return {
    id: sent.id,
    name: requireString(sent, "name"),
    // Releases before 1.0 limit pools to workspaces only.
    isOrganizationScoped: getBoolean(attributes, "organization-scoped") ?? true,
    agentCount: getInteger(attributes, "agent-count"),
    allowedProjectIds: relatedIds(sent, "allowed-projects"),
    allowedWorkspaceIds: relatedIds(sent, "allowed-workspaces"),
    excludedWorkspaceIds: relatedIds(sent, "excluded-workspaces"),
  };
}

function parseVcsConnection(sent: ResourceObject): VcsConnection {
  const { attributes } = sent;
  return {
    id: sent.id,
    name: getString(attributes, "name") ?? null,
    provider: getString(attributes, "service-provider-display-name") ?? requireString(sent, "service-provider"),
    isOrganizationScoped: getBoolean(attributes, "organization-scoped") ?? true,
    projectIds: relatedIds(sent, "projects"),
    tokenIds: relatedIds(sent, "oauth-tokens"),
  };
}

/** The connection of a workspace's repository: the ID of its OAuth token; undefined without one. */
export function vcsTokenId({ attributes }: ResourceObject): string | undefined {
  return getString(asObject(attributes["vcs-repo"]), "oauth-token-id");
}

/** The repository of a workspace; undefined without one. */
export function repositoryOf({ attributes }: ResourceObject): WorkspaceRepository | undefined {
  const identifier = getString(asObject(attributes["vcs-repo"]), "identifier");
  if (identifier === undefined) return undefined;
  // Azure DevOps: acme/payments/_git/api
  const owner = partsOf(identifier)
    .slice(0, -1)
    .filter((part) => part !== "_git");
  const [folder] = partsOf(getString(attributes, "working-directory") ?? "").filter((part) => part !== ".");
  return { owner: owner.join("/") || undefined, folder };
}

function partsOf(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}
