import { isObject } from "../decode";
import type { AttributeProblem } from "../errors";
import { invalidAt } from "../errors";

/** The `data` of a request document. */
export interface RequestResource {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

/**
 * Reads a request document with a single resource.
 *
 * @throws HttpError 422 with a pointer to the member that is missing or of another type
 */
export function readResource(body: unknown, type: string): RequestResource {
  const data = isObject(body) ? body["data"] : undefined;
  if (!isObject(data)) throw invalidAt("/data", "The request must have one resource under data");
  if (data["type"] !== type) throw invalidAt("/data/type", `Type must be ${type}`);
  const attributes = data["attributes"] ?? {};
  if (!isObject(attributes)) throw invalidAt("/data/attributes", "Attributes must be an object");
  const relationships = data["relationships"] ?? {};
  if (!isObject(relationships)) throw invalidAt("/data/relationships", "Relationships must be an object");
  return { attributes, relationships };
}

/** Reads a list of resource identifiers. @throws HttpError 422 with a pointer to the first invalid one */
export function readIdentifiers(body: unknown, type: string): readonly string[] {
  const data = isObject(body) ? body["data"] : undefined;
  if (!Array.isArray(data)) throw invalidAt("/data", "Data must be an array");
  return data.map((item: unknown, index) => readIdentifier(item, type, `/data/${index}`));
}

export function readIdentifier(item: unknown, type: string, pointer: string): string {
  if (!isObject(item) || item["type"] !== type) throw invalidAt(`${pointer}/type`, `Type must be ${type}`);
  const id = item["id"];
  if (typeof id !== "string" || id === "") throw invalidAt(`${pointer}/id`, "Id can't be blank");
  return id;
}

/**
 * The ID in a relationship; undefined when the relationship is absent, null or has a blank ID: the documentation of
 * workspaces states that the project then does not change.
 */
export function readRelationship(resource: RequestResource, name: string, type: string): string | undefined {
  const relationship = resource.relationships[name];
  if (relationship === undefined) return undefined;
  const pointer = `/data/relationships/${name}`;
  if (!isObject(relationship)) throw invalidAt(pointer, "A relationship must be an object");
  const data = relationship["data"];
  if (data === undefined || data === null || (isObject(data) && data["id"] === "")) return undefined;
  return readIdentifier(data, type, `${pointer}/data`);
}

/**
 * The relationships other than the known ones, which are kept unchanged.
 *
 * @throws HttpError 422 with a pointer to the first that is not an object
 */
export function restRelationships(
  { relationships }: RequestResource,
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  const others = Object.entries(relationships).filter(([name]) => !known.includes(name));
  for (const [name, relationship] of others) {
    if (!isObject(relationship)) throw invalidAt(`/data/relationships/${name}`, "A relationship must be an object");
  }
  return Object.fromEntries(others);
}

/** Reads attributes and collects all problems, so that one response reports all of them. */
export class AttributeReader {
  readonly problems: AttributeProblem[] = [];

  constructor(private readonly attributes: Readonly<Record<string, unknown>>) {}

  /** A string; undefined when absent. */
  string(attribute: string): string | undefined {
    const value = this.attributes[attribute];
    if (value === undefined || typeof value === "string") return value;
    // Null counts as a blank name.
    if (value === null) return "";
    this.#invalid(attribute, "must be a string");
    return undefined;
  }

  /** A string, or null to clear; undefined when absent. */
  nullableString(attribute: string): string | null | undefined {
    return this.attributes[attribute] === null ? null : this.string(attribute);
  }

  boolean(attribute: string): boolean | undefined {
    const value = this.attributes[attribute];
    if (value === undefined || typeof value === "boolean") return value;
    this.#invalid(attribute, "must be true or false");
    return undefined;
  }

  /** A list of strings, each one of `options`; undefined when absent. */
  enumList<const T extends string>(attribute: string, options: readonly T[]): readonly T[] | undefined {
    const value = this.attributes[attribute];
    if (value === undefined) return undefined;
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    const known = items.flatMap((item) => options.find((option) => option === item) ?? []);
    if (known.length < items.length || known.length === 0)
      this.#invalid(attribute, `must be among ${options.join(", ")}`);
    return known;
  }

  /** The attributes other than the known ones, which are kept unchanged. */
  rest(known: readonly string[]): Readonly<Record<string, unknown>> {
    return Object.fromEntries(Object.entries(this.attributes).filter(([attribute]) => !known.includes(attribute)));
  }

  #invalid(attribute: string, problem: string): void {
    const words = attribute.replaceAll("-", " ");
    this.problems.push({ attribute, detail: `${words.charAt(0).toUpperCase()}${words.slice(1)} ${problem}` });
  }
}
