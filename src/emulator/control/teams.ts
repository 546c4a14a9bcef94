import { object, oneOf, optional, string } from "../decode";
import { create, remove, update } from "../engine/write";
import { projects } from "../kinds/project";
import { teams } from "../kinds/team";
import { projectAccess, TEAM_ACCESS_LEVELS, teamProjects, workspaceAccess } from "../kinds/team-access";
import type { TeamProjectRecord } from "../kinds/team-access";
import type { ControlContext } from "./context";
import { rejectInvalid } from "./context";
import type { GrantAccessOptions, TeamInfo } from "./emulator-control";
import { decoded, operation } from "./operation";
import { problemsWith } from "../engine/rules";

const teamAndProject = { teamId: string, projectId: string };

/** Teams and their access to projects, changed out of band. */
export const teamOperations = {
  create: operation({
    method: "POST",
    path: "/teams",
    summary: "Creates a team. Returns its ID and name.",
    example: ({ organization }) => ({ organization, name: "web" }),
    parameters: decoded(object({ organization: string, name: string }), (it) => [it]),
    run: (context, options: { readonly organization: string; readonly name: string }): TeamInfo => {
      const parent = context.organization(options.organization);
      const change = { name: options.name, organizationId: parent.id };
      const scope = { organizationId: parent.id, parent };
      const { id, name } = context.create(`teams.create(${options.name})`, teams, change, scope);
      return { id, name };
    },
  }),
  delete: operation({
    method: "DELETE",
    path: "/teams/:team",
    summary: "Deletes a team and its access to projects.",
    parameters: (_, id) => [id],
    run: (context, id: string): void => remove(context.store, teams, context.find(teams, id)),
  }),
  grant: operation({
    method: "POST",
    path: "/team-projects",
    summary:
      "Grants a team access to a project, or changes it: `read`, `write`, `maintain`, `admin` or `custom`. With " +
      "`custom`, `projectAccess` and `workspaceAccess` set single permissions, with the service's names.",
    example: ({ team, project }) => ({
      teamId: team,
      projectId: project,
      access: "custom",
      workspaceAccess: { runs: "apply", "run-tasks": true },
    }),
    parameters: decoded(
      object({
        ...teamAndProject,
        access: oneOf(TEAM_ACCESS_LEVELS),
        projectAccess: optional(projectAccess),
        workspaceAccess: optional(workspaceAccess),
      }),
      (it) => [it],
    ),
    run: (context, { teamId, projectId, ...given }: GrantAccessOptions): void => {
      const { store } = context;
      const { before, organizationId } = accessOf(context, teamId, projectId);
      const change = { ...given, teamId, projectId };
      const scope = { organizationId, parent: undefined, before };
      rejectInvalid(`teams.grant(${teamId}, ${projectId})`, problemsWith(store, teamProjects, change, scope));
      if (before === undefined) create(store, teamProjects, change);
      // Permissions that are not given have their default again.
      else update(store, teamProjects, { ...before, projectAccess: {}, workspaceAccess: {} }, change);
    },
  }),
  revoke: operation({
    method: "DELETE",
    path: "/team-projects",
    summary: "Revokes a team's access to a project, if it has any.",
    example: ({ team, project }) => ({ teamId: team, projectId: project }),
    parameters: decoded(object(teamAndProject), (it) => [it]),
    run: (context, { teamId, projectId }: Pick<GrantAccessOptions, "teamId" | "projectId">): void => {
      const { before } = accessOf(context, teamId, projectId);
      if (before !== undefined) remove(context.store, teamProjects, before);
    },
  }),
};

/** @throws ControlError when the team or the project does not exist, or they are of different organizations */
function accessOf(
  context: ControlContext,
  teamId: string,
  projectId: string,
): { readonly before: TeamProjectRecord | undefined; readonly organizationId: string } {
  const { organizationId } = context.find(teams, teamId);
  context.findIn(organizationId, projects, projectId);
  const access = context.store.table(teamProjects).where("teamId", teamId).all();
  return { before: access.find((it) => it.projectId === projectId), organizationId };
}
