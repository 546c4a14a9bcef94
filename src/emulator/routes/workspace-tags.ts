import { nameKey } from "../../model";
import { isObject } from "../decode";
import { invalidAt, notFound } from "../errors";
import { listable, filterList, pageOf } from "../http/list";
import { queryValue } from "../http/query-parameters";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { noContent, ok } from "../http/route";
import type { TagReference } from "../http/tag-body";
import { readTagReferences } from "../http/tag-body";
import { tagResource } from "../serializers/tag";
import type { OrganizationRecord, TagRecord } from "../store/records";
import { addTags, ensureTag, isTagName, removeTags, tagsOf } from "../store/tags";
import { requireWorkspaceUpdate, visibleOrganization, visibleWorkspace } from "./visible";

const TAGS = "/workspaces/:workspace/relationships/tags";

/** Tags without values. */
export const workspaceTagRoutes: readonly Route[] = [
  { method: "GET", path: TAGS, handle: list },
  { method: "POST", path: TAGS, handle: add },
  { method: "DELETE", path: TAGS, handle: remove },
  {
    method: "GET",
    path: "/organizations/:organization/tags",
    query: { emulated: ["q"], notEmulated: ["filter[exclude][taggable][id]"] },
    handle: listOfOrganization,
  },
];

export const TAG_NAME_RULE =
  "Name may only contain letters, numbers, colons, hyphens, and underscores, " +
  "and must begin and end with a letter or a number";

function list(request: ServiceRequest): RouteResult {
  const tags = listable(tagsOf(request.store, visibleWorkspace(request)));
  const search = queryValue(request.query, "name");
  const found = filterList(
    tags,
    ...(search === undefined ? [] : [(tag: TagRecord) => tag.name.includes(nameKey(search))]),
  );
  const { data, links, meta } = pageOf(request, found, (tag) => tagResource(request, tag));
  return ok({ data, links, meta });
}

function listOfOrganization(request: ServiceRequest): RouteResult {
  const organization = visibleOrganization(request);
  const search = queryValue(request.query, "q");
  const found = filterList(
    request.store.tagsOf(organization.id),
    ...(search === undefined ? [] : [(tag: TagRecord) => tag.name.includes(nameKey(search))]),
  );
  const { data, links, meta } = pageOf(request, found, (tag) => tagResource(request, tag));
  return ok({ data, links, meta });
}

/** A new name creates a tag; an ID must exist. */
function add(request: ServiceRequest): RouteResult {
  const { store } = request;
  const workspace = visibleWorkspace(request);
  requireWorkspaceUpdate(request, workspace);
  const organization = store.organizations.expect(workspace.organizationId);
  const given = readBody(request);
  for (const [index, tag] of given.entries()) {
    if ("name" in tag && !isTagName(nameKey(tag.name))) {
      throw invalidAt(`/data/${index}/attributes/name`, TAG_NAME_RULE);
    }
    if ("id" in tag) existing(request, organization, tag);
  }
  const tags = given.map((tag) =>
    "name" in tag ? ensureTag(store, organization, tag.name) : store.tags.expect(tag.id),
  );
  addTags(store, workspace, tags);
  return noContent;
}

/** An unknown name is ignored; an ID must exist. */
function remove(request: ServiceRequest): RouteResult {
  const { store } = request;
  const workspace = visibleWorkspace(request);
  requireWorkspaceUpdate(request, workspace);
  const organization = store.organizations.expect(workspace.organizationId);
  const tags = readBody(request).flatMap((tag) => existing(request, organization, tag) ?? []);
  removeTags(store, workspace, tags);
  return noContent;
}

function readBody({ body }: ServiceRequest): readonly TagReference[] {
  return readTagReferences(isObject(body) ? body["data"] : undefined);
}

/** @throws HttpError 404 for an unknown ID */
function existing(
  { store }: ServiceRequest,
  organization: OrganizationRecord,
  given: TagReference,
): TagRecord | undefined {
  if ("name" in given) return store.findTag(organization.id, given.name);
  const tag = store.tags.get(given.id);
  if (tag?.organizationId !== organization.id) throw notFound(`Tag ${given.id}`);
  return tag;
}
