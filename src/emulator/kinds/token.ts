import { arrayOf, nullable, object, oneOf, optional, string } from "../decode";
import { attribute } from "../engine/attribute";
import { newSecret } from "../engine/id";
import { readChange } from "../engine/input";
import type { ChangeOf, Kind, RecordOf, ServiceRequest, Store, WriteContext } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { objectDocument } from "../engine/lists";
import type { Listable } from "../engine/listable";
import { listable, nameContains } from "../engine/listable";
import { missing, requirePermission, visible, visibleById } from "../engine/path";
import { toOptional } from "../engine/relation";
import { create, remove } from "../engine/write";
import { invalidAt, rejectInvalid, validationFailed } from "../errors";
import { readIdentifiers, readResource } from "../http/request-document";
import type { RouteResult } from "../http/route";
import { noContent, ok } from "../http/route";
import type { AgentPoolRecord } from "./agent-pool";
import { agentPools } from "./agent-pool";
import { organizations } from "./organization";
import { ROLES } from "./role";
import type { TeamRecord } from "./team";
import { managesTokensOf, teams } from "./team";

/** Whether a token can be sent in a header and printed for a shell. */
export function isValidToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

const definition = shape({
  type: "authentication-tokens",
  label: "Authentication token",
  prefix: "at-",
  parameter: "authenticationToken",
  attributes: {
    /** A team has at most one token without a description. */
    description: attribute(nullable(string), { initial: null, writable: "create" }),
    expiredAt: attribute(nullable(string), {
      initial: null,
      writable: "create",
      check: (time) => (isTime(time) ? [] : ["Expired at is not a valid time"]),
      normalize: (time) => (time !== null && isTime(time) ? new Date(time).toISOString() : time),
    }),
    createdAt: attribute(string, { stamp: "created" }),
  },
  relations: {
    organization: toOptional("organizations", { onDelete: "cascade", hidden: true }),
    team: toOptional("teams", { onDelete: "cascade" }),
    agentPool: toOptional("agent-pools", { onDelete: "cascade", hidden: true }),
  },
  members: {
    secret: string,
    /** The user it belongs to; undefined for a user who has only this token. */
    user: optional(string),
    /** In each organization: the role, and the team that has its access. */
    grants: arrayOf(object({ organizationId: string, role: oneOf(ROLES), teamId: optional(string) })),
    createdBy: optional(object({ id: string, type: oneOf(["users", "organizations", "teams"]) })),
  },
});

export type TokenRecord = RecordOf<typeof definition>;
export type Grant = TokenRecord["grants"][number];

const AGENT_TOKENS = "/agent-pools/:agentPool/authentication-tokens";

/**
 * API tokens. The API has those of teams and of agent pools, whose agents the emulator does not have. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/team-tokens and
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/agent-tokens
 */
export const tokens: Kind<TokenRecord> = kind(definition, {
  access: { read: "read", delete: "read" },
  place: ({ organizationId }) => ({ organizationId: organizationId ?? "" }),
  isVisible: (context, token) => {
    const { organizationId, agentPoolId } = token;
    if (agentPoolId !== null)
      return context.principal.can("manage-agent-pools", { organizationId: organizationId ?? "" });
    const team = teamOf(context, token);
    return team !== undefined && managesTokensOf(context, team);
  },
  items: ["/authentication-tokens/:authenticationToken"],
  offers: ["show", "delete"],
  lists: [
    { path: AGENT_TOKENS, sort: { "created-at": "creation" } },
    {
      path: "/organizations/:organization/team-tokens",
      conditions: { parameters: [], of: () => [({ teamId }) => teamId !== null] },
      filters: {
        q: (text, request) => (token) => nameContains(text)({ name: teamOf(request, token)?.name ?? "" }),
      },
      notEmulated: ["filter[expiry_status]"],
      sort: {
        "team-name": sortedBy((request, token) => teamOf(request, token)?.name ?? ""),
        "created-by": sortedBy((_, { createdBy }) => createdBy?.id ?? ""),
        "expired-at": sortedBy((_, { expiredAt }) => expiredAt ?? ""),
        "last-used-at": "creation",
      },
    },
  ],
  computed: {
    lastUsedAt: { constant: null },
    /** Only shown once. */
    token: { value: (_, { secret }, view) => (view === "create" ? secret : null) },
  },
  related: { createdBy: { identifiers: (_, { createdBy }) => (createdBy === undefined ? [] : [createdBy]) } },
  indexes: { secret: { keys: ({ secret }) => secret } },
  routes: [
    { method: "GET", path: "/teams/:team/authentication-token", handle: showOnly },
    { method: "POST", path: "/teams/:team/authentication-token", handle: replaceOnly },
    { method: "DELETE", path: "/teams/:team/authentication-token", handle: deleteOnly },
    { method: "POST", path: "/teams/:team/authentication-tokens", handle: createAnother },
    { method: "DELETE", path: "/organizations/:organization/team-tokens", handle: deleteSome },
    { method: "POST", path: AGENT_TOKENS, handle: createForAgents },
  ],
});

/** The token with this secret, unless it has expired. */
export function findToken(store: Store, secret: string): TokenRecord | undefined {
  const found = store.table(tokens).index("secret", secret).first;
  const hasExpired = typeof found?.expiredAt === "string" && Date.parse(found.expiredAt) <= store.clock.now();
  return hasExpired ? undefined : found;
}

/** The tokens of a team that the API has made. */
function tokensOf(store: Store, teamId: string): readonly TokenRecord[] {
  return store.table(tokens).where("teamId", teamId).all();
}

function teamOf({ store }: Pick<WriteContext, "store">, { teamId }: TokenRecord): TeamRecord | undefined {
  return store.table(teams).get(teamId ?? "");
}

function sortedBy(
  key: (request: ServiceRequest, token: TokenRecord) => string,
): (request: ServiceRequest, list: Listable<TokenRecord>) => Listable<TokenRecord> {
  return (request, list) => {
    const keyed = list.slice(0, list.size).map((token) => ({ token, key: key(request, token) }));
    keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
    return listable(keyed.map(({ token }) => token));
  };
}

function isTime(time: string | null): boolean {
  return time === null || !Number.isNaN(Date.parse(time));
}

/** The team in the path, if the principal can manage its tokens. @throws HttpError 404 otherwise */
function managedTeam(request: ServiceRequest): TeamRecord {
  const team = visible(request, teams);
  if (!managesTokensOf(request, team)) throw missing(teams, team.id);
  return team;
}

/** The team's token without a description. */
function onlyOf(store: Store, { id }: TeamRecord): TokenRecord | undefined {
  return tokensOf(store, id).find(({ description }) => description === null);
}

function showOnly(request: ServiceRequest): RouteResult {
  const team = managedTeam(request);
  const token = onlyOf(request.store, team);
  if (token === undefined) throw missing(tokens, `of team ${team.id}`);
  return ok(objectDocument(request, tokens, token, "show"));
}

function replaceOnly(request: ServiceRequest): RouteResult {
  const team = managedTeam(request);
  const change = readToken(request, team);
  const old = onlyOf(request.store, team);
  if (old !== undefined) remove(request.store, tokens, old);
  return created(request, team, { ...change, description: null });
}

function deleteOnly(request: ServiceRequest): RouteResult {
  const team = managedTeam(request);
  const token = onlyOf(request.store, team);
  if (token === undefined) throw missing(tokens, `of team ${team.id}`);
  remove(request.store, tokens, token);
  return noContent;
}

function createAnother(request: ServiceRequest): RouteResult {
  const team = managedTeam(request);
  const change = readToken(request, team);
  const description = change.description ?? "";
  if (tokensOf(request.store, team.id).some((it) => it.description === description)) {
    throw validationFailed("Description has already been taken");
  }
  return created(request, team, { ...change, description });
}

/** The body is optional, and clients send other types. */
function readToken(request: ServiceRequest, parent: TeamRecord | AgentPoolRecord): ChangeOf<TokenRecord> {
  const { organizationId } = parent;
  const resource =
    request.body === undefined ? { attributes: {}, relationships: {} } : readResource(request.body, undefined);
  const { change, problems } = readChange(request, tokens, resource, {
    organizationId,
    parent,
    before: undefined,
  });
  rejectInvalid(problems);
  return change;
}

/** Without a time of its own, a token expires after two years. */
function created(request: ServiceRequest, team: TeamRecord, change: ChangeOf<TokenRecord>): RouteResult {
  const { store, principal } = request;
  const { id: teamId, organizationId } = team;
  const expiry = new Date(store.clock.now());
  expiry.setUTCFullYear(expiry.getUTCFullYear() + 2);
  const token = create(store, tokens, {
    ...change,
    expiredAt: change.expiredAt ?? expiry.toISOString(),
    organizationId,
    teamId,
    secret: newSecret(),
    grants: [{ organizationId, role: "team", teamId }],
    createdBy: principal.account().owner,
  });
  return ok(objectDocument(request, tokens, token, "create"), 201);
}

/** A token for agents, which permits nothing in the API. */
function createForAgents(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  const pool = visible(request, agentPools);
  requirePermission(request, agentPools, pool, "manage-agent-pools");
  const change = readToken(request, pool);
  if ((change.description ?? "").trim() === "") {
    throw invalidAt("/data/attributes/description", "Description can't be blank");
  }
  const { id: agentPoolId, organizationId } = pool;
  const secret = newSecret();
  const createdBy = principal.account().owner;
  const token = create(store, tokens, { ...change, organizationId, agentPoolId, secret, grants: [], createdBy });
  return ok(objectDocument(request, tokens, token, "create"), 201);
}

function deleteSome(request: ServiceRequest): RouteResult {
  visible(request, organizations);
  const all = readIdentifiers(request.body, tokens.type).map((id) => visibleById(request, tokens, id));
  for (const token of all) remove(request.store, tokens, token);
  return noContent;
}
