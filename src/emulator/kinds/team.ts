import { nameKey } from "../../model";
import type { Decoded } from "../decode";
import { boolean, decode, nullable, object, oneOf, optional, string } from "../decode";
import type { OrganizationPermission, ProjectPermission } from "../engine/access";
import { PROJECT_PERMISSIONS } from "../engine/access";
import { attribute, setting } from "../engine/attribute";
import type { Kind, RecordOf, ServiceRequest, Store } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { nameContains } from "../engine/listable";
import type { Listable } from "../engine/listable";
import { filterList } from "../engine/listable";
import { visible } from "../engine/path";
import { toOne } from "../engine/relation";
import type { ListOrder } from "../engine/table";
import { create } from "../engine/write";
import { queryList } from "../http/query-parameters";
import { organizations } from "./organization";

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
export type OrganizationAccess = (typeof ORGANIZATION_ACCESS)[number];

const isAllowed = optional(boolean);
const organizationAccess = object({
  "manage-policies": isAllowed,
  "manage-policy-overrides": isAllowed,
  "delegate-policy-overrides": isAllowed,
  "manage-run-tasks": isAllowed,
  "manage-workspaces": isAllowed,
  "manage-vcs-settings": isAllowed,
  "manage-agent-pools": isAllowed,
  "manage-projects": isAllowed,
  "read-projects": isAllowed,
  "read-workspaces": isAllowed,
  "manage-providers": isAllowed,
  "manage-modules": isAllowed,
  "manage-membership": isAllowed,
  "manage-teams": isAllowed,
  "manage-organization-access": isAllowed,
  "access-secret-teams": isAllowed,
  "manage-public-modules": isAllowed,
  "manage-public-providers": isAllowed,
  "manage-registry-artifact-tags": isAllowed,
  "manage-registry-artifact-version-tags": isAllowed,
  "manage-registry-components": isAllowed,
} satisfies Record<OrganizationAccess, typeof isAllowed>);

const definition = shape({
  type: "teams",
  label: "Team",
  prefix: "team-",
  parameter: "team",
  parent: "organization",
  attributes: { name: attribute(string, { unique: true }) },
  settings: {
    description: setting(nullable(string), null, { documented: false }),
    ssoTeamId: setting(nullable(string), null),
    visibility: setting(oneOf(["secret", "organization"]), "organization"),
    allowMemberTokenManagement: setting(boolean, true),
  },
  relations: { organization: toOne("organizations", { links: true }) },
  members: {
    organizationAccess: optional(organizationAccess),
    /** The team of a single token, which no list has. */
    anonymous: optional(boolean),
  },
});

export type TeamRecord = RecordOf<typeof definition>;

/** Teams. Read-only; seeds and the control API create them. They have no members. */
export const teams: Kind<TeamRecord> = kind(definition, {
  access: { read: "read" },
  items: ["/teams/:team"],
  collection: "/organizations/:organization/teams",
  offers: ["list"],
  list: {
    filters: {
      q: nameContains,
      "filter[names]": (_, { query }) => {
        const names = (queryList(query, "filter[names]") ?? []).map(nameKey);
        return ({ name }) => names.includes(nameKey(name));
      },
    },
    notEmulated: ["include"],
    // By name (our choice: undocumented). Every team is visible to all members.
    order: "name",
    source: named,
  },
  computed: {
    usersCount: { constant: 0 },
    nonServiceUsersCount: { constant: 0, documented: false },
    scimLinked: { constant: false, documented: false },
    scimGroupName: { constant: null, documented: false },
    scimUpdatedAt: { constant: null, documented: false },
    scimSyncPaused: { constant: false, documented: false },
    hcpResourceName: { constant: null, documented: false },
    isUnified: { constant: false, documented: false },
    permissions: {
      value: ({ documents }) => (documents === "full" ? { ...NO_PERMISSIONS, ...MORE_PERMISSIONS } : NO_PERMISSIONS),
    },
    organizationAccess: {
      value: ({ documents }, team) => (documents === "full" ? organizationAccessOf(team) : {}),
    },
  },
  related: {
    users: { constant: { data: [] } },
    organizationMemberships: { constant: { data: [] }, documented: false },
    authenticationToken: { constant: { data: null }, documented: false },
    authenticationTokens: { constant: { data: [] }, documented: false },
  },
  madeWith: {
    type: "organizations",
    make: (store, { id }) => create(store, teams, { organizationId: id, name: OWNERS }),
  },
});

/** The team that every organization has. */
export const OWNERS = "owners";

const NO_PERMISSIONS = {
  "can-update-membership": false,
  "can-destroy": false,
  "can-update-organization-access": false,
  "can-update-api-token": false,
  "can-update-visibility": false,
};
const MORE_PERMISSIONS = {
  "can-update-name": false,
  "can-update-sso-team-id": false,
  "can-update-member-token-management": false,
  "can-view-api-token": false,
};

/** The teams of an organization that have a name. */
export function namedTeams(store: Store, organizationId: string, order: ListOrder): Listable<TeamRecord> {
  return filterList(store.table(teams).where("organizationId", organizationId, order), [
    ({ anonymous }) => anonymous !== true,
  ]);
}

function named(request: ServiceRequest, order: ListOrder): Listable<TeamRecord> {
  return namedTeams(request.store, visible(request, organizations).id, order);
}

function isOwners({ name, anonymous }: TeamRecord): boolean {
  return anonymous !== true && name === OWNERS;
}

function organizationAccessOf(team: TeamRecord): Readonly<Record<string, boolean>> {
  const all = isOwners(team);
  return Object.fromEntries(ORGANIZATION_ACCESS.map((it) => [it, all || team.organizationAccess?.[it] === true]));
}

/** Permissions on an organization, and on every one of its projects. */
export interface Permissions {
  readonly organization: readonly OrganizationPermission[];
  readonly everyProject: readonly ProjectPermission[];
}

export const OWNER_PERMISSIONS: Permissions = {
  organization: ["read", "manage", "create-project", "force-delete-projects"],
  everyProject: PROJECT_PERMISSIONS,
};

/** What access to an organization permits, beside reading it. Access that is not emulated permits nothing. */
const PERMITTED: Partial<Readonly<Record<OrganizationAccess, Permissions>>> = {
  "manage-projects": {
    organization: ["create-project", "force-delete-projects"],
    everyProject: ["read", "update", "destroy", "create-workspace", "move-workspaces", "run"],
  },
  "manage-workspaces": { organization: [], everyProject: ["read", "create-workspace", "run"] },
  "read-projects": { organization: [], everyProject: ["read"] },
  "read-workspaces": { organization: [], everyProject: ["read"] },
};

/** Access to an organization that consists of these. */
export function accessWith(...names: readonly OrganizationAccess[]): Decoded<typeof organizationAccess> {
  return decode(organizationAccess, Object.fromEntries(names.map((name) => [name, true])));
}

/** What organization access permits. */
export function permissionsOfAccess(access: Decoded<typeof organizationAccess>): Permissions {
  const permitted = ORGANIZATION_ACCESS.flatMap((it) => (access[it] === true ? (PERMITTED[it] ?? []) : []));
  const everyProject = new Set(permitted.flatMap((it) => it.everyProject));
  return {
    organization: ["read", ...permitted.flatMap(({ organization }) => organization)],
    everyProject: PROJECT_PERMISSIONS.filter((it) => everyProject.has(it)),
  };
}
