import type { AttributeProblem } from "../errors";
import { DecodeError, notEmulated } from "../errors";
import type { Schema } from "../decode";
import { boolean, decodeTolerantly, string } from "../decode";
import type { RequestResource } from "../http/request-document";
import { readRelated, readRelationshipToMany } from "../http/request-document";
import type { Attribute, Setting } from "./attribute";
import type { ChangeOf, Kind, Scope, Store, WriteContext } from "./kind";
import { keyOfRelation, memberOfRelation, typesUnder } from "./relation";
import type { Relation } from "./relation";
import { problemsBeside } from "./rules";
import type { BaseRecord } from "./table";
import { wireKey, wordsOf } from "./words";

/** A change in a request document, with all of its problems. */
export interface ReadChange<R> {
  readonly change: ChangeOf<R>;
  readonly problems: readonly AttributeProblem[];
}

/**
 * Reads a request document. Unknown and read-only attributes are ignored, as by the service.
 *
 * @throws HttpError 422 for a relationship that is malformed, 400 for one that is not emulated
 */
export function readChange<R extends BaseRecord>(
  context: WriteContext,
  kind: Kind<R>,
  resource: RequestResource,
  scope: Scope<R>,
): ReadChange<R> {
  for (const name of kind.relationshipsNotEmulated ?? []) {
    if (resource.relationships[name] !== undefined) throw notEmulated(`Relationship ${name} of ${kind.type}`);
  }
  const isNew = scope.before === undefined;
  const attributes = readAttributes(kind.attributes, resource.attributes, isNew);
  const settings = readAttributes(kind.settings, resource.attributes, isNew);
  const own = kind.read?.(resource, scope, context);
  // The members are those of the kind, decoded by their own decoders; the compiler cannot follow Object.entries.
  const change = {
    ...attributes.values,
    ...readRelations(context.store, kind.relations, resource, isNew),
    ...own?.change,
    settings: { ...settings.values, ...(own?.change as { settings?: object } | undefined)?.settings },
  } as unknown as ChangeOf<R>;
  const mistyped = [...attributes.problems, ...settings.problems, ...(own?.problems ?? [])];
  const { store, principal } = context;
  return { change, problems: problemsBeside(mistyped, store, kind, change, { ...scope, principal }) };
}

/** Attributes by their member names, with all of their problems. */
interface ReadAttributes {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly AttributeProblem[];
}

/** Reads the attributes that are defined, by their member names. */
export function readAttributes(
  definitions: Readonly<Record<string, Attribute | Setting>>,
  given: Readonly<Record<string, unknown>>,
  isNew: boolean,
): ReadAttributes {
  const values: Record<string, unknown> = {};
  const problems: AttributeProblem[] = [];
  for (const [name, definition] of Object.entries(definitions)) {
    const { writable = "always" } = definition;
    if (writable === "never" || ("stamp" in definition && definition.stamp !== undefined)) continue;
    const keys = [wireKey(name), ...(definition.aliases ?? [])].filter((key) => given[key] !== undefined);
    // All are checked, also those that only a new object can have; the first one counts.
    for (const key of keys.reverse()) {
      const read = readAttribute(definition, given[key], key);
      if ("problem" in read) problems.unshift(read.problem);
      else if (isNew || writable === "always") values[name] = read.value;
    }
  }
  return { values, problems };
}

export function readAttribute<T>(
  { schema, normalize, ...it }: Attribute<T> | Setting<T>,
  given: unknown,
  key: string,
): { readonly value: T } | { readonly problem: AttributeProblem } {
  try {
    const value = decodeTolerantly(schema, asSent(given, schema, "default" in it));
    return { value: normalize === undefined ? value : normalize(value) };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { problem: wrongType(key, error) };
  }
}

/** HashiCorp's samples send booleans as text; null counts as a blank text where a text is required. */
function asSent(given: unknown, schema: Schema, isSetting: boolean): unknown {
  if (schema === boolean && (given === "true" || given === "false")) return given === "true";
  return given === null && schema === string && !isSetting ? "" : given;
}

/** The service points to the attribute, even if the problem is a value in it. */
function wrongType(key: string, { expected, problem }: DecodeError): AttributeProblem {
  const detail = expected === undefined ? problem.replace(/\.$/, "") : `must be ${expected.replaceAll('"', "")}`;
  return { attribute: key, detail: `${wordsOf(key)} ${detail}` };
}

function readRelations(
  store: Store,
  relations: Readonly<Record<string, Relation>>,
  resource: RequestResource,
  isNew: boolean,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, relation] of Object.entries(relations)) {
    const { writable = "never" } = relation;
    const key = keyOfRelation(name, relation);
    if (resource.relationships[key] === undefined || writable === "never" || (writable === "create" && !isNew))
      continue;
    const value = relation.many
      ? readRelationshipToMany(resource, key, relation.to)
      : (readOne(store, resource, key, relation, relations) ?? (relation.optional ? null : undefined));
    values[memberOfRelation(name, relation)] = value;
  }
  return values;
}

/** The ID of the object in a relationship, if it is of the type of the relation. */
function readOne(
  store: Store,
  resource: RequestResource,
  key: string,
  { to }: Relation,
  relations: Readonly<Record<string, Relation>>,
): string | undefined {
  const given = readRelated(resource, key, typesUnder(key, relations));
  return given?.type === to ? recordId(store, store.kind(to), given.id) : undefined;
}

/** The ID of the record with an ID in documents, which is the name of an organization. */
function recordId(store: Store, kind: Kind, wireId: string): string {
  if (kind.wireId === undefined) return wireId;
  return kind.find?.(store, wireId, undefined)?.id ?? wireId;
}
