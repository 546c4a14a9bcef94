import { Principal } from "../access/principal";
import { invalidContentType, notEmulated, notFound, rateLimitExceeded, unauthorized } from "../errors";
import type { DocumentsOption } from "../serializers/resource";
import type { Store } from "../store/store";
import { runDueTimers } from "../store/timers";
import { isServiceOperation } from "./not-emulated";
import { rejectUnknownParameters } from "./query-parameters";
import type { RateLimit } from "./rate-limit";
import type { Reply } from "./reply";
import { resultReply, errorReply, jsonReply, MEDIA_TYPE } from "./reply";
import type { Handler, HttpRequest } from "./request";
import { IncompleteBodyError, parseJson } from "./request-body";
import type { ProjectDeletionBehavior, Route } from "./route";
import { noContent } from "./route";
import { Router } from "./router";

const PREFIX = "/api/v2";

const DISCOVERY_PATH = "/.well-known/terraform.json";

/** Every service ID that some client looks up. One of them requires `modules.v1`, though it uses no modules. */
const DISCOVERY = {
  "modules.v1": "/api/registry/v1/modules/",
  "tfe.v2": "/api/v2/",
  "tfe.v2.1": "/api/v2/",
  "tfe.v2.2": "/api/v2/",
};

const PING: Route = { method: "GET", path: "/ping", authorize: "everyone", handle: () => noContent };

export interface ServiceSettings {
  readonly store: Store;
  /** The admin token. */
  readonly token: string;
  readonly documents: DocumentsOption;
  readonly projectDeletionBehavior: ProjectDeletionBehavior;
  readonly rateLimit: RateLimit;
  /** Makes all changes durable; awaited before each response. */
  readonly commit: () => Promise<void> | undefined;
}

/** A request whose route was found. */
interface RoutedRequest {
  readonly request: HttpRequest;
  readonly route: Route;
  readonly parameters: ReadonlyMap<string, string>;
  readonly token: string | undefined;
  /** Undefined when the token is missing or unknown. */
  readonly principal: Principal | undefined;
  /** Headers of the reply. */
  readonly headers: Reply["headers"];
}

/**
 * The service over HTTP. A request is checked in this order: rate limit (429), route (404, also without a token), token
 * (401), media type (415), length of the body (413), JSON (400).
 *
 * The limit is per user, and per network address without a valid token. It comes first: requests to unknown routes
 * count, too (our choice; the service sends the headers with every response). Discovery is not limited, since clients
 * look it up before they know the address of the API.
 */
export function createService(routes: readonly Route[], settings: ServiceSettings): Handler {
  const endpoints = [...routes, PING].map((route) => ({ method: route.method, path: PREFIX + route.path, route }));
  const router = new Router(endpoints);
  return async (request) => {
    const { method, path, remoteAddress } = request;
    if (path === DISCOVERY_PATH && (method === "GET" || method === "HEAD")) {
      return jsonReply(200, DISCOVERY, {}, "application/json");
    }
    const token = bearerToken(request);
    const principal = authenticate(settings, token);
    const { exceeded, headers } = settings.rateLimit.count(
      principal === undefined ? `from ${remoteAddress}` : principal.user,
    );
    try {
      if (exceeded) throw rateLimitExceeded();
      const match = router.find(method, path);
      if (match.kind !== "found") throw unknownOperation(method, path);
      const { entry, parameters } = match;
      return await handleRoute({ request, route: entry.route, parameters, token, principal, headers }, settings);
    } catch (error) {
      if (error instanceof IncompleteBodyError) throw error;
      return errorReply(error, settings.documents, headers);
    }
  };
}

function unknownOperation(method: string, path: string): Error {
  const isOperation = path.startsWith(`${PREFIX}/`) && isServiceOperation(method, path.slice(PREFIX.length));
  return isOperation ? notEmulated(`${method} ${path}`) : notFound(`${method} ${path}`);
}

async function handleRoute(routed: RoutedRequest, settings: ServiceSettings): Promise<Reply> {
  const { store, documents, projectDeletionBehavior, commit } = settings;
  const { request, route, parameters, principal } = routed;
  try {
    if (!isAuthorized(store, routed)) throw unauthorized();
    const body = route.method === "GET" ? undefined : await readDocument(request, route);
    runDueTimers(store);
    rejectUnknownParameters(request.query, route);
    const result = route.handle({
      store,
      principal: principal ?? Principal.anonymous(store),
      documents,
      projectDeletionBehavior,
      body,
      query: request.query,
      address: request.origin + request.path,
      param: (name) => parameter(routed, name),
      has: (name) => parameters.has(name),
    });
    // Serialized before the commit, during which other requests may change what it refers to.
    return resultReply(result, routed.headers);
  } finally {
    await commit();
  }
}

function isAuthorized(store: Store, routed: RoutedRequest): boolean {
  const {
    route: { authorize },
    token,
    principal,
  } = routed;
  if (authorize === undefined) return principal !== undefined;
  if (authorize === "everyone") return true;
  return token !== undefined && authorize({ store, param: (name) => parameter(routed, name) }, token);
}

/** Undefined when the token is missing or unknown. */
function authenticate({ store, token }: ServiceSettings, secret: string | undefined): Principal | undefined {
  if (secret === undefined) return undefined;
  if (secret === token) return new Principal(store, undefined);
  const record = store.tokenBySecret(secret);
  return record === undefined ? undefined : new Principal(store, record.id);
}

function bearerToken({ headers }: HttpRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}

/**
 * @throws HttpError 415 for another media type, required of every request but GET, also without a body; 413 when the
 *   body is too long; 400 when it is not JSON (our choice: undocumented)
 */
async function readDocument({ headers, readBody }: HttpRequest, { accepts }: Route): Promise<unknown> {
  if (accepts === "anything") {
    await readBody();
    return undefined;
  }
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== MEDIA_TYPE) throw invalidContentType();
  const text = await readBody();
  return text.trim() === "" ? undefined : parseJson(text);
}

function parameter({ route, parameters }: RoutedRequest, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new Error(`${route.method} ${route.path} has no parameter ${name}.`);
  return value;
}
