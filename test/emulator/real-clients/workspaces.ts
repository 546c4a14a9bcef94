import type { Recording, Step } from "./recording";
import { document, goTfe, provider, tags, to } from "./recording";
import { GO_CLIENT, PROVIDER, statement } from "../../fidelity";

const WORKSPACES = "/api/v2/organizations/acme/workspaces";
const WORKSPACE = "/api/v2/workspaces/{workspace}";
const CONSUMERS = `${WORKSPACE}/relationships/remote-state-consumers?page%5Bsize%5D=100`;

/** Arguments with defaults, which the provider sends with every creation. */
const DEFAULTS = {
  "allow-destroy-plan": true,
  "auto-apply-run-trigger": false,
  "file-triggers-enabled": true,
  "queue-all-runs": true,
  "speculative-enabled": true,
  "structured-run-output-enabled": true,
  "working-directory": "",
};
const INHERIT = { "execution-mode": false, "agent-pool": false };

const project = (name: string, keep: string): Step => ({
  title: "the project of another resource",
  method: "POST",
  path: "/api/v2/organizations/acme/projects",
  body: document("projects", { name, description: "" }),
  status: 201,
  captures: { [keep]: "data.id" },
});
const create = (attributes: object, relationships: object): Step => ({
  title: "create",
  method: "POST",
  path: WORKSPACES,
  body: document("workspaces", { ...DEFAULTS, "setting-overwrites": INHERIT, ...attributes }, relationships),
  status: 201,
  expects: { data: { id: expect.stringMatching(/^ws-/), type: "workspaces" } },
  captures: { workspace: "data.id" },
});
/** The provider reads a workspace with its tags and, unless its state is shared globally, its consumers. */
const read = (needs: object, included: readonly object[] = []): readonly Step[] => [
  {
    title: "read",
    method: "GET",
    path: `${WORKSPACE}?include=effective_tag_bindings`,
    status: 200,
    expects: { data: needs, included },
  },
  {
    title: "read: remote state consumers",
    method: "GET",
    path: CONSUMERS,
    status: 200,
    expects: { data: [], meta: { pagination: { "current-page": 1, "total-pages": 0 } } },
  },
];
const safeDelete: readonly Step[] = [
  {
    title: "delete: reads the permission to force it and the resource count",
    method: "GET",
    path: WORKSPACE,
    status: 200,
    expects: { data: { attributes: { "resource-count": 0, permissions: { "can-force-delete": true } } } },
  },
  { title: "delete", method: "POST", path: `${WORKSPACE}/actions/safe-delete`, status: 204 },
  { title: "read after the deletion", method: "GET", path: `${WORKSPACE}?include=effective_tag_bindings`, status: 404 },
];

export const workspaceConversations: readonly Recording[] = [
  {
    title: "create, read and delete tfe_workspace in a project, with tags of both kinds",
    shows: statement.documented(PROVIDER, "go-client: tfe_workspace", "Create in a project with tags, read, delete."),
    source: provider("resource_tfe_workspace.go", "workspace_helpers.go"),
    steps: [
      project("Platform", "platform"),
      {
        title: "a tag of the project",
        method: "PATCH",
        path: "/api/v2/projects/{platform}/relationships/tag-bindings",
        body: tags({ env: "prod" }),
        status: 204,
      },
      create(
        { name: "api" },
        {
          project: to("projects", "{platform}"),
          "tag-bindings": tags({ team: "platform" }),
          tags: { data: [{ type: "tags", attributes: { name: "blue" } }] },
        },
      ),
      ...read(
        {
          attributes: {
            name: "api",
            ...DEFAULTS,
            "auto-apply": false,
            "assessments-enabled": false,
            "execution-mode": "remote",
            operations: true,
            "global-remote-state": false,
            "inherits-project-auto-destroy": true,
            "resource-count": 0,
            "tag-names": ["blue"],
            "terraform-version": expect.any(String),
            "trigger-prefixes": [],
            "vcs-repo": null,
          },
          relationships: {
            organization: { data: { id: "acme" } },
            project: to("projects", "{platform}"),
            "agent-pool": { data: null },
          },
          links: { "self-html": "/app/acme/workspaces/api" },
        },
        [
          { attributes: { key: "team", value: "platform" } },
          { attributes: { key: "env", value: "prod" }, links: { "inherited-from": "/api/v2/projects/{platform}" } },
        ],
      ),
      ...safeDelete,
    ],
    stateAfter: { projects: [{ workspaces: [] }, { name: "Platform", workspaces: [] }] },
  },
  {
    title: "update tfe_workspace: move it to another project, replace its tags, clear its durations",
    shows: statement.documented(
      PROVIDER,
      "go-client: tfe_workspace, changed",
      "Moved to another project, tags replaced, durations cleared.",
    ),
    source: provider("resource_tfe_workspace.go"),
    steps: [
      project("Platform", "platform"),
      create({ name: "api", "auto-destroy-activity-duration": "3d" }, { "tag-bindings": tags({ team: "a" }) }),
      {
        title: "update: all attributes of the plan, including the new project",
        method: "PATCH",
        path: WORKSPACE,
        body: document(
          "workspaces",
          {
            ...DEFAULTS,
            name: "api-2",
            "global-remote-state": false,
            "terraform-version": "1.9.0",
            "trigger-prefixes": [],
            "auto-destroy-at": null,
            "auto-destroy-activity-duration": null,
          },
          { project: to("projects", "{platform}"), "tag-bindings": tags({ team: "b" }) },
        ),
        status: 200,
        expects: { data: { id: "{workspace}" } },
      },
      {
        title: "tag_names: added ones",
        method: "POST",
        path: `${WORKSPACE}/relationships/tags`,
        body: { data: [{ type: "tags", attributes: { name: "green" } }] },
        status: 204,
      },
      {
        title: "tag_names: removed ones",
        method: "DELETE",
        path: `${WORKSPACE}/relationships/tags`,
        body: { data: [{ type: "tags", attributes: { name: "blue" } }] },
        status: 204,
      },
      ...read(
        {
          attributes: {
            name: "api-2",
            "terraform-version": "1.9.0",
            "auto-destroy-activity-duration": null,
            "tag-names": ["green"],
          },
          relationships: { project: to("projects", "{platform}") },
        },
        [{ attributes: { key: "team", value: "b" } }],
      ),
      {
        title: "update to no tags: deletes all first",
        method: "PATCH",
        path: WORKSPACE,
        body: { data: { type: "workspaces", relationships: { "tag-bindings": { data: [] } } } },
        status: 200,
      },
      ...read({ attributes: { name: "api-2" } }),
    ],
    stateAfter: {
      projects: [{ workspaces: [] }, { name: "Platform", workspaces: [{ id: "{workspace}", name: "api-2" }] }],
    },
  },
  {
    title: "import tfe_workspace by name, and delete it by force",
    shows: statement.documented(PROVIDER, "go-client: tfe_workspace, imported", "By name; then deleted by force."),
    source: provider("resource_tfe_workspace.go", "workspace_helpers.go"),
    steps: [
      {
        title: "an existing workspace",
        method: "POST",
        path: WORKSPACES,
        body: document("workspaces", { name: "legacy" }),
        status: 201,
      },
      {
        title: "find its ID",
        method: "GET",
        path: `${WORKSPACES}/legacy`,
        status: 200,
        captures: { workspace: "data.id" },
      },
      ...read({ attributes: { name: "legacy" }, relationships: { project: to("projects", "{acme}") } }),
      { title: "delete with force_delete", method: "DELETE", path: WORKSPACE, status: 204 },
    ],
    stateAfter: { projects: [{ workspaces: [] }] },
  },
  {
    title: "the Go client moves a workspace by name, locks it and fails to delete it safely",
    shows: statement.documented(
      GO_CLIENT,
      "go-client: Workspaces by name",
      "Moved and locked; a safe delete is refused.",
    ),
    source: goTfe("workspace.go", "tfe.go", "workspace_integration_test.go"),
    steps: [
      project("Platform", "platform"),
      create({ name: "api" }, {}),
      {
        title: "Workspaces.Update with only a project",
        method: "PATCH",
        path: `${WORKSPACES}/api`,
        body: { data: { type: "workspaces", relationships: { project: to("projects", "{platform}") } } },
        status: 200,
        expects: { data: { relationships: { project: to("projects", "{platform}") } } },
      },
      {
        title: "Workspaces.Lock",
        method: "POST",
        path: `${WORKSPACE}/actions/lock`,
        body: { data: { type: "", attributes: { reason: "Release" } } },
        status: 200,
        expects: {
          data: { attributes: { locked: true }, relationships: { "locked-by": { data: { type: "users" } } } },
        },
      },
      { title: "ErrWorkspaceLocked", method: "POST", path: `${WORKSPACE}/actions/lock`, status: 409 },
      {
        title: "ErrWorkspaceLockedCannotDelete: `locked` in the detail",
        method: "POST",
        path: `${WORKSPACES}/api/actions/safe-delete`,
        status: 409,
        expects: { errors: [{ title: "conflict", detail: expect.stringContaining("locked") }] },
      },
      {
        title: "Workspaces.Unlock",
        method: "POST",
        path: `${WORKSPACE}/actions/unlock`,
        status: 200,
        expects: { data: { attributes: { locked: false } } },
      },
      { title: "ErrWorkspaceNotLocked", method: "POST", path: `${WORKSPACE}/actions/force-unlock`, status: 409 },
      {
        title: "Workspaces.RemoveVCSConnectionByID",
        method: "PATCH",
        path: WORKSPACE,
        body: document("workspaces", { "vcs-repo": null }),
        status: 200,
        expects: { data: { attributes: { "vcs-repo": null } } },
      },
      { title: "Workspaces.SafeDeleteByID", method: "POST", path: `${WORKSPACE}/actions/safe-delete`, status: 204 },
    ],
    stateAfter: { projects: [{ workspaces: [] }, { workspaces: [] }] },
  },
];
