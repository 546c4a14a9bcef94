import type { Recording, Step } from "./recording";
import { document, goTfe, provider, to } from "./recording";
import { GO_CLIENT, PROVIDER, statement } from "../../fidelity";

const PROJECTS = "/api/v2/organizations/acme/projects";
const PROJECT = "/api/v2/projects/{project}";

const overwrites = (value: boolean): object => ({
  "default-execution-mode": value,
  "default-agent-pool": value,
});
const made: readonly Step[] = [
  {
    title: "the agent pool of another resource",
    method: "POST",
    path: "/api/v2/organizations/acme/agent-pools",
    body: document("agent-pools", { name: "private" }),
    status: 201,
    captures: { pool: "data.id" },
  },
  {
    title: "the project of another resource",
    method: "POST",
    path: PROJECTS,
    body: document("projects", { name: "Platform", description: "" }),
    status: 201,
    captures: { project: "data.id" },
  },
];
const set = (does: string, attributes: object): Step => ({
  title: does,
  method: "PATCH",
  path: PROJECT,
  body: document("projects", attributes),
  status: 200,
  expects: { data: { id: "{project}" } },
});
const read = (mode: string, pool: string | null, overwritten: boolean): Step => ({
  title: "a read follows every change",
  method: "GET",
  path: PROJECT,
  status: 200,
  expects: {
    data: {
      attributes: { "default-execution-mode": mode, "setting-overwrites": overwrites(overwritten) },
      relationships: { "default-agent-pool": pool === null ? { data: null } : to("agent-pools", pool) },
    },
  },
});
const refused = (does: string, attributes: object, detail: string): Step => ({
  title: does,
  method: "POST",
  path: PROJECTS,
  body: document("projects", { name: "refused", ...attributes }),
  status: 422,
  expects: { errors: [{ title: "invalid attribute", detail: expect.stringContaining(detail) }] },
});

export const projectSettingsConversations: readonly Recording[] = [
  {
    title: "set, change, unset and delete tfe_project_settings",
    shows: statement.documented(PROVIDER, "go-client: tfe_project_settings", "Set, change, unset, delete."),
    source: provider("resource_tfe_project_settings.go"),
    steps: [
      ...made,
      set("create: mode agent with its pool", {
        "default-execution-mode": "agent",
        "default-agent-pool-id": "{pool}",
        "setting-overwrites": overwrites(true),
      }),
      read("agent", "{pool}", true),
      set("update: another mode, with an empty pool", {
        "default-execution-mode": "local",
        "default-agent-pool-id": "",
        "setting-overwrites": overwrites(true),
      }),
      read("local", null, true),
      set("delete, and update to no mode: both are inherited", { "setting-overwrites": overwrites(false) }),
      read("remote", null, false),
    ],
    stateAfter: { projects: [{}, { id: "{project}", name: "Platform" }] },
  },
  {
    title: "the Go client's errors for project settings, by the service's details",
    shows: statement.documented(
      GO_CLIENT,
      "go-client: Settings of projects",
      "Rejected with the service's messages; without their own, projects inherit the organization's.",
    ),
    source: goTfe("projects_integration_test.go"),
    steps: [
      ...made,
      refused(
        "a pool without mode agent",
        { "default-execution-mode": "remote", "default-agent-pool-id": "{pool}" },
        "must not be specified unless using 'agent' execution mode",
      ),
      refused(
        "mode agent without a pool",
        { "default-execution-mode": "agent" },
        "must be specified when using 'agent' execution mode",
      ),
      refused(
        "mode and pool overwritten differently",
        {
          "default-execution-mode": "agent",
          "default-agent-pool-id": "{pool}",
          "setting-overwrites": { "default-execution-mode": true, "default-agent-pool": false },
        },
        "If agent-pool and execution-mode are both included in setting-overwrites, their values must be the same.",
      ),
      refused(
        "a duration that is none",
        { "auto-destroy-activity-duration": "20m" },
        "Auto destroy activity duration has an incorrect format, we expect up to 4 numeric digits and 1 unit " +
          "('d' or 'h')",
      ),
    ],
    stateAfter: { projects: [{ name: "Default Project" }, { name: "Platform" }] },
  },
  {
    title: "projects of the Go client inherit the organization's execution mode",
    shows: "go-client: Settings of projects",
    source: goTfe("project.go", "projects_integration_test.go"),
    steps: [
      ...made,
      {
        title: "Organizations.Update with a default agent pool",
        method: "PATCH",
        path: "/api/v2/organizations/acme",
        body: document(
          "organizations",
          { "default-execution-mode": "agent" },
          { "default-agent-pool": to("agent-pools", "{pool}") },
        ),
        status: 200,
      },
      set("Projects.Update that says to inherit", { "setting-overwrites": overwrites(false) }),
      read("agent", "{pool}", false),
      set("Projects.Update to a mode, overwritten by that alone", { "default-execution-mode": "remote" }),
      read("remote", null, true),
    ],
  },
];
