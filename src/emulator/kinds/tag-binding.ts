import { checkTagKey, checkTagValue, MAX_TAGS, TAG_KEY_MAX_LENGTH, TAG_VALUE_MAX_LENGTH } from "../../model";
import type { Decoded } from "../decode";
import { arrayOf, isObject, nullable, object, optional, record, string } from "../decode";
import { newId } from "../engine/id";
import type { ChangeOf, Kind, Related, ServiceRequest, ServiceRoute, Store } from "../engine/kind";
import { documentOption } from "../engine/out-of-band";
import { requirePermission, visible } from "../engine/path";
import type { Resource } from "../engine/resource";
import type { BaseRecord } from "../engine/table";
import { update } from "../engine/write";
import type { AttributeProblem } from "../errors";
import { invalidAt, rejectInvalid } from "../errors";
import type { RequestResource } from "../http/request-document";
import type { RouteResult } from "../http/route";
import { noContent, ok } from "../http/route";

/*
 * Key-value tags of projects and workspaces, which are stored with them. Keys are case-sensitive (our choice:
 * undocumented).
 */

/** The service's error messages where they are known, otherwise similar ones. */
const DETAILS = {
  length: (limit: number) => `is too long (maximum is ${limit} characters)`,
  characters: () => "may only contain letters, numbers and the symbols _ . = + - @ :",
  reserved: () => "must not begin with hc: or hcp:, which are reserved",
};

const tagBinding = object({ id: string, key: string, value: nullable(string), createdAt: string });
/** A key-value tag; the value is null when absent. */
export type TagBinding = Decoded<typeof tagBinding>;

/** The member of a record with its own tags; undefined as long as no client has set any. */
export const tagBindings = optional(arrayOf(tagBinding));

/** An object with key-value tags. */
export interface Tagged extends BaseRecord {
  readonly tagBindings: readonly TagBinding[] | undefined;
}

/** A tag in a request. */
interface TagInput {
  readonly key: string;
  /** Null when absent. */
  readonly value: string | null;
}

/** An effective tag of a project or workspace. */
export interface EffectiveTag extends TagBinding {
  /** The project it is inherited from; undefined for an own tag. */
  readonly inheritedFrom?: string;
}

/** The own tags of an object by key; the value is null when absent. */
function tagValues({ tagBindings: own = [] }: Tagged): Readonly<Record<string, string | null>> {
  return Object.fromEntries(own.map(({ key, value }) => [key, value]));
}

/** An own tag as a resource. */
function tagBindingResource({ id, key, value, createdAt }: TagBinding): Resource {
  return { id, type: "tag-bindings", attributes: { key, value, "created-at": createdAt } };
}

/**
 * An effective key-value tag, own or inherited. The source of an inherited tag is present twice: as a link (API
 * documentation, Go client) and as a relationship (OpenAPI description, `hashicorp/tfe`).
 */
function effectiveTagResource({ id, key, value, inheritedFrom }: EffectiveTag): Resource {
  // IDs of effective tags have no prefix.
  const resource = { id: id.replace(/^tb-/, ""), type: "effective-tag-bindings", attributes: { key, value } };
  if (inheritedFrom === undefined) return resource;
  return {
    ...resource,
    relationships: { "inherited-from": { data: { id: inheritedFrom, type: "projects" } } },
    links: { "inherited-from": `/api/v2/projects/${inheritedFrom}` },
  };
}

/**
 * The relationships of an object to its tags: links, and the IDs of included tags.
 *
 * @param path under which the object's operations are
 * @param documented the option of both
 */
export function tagRelationships<R extends BaseRecord>(
  path: (record: R) => string,
  effectiveTags: (store: Store, record: R) => readonly EffectiveTag[],
  documented: Related<R>["documented"],
): Readonly<Record<"tagBindings" | "effectiveTagBindings", Related<R>>> {
  const shown: Related<R>["shown"] = ({ store }, it) => {
    const { tagRelationships } = store.choices;
    if (tagRelationships === "always") return "all";
    if (tagRelationships === "never" || effectiveTags(store, it).length === 0) return "nothing";
    return tagRelationships === "links" ? "links" : "all";
  };
  return {
    tagBindings: { links: (_, it) => ({ related: `${path(it)}/tag-bindings` }), shown, documented },
    effectiveTagBindings: {
      many: true,
      onlyIncluded: true,
      resources: ({ store }, it) => effectiveTags(store, it).map(effectiveTagResource),
      links: (_, it) => ({ related: `${path(it)}/effective-tag-bindings` }),
      shown,
      documented,
    },
  };
}

/** JSON pointers of the tags in a document of an object, and of the items of a list document. */
const POINTER = "/data/relationships/tag-bindings";
const LIST_POINTER = "/data";

/** The tags in an object's document, and what is wrong with them. @throws HttpError 422 for a malformed document */
export function readTagBindings(
  { relationships }: RequestResource,
  before: Tagged | undefined,
  store: Store,
): {
  readonly change: { readonly tagBindings?: readonly TagBinding[] };
  readonly problems: readonly AttributeProblem[];
} {
  const relationship = relationships["tag-bindings"];
  if (relationship === undefined) return { change: {}, problems: [] };
  if (!isObject(relationship)) throw invalidAt(POINTER, "A relationship must be an object");
  if (relationship["data"] === undefined) return { change: {}, problems: [] };
  return setTags(store, before, readTags(relationship["data"], `${POINTER}/data`), `${POINTER}/data`);
}

/** Sets all tags of an object, which keep their binding if they exist, or says what is wrong with them. */
function setTags(
  store: Store,
  before: Pick<Tagged, "tagBindings"> | undefined,
  tags: readonly TagInput[],
  pointer = `${POINTER}/data`,
): {
  readonly change: { readonly tagBindings: readonly TagBinding[] };
  readonly problems: readonly AttributeProblem[];
} {
  const keys = new Set(tags.map(({ key }) => key));
  const kept = (before?.tagBindings ?? []).filter(({ key }) => keys.has(key));
  return addTags(store, kept, tags, pointer);
}

const givenTags = nullable(record(nullable(string)));
/** All own tags of an object by key: null is a tag without a value. Without any, there are none. */
export type TagValues = Decoded<typeof givenTags>;

/** All own tags of an object, as an option: the values by key. */
export const TAGS_OPTION = documentOption({
  schema: givenTags,
  at: ["relationships", "tag-bindings"],
  sent: (tags) => ({
    data: Object.entries(tags ?? {}).map(([key, value]) => ({ type: "tag-bindings", attributes: { key, value } })),
  }),
  shown: tagValues,
});

/** Adds tags; an existing key gets the new value. The last of equal keys wins. */
function addTags(
  store: Store,
  bindings: readonly TagBinding[],
  tags: readonly TagInput[],
  pointer: string,
): ReturnType<typeof setTags> {
  const byKey = new Map(bindings.map((binding) => [binding.key, binding]));
  for (const { key, value } of tags) {
    const there = byKey.get(key) ?? { id: newId("tb-"), key, createdAt: store.clock.timestamp() };
    byKey.set(key, { ...there, value });
  }
  const problems = [...checkTags(tags, pointer), ...checkCount(byKey.size, pointer)];
  return { change: { tagBindings: [...byKey.values()] }, problems };
}

function checkTags(tags: readonly TagInput[], pointer: string): AttributeProblem[] {
  return tags.flatMap(({ key, value }, index) => [
    ...keyDetails(key).map((detail) => ({
      attribute: "key",
      detail: `Key ${detail}`,
      pointer: `${pointer}/${index}/attributes/key`,
    })),
    ...(value === null ? [] : checkTagValue(key, value)).map(({ rule }) => ({
      attribute: "value",
      detail: `Value ${DETAILS[rule](TAG_VALUE_MAX_LENGTH)}`,
      pointer: `${pointer}/${index}/attributes/value`,
    })),
  ]);
}

function keyDetails(key: string): readonly string[] {
  if (key === "") return ["can't be blank"];
  return checkTagKey(key).map(({ rule }) => DETAILS[rule](TAG_KEY_MAX_LENGTH));
}

function checkCount(count: number, pointer: string): AttributeProblem[] {
  if (count <= MAX_TAGS) return [];
  const detail = `Tag bindings cannot exceed ${MAX_TAGS} bindings per resource`;
  return [{ attribute: "tag-bindings", detail, pointer }];
}

function readTags(data: unknown, pointer: string): readonly TagInput[] {
  if (!Array.isArray(data)) throw invalidAt(pointer, "Data must be an array");
  return data.map((item: unknown, index) => readTag(item, `${pointer}/${index}`));
}

function readTag(item: unknown, pointer: string): TagInput {
  if (!isObject(item) || item["type"] !== "tag-bindings")
    throw invalidAt(`${pointer}/type`, "Type must be tag-bindings");
  const attributes = item["attributes"] ?? {};
  if (!isObject(attributes)) throw invalidAt(`${pointer}/attributes`, "Attributes must be an object");
  const key = attributes["key"] ?? "";
  if (typeof key !== "string") throw invalidAt(`${pointer}/attributes/key`, "Key must be a string");
  const value = attributes["value"] ?? null;
  if (value !== null && typeof value !== "string") {
    throw invalidAt(`${pointer}/attributes/value`, "Value must be a string");
  }
  return { key, value };
}

/**
 * Operations on the tags of an object. There are two sets: the documented one, and the one under `relationships` in the
 * OpenAPI description. The lists have no pages.
 */
export function tagRoutes<R extends Tagged>(
  path: string,
  ofKind: () => Kind<R>,
  effectiveTags: (store: Store, record: R) => readonly EffectiveTag[],
): readonly ServiceRoute[] {
  const list = (request: ServiceRequest): RouteResult => listed(ofKind(), visible(request, ofKind()));
  return [
    { method: "GET", path: `${path}/tag-bindings`, handle: list },
    { method: "GET", path: `${path}/relationships/tag-bindings`, handle: list },
    {
      method: "GET",
      path: `${path}/effective-tag-bindings`,
      handle: (request) =>
        ok({ data: effectiveTags(request.store, visible(request, ofKind())).map(effectiveTagResource) }),
    },
    {
      method: "PATCH",
      path: `${path}/tag-bindings`,
      // The response includes the existing tags.
      handle: (request) => listed(ofKind(), change(request, ofKind(), addTags)),
    },
    {
      method: "POST",
      path: `${path}/relationships/tag-bindings`,
      handle: (request) => {
        change(request, ofKind(), addTags);
        return noContent;
      },
    },
    {
      method: "PATCH",
      path: `${path}/relationships/tag-bindings`,
      handle: (request) => {
        change(request, ofKind(), (store, own, tags, pointer) => setTags(store, { tagBindings: own }, tags, pointer));
        return noContent;
      },
    },
  ];
}

function change<R extends Tagged>(request: ServiceRequest, kind: Kind<R>, apply: typeof addTags): R {
  const { store, body } = request;
  const record = visible(request, kind);
  requirePermission(request, kind, record, kind.access.update ?? kind.access.read);
  const tags = readTags(isObject(body) ? body["data"] : undefined, LIST_POINTER);
  const { change: changed, problems } = apply(store, record.tagBindings ?? [], tags, LIST_POINTER);
  rejectInvalid(problems);
  // Every kind with tags has this member.
  return update(store, kind, record, changed as unknown as ChangeOf<R>);
}

function listed<R extends Tagged>(kind: Kind<R>, record: R): RouteResult {
  const path = `/api/v2/${kind.type}/${record.id}`;
  return ok({ data: (record.tagBindings ?? []).map(tagBindingResource), links: { target: path } });
}

/** `filter[tagged][i][key]` and `filter[tagged][i][value]`; each `i` is one filter. */
const FILTER = /^filter\[tagged\]\[(\d+)\]\[(key|value)\]$/;

/**
 * The conditions of `filter[tagged]`, all of which must hold. An absent or empty key or value matches every tag: the Go
 * client sends an empty value to filter by key only. There are none if the filter is ignored.
 */
export const TAG_FILTERS = {
  parameters: ["filter[tagged][i][key]", "filter[tagged][i][value]"],
  of: ({
    query,
    store,
  }: Pick<ServiceRequest, "query" | "store">): readonly ((tags: readonly EffectiveTag[]) => boolean)[] => {
    if (store.choices.tagFilter === "ignore") return [];
    const filters = new Map<string, { key?: string; value?: string }>();
    for (const [name, text] of query) {
      const [, index, part] = FILTER.exec(name) ?? [];
      if (index === undefined || text === "") continue;
      filters.set(index, { ...filters.get(index), [part === "key" ? "key" : "value"]: text });
    }
    return [...filters.values()].map(
      ({ key, value }) =>
        (tags) =>
          tags.some((tag) => (key === undefined || tag.key === key) && (value === undefined || tag.value === value)),
    );
  },
};
