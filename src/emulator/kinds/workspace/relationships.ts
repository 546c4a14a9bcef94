import { isObject } from "../../decode";
import type { ServiceRequest, ServiceRoute, Store } from "../../engine/kind";
import { filterList, listable, nameContains } from "../../engine/listable";
import { objectDocument, pageDocument } from "../../engine/lists";
import { missing, requirePermission, visible, visibleById } from "../../engine/path";
import { isOfOrganization, problemsWith } from "../../engine/rules";
import { update } from "../../engine/write";
import { forbidden, invalidAt, notFound, rejectInvalid } from "../../errors";
import { queryValue } from "../../http/query-parameters";
import { readIdentifiers, readResource } from "../../http/request-document";
import type { RouteResult } from "../../http/route";
import { noContent, ok } from "../../http/route";
import { projects } from "../project";
import type { TagRecord, TagReference } from "../tag";
import { ensureTag, readTagReferences, tagOfOrganization, tags } from "../tag";
import { workspaces } from "../workspace";
import { addTags, removeTags, requireTagName, tagsOf } from "./name-tags";
import { placeOfWorkspace } from "./permissions";
import type { WorkspaceRecord } from "./shape";

const RELATIONSHIPS = "/workspaces/:workspace/relationships";

/** The relationships of workspaces that have operations of their own. */
export const workspaceRelationshipRoutes: readonly ServiceRoute[] = [
  {
    method: "GET",
    path: `${RELATIONSHIPS}/remote-state-consumers`,
    query: { emulated: [], notEmulated: [] },
    handle: listConsumers,
  },
  { method: "POST", path: "/projects/:project/relationships/workspaces", handle: moveIntoProject },
  { method: "PATCH", path: `${RELATIONSHIPS}/ssh-key`, handle: assignSshKey },
  { method: "GET", path: `${RELATIONSHIPS}/tags`, handle: listTags },
  { method: "POST", path: `${RELATIONSHIPS}/tags`, handle: postTags },
  { method: "DELETE", path: `${RELATIONSHIPS}/tags`, handle: deleteTags },
  { method: "POST", path: "/tags/:tag/relationships/workspaces", handle: addWorkspacesToTag },
];

/**
 * Moves workspaces into a project, all or none: everything is checked before the first one moves. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/projects#move-workspaces-into-a-project
 */
function moveIntoProject(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  const destination = visible(request, projects);
  requirePermission(request, projects, destination, "move-workspaces");
  const ids = [...new Set(readIdentifiers(request.body, "workspaces"))];
  const movable = ids.flatMap((id) => {
    const workspace = store.table(workspaces).get(id);
    const isHere = workspace?.organizationId === destination.organizationId;
    return isHere && principal.can("move-workspaces", placeOfWorkspace(workspace)) ? [workspace] : [];
  });
  if (movable.length < ids.length) {
    const refused = ids.filter((id) => movable.every((workspace) => workspace.id !== id));
    throw forbidden(`Workspace(s) not found, or you are not authorized to move them: ${refused.join(", ")}`);
  }
  const { id: projectId, organizationId } = destination;
  const moved = movable.filter((workspace) => workspace.projectId !== projectId);
  const problems = moved.flatMap((before) =>
    problemsWith(store, workspaces, { projectId }, { organizationId, parent: destination, before }),
  );
  // The document has nothing but references.
  rejectInvalid(problems.map((problem) => ({ ...problem, pointer: "/data" })));
  for (const workspace of moved) update(store, workspaces, workspace, { projectId });
  return noContent;
}

/** The ID of the key, or null for none, is an attribute of the workspace in the request. */
function assignSshKey(request: ServiceRequest): RouteResult {
  const { store } = request;
  const workspace = updatable(request);
  const { id } = readResource(request.body, "workspaces").attributes;
  if (id !== null && typeof id !== "string") throw invalidAt("/data/attributes/id", "Id must be a string, or null");
  if (id !== null && !isOfOrganization(store, "ssh-keys", id, workspace.organizationId)) {
    throw notFound(`SSH key ${id}`);
  }
  return ok(objectDocument(request, workspaces, update(store, workspaces, workspace, { sshKeyId: id }), "show"));
}

/**
 * The workspaces that can read the workspace's state: the selected ones, or the others of its organization or project
 * if it is shared with all of them.
 */
function consumersOf(store: Store, workspace: WorkspaceRecord, onlyConfigured: boolean): readonly WorkspaceRecord[] {
  const table = store.table(workspaces);
  const { globalRemoteState, projectRemoteState } = workspace.settings;
  const others = (all: readonly WorkspaceRecord[]): readonly WorkspaceRecord[] =>
    all.filter(({ id }) => id !== workspace.id);
  if (!onlyConfigured && globalRemoteState === true) {
    return others(table.where("organizationId", workspace.organizationId).all());
  }
  if (!onlyConfigured && projectRemoteState === true) {
    return others(table.where("projectId", workspace.projectId).all());
  }
  return workspace.remoteStateConsumerIds.flatMap((id) => table.get(id) ?? []);
}

/** `hashicorp/tfe` reads them with every workspace. Workspaces of the emulator have no state. */
function listConsumers(request: ServiceRequest): RouteResult {
  const { store, principal, query } = request;
  const onlyConfigured = query.get("show_only_configured") === "true";
  const consumers = consumersOf(store, visible(request, workspaces), onlyConfigured);
  const readable = consumers.filter((it) => principal.can("read", placeOfWorkspace(it)));
  return pageDocument(request, workspaces, listable(readable));
}

function listTags(request: ServiceRequest): RouteResult {
  const all = listable(tagsOf(request.store, visible(request, workspaces)));
  const search = queryValue(request.query, "name");
  const conditions = search === undefined ? [] : [nameContains(search)];
  return pageDocument(request, tags, filterList(all, conditions));
}

/** A new name creates a tag; an ID must exist. */
function postTags(request: ServiceRequest): RouteResult {
  const { store } = request;
  const workspace = updatable(request);
  const given = readTagBody(request);
  for (const [index, tag] of given.entries()) {
    if ("name" in tag) requireTagName(tag.name, `/data/${index}`);
    else existingTag(store, workspace, tag);
  }
  const added = given.flatMap((tag) =>
    "name" in tag ? ensureTag(store, workspace.organizationId, tag.name) : (existingTag(store, workspace, tag) ?? []),
  );
  addTags(store, workspace, added);
  return noContent;
}

/** An unknown name is ignored; an ID must exist. */
function deleteTags(request: ServiceRequest): RouteResult {
  const { store } = request;
  const workspace = updatable(request);
  const removed = readTagBody(request).flatMap((tag) => existingTag(store, workspace, tag) ?? []);
  removeTags(store, workspace, removed);
  return noContent;
}

/** Adds a tag to workspaces, all or none. */
function addWorkspacesToTag(request: ServiceRequest): RouteResult {
  const { store } = request;
  const tag = visible(request, tags);
  const added = readIdentifiers(request.body, workspaces.type).map((id) => {
    const workspace = visibleById(request, workspaces, id);
    requirePermission(request, workspaces, workspace, "update-workspace");
    if (workspace.organizationId !== tag.organizationId) throw missing(workspaces, id);
    return workspace;
  });
  for (const workspace of added) addTags(store, workspace, [tag]);
  return noContent;
}

function updatable(request: ServiceRequest): WorkspaceRecord {
  const workspace = visible(request, workspaces);
  requirePermission(request, workspaces, workspace, "update-workspace");
  return workspace;
}

function readTagBody({ body }: ServiceRequest): readonly TagReference[] {
  return readTagReferences(isObject(body) ? body["data"] : undefined);
}

/** @throws HttpError 404 for an unknown ID */
function existingTag(store: Store, { organizationId }: WorkspaceRecord, given: TagReference): TagRecord | undefined {
  return "name" in given
    ? store.table(tags).find("name", organizationId, given.name)
    : tagOfOrganization(store, organizationId, given.id);
}
