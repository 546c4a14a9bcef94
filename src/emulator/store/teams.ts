import type { AttributeProblem } from "../errors";
import { NAME_TAKEN } from "../errors";
import { newId } from "./identifiers";
import type {
  OrganizationRecord,
  ProjectAccess,
  ProjectRecord,
  TeamAccessLevel,
  TeamProjectRecord,
  TeamRecord,
  WorkspaceAccess,
} from "./records";
import type { Store } from "./store";

/** A team's access to a project. */
export interface TeamAccess {
  readonly access: TeamAccessLevel;
  /** Only with `custom` access; omitted permissions have their default. */
  readonly projectAccess?: Partial<ProjectAccess> | undefined;
  readonly workspaceAccess?: Partial<WorkspaceAccess> | undefined;
}

/** Problems with a name for a new team. */
export function checkTeamName(store: Store, organizationId: string, name: string): AttributeProblem[] {
  if (name === "") return [{ attribute: "name", detail: "Name can't be blank" }];
  return store.findTeam(organizationId, name) === undefined ? [] : [NAME_TAKEN];
}

/** Problems with the access of a team: single permissions can only be set with `custom` access. */
export function checkTeamAccess({ access, projectAccess, workspaceAccess }: TeamAccess): AttributeProblem[] {
  if (access === "custom") return [];
  const given = [
    ...(projectAccess === undefined ? [] : ["project-access"]),
    ...(workspaceAccess === undefined ? [] : ["workspace-access"]),
  ];
  return given.map((attribute) => ({ attribute, detail: `${attribute} can only be set when access is custom` }));
}

/** Creates a team. The name must have passed {@link checkTeamName}. */
export function createTeam(store: Store, organization: OrganizationRecord, name: string): TeamRecord {
  return store.teams.put({
    id: newId("team"),
    sequence: store.nextSequence(),
    organizationId: organization.id,
    name,
    createdAt: store.clock.timestamp(),
  });
}

/** Grants a team access to a project, or changes it. It must have passed {@link checkTeamAccess}. */
export function grantAccess(store: Store, team: TeamRecord, project: ProjectRecord, given: TeamAccess): void {
  const { access, projectAccess = {}, workspaceAccess = {} } = given;
  const existing = accessOf(store, team, project);
  store.teamProjects.put({
    id: existing?.id ?? newId("teamProject"),
    sequence: existing?.sequence ?? store.nextSequence(),
    teamId: team.id,
    projectId: project.id,
    access,
    projectAccess: { ...NO_PROJECT_ACCESS, ...projectAccess },
    workspaceAccess: { ...NO_WORKSPACE_ACCESS, ...workspaceAccess },
  });
}

/** Revokes a team's access to a project. */
export function revokeAccess(store: Store, team: TeamRecord, project: ProjectRecord): void {
  const existing = accessOf(store, team, project);
  if (existing !== undefined) store.teamProjects.remove(existing.id);
}

export function deleteTeam(store: Store, team: TeamRecord): void {
  for (const access of [...store.teamProjectsWith(team.id).all()]) store.teamProjects.remove(access.id);
  store.teams.remove(team.id);
}

function accessOf(store: Store, team: TeamRecord, project: ProjectRecord): TeamProjectRecord | undefined {
  return store
    .teamProjectsOf(project.id)
    .all()
    .find(({ teamId }) => teamId === team.id);
}

/** All members, as the record type requires. */
const NO_PROJECT_ACCESS = { settings: undefined, teams: undefined, "variable-sets": undefined };
const NO_WORKSPACE_ACCESS = {
  create: undefined,
  move: undefined,
  locking: undefined,
  delete: undefined,
  runs: undefined,
  variables: undefined,
  "state-versions": undefined,
  "sentinel-mocks": undefined,
  "run-tasks": undefined,
  "policy-overrides": undefined,
};

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
export const IMPLIED_ACCESS: Readonly<Record<TeamAccessLevel, ImpliedAccess>> = {
  read: READ,
  write: WRITE,
  maintain: MAINTAIN,
  admin: { project: { settings: "delete", teams: "manage" }, workspace: { ...MAINTAIN.workspace, move: true } },
  custom: {
    project: READ.project,
    workspace: { ...READ.workspace, variables: "none", "state-versions": "none" },
  },
};
