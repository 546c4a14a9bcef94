import { isObject, string } from "../decode";
import { attribute } from "../engine/attribute";
import type { Condition, Kind, RecordOf, ServiceRequest, Store } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { nameContains } from "../engine/listable";
import { missing, requirePermission, visible } from "../engine/path";
import { toOne } from "../engine/relation";
import { memberOf } from "../engine/table";
import { create, remove } from "../engine/write";
import { invalidAt } from "../errors";
import { readIdentifiers } from "../http/request-document";
import type { RouteResult } from "../http/route";
import { noContent } from "../http/route";
import { organizations } from "./organization";

const definition = shape({
  type: "tags",
  label: "Tag",
  prefix: "tag-",
  parameter: "tag",
  parent: "organization",
  attributes: {
    name: attribute(string, { unique: true, normalize: (name) => name.toLowerCase() }),
    createdAt: attribute(string, { stamp: "created" }),
  },
  relations: { organization: toOne("organizations", { links: true }) },
});

export type TagRecord = RecordOf<typeof definition>;

/**
 * Tags without values: names shared by the workspaces of an organization. The service stores them in lower case, and
 * deletes a tag with its last use. See https://developer.hashicorp.com/terraform/cloud-docs/api-docs/organization-tags
 */
export const tags: Kind<TagRecord> = kind(definition, {
  access: { read: "read" },
  collection: "/organizations/:organization/tags",
  offers: ["list"],
  list: { filters: { q: nameContains, "filter[exclude][taggable][id]": isNotTagOf } },
  computed: {
    instanceCount: { value: ({ store }, { id }) => store.of("workspaces").where("tagIds", id).size },
  },
  routes: [{ method: "DELETE", path: "/organizations/:organization/tags", handle: deleteTags }],
});

/** The tags that the workspace with this ID does not have. */
function isNotTagOf(workspaceId: string, { store }: ServiceRequest): Condition<TagRecord> {
  const tagIds = memberOf(store.of("workspaces").get(workspaceId) ?? {}, "tagIds");
  return ({ id }) => !Array.isArray(tagIds) || !tagIds.includes(id);
}

/** Deletes tags, which all workspaces lose. @throws HttpError 404 for an unknown ID, before any is deleted */
function deleteTags(request: ServiceRequest): RouteResult {
  const { store } = request;
  const organization = visible(request, organizations);
  requirePermission(request, organizations, organization, "manage");
  const deleted = readIdentifiers(request.body, tags.type).map((id) => tagOfOrganization(store, organization.id, id));
  for (const tag of new Set(deleted)) remove(store, tags, tag);
  return noContent;
}

/** @throws HttpError 404 for an unknown ID */
export function tagOfOrganization(store: Store, organizationId: string, id: string): TagRecord {
  const tag = store.table(tags).get(id);
  if (tag?.organizationId !== organizationId) throw missing(tags, id);
  return tag;
}

export const TAG_NAME_RULE =
  "Name may only contain letters, numbers, colons, hyphens, and underscores, " +
  "and must begin and end with a letter or a number";

/** Whether a name, in lower case, is valid for a tag. */
export function isTagName(name: string): boolean {
  return /^[a-z0-9](?:[a-z0-9_:-]*[a-z0-9])?$/.test(name);
}

/** The tag with that name, created if there is none. */
export function ensureTag(store: Store, organizationId: string, name: string): TagRecord {
  return (
    store.table(tags).find("name", organizationId, name) ??
    create(store, tags, { organizationId, name: name.toLowerCase() })
  );
}

/** A tag in a request, by ID or by name. */
export type TagReference = { readonly id: string } | { readonly name: string };

/**
 * The tags of a list document, each with an ID or a name.
 *
 * @param pointer JSON pointer of the list
 * @throws HttpError 422 with a pointer to the first that has neither
 */
export function readTagReferences(data: unknown, pointer = "/data"): readonly TagReference[] {
  if (!Array.isArray(data)) throw invalidAt(pointer, "Data must be an array");
  return data.map((item: unknown, index) => {
    if (!isObject(item) || item["type"] !== "tags") throw invalidAt(`${pointer}/${index}/type`, "Type must be tags");
    const { id, attributes } = item;
    if (typeof id === "string" && id !== "") return { id };
    const name = isObject(attributes) ? attributes["name"] : undefined;
    if (typeof name === "string" && name !== "") return { name };
    throw invalidAt(`${pointer}/${index}`, "A tag must have an id or a name");
  });
}
