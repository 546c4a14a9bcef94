import type { Context } from "hono";
import { Hono } from "hono";
import { DecodeError, HttpError, ControlError, StorageError } from "../errors";
import type { ReadBody } from "../http/request-body";
import { parseJson } from "../http/request-body";
import type { ControlRoute } from "./control-route";
import { exampleRequest, inQuery } from "./control-route";
import type { EmulatorControl } from "./emulator-control";
import type { ExampleValues } from "./example-values";
import { exampleValues } from "./example-values";
import { originProblem } from "./origin-check";
import { requestRoutes } from "./request-routes";
import { resourceRoutes } from "./resource-routes";
import { teamAndSetRoutes } from "./team-and-set-routes";
import { runRoutes } from "./run-routes";

/** Path of the control API, alongside the service's `/api/v2`. */
export const CONTROL_PREFIX = "/_emulator";

/**
 * The control API: the emulator's controls over HTTP, for tests in other languages. Requests need no token, are not
 * logged or rate limited, and faults do not apply to them. `GET /_emulator` lists the operations.
 */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...resourceRoutes,
  ...teamAndSetRoutes,
  ...runRoutes,
  ...requestRoutes,
];

/** Handles a request to the control API of one emulator. */
export type ControlService = (request: Request, readBody: ReadBody) => Response | Promise<Response>;

interface ControlBindings {
  Bindings: { readonly emulator: EmulatorControl; readonly readBody: ReadBody };
}

type ControlContext = Context<ControlBindings>;

/** The routes are compiled on the first request, once for all emulators of the process. */
const app = new Hono<ControlBindings>();
app.use(async (context, next) => {
  const error = originProblem(context.req.raw.headers);
  if (error !== undefined) return context.json({ error }, 403);
  await next();
  return undefined;
});
for (const route of CONTROL_ROUTES) {
  app.on(route.method, CONTROL_PREFIX + route.path, (context) => handleRoute(route, context));
}
app.get(CONTROL_PREFIX, (context) => {
  const samples = exampleValues(context.env.emulator.state());
  return context.json({ operations: CONTROL_ROUTES.map((route) => describeRoute(route, samples)) });
});
app.all("*", unknownRoute);
app.onError((error, context) => {
  const failed = error instanceof StorageError ? error.message : `This is a bug in the emulator: ${error.message}`;
  return context.json({ error: failed }, 500);
});

/**
 * The control API over HTTP. Errors are `{"error": "…"}`: 400 for invalid input, 403 for requests from web pages, 404
 * for an unknown path, 405 for an unknown method of a known path, 413 for a body that is too long, 500 when the state
 * file cannot be written.
 */
export function createControlService(emulator: EmulatorControl): ControlService {
  return (request, readBody) => app.fetch(request, { emulator, readBody });
}

async function handleRoute(route: ControlRoute, context: ControlContext): Promise<Response> {
  try {
    const [id = ""] = Object.values(context.req.param());
    const document = route.handle(context.env.emulator, await readInput(route, context), id);
    return document === undefined ? context.body(null, 204) : context.json(document);
  } catch (error) {
    if (error instanceof HttpError) {
      const [first] = error.errors;
      return context.json({ error: first?.detail ?? error.message }, error.status === 413 ? 413 : 400);
    }
    if (!(error instanceof ControlError || error instanceof DecodeError || error instanceof RangeError)) throw error;
    return context.json({ error: error.message }, 400);
  }
}

async function readInput({ method, example }: ControlRoute, { req, env }: ControlContext): Promise<unknown> {
  if (example === undefined) return undefined;
  return inQuery(method) ? req.query() : parseJson(await env.readBody());
}

function unknownRoute(context: Context): Response {
  const { method, path } = context.req;
  const methods = methodsOf(path);
  const instead =
    methods.length === 0 ? `GET ${CONTROL_PREFIX} lists all operations.` : `Supported methods: ${methods.join(", ")}.`;
  const error = `Unknown operation ${method} ${path}. ${instead}`;
  return methods.length === 0
    ? context.json({ error }, 404)
    : context.json({ error }, 405, { allow: methods.join(", ") });
}

/** The methods of a path of the control API; empty for any other path. */
function methodsOf(path: string): readonly string[] {
  if (path === CONTROL_PREFIX) return ["GET"];
  return CONTROL_ROUTES.filter((route) => matches(CONTROL_PREFIX + route.path, path)).map(({ method }) => method);
}

function matches(template: string, path: string): boolean {
  const [expected, given] = [template.split("/"), path.split("/")];
  return expected.length === given.length && expected.every((part, at) => part.startsWith(":") || part === given[at]);
}

function describeRoute(route: ControlRoute, samples: ExampleValues): object {
  const { method, path, summary: does } = route;
  const example = exampleRequest(route, samples);
  return {
    method,
    path: CONTROL_PREFIX + path,
    does,
    example: { path: CONTROL_PREFIX + example.path, ...(example.body === undefined ? {} : { body: example.body }) },
  };
}
