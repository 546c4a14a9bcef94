import { WORKSPACE_PERMISSION_LEVELS } from "../../model";
import { boolean, nullable, oneOf, withoutUndefined } from "../decode";
import { managedWith } from "../engine/access";
import type { PermissionWithin } from "../engine/access";
import { attribute } from "../engine/attribute";
import type { Computed, Kind, RecordOf, ServiceRequest, WriteContext } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { onceForEach } from "../../once-for-each";
import { outOfBand } from "../engine/out-of-band";
import type { Listable } from "../engine/listable";
import { visibleById } from "../engine/path";
import { toOne } from "../engine/relation";
import { badRequest } from "../errors";
import { queryValue } from "../http/query-parameters";
import { permissionsIn, singleProblems } from "./team-access";
import { workspaces } from "./workspace";

const WORKSPACE_FILTER = "filter[workspace][id]";

/** Null, unless set with `custom` access: documents have what the level implies. */
const single = { initial: null, writeOnly: true } as const;

const definition = shape({
  type: "team-workspaces",
  label: "Team access",
  prefix: "tws-",
  parameter: "teamWorkspace",
  parent: "workspace",
  attributes: {
    access: attribute(oneOf(["read", "plan", "write", "admin", "custom"])),
    runs: attribute(nullable(oneOf(WORKSPACE_PERMISSION_LEVELS.runs)), single),
    variables: attribute(nullable(oneOf(WORKSPACE_PERMISSION_LEVELS.variables)), single),
    stateVersions: attribute(nullable(oneOf(WORKSPACE_PERMISSION_LEVELS.state_versions)), single),
    sentinelMocks: attribute(nullable(oneOf(WORKSPACE_PERMISSION_LEVELS.sentinel_mocks)), single),
    workspaceLocking: attribute(nullable(boolean), single),
    runTasks: attribute(nullable(boolean), single),
    policyOverrides: attribute(nullable(boolean), single),
  },
  relations: {
    team: toOne("teams", { links: true, onDelete: "cascade", writable: "create", isNotFound: true }),
    workspace: toOne("workspaces", { links: true, writable: "create" }),
  },
});

export type TeamWorkspaceRecord = RecordOf<typeof definition>;

const made = outOfBand(definition, {
  name: "workspaces",
  path: "/team-workspaces",
  summary:
    "Grants a team access to a workspace, or changes it: `read`, `plan`, `write`, `admin` or `custom`. With " +
    "`custom`, single permissions can be set.",
  example: ({ team, workspace }) => ({ teamId: team, workspaceId: workspace, access: "custom", runs: "plan" }),
  partOf: ["team"],
  pair: {
    with: "workspace",
    short: "access",
    set: "grantToWorkspace",
    unset: "revokeFromWorkspace",
    unsetSummary: "Revokes a team's access to a workspace, if it has any.",
  },
});
type Single = Omit<TeamWorkspaceRecord, "id" | "sequence" | "settings" | "access" | "teamId" | "workspaceId">;
type Implied = { readonly [K in keyof Single]: NonNullable<Single[K]> };

const READ: Implied = {
  runs: "read",
  variables: "read",
  stateVersions: "read",
  sentinelMocks: "none",
  workspaceLocking: false,
  runTasks: false,
  policyOverrides: false,
};
const WRITE: Implied = {
  ...READ,
  runs: "apply",
  variables: "write",
  stateVersions: "write",
  sentinelMocks: "read",
  workspaceLocking: true,
};

/**
 * What each level of access implies; of `custom`, the defaults. That `admin` can override policies is our choice. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/team-access
 */
const IMPLIED: Readonly<Record<TeamWorkspaceRecord["access"], Implied>> = {
  read: READ,
  plan: { ...READ, runs: "plan" },
  write: WRITE,
  admin: { ...WRITE, runTasks: true, policyOverrides: true },
  custom: { ...READ, variables: "none", stateVersions: "none" },
};

const NO_SINGLE: Single = {
  runs: null,
  variables: null,
  stateVersions: null,
  sentinelMocks: null,
  workspaceLocking: null,
  runTasks: null,
  policyOverrides: null,
};

/** The access of teams to workspaces. */
export const teamWorkspaces: Kind<TeamWorkspaceRecord, typeof made> = kind(definition, {
  access: managedWith("manage-workspace-teams", "read"),
  isVisible,
  outOfBand: made,
  items: ["/team-workspaces/:teamWorkspace"],
  collection: "/team-workspaces",
  list: {
    filters: {
      "filter[team][id]":
        (id) =>
        ({ teamId }) =>
          teamId === id,
    },
    parameters: [WORKSPACE_FILTER],
    source: accessToWorkspace,
  },
  computed: {
    runs: shown("runs"),
    variables: shown("variables"),
    stateVersions: shown("stateVersions"),
    sentinelMocks: shown("sentinelMocks"),
    workspaceLocking: shown("workspaceLocking"),
    runTasks: shown("runTasks"),
    policyOverrides: { ...shown("policyOverrides"), documented: false },
  },
  uniqueTogether: ["team", "workspace"],
  rules: ({ access, ...it }, { before }) => singleProblems(access ?? before?.access, it, Object.keys(NO_SINGLE)),
  // A change to `custom` keeps what the former level implies, as the tests of `hashicorp/tfe` expect.
  settle: (record, change, before) => {
    if (record.access !== "custom") return { ...record, ...NO_SINGLE };
    return before === undefined || before.access === "custom"
      ? record
      : { ...record, ...IMPLIED[before.access], ...withoutUndefined(change) };
  },
});

function shown(name: keyof Single): Computed<TeamWorkspaceRecord> {
  return { value: (_, it) => it[name] ?? IMPLIED[it.access][name] };
}

/** Principals who cannot see all access to the workspace see that of their own teams. */
function isVisible({ store, principal }: WriteContext, record: TeamWorkspaceRecord): boolean {
  if (principal.isMemberOf(record.teamId)) return true;
  const place = store.placeOf(teamWorkspaces, record);
  return principal.can("read-teams", place) || principal.can("manage-workspace-teams", place);
}

/** @throws HttpError 400 without a workspace (our choice: undocumented), 404 for one that is not visible */
function accessToWorkspace(request: ServiceRequest): Listable<TeamWorkspaceRecord> {
  const id = queryValue(request.query, WORKSPACE_FILTER);
  if (id === undefined) throw badRequest(`Parameter ${WORKSPACE_FILTER} is required.`);
  return request.store.table(teamWorkspaces).where("workspaceId", visibleById(request, workspaces, id).id);
}

/** What the access permits. */
export const permissionsOnWorkspace: (it: TeamWorkspaceRecord) => ReadonlySet<PermissionWithin> =
  onceForEach(permitted);

function permitted(it: TeamWorkspaceRecord): ReadonlySet<PermissionWithin> {
  const implied = IMPLIED[it.access];
  const ofAdmins = ["update-workspace", "delete-workspace", "manage-workspace-teams"] as const;
  return new Set([
    ...permissionsIn({
      runs: it.runs ?? implied.runs,
      variables: it.variables ?? implied.variables,
      "state-versions": it.stateVersions ?? implied.stateVersions,
      locking: it.workspaceLocking ?? implied.workspaceLocking,
      "run-tasks": it.runTasks ?? implied.runTasks,
      "policy-overrides": it.policyOverrides ?? implied.policyOverrides,
    }),
    ...(it.access === "admin" ? ofAdmins : []),
  ]);
}
