import type { Endpoint } from "./router";
import operations from "./service-operations.json";

/**
 * The operations of the service that are not among these, in the OpenAPI description or documented elsewhere. The
 * response to one of them is 400, "not emulated". Any other unknown path is 404, as with the service.
 *
 * @param paths under `/api/v2`
 */
export function operationsOtherThan(emulated: readonly Endpoint[]): readonly Endpoint[] {
  const known = new Set(emulated.map(shapeOf));
  const others = new Map<string, Endpoint>();
  for (const operation of [...operations.operations, ...operations.documentedElsewhere]) {
    const [method = "", path = ""] = operation.split(" ");
    const shape = shapeOf({ method, path });
    if (!known.has(shape)) others.set(shape, { method, path });
  }
  return [...others.values()];
}

/** The same for paths that differ only in the names of parameters. */
function shapeOf({ method, path }: Endpoint): string {
  return `${method} ${path.replace(/:\w+/g, ":")}`;
}
