import { nameKey } from "../../model";
import { agentPoolResource } from "../serializers/agent-pool";
import { AttributeReader, restRelationships, readResource } from "../http/request-document";
import { conflict, notFound, rejectInvalid } from "../http/errors";
import { queryValue } from "../http/query-parameters";
import { sortedBy, filterList, pageOf, readSort } from "../http/list";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { created, noContent, ok } from "../http/route";
import type { AgentPoolChange } from "../store/agent-pools";
import { checkAgentPoolName, createAgentPool, isAgentPoolInUse, updateAgentPool } from "../store/agent-pools";
import type { AgentPoolRecord, OrganizationRecord } from "../store/records";
import { visibleOrganization } from "./visible";

const COLLECTION = "/organizations/:organization/agent-pools";
const POOL = "/agent-pools/:agentPool";

/** Agent pools, as far as a setting needs one (facts, section 5): there are no agents and no tokens for them. */
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
  const { world, query } = request;
  const organization = visibleOrganization(request);
  const order = readSort(query, ["name", "created-at"]);
  const pools = sortedBy(order, world.agentPoolsOf(organization.id), world.agentPoolsByNameOf(organization.id));
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
  const pool = createAgentPool(request.world, organization, { ...change, name });
  return created({ data: agentPoolResource(request, pool) });
}

function show(request: ServiceRequest): RouteResult {
  return ok({ data: agentPoolResource(request, visiblePool(request)) });
}

function update(request: ServiceRequest): RouteResult {
  const pool = managedPool(request);
  const change = readChange(request, pool.organizationId, pool);
  return ok({ data: agentPoolResource(request, updateAgentPool(request.world, pool, change)) });
}

/** A pool that something is set to is not deleted (emulator's choice: the service's answer is not public). */
function remove(request: ServiceRequest): RouteResult {
  const pool = managedPool(request);
  if (isAgentPoolInUse(request.world, pool)) {
    throw conflict(`Agent pool ${pool.name} is in use: set what uses it to another execution mode first.`);
  }
  request.world.agentPools.remove(pool.id);
  return noContent;
}

function managedPool(request: ServiceRequest): AgentPoolRecord {
  const pool = visiblePool(request);
  requireManage(request, request.world.organizations.expect(pool.organizationId), `Agent pool ${pool.id}`);
  return pool;
}

function visiblePool({ world, caller, param }: ServiceRequest): AgentPoolRecord {
  const id = param("agentPool");
  const pool = world.agentPools.get(id);
  if (pool === undefined || !caller.canInOrganization("read", world.organizations.expect(pool.organizationId))) {
    throw notFound(`Agent pool ${id}`);
  }
  return pool;
}

function requireManage({ caller }: ServiceRequest, organization: OrganizationRecord, what: string): void {
  if (!caller.canInOrganization("manage", organization)) throw notFound(what);
}

/** Attributes that the service gives and takes from nobody. */
const READ_ONLY = ["created-at", "agent-count"];
const KNOWN_RELATIONSHIPS = ["agents", "authentication-tokens", "organization", "workspaces"];

/** @throws ServiceError 422 with an error object for each rule that is broken. */
function readChange({ world, body }: ServiceRequest, organizationId: string, pool?: AgentPoolRecord): AgentPoolChange {
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
  if (name !== undefined) rejectInvalid(checkAgentPoolName(world, organizationId, name, pool));
  return change;
}
