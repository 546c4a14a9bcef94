import {
  Client,
  ForbiddenError,
  NotFoundError,
  UnauthorizedError,
  type Account,
  type OrganizationWithIncluded,
  type RateLimitStatus,
  type RequestError,
  type Resource,
} from "../api";
import { asObject, getBoolean } from "../json";
import type { Project } from "../model";
import { MAX_IN_FLIGHT } from "../api/rate-limiter";
import { formatList, pluralize } from "../reconcile";
import { assignmentsCheck } from "./assignments-check";
import { attempt } from "./attempt";
import { failed, passed, skipAll, skipped, warning, type Check, type Finding } from "./check";
import type { Managed, OrganizationSetting, ServiceSettings } from "./code-settings";
import type { Route } from "./request-finding";

/** Sent if there is no token, to check whether the service can be reached. The response is 401. */
const NO_TOKEN = "tfprojects-doctor-without-token";

/** The results of checks that send requests. */
interface RequestChecks {
  readonly checks: readonly Check[];
  /** Why the service rejected the token; undefined if it did not. */
  readonly tokenFinding: Finding | undefined;
}

/**
 * Sends a request for the account; for each organization one, one more for each kind of assignments, and two more if
 * the token does not see the default project. None changes anything.
 *
 * @param token - Undefined if there is none: then only the connection is checked.
 */
export async function requestChecks(
  settings: ServiceSettings,
  token: string | undefined,
  route: Route,
): Promise<RequestChecks> {
  let rateLimit: RateLimitStatus | undefined;
  const client = new Client({
    address: settings.address,
    hostname: settings.hostname,
    token: token ?? NO_TOKEN,
    env: route.env,
    timeoutMs: route.timeoutMs,
    // Without a proxy, an attempt can take `timeoutMs` to connect, and again to respond.
    deadlineMs: 2 * route.timeoutMs,
    retryPolicy: { attempts: 1, timeoutAttempts: 1, rateLimitedAttempts: 1 },
    onRequest: (request) => (rateLimit = request.rateLimit ?? rateLimit),
  });
  try {
    const account = await attempt(() => client.account.get(), route);
    if ("finding" in account && account.finding !== undefined) return unanswered(settings, account.finding);
    const connection = passed("connection", `${route.address.url} responds as the service does`);
    const limit = (): Check => rateLimitCheck(rateLimit, settings);
    const rejected = "finding" in account && account.error instanceof UnauthorizedError;
    if (token === undefined || rejected) {
      const why = token === undefined ? "needs a token" : "needs a token that the service accepts";
      return {
        checks: [connection, ...skipAnswers(settings, why), limit()],
        tokenFinding: token === undefined || !rejected ? undefined : rejectedToken(account.error, settings, route),
      };
    }
    const who = "value" in account ? account.value : undefined;
    const organizations: Check[] = [];
    for (const setting of settings.organizations)
      organizations.push(...(await organizationChecks(client, setting, who, route)));
    return {
      checks: [
        connection,
        accountCheck(who, "error" in account ? account.error : undefined),
        ...(organizations.length === 0 ? noOrganization() : organizations),
        limit(),
      ],
      tokenFinding: undefined,
    };
  } finally {
    client.close();
  }
}

/** The result if the first request failed, so no other is sent. */
function unanswered(settings: ServiceSettings, finding: Finding): RequestChecks {
  if (finding.code === "RATE_LIMITED") {
    const connection = passed("connection", "the service responds");
    const rest = skipAnswers(settings, "the rate limit is exceeded");
    return { checks: [connection, ...rest, failed("rate_limit", finding)], tokenFinding: undefined };
  }
  const [, ...rest] = skipRequests(settings, "needs a connection to the service");
  return { checks: [failed("connection", finding), ...rest], tokenFinding: undefined };
}

/** Skips all checks of this module if no request can be sent. A missing organization is still reported. */
export function skipRequests(settings: ServiceSettings, why: string): readonly Check[] {
  return [...skipAll(["connection"], why), ...skipAnswers(settings, why), ...skipAll(["rate_limit"], why)];
}

function skipAnswers({ organizations }: ServiceSettings, why: string): readonly Check[] {
  const skips = skipAll(["organization", "permissions", "assignments"], why);
  return [...skipAll(["account"], why), ...(organizations.length === 0 ? noOrganization() : skips)];
}

function rejectedToken(error: RequestError, { token }: ServiceSettings, { address, env }: Route): Finding {
  const inVariable = env["TFE_TOKEN"] ? "TFE_TOKEN is set: unset it to use another token. Otherwise create" : "Create";
  const create = token ? "The code sets it: remove it there to use another token. Otherwise create" : inVariable;
  return {
    code: "TOKEN_REJECTED",
    message:
      `the service at ${address.host} rejects it (401 at ${error.method} ${error.path}): ` +
      "it is mistyped, expired, revoked, or for another host",
    next:
      `${create} a new token in the settings of your account, team or organization, ` +
      `or run \`terraform login ${address.host}\`.`,
  };
}

/** Reports the owner of the token. Tokens of teams and organizations have a service account. */
function accountCheck(account: Account | undefined, error: RequestError | undefined): Check {
  if (account === undefined) {
    const status = error !== undefined && "status" in error ? ` (${String(error.status)})` : "";
    return skipped("account", `the service does not tell whose token it is${status}`);
  }
  const { username, authenticatedResource: owner, isServiceAccount } = account;
  const kind = kindOf(account);
  const messages = {
    organization: `organization token of ${owner?.id ?? username}`,
    team: `team token of ${owner?.id ?? username}`,
    service_account: `token of a team or organization (service account ${username})`,
    user: `user ${username}${isServiceAccount === undefined ? " (user, team or organization)" : ""}`,
  };
  return passed("account", messages[kind], {
    details: kind === "organization" ? ["organization tokens cannot start runs or override task stages"] : [],
    values: { kind, id: kind === "user" ? account.id : (owner?.id ?? account.id), username },
  });
}

function kindOf({
  authenticatedResource: owner,
  isServiceAccount,
}: Account): "user" | "team" | "organization" | "service_account" {
  if (owner?.type === "organizations") return "organization";
  if (owner?.type === "teams") return "team";
  return isServiceAccount === true ? "service_account" : "user";
}

function noOrganization(): readonly Check[] {
  const check = failed("organization", {
    code: "NO_ORGANIZATION",
    message: "no organization is configured",
    next: "Set TFE_ORGANIZATION, or `organization` of the provider in the code.",
  });
  return [check, ...skipAll(["permissions", "assignments"], "needs an organization")];
}

async function organizationChecks(
  client: Client,
  setting: OrganizationSetting,
  who: Account | undefined,
  route: Route,
): Promise<readonly Check[]> {
  const { name, source } = setting;
  const answer = await attempt(() => client.organizations.get(name, { include: ["default-project"] }), route);
  if ("value" in answer) {
    const organization = answer.value;
    const values = { name: organization.name, source };
    const { project, count } = await projectsSeen(client, organization, route);
    return [
      passed("organization", `${organization.name} (from ${source})`, { values }),
      count === undefined ? permissionsCheck(organization, setting.manages) : notVisible(organization, count),
      ...(project === undefined
        ? skipAll(["assignments"], "needs a project that the token sees")
        : [await assignmentsCheck(client, { organization, project, inCode: setting.assignments }, route)]),
    ];
  }
  const finding = answer.finding ?? organizationFinding(setting, answer.error, who, route);
  const check = failed("organization", { ...finding, values: { name, source } });
  return [check, ...skipAll(["permissions", "assignments"], `needs access to ${name}`)];
}

function organizationFinding(
  { name, source }: OrganizationSetting,
  error: RequestError,
  who: Account | undefined,
  { address }: Route,
): Finding {
  const owner = who === undefined || kindOf(who) !== "organization" ? undefined : who.authenticatedResource?.id;
  if (error instanceof NotFoundError) {
    return {
      code: "ORGANIZATION_NOT_FOUND",
      message: `${name} (from ${source}) does not exist at ${address.url}, or the token has no access to it (404)`,
      next:
        owner === undefined
          ? `Check the name (from ${source}) and the address, and whether the token's owner has access to it.`
          : `The token is that of organization ${owner}: use that name, or a token of ${name}.`,
    };
  }
  if (error instanceof ForbiddenError) {
    return {
      code: "NOT_PERMITTED",
      message: `the token may not read ${name} (403)`,
      next: "Give the token's owner access to the organization, or use another token.",
    };
  }
  return { code: "UNEXPECTED_RESPONSE", message: error.message, next: "Check the address and the token." };
}

/** The permissions that code may need, with the service's names for them. */
const ORGANIZATION_PERMISSIONS = { create_projects: "can-create-project" } as const;
const PROJECT_PERMISSIONS = {
  update_project: "can-update",
  delete_project: "can-destroy",
  create_workspaces: "can-create-workspace",
  move_workspaces: "can-move-workspace",
} as const;

type Permission = keyof typeof ORGANIZATION_PERMISSIONS | keyof typeof PROJECT_PERMISSIONS;

/** What an apply of the code needs at most, and the least that teams need for it. */
const NEEDS: Readonly<Record<Managed, { readonly permissions: readonly Permission[]; readonly right: string }>> = {
  projects: {
    permissions: ["create_projects", "update_project", "delete_project"],
    right: "Manage Projects of the organization, or for projects that exist, Admin of each",
  },
  workspaces: {
    permissions: ["move_workspaces"],
    right: "to move workspaces, in the projects that they leave and enter: Maintain, Admin, or Manage Workspaces",
  },
};

/** What the token sees of the projects of an organization. */
interface SeenProjects {
  /** The default project, or else another one. */
  readonly project: Resource<Project> | undefined;
  /** How many there are; undefined if it sees the default project, which always exists, or if that is not known. */
  readonly count: number | undefined;
}

async function projectsSeen(
  client: Client,
  { name, defaultProjectId, defaultProject }: OrganizationWithIncluded,
  route: Route,
): Promise<SeenProjects> {
  if (defaultProject !== undefined) return { project: defaultProject, count: undefined };
  const read = await attempt(() => client.projects.get(defaultProjectId), route);
  if ("value" in read) return { project: read.value, count: undefined };
  // Other failures do not show what the token sees.
  if (read.finding !== undefined) return { project: undefined, count: undefined };
  const page = await attempt(() => client.projects.listPage(name, { number: 1, size: 1 }), route);
  if (!("value" in page)) return { project: undefined, count: 0 };
  const { items, pagination } = page.value;
  return { project: items[0], count: pagination.totalCount ?? items.length };
}

function notVisible({ name, attributes }: OrganizationWithIncluded, seen: number): Check {
  const create = getBoolean(asObject(attributes["permissions"]), ORGANIZATION_PERMISSIONS.create_projects);
  const finding = {
    code: "PROJECTS_NOT_VISIBLE",
    details: ["what it does not see does not count as deleted: a plan or drift of it is an error"],
    values: { create_projects: create ?? null, visible_projects: seen },
  } as const;
  const rights = "a token of a team with the permission Manage Projects or View All Projects, or of the organization";
  return seen === 0
    ? failed("permissions", { ...finding, message: `sees no project of ${name}`, next: `Use ${rights}.` })
    : warning("permissions", {
        ...finding,
        message: `sees ${pluralize(seen, "project")} of ${name}, and not the default project`,
        next: `Enough for code of the projects that it sees. For others, use ${rights}.`,
      });
}

/**
 * Checks the permissions on the organization, and on its default project as an example of all projects.
 *
 * @param manages - What the code manages. @default not known: all permissions are needed
 */
function permissionsCheck(
  { attributes, defaultProject }: OrganizationWithIncluded,
  manages?: ReadonlySet<Managed>,
): Check {
  const organization = asObject(attributes["permissions"]);
  const project = asObject(defaultProject?.attributes["permissions"]);
  const read = (
    names: Readonly<Record<string, string>>,
    from: Readonly<Record<string, unknown>>,
  ): readonly (readonly [string, boolean | null])[] =>
    Object.entries(names).map(([name, sent]) => [name, getBoolean(from, sent) ?? null] as const);
  const all = [...read(ORGANIZATION_PERMISSIONS, organization), ...read(PROJECT_PERMISSIONS, project)];
  const values = Object.fromEntries(all);
  const label = (name: string): string => name.replace("_", " ");
  const listed = (its: typeof all): string => formatList(its.map(([name]) => label(name)));
  const granted = (is: boolean): string => listed(all.filter(([, value]) => value === is));
  const [may, mayNot] = [granted(true), granted(false)];
  if (may === "" && mayNot === "") return skipped("permissions", "the service does not report them", { values });
  const needs = [...(manages ?? [])].map((it) => NEEDS[it]);
  const needed = new Set<string>(needs.flatMap(({ permissions }) => permissions));
  const lacking = listed(all.filter(([name, value]) => value === false && (manages === undefined || needed.has(name))));
  const details = [
    ...(needs.length === 0 ? [] : [`the code needs at least: ${needs.map(({ right }) => right).join("; and ")}`]),
    "those for projects and workspaces are of the default project, as an example of all",
  ];
  const known = { values, details: [...(mayNot === "" ? [] : [`may not ${mayNot}`]), ...details] };
  if (lacking === "") return passed("permissions", may === "" ? "nothing that the code needs is missing" : may, known);
  return warning("permissions", {
    code: "MISSING_PERMISSIONS",
    message: `may not ${lacking}${manages === undefined ? "" : ", which the code needs"}`,
    details: may === "" ? details : [`may ${may}`, ...details],
    next:
      "Enough for `drift` of the projects that it sees: any other counts as missing, with a warning. To plan and " +
      "apply changes, use a token of a team with the permission Manage Projects, or of the organization.",
    values,
  });
}

/** Reports the limit, which is per user. How the client handles it depends on the response headers. */
function rateLimitCheck(status: RateLimitStatus | undefined, { requestsPerSecond }: ServiceSettings): Check {
  const values = {
    limit: status?.limit ?? null,
    remaining: status?.remaining ?? null,
    requests_per_second: requestsPerSecond ?? null,
  };
  const own =
    requestsPerSecond === undefined
      ? undefined
      : `${pluralize(requestsPerSecond, "request")} per second (from the code)`;
  if (status === undefined) {
    const used = own ?? `at most ${MAX_IN_FLIGHT} requests at the same time`;
    return passed("rate_limit", `none in the service's responses; commands send ${used}`, { values });
  }
  const limit = `${pluralize(status.limit, "request")} per second and user`;
  const remaining = status.remaining === undefined ? "" : `, ${status.remaining} of them left now`;
  return passed(
    "rate_limit",
    `${limit}${remaining}; commands send ${own ?? "no more than that, and wait after a 429"}`,
    { values },
  );
}
