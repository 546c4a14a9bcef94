import { PROJECT_PERMISSION_LEVELS, TEAM_ACCESS_LEVELS, WORKSPACE_PERMISSION_LEVELS } from "../../model";
import type { Decoded } from "../decode";
import { arrayOf, boolean, isObject, object, oneOf, optional } from "../decode";
import type { PermissionWithin } from "../engine/access";
import { managedWith, PROJECT_PERMISSIONS, withIncluded } from "../engine/access";
import { attribute } from "../engine/attribute";
import type { Kind, RecordOf, ServiceRequest, WriteContext } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { onceForEach } from "../../once-for-each";
import { outOfBand } from "../engine/out-of-band";
import type { Listable } from "../engine/listable";
import { visibleById } from "../engine/path";
import { toOne } from "../engine/relation";
import { memberOf } from "../engine/table";
import { wireKey, wordsOf } from "../engine/words";
import type { AttributeProblem } from "../errors";
import { badRequest } from "../errors";
import { queryValue } from "../http/query-parameters";
import { projects } from "./project";
import { teams } from "./team";

/** The level of access of a team to a project; with `custom`, the access is set in detail. */
type TeamAccessLevel = (typeof TEAM_ACCESS_LEVELS)[number];

/** The permissions of a team with `custom` access on the project itself; names are the service's. */
const projectAccess = object({
  settings: optional(oneOf(PROJECT_PERMISSION_LEVELS.settings)),
  teams: optional(oneOf(PROJECT_PERMISSION_LEVELS.teams)),
  "variable-sets": optional(oneOf(PROJECT_PERMISSION_LEVELS.variable_sets)),
});
/** The permissions of a team with `custom` access on the project itself. */
type ProjectAccess = Decoded<typeof projectAccess>;

/** The permissions of a team with `custom` access on the workspaces in the project. */
const workspaceAccess = object({
  create: optional(boolean),
  move: optional(boolean),
  locking: optional(boolean),
  delete: optional(boolean),
  runs: optional(oneOf(WORKSPACE_PERMISSION_LEVELS.runs)),
  variables: optional(oneOf(WORKSPACE_PERMISSION_LEVELS.variables)),
  "state-versions": optional(oneOf(WORKSPACE_PERMISSION_LEVELS.state_versions)),
  "sentinel-mocks": optional(oneOf(WORKSPACE_PERMISSION_LEVELS.sentinel_mocks)),
  "run-tasks": optional(boolean),
  "policy-overrides": optional(boolean),
});
/** The permissions of a team with `custom` access on the workspaces in the project. */
type WorkspaceAccess = Decoded<typeof workspaceAccess>;

const SINGLE = ["projectAccess", "workspaceAccess"];

/** Single permissions can be set only with `custom` access. An object without members sets none: clients send such. */
export function singleProblems(
  level: string | undefined,
  change: object,
  names: readonly string[],
): readonly AttributeProblem[] {
  if (level === "custom") return [];
  return names
    .filter((name) => setsSomething(memberOf(change, name)))
    .map((name) => {
      const attribute = wireKey(name);
      const what = `${wordsOf(attribute)} is read-only when access level is '${level}'`;
      return { attribute, detail: `${what}; use the 'custom' access level to set this attribute.` };
    });
}

function setsSomething(value: unknown): boolean {
  return isObject(value) ? Object.keys(value).length > 0 : (value ?? null) !== null;
}

const PROJECT_FILTER = "filter[project][id]";

const definition = shape({
  type: "team-projects",
  label: "Team access",
  prefix: "tprj-",
  parameter: "teamProject",
  parent: "project",
  attributes: {
    access: attribute(oneOf(TEAM_ACCESS_LEVELS)),
    /** With `custom` access, the permissions that were set; documents also have the others. */
    projectAccess: attribute(projectAccess, { initial: {}, writeOnly: true }),
    workspaceAccess: attribute(workspaceAccess, { initial: {}, writeOnly: true }),
  },
  relations: {
    team: toOne("teams", { links: true, onDelete: "cascade", writable: "create", isNotFound: true }),
    project: toOne("projects", { links: true, writable: "create" }),
  },
  members: {
    /** Of the team of a single token: the permissions it was given, in place of those that the access implies. */
    permissions: optional(arrayOf(oneOf(PROJECT_PERMISSIONS))),
  },
});

export type TeamProjectRecord = RecordOf<typeof definition>;

const made = outOfBand(definition, {
  name: "projects",
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
  partOf: ["team"],
  pair: {
    with: "project",
    short: "access",
    set: "grant",
    unset: "revoke",
    unsetSummary: "Revokes a team's access to a project, if it has any.",
  },
});

/**
 * The access of teams to projects; see
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/project-team-access
 */
export const teamProjects: Kind<TeamProjectRecord, typeof made> = kind(definition, {
  access: managedWith("manage-teams", "read"),
  isVisible,
  items: ["/team-projects/:teamProject"],
  collection: "/team-projects",
  list: {
    filters: {
      "filter[team][id]":
        (id) =>
        ({ teamId }) =>
          teamId === id,
    },
    parameters: [PROJECT_FILTER],
    source: accessToProject,
  },
  computed: {
    projectAccess: {
      value: ({ documents }, it) => ({
        ...(documents === "full" ? MORE[it.access].project : {}),
        ...IMPLIED[it.access].project,
        ...it.projectAccess,
      }),
    },
    workspaceAccess: {
      value: ({ documents }, it) => ({
        ...(documents === "full" ? MORE[it.access].workspace : {}),
        ...IMPLIED[it.access].workspace,
        ...it.workspaceAccess,
      }),
    },
  },
  outOfBand: made,
  uniqueTogether: ["team", "project"],
  rules: ({ access, ...it }, { before }) => singleProblems(access ?? before?.access, it, SINGLE),
  // Single permissions that are not given keep their value, until another level of access replaces all of them.
  settle: (record, change, before) => {
    if (record.access !== "custom") return { ...record, projectAccess: {}, workspaceAccess: {} };
    return {
      ...record,
      projectAccess: { ...before?.projectAccess, ...change.projectAccess },
      workspaceAccess: { ...before?.workspaceAccess, ...change.workspaceAccess },
    };
  },
});

/** Principals who cannot see all access to the project see that of their own teams. */
function isVisible({ store, principal }: WriteContext, { teamId, projectId }: TeamProjectRecord): boolean {
  const { anonymous, organizationId } = store.table(teams).expect(teamId);
  if (anonymous === true) return false;
  return principal.isMemberOf(teamId) || principal.can("read-teams", { organizationId, projectId });
}

/** @throws HttpError 400 without a project (our choice: undocumented), 404 for one that is not visible */
function accessToProject(request: ServiceRequest): Listable<TeamProjectRecord> {
  const id = queryValue(request.query, PROJECT_FILTER);
  if (id === undefined) throw badRequest(`Parameter ${PROJECT_FILTER} is required.`);
  return request.store.table(teamProjects).where("projectId", visibleById(request, projects, id).id);
}

/** The permissions that an access level implies; for `custom`, the defaults. */
interface ImpliedAccess {
  readonly project: Partial<ProjectAccess>;
  readonly workspace: Partial<WorkspaceAccess>;
}

const READ: ImpliedAccess = {
  project: { settings: "read", teams: "none" },
  workspace: {
    create: false,
    move: false,
    locking: false,
    delete: false,
    runs: "read",
    variables: "read",
    "state-versions": "read",
    "sentinel-mocks": "none",
    "run-tasks": false,
  },
};
const WRITE: ImpliedAccess = {
  project: READ.project,
  workspace: {
    ...READ.workspace,
    locking: true,
    runs: "apply",
    variables: "write",
    "state-versions": "write",
    "sentinel-mocks": "read",
  },
};
const MAINTAIN: ImpliedAccess = {
  project: READ.project,
  workspace: { ...WRITE.workspace, create: true, delete: true, "run-tasks": true },
};

/**
 * The permissions that each level of access implies, in the order of the documentation.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/project-team-access#implied-custom-permission-levels
 */
const IMPLIED: Readonly<Record<TeamAccessLevel, ImpliedAccess>> = {
  read: READ,
  write: WRITE,
  maintain: MAINTAIN,
  admin: {
    project: { settings: "delete", teams: "manage" },
    workspace: { ...MAINTAIN.workspace, move: true },
  },
  custom: {
    project: READ.project,
    workspace: { ...READ.workspace, variables: "none", "state-versions": "none" },
  },
};

const NO_MORE: ImpliedAccess = { project: { "variable-sets": "none" }, workspace: { "policy-overrides": false } };

/** Permissions of the OpenAPI description; what the levels imply is our choice. */
const MORE: Readonly<Record<TeamAccessLevel, ImpliedAccess>> = {
  read: NO_MORE,
  write: NO_MORE,
  maintain: NO_MORE,
  admin: { project: { "variable-sets": "write" }, workspace: { "policy-overrides": true } },
  custom: NO_MORE,
};

/** What the access permits. */
export const permissionsOnProject: (it: TeamProjectRecord) => ReadonlySet<PermissionWithin> = onceForEach(permitted);

function permitted(it: TeamProjectRecord): ReadonlySet<PermissionWithin> {
  if (it.permissions !== undefined) return withIncluded(it.permissions);
  const project = { ...MORE[it.access].project, ...IMPLIED[it.access].project, ...it.projectAccess };
  const workspace: WorkspaceAccess = {
    ...MORE[it.access].workspace,
    ...IMPLIED[it.access].workspace,
    ...it.workspaceAccess,
  };
  const others = {
    update: project.settings !== "read",
    destroy: project.settings === "delete",
    "read-teams": project.teams !== "none",
    "manage-teams": project.teams === "manage",
    "manage-variable-sets": project["variable-sets"] === "write",
    "manage-workspace-teams": project.teams === "manage" || it.access === "maintain",
    "create-workspace": workspace.create === true,
    // Nothing else would permit it (our choice: undocumented).
    "update-workspace": workspace.create === true,
    "delete-workspace": workspace.delete === true,
    "move-workspaces": workspace.move === true,
  };
  return new Set([...permissionsIn(workspace), ...held(others)]);
}

/** What access to a workspace permits in it, alone or by access to its project. */
export function permissionsIn(access: WorkspaceAccess): readonly PermissionWithin[] {
  const { runs, variables, "state-versions": state } = access;
  return held({
    read: true,
    "lock-workspace": access.locking === true,
    "attach-run-tasks": access["run-tasks"] === true,
    plan: runs === "plan" || runs === "apply",
    run: runs === "apply",
    override: access["policy-overrides"] === true,
    "read-variables": variables === "read" || variables === "write",
    "write-variables": variables === "write",
    "read-state": state === "read" || state === "write",
    "read-state-outputs": state !== "none",
  });
}

function held(permissions: Partial<Readonly<Record<PermissionWithin, boolean>>>): readonly PermissionWithin[] {
  // The keys are those of the type.
  const names = Object.keys(permissions) as readonly PermissionWithin[];
  return names.filter((name) => permissions[name] === true);
}
