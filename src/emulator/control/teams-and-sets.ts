import { arrayOf, boolean, nullable, object, oneOf, optional, string } from "../decode";
import type { Kind } from "../engine/kind";
import type { BaseRecord } from "../engine/table";
import { create, remove } from "../engine/write";
import { ControlError } from "../errors";
import { policySets, POLICY_KINDS } from "../kinds/policy-set";
import { projects } from "../kinds/project";
import { teams } from "../kinds/team";
import { projectAccess, TEAM_ACCESS_LEVELS, teamProjects, workspaceAccess } from "../kinds/team-access";
import type { TeamProjectRecord } from "../kinds/team-access";
import { variableSets } from "../kinds/variable-set";
import { workspaces } from "../kinds/workspace";
import { policySetChange, variableSetChange } from "../new-sets";
import type { ControlContext } from "./context";
import { rejectInvalid } from "./context";
import type {
  CreatePolicySetOptions,
  CreateVariableSetOptions,
  GrantAccessOptions,
  TeamInfo,
} from "./emulator-control";
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
      const change = {
        access: given.access,
        projectAccess: given.projectAccess === undefined ? undefined : projectAccess(given.projectAccess, "$"),
        workspaceAccess: given.workspaceAccess === undefined ? undefined : workspaceAccess(given.workspaceAccess, "$"),
      };
      const scope = { organizationId, parent: undefined, before };
      rejectInvalid(`teams.grant(${teamId}, ${projectId})`, problemsWith(store, teamProjects, change, scope));
      if (before === undefined) create(store, teamProjects, { ...change, teamId, projectId });
      else store.table(teamProjects).put({ ...before, ...change });
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
  requireSameOrganization(context, projects, projectId, organizationId);
  const access = context.store.table(teamProjects).where("teamId", teamId).all();
  return { before: access.find((it) => it.projectId === projectId), organizationId };
}

function requireSameOrganization<R extends BaseRecord>(
  context: ControlContext,
  kind: Kind<R>,
  id: string,
  organizationId: string,
): void {
  const found = context.find(kind, id);
  if (context.store.placeOf(kind, found).organizationId !== organizationId) {
    throw new ControlError(`${kind.label} ${id} is of another organization.`);
  }
}

const named = { organization: string, name: string, description: optional(nullable(string)) };
const ids = optional(arrayOf(string));

/** Variable sets, changed out of band. */
export const variableSetOperations = {
  create: operation({
    method: "POST",
    path: "/variable-sets",
    summary:
      "Creates a variable set. Returns its ID. It applies to all workspaces with `global`, otherwise to " +
      "`projectIds` and `workspaceIds`. `ownerProjectId` is the project that owns it.",
    example: ({ organization, project }) => ({ organization, name: "aws-dev", projectIds: [project] }),
    parameters: decoded(
      object({
        ...named,
        global: optional(boolean),
        priority: optional(boolean),
        projectIds: ids,
        workspaceIds: ids,
        ownerProjectId: optional(string),
      }),
      (it) => [it],
    ),
    run: (context, { organization, ...set }: CreateVariableSetOptions): { readonly id: string } => {
      const { id: organizationId } = context.organization(organization);
      const owner = set.ownerProjectId === undefined ? [] : [set.ownerProjectId];
      checkTargets(context, organizationId, [...(set.projectIds ?? []), ...owner], set.workspaceIds);
      const change = variableSetChange(organizationId, set);
      return idOf(context.create(`variableSets.create(${set.name})`, variableSets, change, scopeIn(organizationId)));
    },
  }),
  delete: operation({
    method: "DELETE",
    path: "/variable-sets/:variableSet",
    summary: "Deletes a variable set.",
    parameters: (_, id) => [id],
    run: (context, id: string): void => remove(context.store, variableSets, context.find(variableSets, id)),
  }),
};

/** Policy sets, changed out of band. */
export const policySetOperations = {
  create: operation({
    method: "POST",
    path: "/policy-sets",
    summary:
      "Creates a policy set. Returns its ID. It applies to all workspaces with `global`, otherwise to `projectIds` " +
      "and `workspaceIds`, and in either case not to `excludedProjectIds` and `excludedWorkspaceIds`.",
    example: ({ organization, project }) => ({ organization, name: "cis", kind: "opa", projectIds: [project] }),
    parameters: decoded(
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
      (it) => [it],
    ),
    run: (context, { organization, ...set }: CreatePolicySetOptions): { readonly id: string } => {
      const { id: organizationId } = context.organization(organization);
      checkTargets(context, organizationId, set.projectIds, set.workspaceIds);
      checkTargets(context, organizationId, set.excludedProjectIds, set.excludedWorkspaceIds);
      const change = policySetChange(organizationId, set);
      return idOf(context.create(`policySets.create(${set.name})`, policySets, change, scopeIn(organizationId)));
    },
  }),
  delete: operation({
    method: "DELETE",
    path: "/policy-sets/:policySet",
    summary: "Deletes a policy set.",
    parameters: (_, id) => [id],
    run: (context, id: string): void => remove(context.store, policySets, context.find(policySets, id)),
  }),
};

/** @throws ControlError for a project or workspace that does not exist, or is of another organization */
function checkTargets(
  context: ControlContext,
  organizationId: string,
  projectIds: readonly string[] = [],
  workspaceIds: readonly string[] = [],
): void {
  for (const id of projectIds) requireSameOrganization(context, projects, id, organizationId);
  for (const id of workspaceIds) requireSameOrganization(context, workspaces, id, organizationId);
}

function scopeIn(organizationId: string): { readonly organizationId: string; readonly parent: undefined } {
  return { organizationId, parent: undefined };
}

function idOf({ id }: BaseRecord): { readonly id: string } {
  return { id };
}
