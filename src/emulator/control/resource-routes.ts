import { PROJECT_PERMISSIONS, ROLES } from "../access/roles";
import { arrayOf, record, nullable, object, oneOf, optional, string } from "../decode";
import type { ControlRoute } from "./control-route";
import { withInput } from "./control-route";

const named = object({ organization: string, name: string });

const projectAttributes = {
  description: optional(nullable(string)),
  autoDestroyActivityDuration: optional(nullable(string)),
};

/** What there is, and what somebody else does with it. */
export const resourceRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/state",
    summary:
      "Gives everything there is, sorted by name: organizations with their projects, workspaces and run tasks, with their tags, settings and locks; and runs.",
    helpers: ["state"],
    handle: (emulator) => emulator.state(),
  },
  withInput(
    {
      method: "POST",
      path: "/organizations",
      summary: "Someone else makes an organization. Gives its name and its default project's identifier.",
      helpers: ["addOrganization"],
      example: () => ({ name: "another" }),
    },
    object({ name: string }),
    (emulator, { name }) => emulator.addOrganization(name),
  ),
  withInput(
    {
      method: "PATCH",
      path: "/organizations/:organization",
      summary: "Someone else renames an organization.",
      helpers: ["renameOrganization"],
      example: () => ({ name: "renamed" }),
    },
    object({ name: string }),
    (emulator, { name }, organization) => emulator.renameOrganization(organization, name),
  ),
  {
    method: "DELETE",
    path: "/organizations/:organization",
    summary: "Someone else deletes an organization with everything in it.",
    helpers: ["deleteOrganization"],
    handle: (emulator, _, organization) => emulator.deleteOrganization(organization),
  },
  withInput(
    {
      method: "POST",
      path: "/projects",
      summary: "Someone else makes a project. `description` and `autoDestroyActivityDuration` may be left out.",
      helpers: ["addProject"],
      example: ({ organization }) => ({ organization, name: "Payments", description: "Made by someone else" }),
    },
    object({ organization: string, name: string, ...projectAttributes }),
    (emulator, project) => emulator.addProject(project),
  ),
  withInput(
    {
      method: "GET",
      path: "/projects",
      summary: "Finds a project by its name; case makes no difference. Gives `null` when there is none.",
      helpers: ["findProject"],
      example: ({ organization }) => ({ organization, name: "Default Project" }),
    },
    named,
    (emulator, { organization, name }) => emulator.findProject(organization, name) ?? null,
  ),
  withInput(
    {
      method: "PATCH",
      path: "/projects/:project",
      summary: "Someone else changes a project. What is left out stays as it is, `null` clears.",
      helpers: ["updateProject"],
      example: () => ({ name: "Renamed", autoDestroyActivityDuration: "14d" }),
    },
    object({ name: optional(string), ...projectAttributes }),
    (emulator, change, id) => emulator.updateProject(id, change),
  ),
  withInput(
    {
      method: "DELETE",
      path: "/projects/:project",
      summary:
        "Someone else deletes a project. With `evacuate=true` its workspaces go to the default project first; otherwise it must have none.",
      helpers: ["deleteProject"],
      example: () => ({ evacuate: true }),
    },
    object({ evacuate: optional(oneOf(["true", "false"])) }),
    (emulator, { evacuate }, id) => emulator.deleteProject(id, { evacuate: evacuate === "true" }),
  ),
  withInput(
    {
      method: "POST",
      path: "/workspaces",
      summary: "Someone else makes a workspace, in the default project when no `projectId` is given.",
      helpers: ["addWorkspace"],
      example: ({ organization, project }) => ({ organization, name: "made-by-someone-else", projectId: project }),
    },
    object({ organization: string, name: string, projectId: optional(string) }),
    (emulator, workspace) => emulator.addWorkspace(workspace),
  ),
  withInput(
    {
      method: "GET",
      path: "/workspaces",
      summary: "Finds a workspace by its name; case makes no difference. Gives `null` when there is none.",
      helpers: ["findWorkspace"],
      example: ({ organization }) => ({ organization, name: "api-prod" }),
    },
    named,
    (emulator, { organization, name }) => emulator.findWorkspace(organization, name) ?? null,
  ),
  withInput(
    {
      method: "PATCH",
      path: "/workspaces/:workspace",
      summary: "Someone else renames a workspace.",
      helpers: ["renameWorkspace"],
      example: () => ({ name: "renamed-by-someone-else" }),
    },
    object({ name: string }),
    (emulator, { name }, id) => emulator.renameWorkspace(id, name),
  ),
  withInput(
    {
      method: "POST",
      path: "/workspaces/:workspace/move",
      summary: "Someone else moves a workspace into another project.",
      helpers: ["moveWorkspace"],
      example: ({ project }) => ({ projectId: project }),
    },
    object({ projectId: string }),
    (emulator, { projectId }, id) => emulator.moveWorkspace(id, projectId),
  ),
  {
    method: "DELETE",
    path: "/workspaces/:workspace",
    summary: "Someone else deletes a workspace with its runs.",
    helpers: ["deleteWorkspace"],
    handle: (emulator, _, id) => emulator.deleteWorkspace(id),
  },
  withInput(
    {
      method: "POST",
      path: "/tokens",
      summary:
        "Gives a token for another caller. `role` is one of `owner`, `manage-projects`, `organization` (an organization API token), " +
        "`read-only`, and `team`, which may do nothing but what `projects` says. Tokens of one `user` share a rate limit.",
      helpers: ["addToken"],
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
      projects: optional(record(arrayOf(oneOf(PROJECT_PERMISSIONS)))),
      user: optional(string),
    }),
    (emulator, token) => ({ token: emulator.addToken(token) }),
  ),
];
