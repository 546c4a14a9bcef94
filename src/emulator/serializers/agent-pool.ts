import type { AgentPoolRecord } from "../store/records";
import type { SerializerContext, Resource } from "./resource";
import { identifier, organizationRelationship } from "./resource";

/** An agent pool. It never has agents. */
export function agentPoolResource({ store }: SerializerContext, pool: AgentPoolRecord): Resource {
  const organization = store.organizations.expect(pool.organizationId);
  const users = store
    .workspacesOf(pool.organizationId)
    .all()
    .filter((workspace) => workspace.execution?.agentPoolId === pool.id);
  const path = `/api/v2/agent-pools/${pool.id}`;
  return {
    id: pool.id,
    type: "agent-pools",
    attributes: {
      ...pool.attributes,
      name: pool.name,
      "created-at": pool.createdAt,
      "organization-scoped": pool.organizationScoped,
      "agent-count": 0,
    },
    relationships: {
      "allowed-workspaces": { data: [] },
      "allowed-projects": { data: [] },
      "excluded-workspaces": { data: [] },
      ...pool.relationships,
      agents: { links: { related: `${path}/agents` } },
      "authentication-tokens": { links: { related: `${path}/authentication-tokens` } },
      organization: organizationRelationship(organization.name),
      workspaces: { data: users.map((workspace) => identifier("workspaces", workspace.id)) },
    },
    links: { self: path },
  };
}
