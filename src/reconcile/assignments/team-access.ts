import { UnprocessableEntityError, type TeamProjectAccessLevel } from "../../api";
import { indexBy } from "../../lists";
import {
  PERMISSION_BLOCKS,
  permissionKey,
  type AssignmentAttributes,
  type Permissions,
  type TeamProjectAccess,
} from "../../model";
import type { OrganizationView } from "../view";
import {
  assignmentKind,
  type AssignableObject,
  type AssignmentRequests,
  type AssignmentWrite,
  type KeyedAssignment,
} from "./kind";
import { observeAssignments } from "./observe";

/** The team that every organization has, and that may do everything. */
const OWNERS = "owners";

const requests: AssignmentRequests = {
  async objects(view) {
    const teams = await view.assignments.teams.get();
    return teams.map(({ id, name }): AssignableObject => ({ id, name, ...(name === OWNERS && { fixed: "owners" }) }));
  },

  forgetObjects: (view) => view.assignments.teams.forget(),

  async observe(view, projectId, isNamed, call) {
    const [access, teams] = await Promise.all([
      view.assignments.teamAccess(projectId).get(call),
      isNamed ? requests.objects(view) : [],
    ]);
    const byId = indexBy(teams, ({ id }) => id);
    return access.map((it) => ({
      object: byId.get(it.teamId) ?? { id: it.teamId, name: undefined },
      attributes: attributesOf(it),
    }));
  },

  countIn: ({ teamCount }) => teamCount,

  async send(view, projectIds, change) {
    for (const projectId of projectIds) await sendOne(view, projectId, change);
  },

  forget: (view, projectId) => view.assignments.teamAccess(projectId).forget(),
};

/** Single permissions say nothing but what the level implies, unless it is `custom`. */
function attributesOf({ access, projectAccess, workspaceAccess }: TeamProjectAccess): AssignmentAttributes {
  if (access !== "custom") return { access };
  return {
    access,
    ...named("project_access", projectAccess),
    ...named("workspace_access", workspaceAccess),
  };
}

function named(block: string, permissions: Permissions): AssignmentAttributes {
  return Object.fromEntries(
    Object.entries(permissions).map(([name, value]) => [permissionKey(block, name.replaceAll("-", "_")), value]),
  );
}

async function sendOne(view: OrganizationView, projectId: string, change: AssignmentWrite): Promise<void> {
  const { object, after } = change;
  const kept = view.assignments.teamAccess(projectId);
  const find = async () => (await kept.get()).find(({ teamId }) => teamId === object.id);
  let found = await find();
  const { client } = view;
  if (after === null) {
    if (found === undefined) {
      await observeAssignments(view, teamAccess, projectId, { objects: [object.id] });
      found = await find();
    }
    if (found !== undefined) await client.teamProjects.delete(found.id);
    kept.update((all) => all.filter(({ teamId }) => teamId !== object.id));
  } else if (found === undefined) {
    try {
      const created = await client.teamProjects.create({ teamId: object.id, projectId, ...levelOf(after) });
      kept.update((all) => [...all, created]);
    } catch (error) {
      if (!(error instanceof UnprocessableEntityError)) throw error;
      // Somebody may have given the team access since it was read.
      kept.forget();
      const existing = await find();
      if (existing === undefined) throw error;
      await update(view, existing, after);
    }
  } else {
    await update(view, found, after);
  }
}

async function update(
  view: OrganizationView,
  { id, projectId }: TeamProjectAccess,
  after: AssignmentAttributes,
): Promise<void> {
  const updated = await view.client.teamProjects.update(id, levelOf(after));
  view.assignments.teamAccess(projectId).update((all) => all.map((it) => (it.id === id ? updated : it)));
}

/** The service accepts single permissions only with `custom` access. */
function levelOf(attributes: AssignmentAttributes): TeamProjectAccessLevel {
  const { access, projectAccess, workspaceAccess } = accessOf(attributes);
  return { access, projectAccess: ifAny(projectAccess), workspaceAccess: ifAny(workspaceAccess) };
}

function ifAny(permissions: Permissions): Permissions | undefined {
  return Object.keys(permissions).length === 0 ? undefined : permissions;
}

/** The access of teams to a project. */
export const teamAccess = assignmentKind("tfprojects_project_team_access", {
  requires: "This takes an organization with teams, and a token that may read and manage the teams of the project.",
  permission: {
    of: "project",
    name: "can-manage-teams",
    isGranted: ({ project }) => project?.permissions.canManageTeams,
  },
  isBatched: false,
  hasIds: true,
  requests,
  write: (assignments) => ({ team: assignments.map(teamBlock) }),
  /** A change of the level resets the permissions; the service decides about those that are not set. */
  refresh: (inState, observed) =>
    inState["access"] === observed["access"]
      ? Object.fromEntries(Object.entries(inState).map(([name, value]) => [name, observed[name] ?? value]))
      : observed,
  merge: (before, set) => (before?.["access"] === set["access"] ? { ...before, ...set } : set),
  appliedAfter: (applied, projectId, { object, after }) => ({
    teamAccess: applied.teamAccess && [
      ...applied.teamAccess.filter(({ teamId }) => teamId !== object.id),
      ...(after === null ? [] : [{ id: "", teamId: object.id, projectId, ...accessOf(after) }]),
    ],
  }),
});

function teamBlock({ key, attributes, block }: KeyedAssignment): object {
  if (block !== undefined) return block;
  const blocks = Object.entries(PERMISSION_BLOCKS).map(([type, definition]) => {
    const permissions = Object.keys(definition.attributes).map((name) => {
      return [name, attributes[permissionKey(type, name)] ?? null] as const;
    });
    const isSet = permissions.some(([, value]) => value !== null);
    return [type, isSet ? Object.fromEntries(permissions) : null] as const;
  });
  return {
    team_id: "id" in key ? key.id : null,
    name: "name" in key ? key.name : null,
    access: attributes["access"],
    ...Object.fromEntries(blocks),
  };
}

/** Access as the service has it. Without single permissions, those that its level implies are missing. */
function accessOf(
  attributes: AssignmentAttributes,
): Pick<TeamProjectAccess, "access" | "projectAccess" | "workspaceAccess"> {
  const permissions = (block: string): Permissions => {
    const prefix = permissionKey(block, "");
    const its = Object.entries(attributes).filter(([name]) => name.startsWith(prefix));
    return Object.fromEntries(its.map(([name, value]) => [name.slice(prefix.length).replaceAll("_", "-"), value]));
  };
  return {
    access: String(attributes["access"]),
    projectAccess: permissions("project_access"),
    workspaceAccess: permissions("workspace_access"),
  };
}
