import { PROJECT_PERMISSIONS, ROLES } from "../access/roles";
import { arrayOf, nullable, record, object, oneOf, optional, string } from "../decode";
import { projectSettingsShape } from "../project-settings";
import type { ControlRoute } from "./control-route";
import { withInput } from "./control-route";

const named = object({ organization: string, name: string });
/** By project ID. */
const projectPermissions = record(arrayOf(oneOf(PROJECT_PERMISSIONS)));

/** The state, and out-of-band changes to organizations, projects, workspaces and tokens. */
export const resourceRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/state",
    summary:
      "Returns the state: organizations with their projects, workspaces and run tasks, sorted by name, including " +
      "tags, settings and locks; and runs.",
    members: ["state"],
    handle: (emulator) => emulator.state(),
  },
  withInput(
    {
      method: "POST",
      path: "/organizations",
      summary: "Creates an organization. Returns its name and the ID of its default project.",
      members: ["organizations.create"],
      example: () => ({ name: "another" }),
    },
    object({ name: string }),
    (emulator, { name }) => emulator.organizations.create(name),
  ),
  withInput(
    {
      method: "PATCH",
      path: "/organizations/:organization",
      summary: "Renames an organization.",
      members: ["organizations.rename"],
      example: () => ({ name: "renamed" }),
    },
    object({ name: string }),
    (emulator, { name }, organization) => emulator.organizations.rename(organization, name),
  ),
  {
    method: "DELETE",
    path: "/organizations/:organization",
    summary: "Deletes an organization and everything in it.",
    members: ["organizations.delete"],
    handle: (emulator, _, organization) => emulator.organizations.delete(organization),
  },
  withInput(
    {
      method: "POST",
      path: "/projects",
      summary:
        "Creates a project. Its settings are optional: `description`, `autoDestroyActivityDuration`, " +
        "`defaultExecutionMode` (`remote`, `local` or `agent`), `defaultAgentPoolId` (required by mode `agent`), and " +
        "`tags`, an object of keys and values.",
      members: ["projects.create"],
      example: ({ organization }) => ({ organization, name: "Payments", tags: { team: "payments" } }),
    },
    object({ organization: string, name: string, ...projectSettingsShape }),
    (emulator, project) => emulator.projects.create(project),
  ),
  withInput(
    {
      method: "GET",
      path: "/projects",
      summary: "Finds a project by name, case-insensitively. Returns `null` if there is none.",
      members: ["projects.find"],
      example: ({ organization }) => ({ organization, name: "Default Project" }),
    },
    named,
    (emulator, { organization, name }) => emulator.projects.find(organization, name) ?? null,
  ),
  withInput(
    {
      method: "PATCH",
      path: "/projects/:project",
      summary:
        "Updates a project. Omitted settings keep their value, and `null` clears one: without an execution mode, a " +
        "project inherits its organization's. `tags` replaces all tags.",
      members: ["projects.update"],
      example: () => ({ name: "Renamed", autoDestroyActivityDuration: "14d", defaultExecutionMode: "local" }),
    },
    object({ name: optional(string), ...projectSettingsShape }),
    (emulator, change, id) => emulator.projects.update(id, change),
  ),
  withInput(
    {
      method: "DELETE",
      path: "/projects/:project",
      summary:
        "Deletes a project. With `evacuate=true`, moves its workspaces to the default project first; otherwise, the " +
        "project must have no workspaces.",
      members: ["projects.delete"],
      example: () => ({ evacuate: true }),
    },
    object({ evacuate: optional(oneOf(["true", "false"])) }),
    (emulator, { evacuate }, id) => emulator.projects.delete(id, { evacuate: evacuate === "true" }),
  ),
  withInput(
    {
      method: "POST",
      path: "/workspaces",
      summary: "Creates a workspace, in the default project if `projectId` is omitted.",
      members: ["workspaces.create"],
      example: ({ organization, project }) => ({ organization, name: "created-out-of-band", projectId: project }),
    },
    object({ organization: string, name: string, projectId: optional(string) }),
    (emulator, workspace) => emulator.workspaces.create(workspace),
  ),
  withInput(
    {
      method: "GET",
      path: "/workspaces",
      summary: "Finds a workspace by name, case-insensitively. Returns `null` if there is none.",
      members: ["workspaces.find"],
      example: ({ organization }) => ({ organization, name: "api-prod" }),
    },
    named,
    (emulator, { organization, name }) => emulator.workspaces.find(organization, name) ?? null,
  ),
  withInput(
    {
      method: "PATCH",
      path: "/workspaces/:workspace",
      summary: "Renames a workspace.",
      members: ["workspaces.rename"],
      example: () => ({ name: "renamed-out-of-band" }),
    },
    object({ name: string }),
    (emulator, { name }, id) => emulator.workspaces.rename(id, name),
  ),
  withInput(
    {
      method: "POST",
      path: "/workspaces/:workspace/move",
      summary: "Moves a workspace to another project.",
      members: ["workspaces.move"],
      example: ({ project }) => ({ projectId: project }),
    },
    object({ projectId: string }),
    (emulator, { projectId }, id) => emulator.workspaces.move(id, projectId),
  ),
  {
    method: "DELETE",
    path: "/workspaces/:workspace",
    summary: "Deletes a workspace and its runs.",
    members: ["workspaces.delete"],
    handle: (emulator, _, id) => emulator.workspaces.delete(id),
  },
  withInput(
    {
      method: "POST",
      path: "/tokens",
      summary:
        "Creates a token. `role` is one of `owner`, `manage-projects`, `organization` (an organization API token), " +
        "`read-only`, and `team`, which has only the permissions in `projects`. All tokens of a `user` share a rate " +
        "limit.",
      members: ["tokens.create"],
      example: ({ organization, project }) => ({
        organization,
        role: "team",
        projects: { [project]: ["read", "move-workspaces"] },
        user: "ada",
      }),
    },
    object({
      organization: string,
      role: oneOf(ROLES),
      projects: optional(projectPermissions),
      user: optional(string),
    }),
    (emulator, token) => ({ token: emulator.tokens.create(token) }),
  ),
  withInput(
    {
      method: "PATCH",
      path: "/tokens",
      summary:
        "Changes the permissions of a token from `POST /_emulator/tokens` in an organization, from the next request " +
        "on. Omitted members keep their value, `projects` replaces all permissions on projects, and the role `null` " +
        "revokes all access to the organization.",
      members: ["tokens.update"],
      example: ({ token, organization, project }) => ({
        token,
        organization,
        role: "team",
        projects: { [project]: ["read"] },
      }),
    },
    object({
      token: string,
      organization: string,
      role: optional(nullable(oneOf(ROLES))),
      projects: optional(projectPermissions),
    }),
    (emulator, change) => emulator.tokens.update(change),
  ),
];
