import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { Hono } from "hono";
import { Principal } from "../access/principal";
import { invalidContentType, notEmulated, notFound, rateLimitExceeded, unauthorized } from "../errors";
import { accountRoutes } from "../routes/account";
import { agentPoolRoutes } from "../routes/agent-pools";
import { appliedSetRoutes } from "../routes/applied-sets";
import { commentRoutes } from "../routes/comments";
import { configurationVersionRoutes } from "../routes/configuration-versions";
import { organizationRoutes } from "../routes/organizations";
import { policyEvaluationRoutes } from "../routes/policy-evaluations";
import { projectListRoutes } from "../routes/project-list";
import { projectWorkspaceRoutes } from "../routes/project-workspaces";
import { projectRoutes } from "../routes/projects";
import { remoteStateConsumerRoutes } from "../routes/remote-state-consumers";
import { runActionRoutes } from "../routes/run-actions";
import { runTaskRoutes } from "../routes/run-tasks";
import { runRoutes } from "../routes/runs";
import { subscriptionRoutes } from "../routes/subscriptions";
import { tagBindingRoutes } from "../routes/tag-bindings";
import { taskResultCallbackRoutes } from "../routes/task-result-callback";
import { taskResultRoutes } from "../routes/task-results";
import { taskStageRoutes } from "../routes/task-stages";
import { teamRoutes } from "../routes/teams";
import { workspaceActionRoutes } from "../routes/workspace-actions";
import { workspaceListRoutes } from "../routes/workspace-list";
import { workspaceTagRoutes } from "../routes/workspace-tags";
import { workspaceTaskRoutes } from "../routes/workspace-tasks";
import { workspaceRoutes } from "../routes/workspaces";
import type { DocumentsOption } from "../serializers/resource";
import type { Store } from "../store/store";
import { runDueTimers } from "../runs/timers";
import { isServiceEndpoint } from "./not-emulated";
import { rejectUnknownParameters } from "./query-parameters";
import type { RateLimit } from "./rate-limit";
import type { Reply } from "./reply";
import { resultReply, errorReply, jsonReply, MEDIA_TYPE } from "./reply";
import type { ReadBody } from "./request-body";
import { parseJson } from "./request-body";
import type { ProjectDeletionBehavior, Route } from "./route";

const PREFIX = "/api/v2";

/** Every service ID that some client looks up. One of them requires `modules.v1`, though it uses no modules. */
const DISCOVERY = {
  "modules.v1": "/api/registry/v1/modules/",
  "tfe.v2": "/api/v2/",
  "tfe.v2.1": "/api/v2/",
  "tfe.v2.2": "/api/v2/",
};

const ROUTES: readonly Route[] = [
  ...projectRoutes,
  ...projectListRoutes,
  ...projectWorkspaceRoutes,
  ...taskStageRoutes,
  ...taskResultRoutes,
  ...taskResultCallbackRoutes,
  ...policyEvaluationRoutes,
  ...accountRoutes,
  ...organizationRoutes,
  ...subscriptionRoutes,
  ...workspaceListRoutes,
  ...workspaceRoutes,
  ...workspaceActionRoutes,
  ...workspaceTagRoutes,
  ...remoteStateConsumerRoutes,
  ...tagBindingRoutes,
  ...agentPoolRoutes,
  ...teamRoutes,
  ...appliedSetRoutes,
  ...runTaskRoutes,
  ...workspaceTaskRoutes,
  ...configurationVersionRoutes,
  ...runRoutes,
  ...runActionRoutes,
  ...commentRoutes,
];

export interface ServiceOptions {
  readonly store: Store;
  /** The admin token. */
  readonly token: string;
  readonly documents: DocumentsOption;
  readonly projectDeletionBehavior: ProjectDeletionBehavior;
  readonly rateLimit: RateLimit;
  /** Makes all changes durable; awaited before each response. */
  readonly commit: () => Promise<void> | undefined;
}

/** What a route needs in addition to the request's head. */
export interface RequestInput {
  /** The network address of the client. */
  readonly remoteAddress: string;
  readonly readBody: ReadBody;
}

/** Handles a request; never rejects. */
export type Service = (request: Request, delivery: RequestInput) => Promise<Reply>;

/** The emulator that handles a request. The handler stores its reply here, since Hono only routes. */
interface Bindings extends RequestInput {
  readonly settings: ServiceOptions;
  reply?: Reply;
}

type ServiceContext = Context<{ Bindings: Bindings }>;
type Handler = (context: ServiceContext) => Reply | Promise<Reply>;
/** A handler with the principal (undefined when the token is missing or unknown) and the headers of its reply. */
type RateLimitedHandler = (
  context: ServiceContext,
  principal: Principal | undefined,
  headers: Reply["headers"],
) => Reply | Promise<Reply>;

function withReply(handler: Handler) {
  return async (context: ServiceContext): Promise<Response> => {
    context.env.reply = await handler(context);
    return RESPONSE_ALREADY_SENT;
  };
}

/**
 * The limit is per user, and per network address without a valid token. It comes first: requests to unknown routes
 * count, too (our choice; the service sends the headers with every response).
 */
function rateLimited(handler: RateLimitedHandler): ReturnType<typeof withReply> {
  return withReply((context) => {
    const { settings, remoteAddress } = context.env;
    const principal = authenticate(settings, bearerToken(context));
    const { exceeded, headers } = settings.rateLimit.count(
      principal === undefined ? `from ${remoteAddress}` : principal.user,
    );
    return exceeded
      ? errorReply(rateLimitExceeded(), settings.documents, headers)
      : handler(context, principal, headers);
  });
}

/** The routes are compiled on the first request, once for all emulators of the process. */
const app = new Hono<{ Bindings: Bindings }>();
for (const route of ROUTES) {
  app.on(
    route.method,
    PREFIX + route.path,
    rateLimited((context, principal, headers) => handleRoute(route, context, principal, headers)),
  );
}
app.get(
  `${PREFIX}/ping`,
  rateLimited((_context, _caller, headers) => resultReply({ status: 204 }, headers)),
);
// Not rate limited: clients look it up before they know the address of the API.
app.get(
  "/.well-known/terraform.json",
  withReply(() => jsonReply(200, DISCOVERY, {}, "application/json")),
);
app.notFound(
  rateLimited(({ env, req: { method, path } }, _caller, headers) => {
    const error = isServiceEndpoint(method, path) ? notEmulated(`${method} ${path}`) : notFound(`${method} ${path}`);
    return errorReply(error, env.settings.documents, headers);
  }),
);

/**
 * The service over HTTP. A request is checked in this order: rate limit (429), route (404, also without a token), token
 * (401), media type (415), length of the body (413), JSON (400).
 */
export function createService(settings: ServiceOptions): Service {
  return async (request, delivery) => {
    const bindings: Bindings = { ...delivery, settings };
    await app.fetch(request, bindings);
    return bindings.reply ?? errorReply(new Error("No handler replied."), settings.documents);
  };
}

async function handleRoute(
  route: Route,
  context: ServiceContext,
  principal: Principal | undefined,
  headers: Reply["headers"],
): Promise<Reply> {
  const { settings } = context.env;
  const { store, documents } = settings;
  try {
    try {
      if (!isAuthorized(settings, route, context, principal)) throw unauthorized();
      const body = route.method === "GET" ? undefined : await readBody(context, route);
      runDueTimers(store);
      const { pathname, searchParams, origin } = new URL(context.req.url);
      rejectUnknownParameters(searchParams, route);
      const result = route.handle({
        store,
        principal: principal ?? Principal.anonymous(store),
        documents,
        projectDeletionBehavior: settings.projectDeletionBehavior,
        body,
        query: searchParams,
        address: origin + pathname,
        param: (name) => parameter(context, route, name),
        has: (name) => context.req.param(name) !== undefined,
      });
      return resultReply(result, headers);
    } finally {
      await settings.commit();
    }
  } catch (error) {
    return errorReply(error, documents, headers);
  }
}

function isAuthorized(
  { store }: ServiceOptions,
  route: Route,
  context: ServiceContext,
  principal?: Principal,
): boolean {
  if (route.authorize === undefined) return principal !== undefined;
  if (route.authorize === "everyone") return true;
  const token = bearerToken(context);
  return token !== undefined && route.authorize({ store, param: (name) => parameter(context, route, name) }, token);
}

/** Undefined when the token is missing or unknown. */
function authenticate({ store, token }: ServiceOptions, secret: string | undefined): Principal | undefined {
  if (secret === undefined) return undefined;
  if (secret === token) return new Principal(store, undefined);
  const record = store.tokenBySecret(secret);
  return record === undefined ? undefined : new Principal(store, record.id);
}

function bearerToken(context: Context): string | undefined {
  return /^Bearer +(\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
}

/**
 * @throws HttpError 415 for another media type, required of every request but GET, also without a body; 413 when the
 *   body is too long; 400 when it is not JSON (our choice: undocumented)
 */
async function readBody(context: ServiceContext, { accepts }: Route): Promise<unknown> {
  if (accepts === "anything") {
    await context.env.readBody();
    return undefined;
  }
  const type = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== MEDIA_TYPE) throw invalidContentType();
  const text = await context.env.readBody();
  return text.trim() === "" ? undefined : parseJson(text);
}

function parameter(context: Context, route: Route, name: string): string {
  const value = context.req.param(name);
  if (value === undefined) throw new Error(`${route.method} ${route.path} has no parameter ${name}.`);
  return value;
}
