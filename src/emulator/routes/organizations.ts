import { nameKey } from "../../model";
import { notFound, rejectInvalid } from "../errors";
import { DEFAULT_EXECUTION_KEYS, readExecution } from "../http/execution-body";
import { listable, pageOf } from "../http/list";
import { queryValue, readInclude } from "../http/query-parameters";
import { AttributeReader, restRelationships, readResource } from "../http/request-document";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { created, noContent, ok } from "../http/route";
import { entitlementSetResource, organizationResource } from "../serializers/organization";
import { projectResource } from "../serializers/project";
import type { Resource } from "../serializers/resource";
import { featureSetResource, subscriptionResource } from "../serializers/subscription";
import { checkExecution, DEFAULT_EXECUTION } from "../store/execution";
import type { OrganizationChange } from "../store/organizations";
import {
  checkOrganizationName,
  createOrganization,
  deleteOrganization,
  updateOrganization,
} from "../store/organizations";
import type { OrganizationRecord } from "../store/records";
import { visibleOrganization } from "./visible";

/** Organizations and their entitlements. */
export const organizationRoutes: readonly Route[] = [
  { method: "GET", path: "/organizations", query: { emulated: ["q", "q[name]", "q[email]", "include"] }, handle: list },
  { method: "POST", path: "/organizations", handle: create },
  { method: "GET", path: "/organizations/:organization", query: { emulated: ["include"] }, handle: show },
  { method: "PATCH", path: "/organizations/:organization", handle: update },
  { method: "DELETE", path: "/organizations/:organization", handle: remove },
  { method: "GET", path: "/organizations/:organization/entitlement-set", handle: showEntitlements },
];

const INCLUDABLE = ["default-project", "entitlement-set", "subscription"] as const;

function list(request: ServiceRequest): RouteResult {
  const { store, principal, query } = request;
  const searched = (parameter: string): string => nameKey(queryValue(query, parameter) ?? "");
  const [either, inName, inEmail] = [searched("q"), searched("q[name]"), searched("q[email]")];
  const visible = [...store.organizations.values()].filter((it) => {
    const [name, email] = [nameKey(it.name), nameKey(emailOf(it))];
    const found = (name.includes(either) || email.includes(either)) && name.includes(inName) && email.includes(inEmail);
    return found && principal.canInOrganization("read", it);
  });
  const wanted = readInclude(query, INCLUDABLE);
  const { records, ...document } = pageOf(request, listable(visible), (it) => organizationResource(request, it));
  if (wanted.length === 0) return ok(document);
  const included = records.flatMap((it) => wanted.flatMap((what) => related(request, it, what)));
  // All organizations share one feature set.
  return ok({ ...document, included: [...new Map(included.map((it) => [`${it.type}/${it.id}`, it])).values()] });
}

function emailOf({ attributes }: OrganizationRecord): string {
  const { email } = attributes;
  return typeof email === "string" ? email : "";
}

function show(request: ServiceRequest): RouteResult {
  const organization = visibleOrganization(request);
  const data = organizationResource(request, organization);
  const wanted = readInclude(request.query, INCLUDABLE);
  if (wanted.length === 0) return ok({ data });
  return ok({ data, included: wanted.flatMap((what) => related(request, organization, what)) });
}

function related(
  request: ServiceRequest,
  organization: OrganizationRecord,
  what: (typeof INCLUDABLE)[number],
): readonly Resource[] {
  switch (what) {
    case "entitlement-set":
      return [entitlementSetResource(organization)];
    case "subscription":
      return [subscriptionResource(organization), featureSetResource()];
    case "default-project": {
      const project = request.store.projects.expect(organization.defaultProjectId);
      // Omitted if the principal cannot read it (our choice: undocumented).
      return request.principal.can("read", project) ? [projectResource(request, project, "show")] : [];
    }
  }
}

function showEntitlements(request: ServiceRequest): RouteResult {
  return ok({ data: entitlementSetResource(visibleOrganization(request)) });
}

function create(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  if (!principal.canCreateOrganizations()) throw notFound();
  const { name = "", ...change } = readChange(request);
  const organization = createOrganization(store, name, change);
  principal.grantOwnership(organization);
  return created({ data: organizationResource(request, organization) });
}

function update(request: ServiceRequest): RouteResult {
  const organization = managed(request);
  const change = readChange(request, organization);
  return ok({ data: organizationResource(request, updateOrganization(request.store, organization, change)) });
}

function remove(request: ServiceRequest): RouteResult {
  deleteOrganization(request.store, managed(request));
  return noContent;
}

function managed(request: ServiceRequest): OrganizationRecord {
  const organization = visibleOrganization(request);
  if (!request.principal.canInOrganization("manage", organization)) {
    throw notFound(`Organization ${organization.name}`);
  }
  return organization;
}

/** Read-only attributes. */
const READ_ONLY = ["external-id", "created-at", "permissions"];
const KNOWN_RELATIONSHIPS = ["default-project", "default-agent-pool", "entitlement-set", "subscription"];

/** @throws HttpError 422 with an error object for each problem */
function readChange({ store, body }: ServiceRequest, organization?: OrganizationRecord): OrganizationChange {
  const resource = readResource(body, "organizations");
  const attributes = new AttributeReader(resource.attributes);
  const execution = readExecution(resource, DEFAULT_EXECUTION_KEYS, organization?.attributes);
  const name = attributes.string("name") ?? organization?.name ?? "";
  const setting = organization?.execution ?? DEFAULT_EXECUTION;
  rejectInvalid([...attributes.problems, ...execution.problems]);
  rejectInvalid([
    ...checkOrganizationName(store, name, organization),
    // A new organization has no agent pools yet.
    ...checkExecution(store, organization?.id ?? "", execution.change, setting, "remote"),
  ]);
  return {
    name,
    execution: execution.change,
    attributes: { ...attributes.rest(["name", ...READ_ONLY, ...execution.known]), ...execution.kept },
    relationships: restRelationships(resource, KNOWN_RELATIONSHIPS),
  };
}
