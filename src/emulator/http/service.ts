import { MEDIA_TYPE } from "../../model";
import { invalidContentType, notEmulated, notFound, rateLimitExceeded, unauthorized } from "../errors";
import type { DocumentsOption } from "../engine/documents-option";
import type { Send } from "./exchange";
import { Exchange } from "./exchange";
import { operationsOtherThan } from "./not-emulated";
import { rejectUnknownParameters } from "./query-parameters";
import type { RateLimit } from "./rate-limit";
import type { Reply } from "./reply";
import { resultReply, errorReply, jsonReply } from "./reply";
import type { Handler, HttpRequest } from "./request";
import { IncompleteBodyError, parseJson } from "./request-body";
import type { Route, RouteRequest, RouteResult } from "./route";
import { noContent } from "./route";
import type { Endpoint } from "./router";
import { Router } from "./router";

const PREFIX = "/api/v2";

const DISCOVERY_PATH = "/.well-known/terraform.json";

/**
 * The services that HCP Terraform names at its own host. Clients look these up, and some require one that they do not
 * use, such as `modules.v1`.
 */
const DISCOVERY = {
  "components.v3": "/api/registry/v3/components/",
  "modules.v1": "/api/registry/v1/modules/",
  "motd.v1": "/api/terraform/motd",
  "providers.v1": "/api/registry/v1/providers/",
  "stacksplugin.v1": "/stacksplugin.v1",
  "state.v2": "/api/v2/",
  "tfe.v2": "/api/v2/",
  "tfe.v2.1": "/api/v2/",
  "tfe.v2.2": "/api/v2/",
};

/** Who sent a request. */
interface Caller<Context> {
  /** Key of the rate limit; undefined when the token is missing or unknown. */
  readonly user: string | undefined;
  /** What the routes get of the caller. */
  readonly context: Context;
}

export interface ServiceSettings<Context> {
  readonly authenticate: (token: string | undefined) => Caller<Context>;
  /** Performs the operation of a route: all of its changes or, if it throws, none. */
  readonly perform: (operation: () => RouteResult) => RouteResult;
  /** Sends a request of a route to someone else. */
  readonly send: Send;
  readonly documents: DocumentsOption;
  readonly rateLimit: RateLimit;
  /** Makes all changes durable; awaited before each response. */
  readonly commit: () => Promise<void> | undefined;
}

/** A request whose route was found. */
interface RoutedRequest<Context> {
  readonly request: HttpRequest;
  readonly route: Route<Context>;
  readonly parameters: ReadonlyMap<string, string>;
  readonly token: string | undefined;
  readonly caller: Caller<Context>;
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
export function createService<Context extends object>(
  routes: readonly Route<Context>[],
  settings: ServiceSettings<Context>,
): Handler {
  const ping: Route<Context> = { method: "GET", path: "/ping", authorize: "everyone", handle: () => noContent };
  const emulated = [...routes, ping].map((route) => ({ method: route.method, path: PREFIX + route.path, route }));
  const others = operationsOtherThan(routes).map(({ method, path }) => ({ method, path: PREFIX + path }));
  // Together, since one of the others can be more specific.
  const router = new Router<Endpoint & { readonly route?: Route<Context> }>([...emulated, ...others]);
  return async (request) => {
    const { method, path, remoteAddress } = request;
    if (path === DISCOVERY_PATH && (method === "GET" || method === "HEAD")) {
      return jsonReply(200, DISCOVERY, {}, "application/json");
    }
    const token = bearerToken(request);
    const caller = settings.authenticate(token);
    const { exceeded, headers } = settings.rateLimit.count(caller.user ?? `from ${remoteAddress}`);
    try {
      if (exceeded) throw rateLimitExceeded();
      const match = router.find(method, path);
      if (match.kind !== "found") throw notFound(`${method} ${path}`);
      const { entry, parameters } = match;
      const { route } = entry;
      if (route === undefined) throw notEmulated(`${method} ${path}`);
      return await handleRoute({ request, route, parameters, token, caller, headers }, settings);
    } catch (error) {
      if (error instanceof IncompleteBodyError) throw error;
      return errorReply(error, settings.documents, headers);
    }
  };
}

async function handleRoute<Context extends object>(
  routed: RoutedRequest<Context>,
  { perform, commit, send }: ServiceSettings<Context>,
): Promise<Reply> {
  const { request, route, parameters, caller, headers } = routed;
  try {
    if (!isAuthorized(routed)) throw unauthorized();
    const body = route.method === "GET" ? undefined : await readDocument(request, route);
    rejectUnknownParameters(request.query, route);
    const exchange = new Exchange(send);
    const input: RouteRequest & Context = {
      ...caller.context,
      ask: (outgoing) => exchange.ask(outgoing),
      body,
      query: request.query,
      address: request.origin + request.path,
      param: (name) => parameter(routed, name),
      has: (name) => parameters.has(name),
    };
    return resultReply(await exchange.complete(() => perform(() => route.handle(input))), headers);
  } finally {
    await commit();
  }
}

function isAuthorized<Context extends object>(routed: RoutedRequest<Context>): boolean {
  const { route, token, caller } = routed;
  if (route.authorize === undefined) return caller.user !== undefined;
  if (route.authorize === "everyone") return true;
  const request = { ...caller.context, param: (name: string) => parameter(routed, name) };
  return token !== undefined && route.authorize(request, token);
}

function bearerToken({ headers }: HttpRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}

/**
 * @throws HttpError 415 for another media type, required of every request but GET, also without a body; 413 when the
 *   body is too long; 400 when it is not JSON (our choice: undocumented)
 */
async function readDocument(
  { headers, readBody }: HttpRequest,
  { accepts }: Pick<Route<never>, "accepts">,
): Promise<unknown> {
  if (accepts === "anything" || accepts === "text") {
    const text = await readBody();
    return accepts === "text" ? text : undefined;
  }
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== MEDIA_TYPE) throw invalidContentType();
  const text = await readBody();
  return text.trim() === "" ? undefined : parseJson(text);
}

function parameter<Context>({ route, parameters }: RoutedRequest<Context>, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new Error(`${route.method} ${route.path} has no parameter ${name}.`);
  return value;
}
