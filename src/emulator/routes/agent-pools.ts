import { nameKey } from "../../model";
import { conflict, notFound, rejectInvalid } from "../errors";
import { sortedBy, filterList, pageOf, readSort } from "../http/list";
import { queryValue } from "../http/query-parameters";
import { AttributeReader, restRelationships, readResource } from "../http/request-document";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { created, noContent, ok } from "../http/route";
import { agentPoolResource } from "../serializers/agent-pool";
import type { AgentPoolChange } from "../store/agent-pools";
import { checkAgentPoolName, createAgentPool, isAgentPoolInUse, updateAgentPool } from "../store/agent-pools";
import type { AgentPoolRecord, OrganizationRecord } from "../store/records";
import { visibleOrganization } from "./visible";

const COLLECTION = "/organizations/:organization/agent-pools";
const POOL = "/agent-pools/:agentPool";

/** Agent pools, which execution settings refer to. They have no agents and no agent tokens. */
export const agentPoolRoutes: readonly Route[] = [
  {
    method: "GET",
    path: COLLECTION,
    query: {
      emulated: ["q", "sort"],
      notEmulated: ["include", "filter[allowed_workspaces][name]", "filter[allowed_projects][name]"],
    },
    handle: list,
  },
  { method: "POST", path: COLLECTION, handle: create },
  { method: "GET", path: POOL, query: { notEmulated: ["include"] }, handle: show },
  { method: "PATCH", path: POOL, handle: update },
  { method: "DELETE", path: POOL, handle: remove },
];

function list(request: ServiceRequest): RouteResult {
  const { store, query } = request;
  const organization = visibleOrganization(request);
  const order = readSort(query, ["name", "created-at"]);
  const pools = sortedBy(order, store.agentPoolsOf(organization.id), store.agentPoolsByNameOf(organization.id));
  const search = queryValue(query, "q");
  const found = filterList(
    pools,
    ...(search === undefined ? [] : [(pool: AgentPoolRecord) => nameKey(pool.name).includes(nameKey(search))]),
  );
  const { data, links, meta } = pageOf(request, found, (pool) => agentPoolResource(request, pool));
  return ok({ data, links, meta });
}

function create(request: ServiceRequest): RouteResult {
  const organization = visibleOrganization(request);
  requireManage(request, organization, `Organization ${organization.name}`);
  const { name = "", ...change } = readChange(request, organization.id);
  const pool = createAgentPool(request.store, organization, { ...change, name });
  return created({ data: agentPoolResource(request, pool) });
}

function show(request: ServiceRequest): RouteResult {
  return ok({ data: agentPoolResource(request, visiblePool(request)) });
}

function update(request: ServiceRequest): RouteResult {
  const pool = managedPool(request);
  const change = readChange(request, pool.organizationId, pool);
  return ok({ data: agentPoolResource(request, updateAgentPool(request.store, pool, change)) });
}

/** A pool in use cannot be deleted (our choice: undocumented). */
function remove(request: ServiceRequest): RouteResult {
  const pool = managedPool(request);
  if (isAgentPoolInUse(request.store, pool)) {
    throw conflict(`Agent pool ${pool.name} is in use: first change the execution mode of everything that uses it.`);
  }
  request.store.agentPools.remove(pool.id);
  return noContent;
}

function managedPool(request: ServiceRequest): AgentPoolRecord {
  const pool = visiblePool(request);
  requireManage(request, request.store.organizations.expect(pool.organizationId), `Agent pool ${pool.id}`);
  return pool;
}

function visiblePool({ store, principal, param }: ServiceRequest): AgentPoolRecord {
  const id = param("agentPool");
  const pool = store.agentPools.get(id);
  if (pool === undefined || !principal.canInOrganization("read", store.organizations.expect(pool.organizationId))) {
    throw notFound(`Agent pool ${id}`);
  }
  return pool;
}

function requireManage({ principal }: ServiceRequest, organization: OrganizationRecord, what: string): void {
  if (!principal.canInOrganization("manage", organization)) throw notFound(what);
}

/** Read-only attributes. */
const READ_ONLY = ["created-at", "agent-count"];
const KNOWN_RELATIONSHIPS = ["agents", "authentication-tokens", "organization", "workspaces"];

/** @throws HttpError 422 with an error object for each problem */
function readChange({ store, body }: ServiceRequest, organizationId: string, pool?: AgentPoolRecord): AgentPoolChange {
  const resource = readResource(body, "agent-pools");
  const attributes = new AttributeReader(resource.attributes);
  const change = {
    name: attributes.string("name"),
    organizationScoped: attributes.boolean("organization-scoped"),
    attributes: attributes.rest(["name", "organization-scoped", ...READ_ONLY]),
    relationships: restRelationships(resource, KNOWN_RELATIONSHIPS),
  };
  rejectInvalid(attributes.problems);
  const name = change.name ?? (pool === undefined ? "" : undefined);
  if (name !== undefined) rejectInvalid(checkAgentPoolName(store, organizationId, name, pool));
  return change;
}
