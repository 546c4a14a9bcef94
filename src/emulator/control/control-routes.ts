import type { ControlRoute } from "./control-route";
import { runRoutes } from "./run-routes";
import { requestRoutes } from "./request-routes";
import { resourceRoutes } from "./resource-routes";

/**
 * The control API: the emulator's controls over HTTP, for tests in other languages. Requests need no token, are not
 * logged or rate limited, and faults do not apply to them. `GET /_emulator` lists the operations.
 */
export const CONTROL_ROUTES: readonly ControlRoute[] = [...resourceRoutes, ...runRoutes, ...requestRoutes];
