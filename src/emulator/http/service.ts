import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
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
import type { Reply } from "./reply";
import { answerReply, errorReply, jsonReply, MEDIA_TYPE } from "./reply";
import type { NonEmptyProjectDeletion, Route } from "./route";

const PREFIX = "/api/v2";

/** Each name of the service that some client asks for (facts, section 7). */
const DISCOVERY = { "tfe.v2": "/api/v2/", "tfe.v2.1": "/api/v2/", "tfe.v2.2": "/api/v2/" };

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

/** Answers a request; never rejects. */
export type Service = (request: Request) => Promise<Reply>;

/** Where a handler leaves its reply: Hono is the router, but its Response is not what is sent. */
interface Desk {
  reply?: Reply;
}

type Handler = (context: Context<{ Bindings: Desk }>) => Reply | Promise<Reply>;

/**
 * The service over HTTP. What is asked of a request, in the order in which the real service asks it: is there such a route
 * (404, even without a token), who is it (401), is it too often (429), is it the right media type (415), is it JSON (400).
 */
export function createService(settings: ServiceSettings): Service {
  const app = new Hono<{ Bindings: Desk }>();
  const leave = (handler: Handler) => async (context: Context<{ Bindings: Desk }>) => {
    context.env.reply = await handler(context);
    return RESPONSE_ALREADY_SENT;
  };
  for (const route of ROUTES) {
    app.on(
      route.method,
      PREFIX + route.path,
      leave((context) => answer(settings, route, context)),
    );
  }
  app.get(
    `${PREFIX}/ping`,
    leave((context) =>
      answerReply({ status: 204 }, settings.rateLimit?.count(bearerToken(context) ?? "").headers ?? {}),
    ),
  );
  app.get(
    "/.well-known/terraform.json",
    leave(() => jsonReply(200, DISCOVERY, {}, "application/json")),
  );
  app.notFound(
    leave(({ req: { method, path } }) => {
      const error = isKnownToService(path) ? notEmulated(method, path) : notFound(`${method} ${path}`);
      return errorReply(error, settings.documents);
    }),
  );
  return async (request) => {
    const desk: Desk = {};
    await app.fetch(request, desk);
    return desk.reply ?? errorReply(new Error("No handler replied."), settings.documents);
  };
}

async function answer(settings: ServiceSettings, route: Route, context: Context<{ Bindings: Desk }>): Promise<Reply> {
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
      return answerReply(answered, headers);
    } finally {
      settings.commit();
    }
  } catch (error) {
    return errorReply(error, documents, headers);
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
