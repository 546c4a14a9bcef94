import type { Conversation } from "./conversation";
import { document, provider } from "./conversation";

const POOL = "/api/v2/agent-pools/{pool}";

export const agentPoolConversations: readonly Conversation[] = [
  {
    title: "create, import, update and delete tfe_agent_pool, and read the data source",
    source: provider("resource_tfe_agent_pool.go", "data_source_agent_pool.go", "agent_pool_helpers.go"),
    steps: [
      {
        does: "create",
        method: "POST",
        path: "/api/v2/organizations/acme/agent-pools",
        body: document("agent-pools", { name: "private", "organization-scoped": true }),
        status: 201,
        needs: { data: { id: expect.any(String) } },
        keeps: { pool: "data.id" },
      },
      {
        does: "read: the organization comes from the relationship, for an import by identifier",
        method: "GET",
        path: POOL,
        status: 200,
        needs: {
          data: {
            attributes: { name: "private", "organization-scoped": true },
            relationships: { organization: { data: { id: "acme" } } },
          },
        },
      },
      {
        does: "look it up by name, for an import by name and for the data source",
        method: "GET",
        path: "/api/v2/organizations/acme/agent-pools?page%5Bsize%5D=100&q=private",
        status: 200,
        needs: {
          data: [{ id: "{pool}", attributes: { name: "private" } }],
          meta: { pagination: { "next-page": null } },
        },
      },
      {
        does: "update",
        method: "PATCH",
        path: POOL,
        body: document("agent-pools", { name: "inner", "organization-scoped": false }),
        status: 200,
        needs: { data: { attributes: { name: "inner", "organization-scoped": false } } },
      },
      { does: "delete", method: "DELETE", path: POOL, status: 204 },
      { does: "read what is gone", method: "GET", path: POOL, status: 404 },
      { does: "delete what is gone", method: "DELETE", path: POOL, status: 404 },
    ],
  },
];
