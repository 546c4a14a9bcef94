import { arrayOf, boolean, nullable, object, oneOf, optional, string } from "../decode";
import { POLICY_KINDS, projectAccess, TEAM_ACCESS_LEVELS, workspaceAccess } from "../store/records";
import type { ControlRoute } from "./control-route";
import { withInput } from "./control-route";

const named = { organization: string, name: string, description: optional(nullable(string)) };
const ids = optional(arrayOf(string));
const teamAndProject = { teamId: string, projectId: string };

/** Teams, variable sets and policy sets, changed out of band. */
export const teamAndSetRoutes: readonly ControlRoute[] = [
  withInput(
    {
      method: "POST",
      path: "/teams",
      summary: "Creates a team. Returns its ID and name.",
      members: ["teams.create"],
      example: ({ organization }) => ({ organization, name: "web" }),
    },
    object({ organization: string, name: string }),
    (emulator, team) => emulator.teams.create(team),
  ),
  {
    method: "DELETE",
    path: "/teams/:team",
    summary: "Deletes a team and its access to projects.",
    members: ["teams.delete"],
    handle: (emulator, _, id) => emulator.teams.delete(id),
  },
  withInput(
    {
      method: "POST",
      path: "/team-projects",
      summary:
        "Grants a team access to a project, or changes it: `read`, `write`, `maintain`, `admin` or `custom`. With " +
        "`custom`, `projectAccess` and `workspaceAccess` set single permissions, with the service's names.",
      members: ["teams.grant"],
      example: ({ team, project }) => ({
        teamId: team,
        projectId: project,
        access: "custom",
        workspaceAccess: { runs: "apply", "run-tasks": true },
      }),
    },
    object({
      ...teamAndProject,
      access: oneOf(TEAM_ACCESS_LEVELS),
      projectAccess: optional(projectAccess),
      workspaceAccess: optional(workspaceAccess),
    }),
    (emulator, access) => emulator.teams.grant(access),
  ),
  withInput(
    {
      method: "DELETE",
      path: "/team-projects",
      summary: "Revokes a team's access to a project, if it has any.",
      members: ["teams.revoke"],
      example: ({ team, project }) => ({ teamId: team, projectId: project }),
    },
    object(teamAndProject),
    (emulator, access) => emulator.teams.revoke(access),
  ),
  withInput(
    {
      method: "POST",
      path: "/variable-sets",
      summary:
        "Creates a variable set. Returns its ID. It applies to all workspaces with `global`, otherwise to " +
        "`projectIds` and `workspaceIds`. `ownerProjectId` is the project that owns it.",
      members: ["variableSets.create"],
      example: ({ organization, project }) => ({ organization, name: "aws-dev", projectIds: [project] }),
    },
    object({
      ...named,
      global: optional(boolean),
      priority: optional(boolean),
      projectIds: ids,
      workspaceIds: ids,
      ownerProjectId: optional(string),
    }),
    (emulator, set) => emulator.variableSets.create(set),
  ),
  {
    method: "DELETE",
    path: "/variable-sets/:variableSet",
    summary: "Deletes a variable set.",
    members: ["variableSets.delete"],
    handle: (emulator, _, id) => emulator.variableSets.delete(id),
  },
  withInput(
    {
      method: "POST",
      path: "/policy-sets",
      summary:
        "Creates a policy set. Returns its ID. It applies to all workspaces with `global`, otherwise to `projectIds` " +
        "and `workspaceIds`, and in either case not to `excludedProjectIds` and `excludedWorkspaceIds`.",
      members: ["policySets.create"],
      example: ({ organization, project }) => ({ organization, name: "cis", kind: "opa", projectIds: [project] }),
    },
    object({
      ...named,
      kind: optional(oneOf(POLICY_KINDS)),
      global: optional(boolean),
      overridable: optional(boolean),
      projectIds: ids,
      workspaceIds: ids,
      excludedProjectIds: ids,
      excludedWorkspaceIds: ids,
    }),
    (emulator, set) => emulator.policySets.create(set),
  ),
  {
    method: "DELETE",
    path: "/policy-sets/:policySet",
    summary: "Deletes a policy set.",
    members: ["policySets.delete"],
    handle: (emulator, _, id) => emulator.policySets.delete(id),
  },
];
