import { sameName } from "../model";
import { asObject, getString } from "../json";
import type { JsonObject } from "../json";
import { truncate } from "./response-errors";

/** A JSON:API resource object. */
export interface ResourceObject {
  readonly id: string;
  readonly type: string;
  readonly attributes: JsonObject;
  readonly relationships: JsonObject;
  readonly links: JsonObject;
}

/**
 * A resource of the model, with all its attributes and relationships as the service sent them, including those that
 * this version does not know. Empty where the response had none.
 */
export type Resource<T> = T & { readonly attributes: JsonObject; readonly relationships: JsonObject };

/** Adds the attributes and relationships, as sent, to the parsed resource. */
export function resource<T>(parsed: T, { attributes, relationships }: ResourceObject): Resource<T> {
  return { ...parsed, attributes, relationships };
}

/** A JSON:API document. */
export interface Document {
  /** Undefined when the response has no body. */
  readonly data: unknown;
  readonly included: readonly ResourceObject[];
  readonly meta: JsonObject;
  readonly links: JsonObject;
}

/** The document lacks a required member. UnexpectedResponseError includes the message. */
export class MalformedDocumentError extends Error {}

/** A resource in the document lacks an attribute or a relationship. */
export class IncompleteResourceError extends MalformedDocumentError {
  /** @param advice - What to do next, as sentences. */
  constructor(
    { type, id }: Pick<ResourceObject, "type" | "id">,
    missing: string,
    readonly advice = "Check the release of the service.",
  ) {
    super(`${type} ${id} has no ${missing}`);
  }
}

/** https://developer.hashicorp.com/terraform/enterprise/releases/2023/v202302-1 */
const FIRST_RELEASE_WITH_PROJECTS = "v202302-1";

export function parseDocument(body: unknown): Document {
  const document = asObject(body);
  const included = Array.isArray(document["included"]) ? document["included"] : [];
  return {
    data: document["data"],
    included: included.flatMap((item) => parseResource(item) ?? []),
    meta: asObject(document["meta"]),
    links: asObject(document["links"]),
  };
}

/** The document's single resource, which must be the requested one. */
export function singleResource(document: Document, type: string, id?: string): ResourceObject {
  const resource = resourceOfType(document.data, type);
  if (id !== undefined && resource.id !== id) throw wrongResource(`${type} ${id}`, resource.id);
  return resource;
}

/** The document's single resource, which must have the requested name (case-insensitive) as attribute or ID. */
export function singleResourceNamed(document: Document, type: string, name: string): ResourceObject {
  const resource = resourceOfType(document.data, type);
  const found = [getString(resource.attributes, "name"), resource.id];
  if (!found.some((each) => each !== undefined && sameName(each, name)))
    throw wrongResource(`${type} ${JSON.stringify(name)}`, found[0] ?? resource.id);
  return resource;
}

function wrongResource(requested: string, found: string): MalformedDocumentError {
  return new MalformedDocumentError(`requested ${requested}, received ${excerpt(found)}`);
}

/** The document's resources, in its order. */
export function resourceList(document: Document, type: string): readonly ResourceObject[] {
  if (!Array.isArray(document.data)) throw new MalformedDocumentError("`data` is not a list");
  return document.data.map((item) => resourceOfType(item, type));
}

function resourceOfType(value: unknown, type: string): ResourceObject {
  const resource = parseResource(value);
  if (resource === undefined) throw new MalformedDocumentError(`\`data\` contains no resource of type ${type}`);
  if (resource.type !== type)
    throw new MalformedDocumentError(`expected type ${type}, found ${excerpt(resource.type)}`);
  return resource;
}

function excerpt(text: string): string {
  return JSON.stringify(truncate(text, 100));
}

/** Undefined for anything that is no resource object. */
export function parseResource(value: unknown): ResourceObject | undefined {
  const object = asObject(value);
  const id = getId(object);
  const { type } = object;
  if (id === undefined || typeof type !== "string") return undefined;
  const [attributes, relationships, links] = [object["attributes"], object["relationships"], object["links"]];
  return { id, type, attributes: asObject(attributes), relationships: asObject(relationships), links: asObject(links) };
}

/** Accepts IDs that were sent as numbers. */
function getId(object: JsonObject): string | undefined {
  const { id } = object;
  if (typeof id === "number") return String(id);
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** The ID in a to-one relationship; undefined when absent or null. */
export function relatedId(resource: ResourceObject, relationship: string): string | undefined {
  return getId(asObject(asObject(resource.relationships[relationship])["data"]));
}

/** The ID in a to-one relationship; null when it is sent as null, undefined when it is not sent. */
export function relatedIdOrNull(resource: ResourceObject, relationship: string): string | null | undefined {
  const { data } = asObject(resource.relationships[relationship]);
  return data === null ? null : relatedId(resource, relationship);
}

/** The IDs in a to-many relationship, in its order; empty when absent. Accepts a single one without a list. */
export function relatedIds(resource: ResourceObject, relationship: string): readonly string[] {
  return relationshipData(resource, relationship).flatMap((item) => getId(asObject(item)) ?? []);
}

/** Whether a to-many relationship was sent and is readable: only then is the result of `relatedIds` complete. */
export function hasRelationship(resource: Pick<ResourceObject, "relationships">, relationship: string): boolean {
  return relationshipData(resource, relationship).every((item) => getId(asObject(item)) !== undefined);
}

function relationshipData(
  { relationships }: Pick<ResourceObject, "relationships">,
  relationship: string,
): readonly unknown[] {
  const { data } = asObject(relationships[relationship]);
  return Array.isArray(data) ? data : [data];
}

/** Parses an included resource; undefined, as if not included, when it lacks a required member. */
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

export function requireString(resource: ResourceObject, name: string): string {
  const value = getString(resource.attributes, name);
  if (value === undefined) throw new IncompleteResourceError(resource, `attribute \`${name}\``);
  return value;
}

export function requireRelatedId(resource: ResourceObject, relationship: string, advice?: string): string {
  const id = relatedId(resource, relationship);
  if (id === undefined) throw new IncompleteResourceError(resource, `relationship \`${relationship}\``, advice);
  return id;
}

/** The project of a resource, which services without projects do not send. */
export function requireProjectId(resource: ResourceObject, relationship = "project"): string {
  const advice = `Projects require Terraform Enterprise ${FIRST_RELEASE_WITH_PROJECTS} or later: upgrade it.`;
  return requireRelatedId(resource, relationship, advice);
}

/** The organization of a resource; the requested one where the response does not name it. */
export function organizationOf(resource: ResourceObject, requested: string | undefined): string {
  return relatedId(resource, "organization") ?? requested ?? requireRelatedId(resource, "organization");
}
