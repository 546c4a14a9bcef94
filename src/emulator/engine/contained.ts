import { isObject } from "../decode";
import type { AttributeProblem } from "../errors";
import { invalidAt, pointerOf, rejectInvalid } from "../errors";
import type { RequestResource } from "../http/request-document";
import { readResource } from "../http/request-document";
import { readChange } from "./input";
import type { ObjectOf, ServiceRequest } from "./kind";
import { memberOfRelation } from "./relation";
import { create } from "./write";

/* Objects that the document of another one has in full, such as the variables of a variable set. */

/**
 * Creates the objects that a document has in full, in an object that was just created or changed. Those with an ID
 * exist already, and stay as they are (our choice: undocumented).
 *
 * @throws HttpError 422 with a pointer to each invalid part
 */
export function createContained(request: ServiceRequest, container: ObjectOf, resource: RequestResource): void {
  const problems = Object.entries(container.kind.contains ?? {}).flatMap(([name, type]) => {
    const at = `/data/relationships/${name}/data`;
    return itemsOf(resource.relationships[name], at).flatMap((item, index) =>
      isObject(item) && item["id"] !== undefined ? [] : createIn(request, container, type, item, `${at}/${index}`),
    );
  });
  rejectInvalid(problems);
}

function itemsOf(relationship: unknown, at: string): readonly unknown[] {
  if (relationship === undefined) return [];
  const data = isObject(relationship) ? relationship["data"] : undefined;
  if (!Array.isArray(data)) throw invalidAt(at, "Data must be an array");
  return data;
}

/** Creates an object unless it has problems. */
function createIn(
  request: ServiceRequest,
  container: ObjectOf,
  type: string,
  item: unknown,
  at: string,
): readonly AttributeProblem[] {
  const { store } = request;
  const kind = store.kind(type);
  const resource = readResource({ data: item }, type, at);
  const { organizationId } = store.placeOf(container.kind, container.record);
  const scope = { organizationId, parent: container.record, before: undefined };
  const { change, problems } = readChange(request, kind, resource, scope);
  if (problems.length === 0) create(store, kind, { ...belongingTo(kind, [container]), ...change });
  return problems.map((problem) => ({ ...problem, pointer: pointerOf(problem).replace("/data", at) }));
}

/** The relations of a new object to those that it is created in. */
export function belongingTo({ relations }: ObjectOf["kind"], objects: readonly (ObjectOf | undefined)[]): object {
  return Object.fromEntries(
    objects.flatMap((it) => {
      const found = Object.entries(relations).find(([, { to, many }]) => !many && to === it?.kind.type);
      return it === undefined || found === undefined ? [] : [[memberOfRelation(...found), it.record.id]];
    }),
  );
}
