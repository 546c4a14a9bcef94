import type { ControlRoute } from "./control-route";
import { runRoutes } from "./run-routes";
import { requestRoutes } from "./request-routes";
import { resourceRoutes } from "./resource-routes";

/**
 * The emulator's controls over HTTP, for tests that are not written in TypeScript (DESIGN section 6). They need no token, are not logged,
 * not limited, and no fault happens to them. `GET /_emulator` lists them with these words and examples.
 */
export const CONTROL_ROUTES: readonly ControlRoute[] = [...resourceRoutes, ...runRoutes, ...requestRoutes];
