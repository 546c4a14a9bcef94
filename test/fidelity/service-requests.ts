import { resource } from "../emulator/http-client";
import type { Ids } from "./service-world";

/** A valid request to create an object. @param name unique among the objects of the kind */
export type Creation = (ids: Ids, name: string) => object;

const one = (type: string, id: string | undefined): object => ({ data: { type, id: id ?? "missing" } });
const many = (type: string, ids: readonly (string | undefined)[]): object => ({
  data: ids.map((id) => ({ type, id: id ?? "missing" })),
});

const NOTIFICATION = { "destination-type": "generic", enabled: false, url: "https://example.com/hook" };

/**
 * A request for each operation that creates something, in an order in which each can refer to those before, with as
 * many relations as possible. Operations that the emulator does not have yet are skipped.
 */
export const CREATIONS: ReadonlyMap<string, Creation> = new Map<string, Creation>([
  ["POST /organizations", (_, name) => resource("organizations", { name: `org-${name}`, email: "a@example.com" })],
  ["POST /organizations/:organization_name/agent-pools", (_, name) => resource("agent-pools", { name })],
  [
    "POST /organizations/:organization_name/reserved-tag-keys",
    (_, name) => resource("reserved-tag-keys", { key: name }),
  ],
  [
    "POST /agent-pools/:agent_pool_id/authentication-tokens",
    (_, name) => resource("authentication-tokens", { description: name }),
  ],
  ["POST /organizations/:organization_name/ssh-keys", (_, name) => resource("ssh-keys", { name, value: "secret" })],
  [
    "POST /organizations/:organization_name/projects",
    (ids, name) =>
      resource(
        "projects",
        {
          name: `project ${name}`,
          description: "A project",
          "auto-destroy-activity-duration": "14d",
          "default-execution-mode": "agent",
          "setting-overwrites": { "default-execution-mode": true, "default-agent-pool": true },
        },
        {
          "default-agent-pool": one("agent-pools", ids.get("agent-pools")),
          "tag-bindings": { data: [{ type: "tag-bindings", attributes: { key: "team", value: "a" } }] },
        },
      ),
  ],
  [
    "POST /organizations/:organization_name/workspaces",
    (ids, name) =>
      resource(
        "workspaces",
        {
          name: `workspace-${name}`,
          description: "A workspace",
          "terraform-version": "1.9.0",
          "working-directory": "/a",
          "trigger-patterns": ["/a/**"],
          "source-name": "tests",
          "source-url": "https://example.com",
          "auto-destroy-activity-duration": "3d",
        },
        {
          project: one("projects", ids.get("projects")),
          "tag-bindings": { data: [{ type: "tag-bindings", attributes: { key: "tier", value: "b" } }] },
        },
      ),
  ],
  [
    "POST /workspaces/:workspace_id/relationships/tags",
    () => ({ data: [{ type: "tags", attributes: { name: "x" } }] }),
  ],
  ["POST /organizations/:organization_name/teams", (_, name) => resource("teams", { name })],
  [
    "POST /organizations/:organization_name/organization-memberships",
    (ids, name) =>
      resource(
        "organization-memberships",
        { email: `${name}@example.com` },
        { teams: many("teams", [ids.get("teams")]) },
      ),
  ],
  ["POST /teams/:id/authentication-token", () => resource("authentication-tokens", {})],
  [
    "POST /team-projects",
    (ids) =>
      resource(
        "team-projects",
        { access: "custom", "project-access": { settings: "read" } },
        { team: one("teams", ids.get("teams")), project: one("projects", ids.get("projects")) },
      ),
  ],
  [
    "POST /team-workspaces",
    (ids) =>
      resource(
        "team-workspaces",
        { access: "read" },
        { team: one("teams", ids.get("teams")), workspace: one("workspaces", ids.get("workspaces")) },
      ),
  ],
  [
    "POST /organizations/:organization_name/varsets",
    (ids, name) => resource("varsets", { name, global: false }, { projects: many("projects", [ids.get("projects")]) }),
  ],
  [
    "POST /organizations/:organization_name/policy-sets",
    (ids, name) => resource("policy-sets", { name }, { projects: many("projects", [ids.get("projects")]) }),
  ],
  [
    "POST /organizations/:organization_name/policies",
    (ids, name) =>
      resource(
        "policies",
        { name, description: "A policy", kind: "sentinel", "enforcement-level": "advisory" },
        { "policy-sets": many("policy-sets", [ids.get("policy-sets")]) },
      ),
  ],
  [
    "POST /varsets/:varset_id/relationships/vars",
    (_, name) => resource("vars", { key: `key_${name}`, value: "v", category: "env", description: "A variable" }),
  ],
  [
    "POST /policy-sets/:policy_set_id/parameters",
    (_, name) => resource("vars", { key: `key_${name}`, value: "v", category: "policy-set" }),
  ],
  [
    "POST /organizations/:organization_name/tasks",
    (_, name) =>
      resource("tasks", {
        name: `task-${name}`,
        url: "https://example.com/task",
        category: "task",
        description: "A task",
        "hmac-key": "key",
        "global-configuration": { enabled: true, stages: ["pre_plan"], "enforcement-level": "advisory" },
      }),
  ],
  [
    "POST /workspaces/:workspace_id/tasks",
    (ids) =>
      resource(
        "workspace-tasks",
        { "enforcement-level": "mandatory", stages: ["post_plan"] },
        { task: one("tasks", ids.get("tasks")) },
      ),
  ],
  [
    "POST /workspaces/:workspace_id/vars",
    (_, name) => resource("vars", { key: `key_${name}`, value: "v", category: "terraform" }),
  ],
  [
    "POST /workspaces/:workspace_id/configuration-versions",
    () => resource("configuration-versions", { "auto-queue-runs": false }),
  ],
  [
    "POST /runs",
    (ids) =>
      resource(
        "runs",
        { message: "A run", variables: [{ key: "a", value: '"b"' }] },
        { workspace: one("workspaces", ids.get("workspaces")) },
      ),
  ],
  ...["project", "team", "workspace"].map(
    (it) =>
      [
        `POST /${it}s/:${it}_id/notification-configurations`,
        (_: Ids, name: string) => resource("notification-configurations", { ...NOTIFICATION, name }),
      ] as const,
  ),
  ["POST /runs/:run_id/comments", () => resource("comments", { body: "A comment" })],
]);

/** Where an object is deleted of which there can be only one at a time, so that it can be created again. */
export const DELETIONS: ReadonlyMap<string, string> = new Map([
  ["POST /team-projects", "/team-projects/:team_project_id"],
  ["POST /team-workspaces", "/team-workspaces/:team_workspace_id"],
  ["POST /workspaces/:workspace_id/tasks", "/workspaces/:workspace_id/tasks/:id"],
]);

/** Attributes without which an update is not valid. */
export const NEEDED_ATTRIBUTES: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map([
  ["PATCH /task-results/:task_result_id/callback", { status: "running" }],
]);

/** The `type` in requests whose attributes only one operation has. */
export const INLINE_TYPES: ReadonlyMap<string, string> = new Map([
  ["PATCH /account/password", "users"],
  ["PATCH /organizations/:organization_name/subscription", "subscriptions"],
  ["POST /organizations/:organization_name/metrics-tokens", "metrics-tokens"],
]);

/** Query parameters without which an operation answers 400. */
export const NEEDED_PARAMETERS = new Map<string, (ids: Ids) => Readonly<Record<string, string>>>([
  ["GET /team-projects", (ids) => ({ "filter[project][id]": ids.get("projects") ?? "" })],
  ["GET /team-workspaces", (ids) => ({ "filter[workspace][id]": ids.get("workspaces") ?? "" })],
]);
