import { sameName } from "../model";
import { shortened } from "./errors/shortened";

/** JSON:API documents, read tolerantly: what is absent is absent, what has another type than it should counts as absent. */

/** Members of an object that came from outside. */
export type Members = Readonly<Record<string, unknown>>;

/** A JSON:API resource object. */
export interface ResourceObject {
  readonly id: string;
  readonly type: string;
  readonly attributes: Members;
  readonly relationships: Members;
}

/** A JSON:API document. */
export interface Document {
  /** Undefined when the answer has no body. */
  readonly data: unknown;
  readonly included: readonly ResourceObject[];
  readonly meta: Members;
  readonly links: Members;
}

/** The document does not have what it must have; the message ends a sentence that begins with "the answer cannot be used:". */
export class MalformedDocument extends Error {}

export function parseDocument(body: unknown): Document {
  const members = asMembers(body);
  const included = Array.isArray(members["included"]) ? members["included"] : [];
  return {
    data: members["data"],
    included: included.flatMap((item) => parseResource(item) ?? []),
    meta: asMembers(members["meta"]),
    links: asMembers(members["links"]),
  };
}

/** The one resource of the document, which must be the one that was asked for. */
export function oneResource(document: Document, type: string, id?: string): ResourceObject {
  const resource = resourceOfType(document.data, type);
  if (id !== undefined && resource.id !== id) throw otherThan(`${type} ${id}`, resource.id);
  return resource;
}

/** The one resource of the document, which must have the name that was asked for, case ignored, as its attribute or as its id. */
export function oneNamed(document: Document, type: string, name: string): ResourceObject {
  const resource = resourceOfType(document.data, type);
  const found = [text(resource.attributes, "name"), resource.id];
  if (!found.some((each) => each !== undefined && sameName(each, name)))
    throw otherThan(`${type} ${JSON.stringify(name)}`, found[0] ?? resource.id);
  return resource;
}

function otherThan(asked: string, found: string): MalformedDocument {
  return new MalformedDocument(`${asked} was asked for, and ${JSON.stringify(shortened(found, 100))} came`);
}

/** The resources of the document, in its order. */
export function manyResources(document: Document, type: string): readonly ResourceObject[] {
  if (!Array.isArray(document.data)) throw new MalformedDocument("`data` is not a list");
  return document.data.map((item) => resourceOfType(item, type));
}

function resourceOfType(value: unknown, type: string): ResourceObject {
  const resource = parseResource(value);
  if (resource === undefined) throw new MalformedDocument(`\`data\` has no resource of type ${type} in it`);
  if (resource.type !== type)
    throw new MalformedDocument(`expected type ${type}, found ${JSON.stringify(shortened(resource.type, 100))}`);
  return resource;
}

function parseResource(value: unknown): ResourceObject | undefined {
  const members = asMembers(value);
  const id = idIn(members);
  const { type } = members;
  if (id === undefined || typeof type !== "string") return undefined;
  return { id, type, attributes: asMembers(members["attributes"]), relationships: asMembers(members["relationships"]) };
}

/** An identifier, also when it was sent as a number: what has an id must not be lost. */
function idIn(members: Members): string | undefined {
  const { id } = members;
  if (typeof id === "number") return String(id);
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** The id that a to-one relationship refers to; undefined when absent or null. */
export function relatedId(resource: ResourceObject, relationship: string): string | undefined {
  return idIn(asMembers(asMembers(resource.relationships[relationship])["data"]));
}

/** The ids that a to-many relationship refers to, in its order; empty when absent. One alone may stand without its list. */
export function relatedIds(resource: ResourceObject, relationship: string): readonly string[] {
  const data = asMembers(resource.relationships[relationship])["data"];
  return (Array.isArray(data) ? data : [data]).flatMap((item) => idIn(asMembers(item)) ?? []);
}

/** Whether a to-many relationship was sent, and each that it refers to can be read: only then does `relatedIds` give all that there are. */
export function tellsRelated({ relationships }: { readonly relationships: Members }, relationship: string): boolean {
  const data = asMembers(relationships[relationship])["data"];
  return (Array.isArray(data) ? data : [data]).every((item) => idIn(asMembers(item)) !== undefined);
}

/** What was made of an included resource; undefined when it lacks what it must have: then it counts as not included. */
export function ifReadable<T>(sent: ResourceObject | undefined, parse: (sent: ResourceObject) => T): T | undefined {
  if (sent === undefined) return undefined;
  try {
    return parse(sent);
  } catch (error) {
    if (error instanceof MalformedDocument) return undefined;
    throw error;
  }
}

export function asMembers(value: unknown): Members {
  return isMembers(value) ? value : {};
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function text(members: Members, name: string): string | undefined {
  const value = members[name];
  return typeof value === "string" ? value : undefined;
}

/** A text, or null where the member is null; undefined when absent. */
export function textOrNull(members: Members, name: string): string | null | undefined {
  return members[name] === null ? null : text(members, name);
}

export function requiredText(resource: ResourceObject, name: string): string {
  const value = text(resource.attributes, name);
  if (value === undefined) throw new MalformedDocument(`${resource.type} ${resource.id} has no attribute \`${name}\``);
  return value;
}

export function requiredRelatedId(resource: ResourceObject, relationship: string): string {
  const id = relatedId(resource, relationship);
  if (id === undefined)
    throw new MalformedDocument(`${resource.type} ${resource.id} has no relationship \`${relationship}\``);
  return id;
}

/** The organization a resource belongs to, or the one that was asked about, for an answer that does not name it. */
export function organizationOf(resource: ResourceObject, asked: string | undefined): string {
  return relatedId(resource, "organization") ?? asked ?? requiredRelatedId(resource, "organization");
}

export function flag(members: Members, name: string): boolean | undefined {
  const value = members[name];
  return typeof value === "boolean" ? value : undefined;
}

/** A whole number, also when it was sent as a text. */
export function integer(members: Members, name: string): number | undefined {
  const value = members[name];
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
}

/** Those members that are texts. */
export function texts(members: Members): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
