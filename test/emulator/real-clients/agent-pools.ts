import type { Recording } from "./recording";
import { document, provider } from "./recording";
import { PROVIDER, statement } from "../../fidelity";

const POOL = "/api/v2/agent-pools/{pool}";

export const agentPoolConversations: readonly Recording[] = [
  {
    title: "create, import, update and delete tfe_agent_pool, and read the data source",
    shows: statement.documented(
      PROVIDER,
      "go-client: tfe_agent_pool",
      "Create, import, update, delete; the data source.",
    ),
    source: provider("resource_tfe_agent_pool.go", "data_source_agent_pool.go", "agent_pool_helpers.go"),
    steps: [
      {
        title: "create",
        method: "POST",
        path: "/api/v2/organizations/acme/agent-pools",
        body: document("agent-pools", { name: "private", "organization-scoped": true }),
        status: 201,
        expects: { data: { id: expect.any(String) } },
        captures: { pool: "data.id" },
      },
      {
        title: "read: the organization is in the relationship, for an import by ID",
        method: "GET",
        path: POOL,
        status: 200,
        expects: {
          data: {
            attributes: { name: "private", "organization-scoped": true },
            relationships: { organization: { data: { id: "acme" } } },
          },
        },
      },
      {
        title: "find it by name, for an import by name and for the data source",
        method: "GET",
        path: "/api/v2/organizations/acme/agent-pools?page%5Bsize%5D=100&q=private",
        status: 200,
        expects: {
          data: [{ id: "{pool}", attributes: { name: "private" } }],
          meta: { pagination: { "next-page": null } },
        },
      },
      {
        title: "update",
        method: "PATCH",
        path: POOL,
        body: document("agent-pools", { name: "inner", "organization-scoped": false }),
        status: 200,
        expects: { data: { attributes: { name: "inner", "organization-scoped": false } } },
      },
      { title: "delete", method: "DELETE", path: POOL, status: 204 },
      { title: "read after the deletion", method: "GET", path: POOL, status: 404 },
      { title: "delete again", method: "DELETE", path: POOL, status: 404 },
    ],
  },
];
