import type { Recording, Step } from "./recording";
import { document, provider, tags, to } from "./recording";
import { PROVIDER, statement } from "../../fidelity";

const WORKSPACE = "/api/v2/workspaces/{workspace}";
const CONSUMERS = `${WORKSPACE}/relationships/remote-state-consumers`;

const made: readonly Step[] = [
  {
    title: "the agent pool of another resource",
    method: "POST",
    path: "/api/v2/organizations/acme/agent-pools",
    body: document("agent-pools", { name: "private" }),
    status: 201,
    captures: { pool: "data.id" },
  },
  ...(["workspace", "consumer"] as const).map((name): Step => ({
    title: "the workspace of another resource",
    method: "POST",
    path: "/api/v2/organizations/acme/workspaces",
    body: document("workspaces", { name }),
    status: 201,
    captures: { [name]: "data.id" },
  })),
];

/** The provider dereferences both members of `setting-overwrites` without a check: it panics if one is missing. */
const read = (
  mode: string,
  pool: string | null,
  overwritten: boolean,
  consumers: readonly object[] = [],
  bound: readonly object[] = [],
): readonly Step[] => [
  {
    title: "read",
    method: "GET",
    path: WORKSPACE,
    status: 200,
    expects: {
      data: {
        attributes: {
          "execution-mode": mode,
          "setting-overwrites": { "execution-mode": overwritten, "agent-pool": overwritten },
          "auto-apply": expect.any(Boolean),
          "assessments-enabled": expect.any(Boolean),
          "global-remote-state": false,
          "project-remote-state": false,
        },
        relationships: { "agent-pool": pool === null ? { data: null } : to("agent-pools", pool) },
      },
    },
  },
  {
    title: "read: tags; one with a relationship to its source is inherited",
    method: "GET",
    path: `${WORKSPACE}/effective-tag-bindings`,
    status: 200,
    expects: { data: bound },
  },
  {
    title: "read: remote state consumers",
    method: "GET",
    path: `${CONSUMERS}?page%5Bsize%5D=100`,
    status: 200,
    expects: {
      data: consumers,
      meta: { pagination: { "current-page": 1, "total-pages": Math.sign(consumers.length) } },
    },
  },
];

const update = (does: string, attributes: object, relationships?: object): Step => ({
  title: does,
  method: "PATCH",
  path: WORKSPACE,
  body: document(
    "workspaces",
    {
      "global-remote-state": false,
      "project-remote-state": false,
      "assessments-enabled": false,
      "auto-apply": false,
      ...attributes,
    },
    relationships,
  ),
  status: 200,
  expects: { data: { id: "{workspace}" } },
});
const overwrites = (value: boolean): object => ({ "execution-mode": value, "agent-pool": value });

export const workspaceSettingsConversations: readonly Recording[] = [
  {
    title: "set, change and unset tfe_workspace_settings",
    shows: statement.documented(
      PROVIDER,
      "go-client: tfe_workspace_settings",
      "Set, change, unset; a relationship marks inherited tags.",
    ),
    source: provider("resource_tfe_workspace_settings.go", "workspace_helpers.go"),
    steps: [
      ...made,
      ...read("remote", null, false),
      update(
        "create: mode agent with its pool, and tags",
        { "execution-mode": "agent", "agent-pool-id": "{pool}", "setting-overwrites": overwrites(true) },
        { "tag-bindings": tags({ env: "prod" }) },
      ),
      {
        title: "create: consumers",
        method: "POST",
        path: CONSUMERS,
        body: { data: [{ type: "workspaces", id: "{consumer}" }] },
        status: 204,
      },
      ...read("agent", "{pool}", true, [{ id: "{consumer}" }], [{ attributes: { key: "env", value: "prod" } }]),
      {
        title: "update to no tags",
        method: "PATCH",
        path: WORKSPACE,
        body: { data: { type: "workspaces", relationships: { "tag-bindings": { data: [] } } } },
        status: 200,
      },
      update("update: another mode, with an empty pool", {
        "execution-mode": "local",
        "agent-pool-id": "",
        "setting-overwrites": overwrites(true),
      }),
      {
        title: "update: removed consumers",
        method: "DELETE",
        path: CONSUMERS,
        body: { data: [{ type: "workspaces", id: "{consumer}" }] },
        status: 204,
      },
      ...read("local", null, true),
      update("update to no mode, and delete: inherited again", { "setting-overwrites": overwrites(false) }),
      ...read("remote", null, false),
    ],
    stateAfter: { projects: [{ workspaces: [{ name: "consumer" }, { id: "{workspace}" }] }] },
  },
  {
    title: "tfe_workspace_settings recognizes inherited tags by their relationship",
    shows: "go-client: tfe_workspace_settings",
    source: provider("resource_tfe_workspace_settings.go"),
    steps: [
      ...made,
      {
        title: "a tag of the project",
        method: "PATCH",
        path: "/api/v2/projects/{acme}/relationships/tag-bindings",
        body: tags({ from: "project" }),
        status: 204,
      },
      {
        title: "a tag of the workspace",
        method: "PATCH",
        path: `${WORKSPACE}/tag-bindings`,
        body: tags({ own: "" }),
        status: 200,
      },
      {
        title: "read",
        method: "GET",
        path: `${WORKSPACE}/effective-tag-bindings`,
        status: 200,
        expects: {
          data: [
            { attributes: { key: "own" } },
            { attributes: { key: "from" }, relationships: { "inherited-from": to("projects", "{acme}") } },
          ],
        },
        absent: ["data.0.relationships", "data.0.links"],
      },
    ],
  },
];
