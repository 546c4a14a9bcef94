import type { PolicySetRecord, VariableSetRecord } from "../store/records";
import type { Store } from "../store/store";
import type { SerializerContext, Resource } from "./resource";
import { identifier, organizationRelationship } from "./resource";

/** A variable set, without variables. */
export function variableSetResource(
  { store, principal, documents }: SerializerContext,
  set: VariableSetRecord,
): Resource {
  const organization = store.organizations.expect(set.organizationId);
  const projects = existing("projects", set.projectIds, store);
  const workspaces = existing("workspaces", set.workspaceIds, store);
  const parent =
    set.ownerProjectId === null
      ? identifier("organizations", organization.name)
      : identifier("projects", set.ownerProjectId);
  return {
    id: set.id,
    type: "varsets",
    attributes: {
      name: set.name,
      description: set.description,
      global: set.global,
      "updated-at": set.createdAt,
      "var-count": 0,
      "workspace-count": workspaces.length,
      "project-count": projects.length,
      ...(documents === "full" ? { "stack-count": 0 } : {}),
      priority: set.priority,
      permissions: { "can-update": principal.canInOrganization("manage", organization) },
    },
    relationships: {
      organization: organizationRelationship(organization.name),
      vars: { data: [] },
      projects: { data: projects },
      workspaces: { data: workspaces },
      parent: { data: parent },
    },
    links: { self: `/api/v2/varsets/${set.id}` },
  };
}

/** A policy set, without policies. A global one lists neither projects nor workspaces. */
export function policySetResource({ store, documents }: SerializerContext, set: PolicySetRecord): Resource {
  const projects = existing("projects", set.projectIds, store);
  const workspaces = existing("workspaces", set.workspaceIds, store);
  return {
    id: set.id,
    type: "policy-sets",
    attributes: {
      name: set.name,
      description: set.description,
      kind: set.kind,
      global: set.global,
      "agent-enabled": set.kind === "opa",
      "policy-tool-version": "latest",
      overridable: set.overridable,
      "policy-count": 0,
      "workspace-count": workspaces.length,
      "project-count": projects.length,
      versioned: false,
      ...(documents === "full" ? { "scoping-type": "explicit", "tag-selectors": [] } : {}),
      "created-at": set.createdAt,
      "updated-at": set.createdAt,
    },
    relationships: {
      organization: { data: identifier("organizations", store.organizations.expect(set.organizationId).name) },
      policies: { data: [] },
      ...(set.global ? {} : { projects: { data: projects }, workspaces: { data: workspaces } }),
      "project-exclusions": { data: existing("projects", set.excludedProjectIds, store) },
      "workspace-exclusions": { data: existing("workspaces", set.excludedWorkspaceIds, store) },
    },
    links: { self: `/api/v2/policy-sets/${set.id}` },
  };
}

/** Identifiers of those that have not been deleted. */
function existing(type: "projects" | "workspaces", ids: readonly string[], store: Store): readonly object[] {
  return ids.filter((id) => store[type].get(id) !== undefined).map((id) => identifier(type, id));
}
