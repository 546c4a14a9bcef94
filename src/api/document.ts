import { sameName } from "../model";
import { truncate } from "./errors/shortened";

/** JSON:API documents, read tolerantly: what is absent is absent, what has another type than it should counts as absent. */

/** Members of an object that came from outside. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON:API resource object. */
export interface ResourceObject {
  readonly id: string;
  readonly type: string;
  readonly attributes: JsonObject;
  readonly relationships: JsonObject;
}

/** A JSON:API document. */
export interface Document {
  /** Undefined when the answer has no body. */
  readonly data: unknown;
  readonly included: readonly ResourceObject[];
  readonly meta: JsonObject;
  readonly links: JsonObject;
}

/** The document does not have what it must have; the message ends a sentence that begins with "the answer cannot be used:". */
export class MalformedDocumentError extends Error {}

export function parseDocument(body: unknown): Document {
  const members = asObject(body);
  const included = Array.isArray(members["included"]) ? members["included"] : [];
  return {
    data: members["data"],
    included: included.flatMap((item) => parseResource(item) ?? []),
    meta: asObject(members["meta"]),
    links: asObject(members["links"]),
  };
}

/** The one resource of the document, which must be the one that was asked for. */
export function singleResource(document: Document, type: string, id?: string): ResourceObject {
  const resource = resourceOfType(document.data, type);
  if (id !== undefined && resource.id !== id) throw wrongResource(`${type} ${id}`, resource.id);
  return resource;
}

/** The one resource of the document, which must have the name that was asked for, case ignored, as its attribute or as its id. */
export function singleResourceNamed(document: Document, type: string, name: string): ResourceObject {
  const resource = resourceOfType(document.data, type);
  const found = [getString(resource.attributes, "name"), resource.id];
  if (!found.some((each) => each !== undefined && sameName(each, name)))
    throw wrongResource(`${type} ${JSON.stringify(name)}`, found[0] ?? resource.id);
  return resource;
}

function wrongResource(asked: string, found: string): MalformedDocumentError {
  return new MalformedDocumentError(`${asked} was asked for, and ${JSON.stringify(truncate(found, 100))} came`);
}

/** The resources of the document, in its order. */
export function resourceList(document: Document, type: string): readonly ResourceObject[] {
  if (!Array.isArray(document.data)) throw new MalformedDocumentError("`data` is not a list");
  return document.data.map((item) => resourceOfType(item, type));
}

function resourceOfType(value: unknown, type: string): ResourceObject {
  const resource = parseResource(value);
  if (resource === undefined) throw new MalformedDocumentError(`\`data\` has no resource of type ${type} in it`);
  if (resource.type !== type)
    throw new MalformedDocumentError(`expected type ${type}, found ${JSON.stringify(truncate(resource.type, 100))}`);
  return resource;
}

function parseResource(value: unknown): ResourceObject | undefined {
  const members = asObject(value);
  const id = idIn(members);
  const { type } = members;
  if (id === undefined || typeof type !== "string") return undefined;
  return { id, type, attributes: asObject(members["attributes"]), relationships: asObject(members["relationships"]) };
}

/** An identifier, also when it was sent as a number: what has an id must not be lost. */
function idIn(members: JsonObject): string | undefined {
  const { id } = members;
  if (typeof id === "number") return String(id);
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** The id that a to-one relationship refers to; undefined when absent or null. */
export function relatedId(resource: ResourceObject, relationship: string): string | undefined {
  return idIn(asObject(asObject(resource.relationships[relationship])["data"]));
}

/** The ids that a to-many relationship refers to, in its order; empty when absent. One alone may stand without its list. */
export function relatedIds(resource: ResourceObject, relationship: string): readonly string[] {
  const data = asObject(resource.relationships[relationship])["data"];
  return (Array.isArray(data) ? data : [data]).flatMap((item) => idIn(asObject(item)) ?? []);
}

/** Whether a to-many relationship was sent, and each that it refers to can be read: only then does `relatedIds` give all that there are. */
export function hasRelationship(
  { relationships }: { readonly relationships: JsonObject },
  relationship: string,
): boolean {
  const data = asObject(relationships[relationship])["data"];
  return (Array.isArray(data) ? data : [data]).every((item) => idIn(asObject(item)) !== undefined);
}

/** What was made of an included resource; undefined when it lacks what it must have: then it counts as not included. */
export function parseIfComplete<T>(
  sent: ResourceObject | undefined,
  parse: (sent: ResourceObject) => T,
): T | undefined {
  if (sent === undefined) return undefined;
  try {
    return parse(sent);
  } catch (error) {
    if (error instanceof MalformedDocumentError) return undefined;
    throw error;
  }
}

export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function getString(members: JsonObject, name: string): string | undefined {
  const value = members[name];
  return typeof value === "string" ? value : undefined;
}

/** A text, or null where the member is null; undefined when absent. */
export function getStringOrNull(members: JsonObject, name: string): string | null | undefined {
  return members[name] === null ? null : getString(members, name);
}

export function requireString(resource: ResourceObject, name: string): string {
  const value = getString(resource.attributes, name);
  if (value === undefined)
    throw new MalformedDocumentError(`${resource.type} ${resource.id} has no attribute \`${name}\``);
  return value;
}

export function requireRelatedId(resource: ResourceObject, relationship: string): string {
  const id = relatedId(resource, relationship);
  if (id === undefined)
    throw new MalformedDocumentError(`${resource.type} ${resource.id} has no relationship \`${relationship}\``);
  return id;
}

/** The organization a resource belongs to, or the one that was asked about, for an answer that does not name it. */
export function organizationOf(resource: ResourceObject, asked: string | undefined): string {
  return relatedId(resource, "organization") ?? asked ?? requireRelatedId(resource, "organization");
}

export function getBoolean(members: JsonObject, name: string): boolean | undefined {
  const value = members[name];
  return typeof value === "boolean" ? value : undefined;
}

/** A whole number, also when it was sent as a text. */
export function getInteger(members: JsonObject, name: string): number | undefined {
  const value = members[name];
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
}

/** Those members that are texts. */
export function stringMembers(members: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
