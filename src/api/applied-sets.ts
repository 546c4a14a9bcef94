import { TAG_MATCHINGS } from "../model";
import type { PolicySet, TagSelector, TagSelectors, Variable, VariableSet } from "../model";
import { relatedIds, requireString, resource, singleResource } from "./document";
import type { Document, Resource, ResourceObject } from "./document";
import { asObject, asObjects, getBoolean, getInteger, getString, type JsonObject } from "../json";
import { allIncluded } from "./include";
import { readList, readListPage } from "./list-operation";
import type { ListOperation } from "./list-operation";
import type { Page, PageRequest } from "./paging";
import { Operations } from "./operations";
import { parseVariable, VARIABLE_TYPE } from "./project-scoped";
import { PROJECT_TYPE } from "./projects";
import { changeRelationship } from "./relationships";
import type { CallOptions } from "./request-executor";
import { requestPath } from "./request-path";

/** A variable set with its variables; undefined if the response does not include all of them. */
export interface VariableSetWithVariables extends Resource<VariableSet> {
  readonly variables: readonly Variable[] | undefined;
}

/**
 * Variable sets.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/variable-sets
 */
export class VariableSetOperations extends Operations {
  /**
   * Lists every variable set of the organization, also those that its projects own, each once. Reads pages of 100 on
   * demand.
   *
   * @throws NotFoundError
   */
  list(organization: string, options?: CallOptions): AsyncGenerator<Resource<VariableSet>, void, undefined> {
    return readList(this.executor, variableSetsIn(organization), options);
  }

  /**
   * Lists every variable set of the organization with the keys of its variables; otherwise like {@link list}.
   *
   * @throws NotFoundError, BadRequestError if the service does not include variables.
   */
  listWithVariables(
    organization: string,
    options?: CallOptions,
  ): AsyncGenerator<VariableSetWithVariables, void, undefined> {
    const query = { include: VARIABLE_TYPE };
    const parse = (sent: ResourceObject, document: Document): VariableSetWithVariables => ({
      ...parseVariableSet(sent),
      variables: allIncluded(sent, VARIABLE_TYPE, document)?.map(parseVariable),
    });
    return readList(this.executor, { ...variableSetsIn(organization), query, parse }, options);
  }

  /** Reads one page of the organization's variable sets. @throws NotFoundError */
  async listPage(
    organization: string,
    page: PageRequest = {},
    options?: CallOptions,
  ): Promise<Page<Resource<VariableSet>>> {
    return readListPage(this.executor, variableSetsIn(organization), page, options);
  }

  /** Reads a variable set. @throws NotFoundError */
  async get(id: string, options?: CallOptions): Promise<Resource<VariableSet>> {
    return this.executor.request(
      { method: "GET", path: requestPath`/varsets/${id}`, idempotent: true },
      options,
      (document) => parseVariableSet(singleResource(document, VARIABLE_SET_TYPE, id)),
    );
  }

  /**
   * Lists every variable set that applies to the project, including its organization's global ones, each once. Reads
   * pages of 100 on demand.
   *
   * @throws NotFoundError
   */
  listForProject(projectId: string, options?: CallOptions): AsyncGenerator<Resource<VariableSet>, void, undefined> {
    return readList(this.executor, variableSetsOf(projectId), options);
  }

  /** Reads one page of the variable sets that apply to the project. @throws NotFoundError */
  async listPageForProject(
    projectId: string,
    page: PageRequest = {},
    options?: CallOptions,
  ): Promise<Page<Resource<VariableSet>>> {
    return readListPage(this.executor, variableSetsOf(projectId), page, options);
  }

  /**
   * Applies a variable set to projects, all or none, in one request. Those that it applies to already are no error.
   * Sends nothing for an empty list.
   *
   * @throws NotFoundError also without permission to manage variable sets; UnprocessableEntityError for a global set.
   */
  async addProjects(id: string, projectIds: readonly string[], options?: CallOptions): Promise<void> {
    const path = requestPath`/varsets/${id}/relationships/projects`;
    await changeRelationship(this.executor, ofProjects("POST", path, projectIds), options);
  }

  /**
   * Removes a variable set from projects, all or none, in one request. Those that it does not apply to are no error.
   * Sends nothing for an empty list.
   *
   * @throws NotFoundError also without permission to manage variable sets.
   */
  async removeProjects(id: string, projectIds: readonly string[], options?: CallOptions): Promise<void> {
    const path = requestPath`/varsets/${id}/relationships/projects`;
    await changeRelationship(this.executor, ofProjects("DELETE", path, projectIds), options);
  }
}

/**
 * Policy sets.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/policy-sets
 */
export class PolicySetOperations extends Operations {
  /**
   * Lists every policy set of the organization, each once, with the IDs of its projects and workspaces. Reads pages of
   * 100 on demand.
   *
   * @throws NotFoundError also without permission to manage policies.
   */
  list(organization: string, options?: CallOptions): AsyncGenerator<Resource<PolicySet>, void, undefined> {
    return readList(this.executor, policySetsOf(organization), options);
  }

  /** Reads one page of the organization's policy sets. @throws NotFoundError */
  async listPage(
    organization: string,
    page: PageRequest = {},
    options?: CallOptions,
  ): Promise<Page<Resource<PolicySet>>> {
    return readListPage(this.executor, policySetsOf(organization), page, options);
  }

  /** Reads a policy set. @throws NotFoundError also without permission to manage policies. */
  async get(id: string, options?: CallOptions): Promise<Resource<PolicySet>> {
    return this.executor.request(
      { method: "GET", path: requestPath`/policy-sets/${id}`, idempotent: true },
      options,
      (document) => parsePolicySet(singleResource(document, POLICY_SET_TYPE, id)),
    );
  }

  /**
   * Applies a policy set to projects, all or none, in one request. Those that it applies to already are no error. Sends
   * nothing for an empty list.
   *
   * @throws NotFoundError also without permission to manage policies; UnprocessableEntityError for a global set.
   */
  async addProjects(id: string, projectIds: readonly string[], options?: CallOptions): Promise<void> {
    const path = requestPath`/policy-sets/${id}/relationships/projects`;
    await changeRelationship(this.executor, ofProjects("POST", path, projectIds), options);
  }

  /** Removes a policy set from projects; otherwise like {@link addProjects}. */
  async removeProjects(id: string, projectIds: readonly string[], options?: CallOptions): Promise<void> {
    const path = requestPath`/policy-sets/${id}/relationships/projects`;
    await changeRelationship(this.executor, ofProjects("DELETE", path, projectIds), options);
  }

  /** Excludes projects from a policy set, which may be global; otherwise like {@link addProjects}. */
  async addProjectExclusions(id: string, projectIds: readonly string[], options?: CallOptions): Promise<void> {
    const path = requestPath`/policy-sets/${id}/relationships/project-exclusions`;
    await changeRelationship(this.executor, ofProjects("POST", path, projectIds), options);
  }

  /** Ends the exclusion of projects from a policy set; otherwise like {@link addProjects}. */
  async removeProjectExclusions(id: string, projectIds: readonly string[], options?: CallOptions): Promise<void> {
    const path = requestPath`/policy-sets/${id}/relationships/project-exclusions`;
    await changeRelationship(this.executor, ofProjects("DELETE", path, projectIds), options);
  }
}

const VARIABLE_SET_TYPE = "varsets";
const POLICY_SET_TYPE = "policy-sets";

function variableSetsIn(organization: string): ListOperation<Resource<VariableSet>> {
  const path = requestPath`/organizations/${organization}/varsets`;
  return { path, type: VARIABLE_SET_TYPE, parse: parseVariableSet };
}

/** The change that adds projects to a relationship, or removes them. */
function ofProjects(method: "POST" | "DELETE", path: string, ids: readonly string[]) {
  return { method, path, type: PROJECT_TYPE, ids };
}

function variableSetsOf(projectId: string): ListOperation<Resource<VariableSet>> {
  return { path: requestPath`/projects/${projectId}/varsets`, type: VARIABLE_SET_TYPE, parse: parseVariableSet };
}

function policySetsOf(organization: string): ListOperation<Resource<PolicySet>> {
  return {
    path: requestPath`/organizations/${organization}/policy-sets`,
    type: POLICY_SET_TYPE,
    parse: parsePolicySet,
  };
}

function parseVariableSet(sent: ResourceObject): Resource<VariableSet> {
  const { attributes, relationships } = sent;
  const owner = asObject(asObject(relationships["parent"])["data"]);
  const variableSet: VariableSet = {
    id: sent.id,
    name: requireString(sent, "name"),
    description: getString(attributes, "description") ?? null,
    isGlobal: getBoolean(attributes, "global") ?? false,
    hasPriority: getBoolean(attributes, "priority") ?? false,
    ownerProjectId: owner["type"] === "projects" ? (getString(owner, "id") ?? null) : null,
    projectIds: relatedIds(sent, "projects"),
    workspaceIds: relatedIds(sent, "workspaces"),
  };
  return resource(variableSet, sent);
}

function parsePolicySet(sent: ResourceObject): Resource<PolicySet> {
  const { attributes } = sent;
  const projectIds = relatedIds(sent, "projects");
  const count = getInteger(attributes, "project-count") ?? 0;
  const isGlobal = getBoolean(attributes, "global") ?? false;
  const policySet: PolicySet = {
    id: sent.id,
    name: requireString(sent, "name"),
    description: getString(attributes, "description") ?? null,
    kind: getString(attributes, "kind") ?? null,
    isGlobal,
    isScopedByTags: getString(attributes, "scoping-type") === "tag",
    tagSelectors: tagSelectorsIn(attributes),
    projectIds,
    listsAllProjects: isGlobal || projectIds.length >= count,
    workspaceIds: relatedIds(sent, "workspaces"),
    excludedProjectIds: relatedIds(sent, "project-exclusions"),
    excludedWorkspaceIds: relatedIds(sent, "workspace-exclusions"),
  };
  return resource(policySet, sent);
}

/** Undefined if the service sends none although the set selects by tags, or sends something else. */
function tagSelectorsIn(attributes: JsonObject): TagSelectors | undefined {
  const sent = attributes["tag-selectors"];
  if (!Array.isArray(sent)) {
    return getString(attributes, "scoping-type") === "tag" ? undefined : { selectors: [], matching: undefined };
  }
  const selectors = asObjects(sent).flatMap((it): readonly TagSelector[] => {
    const [key, value] = [getString(it, "tag-key"), getString(it, "tag-value") ?? null];
    return key === undefined ? [] : [{ key, value, isExclude: getBoolean(it, "is-exclude") ?? false }];
  });
  const logic = getString(attributes, "tag-selector-matching-logic");
  const matching = TAG_MATCHINGS.find((it) => it === logic);
  return selectors.length === sent.length ? { selectors, matching } : undefined;
}
