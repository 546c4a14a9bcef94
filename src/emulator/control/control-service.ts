import type { Context } from "hono";
import { Hono } from "hono";
import { DecodeError } from "../decode";
import { ControlError } from "./control-error";
import type { Controlled, ControlRoute } from "./control-routes";
import { CONTROL_ROUTES } from "./control-routes";

/** Where the control interface is, beside the service's `/api/v2`. */
export const CONTROL_PREFIX = "/_emulator";

/** The control interface over HTTP. Errors are `{"error": "…"}`: 400 for what was asked wrongly, 404 for an unknown operation. */
export function createControlService(emulator: Controlled): Hono {
  const app = new Hono();
  for (const route of CONTROL_ROUTES) {
    app.on(route.method, CONTROL_PREFIX + route.path, (context) => answer(emulator, route, context));
  }
  app.get(CONTROL_PREFIX, (context) => context.json({ operations: CONTROL_ROUTES.map(description) }));
  app.all("*", (context) => {
    const error = `There is no ${context.req.method} ${context.req.path}. GET ${CONTROL_PREFIX} lists what there is.`;
    return context.json({ error }, 404);
  });
  return app;
}

async function answer(emulator: Controlled, route: ControlRoute, context: Context): Promise<Response> {
  try {
    const body = route.example === undefined ? undefined : parse(await context.req.text());
    const document = route.handle(emulator, body, context.req.param("id") ?? "");
    return document === undefined ? context.body(null, 204) : context.json(document);
  } catch (error) {
    if (!(error instanceof ControlError || error instanceof DecodeError || error instanceof RangeError)) throw error;
    return context.json({ error: error.message }, 400);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DecodeError("$", `is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function description({ method, path, does, example }: ControlRoute): object {
  return { method, path: CONTROL_PREFIX + path, does, example };
}
