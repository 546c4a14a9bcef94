import { isObject } from "../decode";
import { invalidAt } from "../errors";

/** The `data` of a request document. */
export interface RequestResource {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

/**
 * Reads a request document with a single resource.
 *
 * @param types one, or several that clients send; undefined where they send any
 * @throws HttpError 422 with a pointer to the member that is missing or of another type
 */
export function readResource(
  body: unknown,
  types: string | readonly string[] | undefined,
  at = "/data",
): RequestResource {
  const data = isObject(body) ? body["data"] : undefined;
  if (!isObject(data)) throw invalidAt(at, "The request must have one resource under data");
  const [type, ...others] = [types ?? []].flat();
  if (type !== undefined && ![type, ...others].some((it) => it === data["type"])) {
    throw invalidAt(`${at}/type`, `Type must be ${type}`);
  }
  const attributes = data["attributes"] ?? {};
  if (!isObject(attributes)) throw invalidAt(`${at}/attributes`, "Attributes must be an object");
  const relationships = data["relationships"] ?? {};
  if (!isObject(relationships)) throw invalidAt(`${at}/relationships`, "Relationships must be an object");
  return { attributes, relationships };
}

/** Reads a list of resource identifiers. @throws HttpError 422 with a pointer to the first invalid one */
export function readIdentifiers(body: unknown, type: string, pointer = "/data"): readonly string[] {
  const data = isObject(body) ? body["data"] : undefined;
  if (!Array.isArray(data)) throw invalidAt(pointer, "Data must be an array");
  return data.map((item: unknown, index) => readReference(item, [type], `${pointer}/${index}`).id);
}

/** The IDs in a relationship to many objects; undefined when it is absent. */
export function readRelationshipToMany(
  { relationships }: RequestResource,
  name: string,
  type: string,
): readonly string[] | undefined {
  const relationship = relationships[name];
  if (relationship === undefined) return undefined;
  const pointer = `/data/relationships/${name}`;
  if (!isObject(relationship)) throw invalidAt(pointer, "A relationship must be an object");
  return readIdentifiers(relationship, type, `${pointer}/data`);
}

function readReference(item: unknown, types: readonly string[], pointer: string): Reference {
  const type = types.find((it) => isObject(item) && item["type"] === it);
  if (!isObject(item) || type === undefined) throw invalidAt(`${pointer}/type`, `Type must be ${types.join(" or ")}`);
  const id = item["id"];
  if (typeof id !== "string" || id === "") throw invalidAt(`${pointer}/id`, "Id can't be blank");
  return { type, id };
}

/** An object that a document refers to. */
interface Reference {
  readonly type: string;
  readonly id: string;
}

/**
 * The ID in a relationship; undefined when the relationship is absent, null or has a blank ID: the documentation of
 * workspaces states that the project then does not change.
 */
export function readRelationship(resource: RequestResource, name: string, type: string): string | undefined {
  return readRelated(resource, name, [type])?.id;
}

/** The object in a relationship that can have objects of several types; undefined as above. */
export function readRelated(resource: RequestResource, name: string, types: readonly string[]): Reference | undefined {
  const relationship = resource.relationships[name];
  if (relationship === undefined) return undefined;
  const pointer = `/data/relationships/${name}`;
  if (!isObject(relationship)) throw invalidAt(pointer, "A relationship must be an object");
  const data = relationship["data"];
  if (data === undefined || data === null || (isObject(data) && data["id"] === "")) return undefined;
  return readReference(data, types, `${pointer}/data`);
}
