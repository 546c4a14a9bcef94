import type { OrganizationRecord } from "../world/records";
import type { DocumentContext, Resource } from "./document";
import { identifier, organizationPath } from "./document";

/** An organization; its identifier is its name. */
export function organizationResource({ caller }: DocumentContext, organization: OrganizationRecord): Resource {
  const manages = caller.mayWithOrganization("manage", organization);
  return {
    id: organization.name,
    type: "organizations",
    attributes: {
      ...organization.attributes,
      name: organization.name,
      "external-id": organization.id,
      "created-at": organization.createdAt,
      permissions: {
        "can-update": manages,
        "can-destroy": manages,
        "can-create-project": caller.mayWithOrganization("create-project", organization),
      },
    },
    relationships: { "default-project": { data: identifier("projects", organization.defaultProjectId) } },
    links: { self: organizationPath(organization.name) },
  };
}
