import { Router } from "./router";
import operations from "./service-operations.json";

/**
 * The operations of the service, in the OpenAPI description or documented elsewhere. The response to one that the
 * emulator does not have is 400, "not emulated". Any other unknown path is 404, as with the service.
 */
const router = new Router(
  [...operations.operations, ...operations.documentedElsewhere].map((operation) => {
    const [method = "", path = ""] = operation.split(" ");
    return { method, path };
  }),
);

/** Whether the service has this operation. @param path under `/api/v2` */
export function isServiceOperation(method: string, path: string): boolean {
  return router.find(method, path).kind === "found";
}
