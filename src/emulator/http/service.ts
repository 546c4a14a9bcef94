import type { Context } from "hono";
import { Hono } from "hono";
import { Caller } from "../access/caller";
import type { DocumentsOption } from "../documents/document";
import { organizationRoutes } from "../routes/organizations";
import { projectWorkspaceRoutes } from "../routes/project-workspaces";
import { projectRoutes } from "../routes/projects";
import { runTaskRoutes } from "../routes/run-tasks";
import { runRoutes } from "../routes/runs";
import { taskResultRoutes } from "../routes/task-results";
import { taskStageRoutes } from "../routes/task-stages";
import { workspaceRoutes } from "../routes/workspaces";
import { settle } from "../world/task-stages";
import type { World } from "../world/world";
import { badRequest, invalidContentType, notEmulated, notFound, rateLimitExceeded, unauthorized } from "./errors";
import { isKnownToService } from "./not-emulated";
import type { RateLimit } from "./rate-limit";
import { answerResponse, errorResponse, jsonResponse, MEDIA_TYPE } from "./response";
import type { NonEmptyProjectDeletion, Route } from "./route";

const PREFIX = "/api/v2";

const ROUTES: readonly Route[] = [
  ...projectRoutes,
  ...projectWorkspaceRoutes,
  ...taskStageRoutes,
  ...taskResultRoutes,
  ...organizationRoutes,
  ...workspaceRoutes,
  ...runTaskRoutes,
  ...runRoutes,
];

export interface ServiceSettings {
  readonly world: World;
  /** The token that owns everything. */
  readonly token: string;
  readonly documents: DocumentsOption;
  readonly nonEmptyProjectDeletion: NonEmptyProjectDeletion;
  /** Undefined for no limit. */
  readonly rateLimit: RateLimit | undefined;
  /** Makes what has changed in the world durable; called before any response that tells of it. */
  readonly commit: () => void;
}

/**
 * The service over HTTP. What is asked of a request, in the order in which the real service asks it: is there such a route
 * (404, even without a token), who is it (401), is it too often (429), is it the right media type (415), is it JSON (400).
 */
export function createService(settings: ServiceSettings): Hono {
  const app = new Hono();
  for (const route of ROUTES) {
    app.on(route.method, PREFIX + route.path, (context) => answer(settings, route, context));
  }
  app.get(`${PREFIX}/ping`, (context) => {
    const headers = settings.rateLimit?.count(bearerToken(context) ?? "").headers ?? {};
    return answerResponse({ status: 204 }, headers);
  });
  // Each name of the service that some client asks for (facts, section 7).
  app.get("/.well-known/terraform.json", () => {
    const services = { "tfe.v2": "/api/v2/", "tfe.v2.1": "/api/v2/", "tfe.v2.2": "/api/v2/" };
    return jsonResponse(200, services, {}, "application/json");
  });
  app.notFound((context) => {
    const { method, path } = context.req;
    const error = isKnownToService(path) ? notEmulated(method, path) : notFound(`${method} ${path}`);
    return errorResponse(error, settings.documents);
  });
  return app;
}

async function answer(settings: ServiceSettings, route: Route, context: Context): Promise<Response> {
  const { world, documents } = settings;
  const secret = bearerToken(context);
  const rate = settings.rateLimit?.count(secret ?? "");
  const headers = rate?.headers ?? {};
  try {
    const caller = authenticate(settings, secret);
    if (rate?.exceeded === true) throw rateLimitExceeded();
    const body = route.method === "GET" ? undefined : await readBody(context);
    try {
      settle(world);
      const { pathname, searchParams, origin } = new URL(context.req.url);
      const answered = route.handle({
        world,
        caller,
        documents,
        nonEmptyProjectDeletion: settings.nonEmptyProjectDeletion,
        body,
        query: searchParams,
        address: origin + pathname,
        param: (name) => parameter(context, route, name),
        has: (name) => context.req.param(name) !== undefined,
      });
      return answerResponse(answered, headers);
    } finally {
      settings.commit();
    }
  } catch (error) {
    return errorResponse(error, documents, headers);
  }
}

/** @throws ServiceError 401 when the token is missing or unknown. */
function authenticate({ world, token }: ServiceSettings, secret: string | undefined): Caller {
  if (secret === token) return new Caller(world, undefined);
  const record = secret === undefined ? undefined : world.tokenBySecret(secret);
  if (record === undefined) throw unauthorized();
  return new Caller(world, record.id);
}

function bearerToken(context: Context): string | undefined {
  return /^Bearer +(\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
}

/**
 * @throws ServiceError 415 for another media type, demanded of every request that changes something, body or not; 400 for what is not
 *   JSON, which the service's public documentation does not speak of.
 */
async function readBody(context: Context): Promise<unknown> {
  const type = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== MEDIA_TYPE) throw invalidContentType();
  const text = await context.req.text();
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`The request's body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parameter(context: Context, route: Route, name: string): string {
  const value = context.req.param(name);
  if (value === undefined) throw new Error(`${route.method} ${route.path} has no parameter ${name}.`);
  return value;
}
