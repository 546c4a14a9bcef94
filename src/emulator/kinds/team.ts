import { nameKey } from "../../model";
import type { Schema } from "../decode";
import { boolean, nullable, object, oneOf, optional, string } from "../decode";
import type { OrganizationPermission, ProjectPermission } from "../engine/access";
import { ORGANIZATION_PERMISSIONS, PROJECT_PERMISSIONS } from "../engine/access";
import { managedWith } from "../engine/access";
import { attribute, setting } from "../engine/attribute";
import type { ChangeOf, Context, Kind, RecordOf, Scope, Store, WriteContext } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { onceForEach } from "../../once-for-each";
import { outOfBand } from "../engine/out-of-band";
import { nameContains } from "../engine/listable";
import { missing } from "../engine/path";
import { toOne } from "../engine/relation";
import type { BaseRecord } from "../engine/table";
import { memberOf } from "../engine/table";
import { create } from "../engine/write";
import type { AttributeProblem } from "../errors";
import { notFound } from "../errors";
import { queryList } from "../http/query-parameters";
import { usernameOf, userResource } from "./user";

/** What a team can do in its organization; the service's names. */
const ORGANIZATION_ACCESS = [
  "manage-policies",
  "manage-policy-overrides",
  "delegate-policy-overrides",
  "manage-run-tasks",
  "manage-workspaces",
  "manage-vcs-settings",
  "manage-agent-pools",
  "manage-projects",
  "read-projects",
  "read-workspaces",
  "manage-providers",
  "manage-modules",
  "manage-membership",
  "manage-teams",
  "manage-organization-access",
  "access-secret-teams",
  "manage-public-modules",
  "manage-public-providers",
  "manage-registry-artifact-tags",
  "manage-registry-artifact-version-tags",
  "manage-registry-components",
] as const;
const isAllowed = optional(boolean);
const organizationAccess: Schema<OrganizationAccess> = object(
  Object.fromEntries(ORGANIZATION_ACCESS.map((name) => [name, isAllowed])),
);
type OrganizationAccess = Readonly<Partial<Record<(typeof ORGANIZATION_ACCESS)[number], boolean | undefined>>>;

/** Tables whose kinds know that of teams. */
const TOKENS = "authentication-tokens";
const MEMBERSHIPS = "organization-memberships";

const definition = shape({
  type: "teams",
  label: "Team",
  prefix: "team-",
  parameter: "team",
  parent: "organization",
  attributes: {
    name: attribute(string, { unique: true }),
    /** What its members can do in the organization; documents have all access. @default nothing */
    organizationAccess: attribute(organizationAccess, { initial: {}, writeOnly: true }),
  },
  settings: {
    description: setting(nullable(string), null, { documented: false }),
    ssoTeamId: setting(nullable(string), null),
    /** Whether everyone in the organization sees it, or only its members. @default "secret" */
    visibility: setting(oneOf(["secret", "organization"]), "secret"),
    allowMemberTokenManagement: setting(boolean, true),
  },
  relations: { organization: toOne("organizations", { links: true }) },
  members: {
    /** The team of a single token, which nobody sees. */
    anonymous: optional(boolean),
  },
});

export type TeamRecord = RecordOf<typeof definition>;

const made = outOfBand(definition, {
  name: "teams",
  path: "/teams",
  summary: "Creates a team.",
  example: ({ organization }) => ({ organization, name: "web" }),
  // Every organization has the team `owners`.
  isInState: (team) => team.anonymous !== true && !isOwners(team),
});

/** Teams; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/teams */
export const teams: Kind<TeamRecord, typeof made> = kind(definition, {
  access: managedWith("manage-teams", "read"),
  isVisible,
  items: ["/teams/:team"],
  collection: "/organizations/:organization/teams",
  creationStatus: 200,
  list: {
    filters: {
      q: nameContains,
      "filter[names]": (_, { query }) => {
        const names = (queryList(query, "filter[names]") ?? []).map(nameKey);
        return ({ name }) => names.includes(nameKey(name));
      },
    },
    // By name (our choice: undocumented).
    order: "name",
  },
  computed: {
    usersCount: { value: ({ store }, { id }) => usersOf(store, id).length },
    nonServiceUsersCount: { value: ({ store }, { id }) => usersOf(store, id).length, documented: false },
    scimLinked: { constant: false, documented: false },
    scimGroupName: { constant: null, documented: false },
    scimUpdatedAt: { constant: null, documented: false },
    scimSyncPaused: { constant: false, documented: false },
    hcpResourceName: { constant: null, documented: false },
    isUnified: { constant: false, documented: false },
    permissions: { value: permissionsOf },
    organizationAccess: {
      value: ({ documents }, team) => (documents === "full" ? organizationAccessOf(team) : {}),
    },
  },
  related: {
    users: {
      many: true,
      resources: ({ store }, { id }) => usersOf(store, id).map(userResource),
    },
    organizationMemberships: {
      to: MEMBERSHIPS,
      many: true,
      records: ({ store }, { id }) => membershipsOf(store, id),
      documented: false,
    },
    authenticationToken: {
      to: TOKENS,
      records: ({ store }, { id }) => tokensOf(store, id).find((token) => memberOf(token, "description") === null),
      documented: false,
    },
    authenticationTokens: {
      to: TOKENS,
      many: true,
      records: ({ store }, { id }) => tokensOf(store, id),
      documented: false,
    },
  },
  includes: ["users", "organization-memberships"],
  rules,
  // Access that is not given keeps its value.
  settle: (record, change, before) => ({
    ...record,
    organizationAccess: { ...before?.organizationAccess, ...change.organizationAccess },
  }),
  refuseDelete: (_, team) => {
    if (isOwners(team)) throw missing(teams, team.id);
  },
  outOfBand: made,
  madeWith: {
    type: "organizations",
    make: (store, { id }) =>
      create(store, teams, { organizationId: id, name: OWNERS, settings: { visibility: "organization" } }),
  },
});

/** The team that every organization has. */
const OWNERS = "owners";

/** A secret team is visible to its members, and to principals with access to all secret teams. */
function isVisible({ principal }: WriteContext, { id, organizationId, anonymous, settings }: TeamRecord): boolean {
  if (anonymous === true) return false;
  const isSecret = settings.visibility !== "organization";
  return !isSecret || principal.isMemberOf(id) || principal.can("access-secret-teams", { organizationId });
}

/**
 * The team `owners` always has its name, and all access.
 *
 * @throws HttpError 404 for access to the organization, without the permission to change that
 */
function rules(
  { name, organizationAccess: access }: ChangeOf<TeamRecord>,
  { before, organizationId, principal }: Scope<TeamRecord>,
): readonly AttributeProblem[] {
  if (access !== undefined && principal?.can("manage-organization-access", { organizationId }) === false) {
    throw notFound("The organization access of the team");
  }
  const isRenamed = name !== undefined && before !== undefined && isOwners(before) && name !== before.name;
  return isRenamed ? [{ attribute: "name", detail: "Name of the team owners cannot be changed" }] : [];
}

function permissionsOf({ principal, documents }: Context, team: TeamRecord): Readonly<Record<string, boolean>> {
  const { organizationId } = team;
  const manages = principal.can("manage-teams", { organizationId });
  const changes = manages && !isOwners(team);
  const documented = {
    "can-update-membership": managesMembersOf({ principal }, team),
    "can-destroy": changes,
    "can-update-organization-access": changes && principal.can("manage-organization-access", { organizationId }),
    "can-update-api-token": managesTokensOf({ principal }, team),
    "can-update-visibility": manages,
  };
  if (documents === "documented") return documented;
  return {
    ...documented,
    "can-update-name": changes,
    "can-update-sso-team-id": changes,
    "can-update-member-token-management": manages,
    "can-view-api-token": managesTokensOf({ principal }, team),
  };
}

function tokensOf(store: Store, teamId: string): readonly BaseRecord[] {
  return store.of(TOKENS).where("teamId", teamId).all();
}

function membershipsOf(store: Store, teamId: string): readonly BaseRecord[] {
  return store.of(MEMBERSHIPS).where("teamIds", teamId).all();
}

/** The names of the active members. */
function usersOf(store: Store, teamId: string): readonly string[] {
  const active = membershipsOf(store, teamId).filter((it) => memberOf(it, "status") === "active");
  return active.map((it) => usernameOf(String(memberOf(it, "email"))));
}

/** Only owners manage the members of the team `owners`. */
export function managesMembersOf({ principal }: Pick<WriteContext, "principal">, team: TeamRecord): boolean {
  const { organizationId } = team;
  return principal.can(isOwners(team) ? "manage" : "manage-membership", { organizationId });
}

/** Members of a team can manage its tokens if the team permits it; those of `owners` are for owners. */
export function managesTokensOf({ principal }: Pick<WriteContext, "principal">, team: TeamRecord): boolean {
  const { id, organizationId, settings } = team;
  if (principal.can(isOwners(team) ? "manage" : "manage-teams", { organizationId })) return true;
  return settings.allowMemberTokenManagement !== false && principal.isMemberOf(id);
}

/** The team `owners` of an organization. */
export function ownersOf(store: Store, organizationId: string): TeamRecord {
  const found = store.table(teams).find("name", organizationId, OWNERS);
  if (found === undefined) throw new Error(`This is a bug in the emulator: ${organizationId} has no owners.`);
  return found;
}

export function isOwners({ name, anonymous }: TeamRecord): boolean {
  return anonymous !== true && name === OWNERS;
}

function organizationAccessOf(team: TeamRecord): Readonly<Record<string, boolean>> {
  const all = isOwners(team);
  return Object.fromEntries(ORGANIZATION_ACCESS.map((it) => [it, all || team.organizationAccess[it] === true]));
}

/** Permissions on an organization, and on every one of its projects. */
export interface Permissions {
  readonly organization: readonly OrganizationPermission[];
  readonly everyProject: readonly ProjectPermission[];
}

export const OWNER_PERMISSIONS: Permissions = {
  organization: ORGANIZATION_PERMISSIONS,
  everyProject: PROJECT_PERMISSIONS,
};

/** What access to an organization permits, beside reading it. Access that is not emulated permits nothing. */
const PERMITTED: { readonly [N in keyof OrganizationAccess]: Permissions } = {
  "manage-projects": {
    organization: ["create-project", "force-delete-projects", "manage-variable-sets"],
    everyProject: PROJECT_PERMISSIONS.filter((it) => it !== "override"),
  },
  "manage-policies": { organization: ["manage-policies"], everyProject: [] },
  "manage-membership": { organization: ["manage-membership"], everyProject: [] },
  "manage-teams": { organization: ["manage-teams"], everyProject: [] },
  "manage-organization-access": { organization: ["manage-organization-access"], everyProject: [] },
  "access-secret-teams": { organization: ["access-secret-teams"], everyProject: [] },
  "manage-workspaces": {
    organization: ["manage-variable-sets"],
    everyProject: ["read", "manage-variable-sets", "create-workspace", "run"],
  },
  "manage-agent-pools": { organization: ["manage-agent-pools"], everyProject: [] },
  // Who overrides a stage must see it.
  "manage-policy-overrides": { organization: [], everyProject: ["read", "override"] },
  "manage-run-tasks": { organization: ["manage-run-tasks"], everyProject: [] },
  "manage-vcs-settings": { organization: ["manage-vcs-settings"], everyProject: [] },
  "read-projects": { organization: [], everyProject: ["read"] },
  "read-workspaces": { organization: [], everyProject: ["read"] },
};

/** Access to an organization that consists of these. */
export function accessWith(...names: readonly (keyof OrganizationAccess)[]): OrganizationAccess {
  return Object.fromEntries(names.map((name) => [name, true]));
}

/** What the organization access of a team permits. */
export function permissionsOfTeam(team: TeamRecord): Permissions {
  return isOwners(team) ? OWNER_PERMISSIONS : permissionsOfAccess(team.organizationAccess);
}

/** What organization access permits. */
export const permissionsOfAccess: (access: OrganizationAccess) => Permissions = onceForEach(permittedBy);

function permittedBy(access: OrganizationAccess): Permissions {
  const permitted = ORGANIZATION_ACCESS.flatMap((it) => (access[it] === true ? (PERMITTED[it] ?? []) : []));
  const everyProject = new Set(permitted.flatMap((it) => it.everyProject));
  return {
    organization: ["read", ...permitted.flatMap(({ organization }) => organization)],
    everyProject: PROJECT_PERMISSIONS.filter((it) => everyProject.has(it)),
  };
}
