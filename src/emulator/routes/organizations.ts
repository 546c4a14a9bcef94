import { organizationResource } from "../documents/organization";
import { projectResource } from "../documents/project";
import { AttributeReader, readResource } from "../http/document-body";
import { notFound, refuseProblems } from "../http/errors";
import { given } from "../http/filters";
import { readInclude } from "../http/include";
import { listable, pageOf } from "../http/list";
import type { Route, ServiceAnswer, ServiceRequest } from "../http/route";
import { created, noContent, ok } from "../http/route";
import { nameKey } from "../../model";
import {
  checkOrganizationName,
  createOrganization,
  deleteOrganization,
  updateOrganization,
} from "../world/organizations";
import type { OrganizationRecord } from "../world/records";
import { visibleOrganization } from "./visible";

/** Organizations, beyond the contract (facts, section 4): above all, which project is the default one. */
export const organizationRoutes: readonly Route[] = [
  { method: "GET", path: "/organizations", handle: list },
  { method: "POST", path: "/organizations", handle: create },
  { method: "GET", path: "/organizations/:organization", handle: show },
  { method: "PATCH", path: "/organizations/:organization", handle: update },
  { method: "DELETE", path: "/organizations/:organization", handle: remove },
];

function list(request: ServiceRequest): ServiceAnswer {
  const { world, caller, query } = request;
  const search = nameKey(given(query, "q") ?? "");
  const visible = [...world.organizations.values()].filter(
    (it) => caller.mayWithOrganization("read", it) && nameKey(it.name).includes(search),
  );
  const { data, links, meta } = pageOf(request, listable(visible), (it) => organizationResource(request, it));
  return ok({ data, links, meta });
}

function show(request: ServiceRequest): ServiceAnswer {
  const organization = visibleOrganization(request);
  const data = organizationResource(request, organization);
  if (!readInclude(request.query, ["default-project"]).includes("default-project")) return ok({ data });
  const project = request.world.projects.expect(organization.defaultProjectId);
  return ok({ data, included: [projectResource(request, project, "show")] });
}

function create(request: ServiceRequest): ServiceAnswer {
  const { world, caller } = request;
  if (!caller.mayCreateOrganizations()) throw notFound();
  const { name, attributes } = readChange(request);
  const organization = createOrganization(world, name, attributes);
  caller.own(organization);
  return created({ data: organizationResource(request, organization) });
}

function update(request: ServiceRequest): ServiceAnswer {
  const organization = managed(request);
  const { name, attributes } = readChange(request, organization);
  return ok({ data: organizationResource(request, updateOrganization(request.world, organization, name, attributes)) });
}

function remove(request: ServiceRequest): ServiceAnswer {
  deleteOrganization(request.world, managed(request));
  return noContent;
}

function managed(request: ServiceRequest): OrganizationRecord {
  const organization = visibleOrganization(request);
  if (!request.caller.mayWithOrganization("manage", organization)) {
    throw notFound(`Organization ${organization.name}`);
  }
  return organization;
}

/** @throws ServiceError 422 with an error object for each rule that is broken. */
function readChange(
  { world, body }: ServiceRequest,
  organization?: OrganizationRecord,
): { readonly name: string; readonly attributes: Readonly<Record<string, unknown>> } {
  const attributes = new AttributeReader(readResource(body, "organizations").attributes);
  const name = attributes.text("name") ?? organization?.name ?? "";
  refuseProblems(
    attributes.problems.length > 0 ? attributes.problems : checkOrganizationName(world, name, organization),
  );
  return { name, attributes: attributes.others(["name", "external-id", "created-at", "permissions"]) };
}
