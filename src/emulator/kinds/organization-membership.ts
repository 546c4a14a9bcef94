import { nameKey } from "../../model";
import { oneOf, string } from "../decode";
import { attribute } from "../engine/attribute";
import type { ChangeOf, Condition, Kind, RecordOf, Scope, ServiceRequest, Store } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import type { Listable } from "../engine/listable";
import { listable } from "../engine/listable";
import { missing, visible } from "../engine/path";
import { toMany, toOne } from "../engine/relation";
import { canReferTo } from "../engine/rules";
import { create, update } from "../engine/write";
import type { AttributeProblem } from "../errors";
import { forbidden, notFound } from "../errors";
import { queryList } from "../http/query-parameters";
import { readIdentifiers } from "../http/request-document";
import type { RouteResult } from "../http/route";
import { noContent } from "../http/route";
import type { TeamRecord } from "./team";
import { isOwners, managesMembersOf, ownersOf, teams } from "./team";
import { ADMIN, emailOf, invitedResource, usernameOf, userResource } from "./user";

const STATUSES = ["active", "invited"] as const;

const definition = shape({
  type: "organization-memberships",
  label: "Organization membership",
  prefix: "ou-",
  parameter: "organizationMembership",
  parent: "organization",
  attributes: {
    email: attribute(string, {
      unique: true,
      writable: "create",
      check: (email) => (/^[^\s@]+@[^\s@]+$/.test(email) ? [] : ["Email is invalid"]),
    }),
    /** `invited` until the user accepts, which only the control API can do. */
    status: attribute(oneOf(STATUSES), { initial: "invited", writable: "never" }),
    createdAt: attribute(string, { stamp: "created" }),
  },
  relations: {
    organization: toOne("organizations"),
    teams: toMany("teams", { writable: "create" }),
  },
});

export type OrganizationMembershipRecord = RecordOf<typeof definition>;

/**
 * Memberships of users in organizations and teams; see
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/organization-memberships
 */
export const organizationMemberships: Kind<OrganizationMembershipRecord> = kind(definition, {
  access: { read: "read", create: "manage-membership", delete: "manage-membership" },
  items: ["/organization-memberships/:organizationMembership"],
  collection: "/organizations/:organization/organization-memberships",
  list: {
    filters: {
      q: (text) => {
        const key = nameKey(text);
        return ({ email }) => [email, usernameOf(email)].some((it) => nameKey(it).includes(key));
      },
      "filter[status]": byStatus,
      "filter[email]": (_, { query }) => {
        const emails = (queryList(query, "filter[email]") ?? []).map(nameKey);
        return ({ email }) => emails.includes(nameKey(email));
      },
    },
    meta: statusCounts,
  },
  lists: [
    { path: "/organization-memberships", source: ofPrincipal },
    {
      path: "/teams/:team/relationships/organization-memberships",
      filters: {
        "filter[status]": byStatus,
        // The members of a team are users.
        "filter[is_service_account]": (value) => () => value !== "true",
      },
      notEmulated: ["sort"],
    },
  ],
  computed: { isOrgTwoFactorRequired: { constant: false, documented: false } },
  related: {
    user: {
      resources: (_, { email, status }) => [
        status === "invited" ? invitedResource(email) : userResource(usernameOf(email)),
      ],
    },
    scimIdentity: { constant: { data: null }, documented: false },
  },
  includes: ["user", "teams", "organization"],
  includesNothing: ["scim-identity"],
  creationIncludes: ["user"],
  links: () => undefined,
  rules,
  refuseDelete: ({ store }, membership) => requireOtherOwners(store, membership.organizationId, [membership]),
  madeWith: {
    type: "organizations",
    make: (store, { id }) => addMember(store, id, emailOf(ADMIN), [ownersOf(store, id).id]),
  },
  routes: (["POST", "DELETE"] as const).flatMap((method) => [
    { method, path: "/teams/:team/relationships/users", handle: (request) => edit(request, method, byUsername) },
    {
      method,
      path: "/teams/:team/relationships/organization-memberships",
      handle: (request) => edit(request, method, byId),
    },
  ]),
});

/** Makes a user an active member, also one who is invited, and adds them to teams. */
export function addMember(
  store: Store,
  organizationId: string,
  email: string,
  teamIds: readonly string[] = [],
): OrganizationMembershipRecord {
  const found = findMember(store, organizationId, email);
  const change = { status: "active" as const, teamIds: [...new Set([...(found?.teamIds ?? []), ...teamIds])] };
  if (found !== undefined) return update(store, organizationMemberships, found, change);
  return create(store, organizationMemberships, { organizationId, email, ...change });
}

/** The teams of a user in an organization, once they are an active member. */
export function teamsOfUser(store: Store, organizationId: string, username: string): readonly string[] {
  const membership = findMember(store, organizationId, emailOf(username));
  return membership?.status === "active" ? membership.teamIds : [];
}

/** The membership of a user with this email address. */
export function findMember(
  store: Store,
  organizationId: string,
  email: string,
): OrganizationMembershipRecord | undefined {
  return store.table(organizationMemberships).find("email", organizationId, email);
}

function byStatus(status: string): Condition<OrganizationMembershipRecord> {
  return (membership) => membership.status === status;
}

/** `meta.status-counts`: of all, whatever is filtered, and of those that match. */
function statusCounts(
  all: Listable<OrganizationMembershipRecord>,
  { size: matching }: Listable<OrganizationMembershipRecord>,
): object {
  const listed = all.slice(0, all.size);
  const counts = STATUSES.map((status) => [status, listed.filter(byStatus(status)).length] as const);
  return { "status-counts": { total: all.size, matching, ...Object.fromEntries(counts) } };
}

/** In all organizations. */
function ofPrincipal({ store, principal }: ServiceRequest): ReturnType<typeof listable<OrganizationMembershipRecord>> {
  const email = nameKey(emailOf(principal.account().username));
  return listable([...store.table(organizationMemberships).values()].filter((it) => nameKey(it.email) === email));
}

/** Only owners invite others into the team `owners`. @throws HttpError 404 as for a team that is not visible */
function rules(
  { teamIds = [] }: ChangeOf<OrganizationMembershipRecord>,
  { principal }: Scope<OrganizationMembershipRecord>,
  store: Store,
): readonly AttributeProblem[] {
  for (const id of teamIds) {
    const team = store.table(teams).get(id);
    if (principal !== undefined && team !== undefined && !managesMembersOf({ principal }, team))
      throw missing(teams, id);
  }
  return [];
}

/** How a request names a member of a team. @throws HttpError 404 for somebody who is none of the organization */
type Finder = (request: ServiceRequest, team: TeamRecord) => readonly OrganizationMembershipRecord[];

/** The ID of a user is the name. */
const byUsername: Finder = ({ body, store }, { organizationId }) =>
  readIdentifiers(body, "users").map((username) => {
    const found = findMember(store, organizationId, emailOf(username));
    if (found === undefined) throw notFound(`User ${username}`);
    return found;
  });

const byId: Finder = ({ body, store, principal }, { organizationId }) =>
  readIdentifiers(body, definition.type).map((id) => {
    if (!canReferTo(store, definition.type, id, { organizationId, principal })) throw missing(definition, id);
    return store.table(organizationMemberships).expect(id);
  });

function edit(request: ServiceRequest, method: "POST" | "DELETE", find: Finder): RouteResult {
  const { store } = request;
  const team = visible(request, teams);
  if (!managesMembersOf(request, team)) throw missing(teams, team.id);
  const found = find(request, team);
  if (method === "DELETE" && isOwners(team)) requireOtherOwners(store, team.organizationId, found);
  for (const { id } of found) {
    const membership = store.table(organizationMemberships).expect(id);
    const others = membership.teamIds.filter((it) => it !== team.id);
    update(store, organizationMemberships, membership, { teamIds: method === "POST" ? [...others, team.id] : others });
  }
  return noContent;
}

/** @throws HttpError 403 if no active owner would be left (our choice: undocumented) */
function requireOtherOwners(
  store: Store,
  organizationId: string,
  leaving: readonly OrganizationMembershipRecord[],
): void {
  const owners = store.table(organizationMemberships).where("teamIds", ownersOf(store, organizationId).id).all();
  const active = owners.filter(({ status }) => status === "active");
  const isLeaving = (id: string): boolean => leaving.some((it) => it.id === id);
  if (active.some(({ id }) => isLeaving(id)) && active.every(({ id }) => isLeaving(id))) {
    throw forbidden("An organization must have at least one owner.");
  }
}
