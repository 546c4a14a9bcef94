import { PROJECT_PERMISSIONS, ROLES } from "../access/roles";
import { arrayOf, record, nullable, object, oneOf, optional, string } from "../decode";
import type { ControlRoute } from "./control-route";
import { withInput } from "./control-route";

const named = object({ organization: string, name: string });

const projectAttributes = {
  description: optional(nullable(string)),
  autoDestroyActivityDuration: optional(nullable(string)),
};

/** The state, and out-of-band changes to organizations, projects, workspaces and tokens. */
export const resourceRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/state",
    summary:
      "Gives everything there is, sorted by name: organizations with their projects, workspaces and run tasks, with their tags, settings and locks; and runs.",
    members: ["state"],
    handle: (emulator) => emulator.state(),
  },
  withInput(
    {
      method: "POST",
      path: "/organizations",
      summary: "Someone else makes an organization. Gives its name and its default project's identifier.",
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
      summary: "Someone else renames an organization.",
      members: ["organizations.rename"],
      example: () => ({ name: "renamed" }),
    },
    object({ name: string }),
    (emulator, { name }, organization) => emulator.organizations.rename(organization, name),
  ),
  {
    method: "DELETE",
    path: "/organizations/:organization",
    summary: "Someone else deletes an organization with everything in it.",
    members: ["organizations.delete"],
    handle: (emulator, _, organization) => emulator.organizations.delete(organization),
  },
  withInput(
    {
      method: "POST",
      path: "/projects",
      summary: "Someone else makes a project. `description` and `autoDestroyActivityDuration` may be left out.",
      members: ["projects.create"],
      example: ({ organization }) => ({ organization, name: "Payments", description: "Made by someone else" }),
    },
    object({ organization: string, name: string, ...projectAttributes }),
    (emulator, project) => emulator.projects.create(project),
  ),
  withInput(
    {
      method: "GET",
      path: "/projects",
      summary: "Finds a project by its name; case makes no difference. Gives `null` when there is none.",
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
      summary: "Someone else changes a project. What is left out stays as it is, `null` clears.",
      members: ["projects.update"],
      example: () => ({ name: "Renamed", autoDestroyActivityDuration: "14d" }),
    },
    object({ name: optional(string), ...projectAttributes }),
    (emulator, change, id) => emulator.projects.update(id, change),
  ),
  withInput(
    {
      method: "DELETE",
      path: "/projects/:project",
      summary:
        "Someone else deletes a project. With `evacuate=true` its workspaces go to the default project first; otherwise it must have none.",
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
      summary: "Someone else makes a workspace, in the default project when no `projectId` is given.",
      members: ["workspaces.create"],
      example: ({ organization, project }) => ({ organization, name: "made-by-someone-else", projectId: project }),
    },
    object({ organization: string, name: string, projectId: optional(string) }),
    (emulator, workspace) => emulator.workspaces.create(workspace),
  ),
  withInput(
    {
      method: "GET",
      path: "/workspaces",
      summary: "Finds a workspace by its name; case makes no difference. Gives `null` when there is none.",
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
      summary: "Someone else renames a workspace.",
      members: ["workspaces.rename"],
      example: () => ({ name: "renamed-by-someone-else" }),
    },
    object({ name: string }),
    (emulator, { name }, id) => emulator.workspaces.rename(id, name),
  ),
  withInput(
    {
      method: "POST",
      path: "/workspaces/:workspace/move",
      summary: "Someone else moves a workspace into another project.",
      members: ["workspaces.move"],
      example: ({ project }) => ({ projectId: project }),
    },
    object({ projectId: string }),
    (emulator, { projectId }, id) => emulator.workspaces.move(id, projectId),
  ),
  {
    method: "DELETE",
    path: "/workspaces/:workspace",
    summary: "Someone else deletes a workspace with its runs.",
    members: ["workspaces.delete"],
    handle: (emulator, _, id) => emulator.workspaces.delete(id),
  },
  withInput(
    {
      method: "POST",
      path: "/tokens",
      summary:
        "Gives a token for another caller. `role` is one of `owner`, `manage-projects`, `organization` (an organization API token), " +
        "`read-only`, and `team`, which may do nothing but what `projects` says. Tokens of one `user` share a rate limit.",
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
      projects: optional(record(arrayOf(oneOf(PROJECT_PERMISSIONS)))),
      user: optional(string),
    }),
    (emulator, token) => ({ token: emulator.tokens.create(token) }),
  ),
];
