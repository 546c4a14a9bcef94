import type { Recording, Step } from "./recording";
import { document, goTfe, provider, to } from "./recording";
import { GO_CLIENT, PROVIDER, statement } from "../../fidelity";

const read = (name: string, needs: object): Step => ({
  title: "Organizations.Read",
  method: "GET",
  path: `/api/v2/organizations/${name}`,
  status: 200,
  expects: { data: { id: name, type: "organizations", ...needs } },
});

export const organizationConversations: readonly Recording[] = [
  {
    title: "create, read, rename and delete tfe_organization",
    shows: statement.documented(PROVIDER, "go-client: tfe_organization", "Create, read, rename, delete."),
    source: provider("resource_tfe_organization.go"),
    steps: [
      {
        title: "create: only name and email",
        method: "POST",
        path: "/api/v2/organizations",
        body: document("organizations", { name: "newco", email: "admin@example.com" }),
        status: 201,
        expects: { data: { id: "newco", type: "organizations" } },
      },
      {
        title: "create continues with an update of all settings and flags with defaults",
        method: "PATCH",
        path: "/api/v2/organizations/newco",
        body: document("organizations", {
          name: "newco",
          email: "admin@example.com",
          "session-timeout": 60,
          "collaborator-auth-policy": "password",
          "allow-force-delete-workspaces": true,
          "speculative-plan-management-enabled": true,
          "user-tokens-enabled": true,
          "enforce-hyok": false,
          "max-ttl-enabled": false,
        }),
        status: 200,
        expects: { data: { id: "newco" } },
      },
      {
        ...read("newco", {
          attributes: {
            email: "admin@example.com",
            "session-timeout": 60,
            "collaborator-auth-policy": "password",
            "cost-estimation-enabled": expect.any(Boolean),
            "send-passing-statuses-for-untriggered-speculative-plans": expect.any(Boolean),
            "aggregated-commit-status-enabled": expect.any(Boolean),
            "assessments-enforced": expect.any(Boolean),
            "allow-force-delete-workspaces": true,
            "speculative-plan-management-enabled": true,
            "user-tokens-enabled": true,
            "created-at": expect.any(String),
            permissions: { "can-create-project": true, "can-create-workspace": true, "can-update": true },
          },
          relationships: { "default-project": to("projects", expect.stringMatching(/^prj-/) as string) },
        }),
        captures: { project: "data.relationships.default-project.data.id" },
      },
      {
        title: "rename: the ID is the new name",
        method: "PATCH",
        path: "/api/v2/organizations/newco",
        body: document("organizations", { name: "renamed", email: "admin@example.com" }),
        status: 200,
        expects: { data: { id: "renamed" } },
      },
      read("renamed", { relationships: { "default-project": to("projects", "{project}") } }),
      { title: "delete", method: "DELETE", path: "/api/v2/organizations/renamed", status: 204 },
      { title: "read after the deletion", method: "GET", path: "/api/v2/organizations/renamed", status: 404 },
    ],
  },
  {
    title: "set, read and reset tfe_organization_default_settings",
    shows: statement.documented(PROVIDER, "go-client: tfe_organization_default_settings", "Set, read, reset."),
    source: provider("resource_tfe_organization_default_settings.go"),
    steps: [
      {
        title: "the agent pool of another resource",
        method: "POST",
        path: "/api/v2/organizations/acme/agent-pools",
        body: document("agent-pools", { name: "private", "organization-scoped": true }),
        status: 201,
        captures: { pool: "data.id" },
      },
      {
        title: "create: the agent pool is a relationship",
        method: "PATCH",
        path: "/api/v2/organizations/acme",
        body: document(
          "organizations",
          { "default-execution-mode": "agent" },
          { "default-agent-pool": to("agent-pools", "{pool}") },
        ),
        status: 200,
        expects: {
          data: {
            attributes: { "default-execution-mode": "agent" },
            relationships: { "default-agent-pool": to("agent-pools", "{pool}") },
          },
        },
      },
      read("acme", {
        attributes: { "default-execution-mode": "agent" },
        relationships: { "default-agent-pool": to("agent-pools", "{pool}") },
      }),
      {
        title: "delete: only resets the mode, which must clear the agent pool",
        method: "PATCH",
        path: "/api/v2/organizations/acme",
        body: document("organizations", { "default-execution-mode": "remote" }),
        status: 200,
      },
      read("acme", {
        attributes: { "default-execution-mode": "remote" },
        relationships: { "default-agent-pool": { data: null } },
      }),
    ],
  },
  {
    title: "read the data sources tfe_organization, tfe_organizations and tfe_organization_tags",
    shows: statement.documented(
      PROVIDER,
      "go-client: Data sources of organizations",
      "`tfe_organization`, `tfe_organizations`, `tfe_organization_tags`.",
    ),
    source: provider("data_source_organization.go", "data_source_organizations.go", "data_source_organization_tags.go"),
    steps: [
      read("acme", {
        attributes: { name: "acme", "external-id": expect.stringMatching(/^org-/), "two-factor-conformant": false },
        relationships: { "default-project": to("projects", "{acme}") },
      }),
      {
        title: "all organizations, in pages of 100",
        method: "GET",
        path: "/api/v2/organizations?page%5Bsize%5D=100",
        status: 200,
        expects: {
          data: [{ id: "acme", attributes: { "external-id": expect.any(String) } }],
          meta: { pagination: { "current-page": 1, "total-pages": 1 } },
        },
      },
      {
        title: "the organization's tags",
        method: "GET",
        path: "/api/v2/organizations/acme/tags",
        status: 200,
        expects: { data: [], meta: { pagination: { "current-page": 1, "total-pages": 0 } } },
      },
    ],
  },
  {
    title: "the Go client reads entitlements and includes the default project",
    shows: [
      statement.documented(
        GO_CLIENT,
        "go-client: Organizations",
        "Entitlements; `include=default-project`, with a hyphen.",
      ),
      statement.documented(
        GO_CLIENT,
        "workspaces: include=default-project",
        "Loads the default project with its organization.",
      ),
    ],
    source: goTfe("organization.go"),
    steps: [
      {
        title: "Organizations.ReadEntitlements",
        method: "GET",
        path: "/api/v2/organizations/acme/entitlement-set",
        status: 200,
        expects: {
          data: {
            type: "entitlement-sets",
            attributes: { operations: true, agents: true, "run-tasks": true, sentinel: false },
          },
        },
      },
      {
        title: "Organizations.ReadWithOptions",
        method: "GET",
        path: "/api/v2/organizations/acme?include=default-project",
        status: 200,
        expects: {
          data: { relationships: { "default-project": to("projects", "{acme}") } },
          included: [{ id: "{acme}", type: "projects", attributes: { name: "Default Project" } }],
        },
      },
    ],
  },
];
