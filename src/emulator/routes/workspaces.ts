import { nameKey } from "../../model";
import { projectResource } from "../documents/project";
import { workspaceResource } from "../documents/workspace";
import type { RequestResource } from "../http/document-body";
import { AttributeReader, readRelationship, readResource } from "../http/document-body";
import { notFound, refuseProblems } from "../http/errors";
import { given, refuseOtherFilters } from "../http/filters";
import { readInclude } from "../http/include";
import type { Listable } from "../http/list";
import { inOrder, listable, only, pageOf, readSort } from "../http/list";
import type { Route, ServiceAnswer, ServiceRequest } from "../http/route";
import { created, noContent, ok } from "../http/route";
import { checkDuration } from "../world/auto-destroy";
import type { OrganizationRecord, ProjectRecord, WorkspaceRecord } from "../world/records";
import type { WorkspaceChange } from "../world/workspaces";
import { checkWorkspaceName, createWorkspace, deleteWorkspace, updateWorkspace } from "../world/workspaces";
import { visibleOrganization, visibleProject, visibleWorkspace } from "./visible";

const COLLECTION = "/organizations/:organization/workspaces";

/** Workspaces, beyond the contract (facts, section 4); each both by identifier and by organization and name. */
export const workspaceRoutes: readonly Route[] = [
  { method: "GET", path: COLLECTION, handle: list },
  { method: "POST", path: COLLECTION, handle: create },
  ...["/workspaces/:workspace", `${COLLECTION}/:workspace`].flatMap((path): Route[] => [
    { method: "GET", path, handle: show },
    { method: "PATCH", path, handle: update },
    { method: "DELETE", path, handle: remove },
    // No workspace of the emulator has resources, so none is unsafe to delete.
    { method: "POST", path: `${path}/actions/safe-delete`, handle: remove },
  ]),
];

function list(request: ServiceRequest): ServiceAnswer {
  const { caller, query } = request;
  const organization = visibleOrganization(request);
  refuseOtherFilters(query, ["filter[project][id]", "search[name]"]);
  const search = given(query, "search[name]");
  const shown = only(
    workspacesInOrder(request, organization),
    ...(caller.readsEveryProject(organization) ? [] : [(it: WorkspaceRecord) => caller.mayWithWorkspace("read", it)]),
    ...(search === undefined ? [] : [(it: WorkspaceRecord) => nameKey(it.name).includes(nameKey(search))]),
  );
  const page = pageOf(request, shown, (workspace) => workspaceResource(request, workspace));
  const included = includedProjects(request, page.records);
  return ok({ data: page.data, links: page.links, meta: page.meta, ...included });
}

/** Those of one project when asked for it; a project that is not of this organization has none here. */
function workspacesInOrder(
  { world, query }: ServiceRequest,
  organization: OrganizationRecord,
): Listable<WorkspaceRecord> {
  const order = readSort(query);
  const id = given(query, "filter[project][id]");
  if (id === undefined) {
    return inOrder(order, world.workspacesOf(organization.id), world.workspacesByNameOf(organization.id));
  }
  if (world.projects.get(id)?.organizationId !== organization.id) return listable([]);
  return inOrder(order, world.workspacesIn(id), world.workspacesByNameIn(id));
}

function show(request: ServiceRequest): ServiceAnswer {
  const workspace = visibleWorkspace(request);
  return ok({ data: workspaceResource(request, workspace), ...includedProjects(request, [workspace]) });
}

function create(request: ServiceRequest): ServiceAnswer {
  const { world, caller } = request;
  const organization = visibleOrganization(request);
  const resource = readResource(request.body, "workspaces");
  const projectId = readRelationship(resource, "project", "projects") ?? organization.defaultProjectId;
  const project = visibleProject(request, projectId);
  if (project.organizationId !== organization.id || !caller.may("create-workspace", project)) {
    throw notFound(`Project ${projectId}`);
  }
  const change = readChange(request, resource, organization.id);
  const workspace = createWorkspace(world, project, { ...change, name: change.name ?? "" });
  return created({ data: workspaceResource(request, workspace) });
}

/** Changes attributes, and moves the workspace when the document names another project: that needs leave to move on both. */
function update(request: ServiceRequest): ServiceAnswer {
  const { world, caller } = request;
  const workspace = visibleWorkspace(request);
  const resource = readResource(request.body, "workspaces");
  if (Object.keys(resource.attributes).length > 0) mayChange(request, workspace);
  const change = readChange(request, resource, workspace.organizationId, workspace);
  const projectId = readRelationship(resource, "project", "projects") ?? workspace.projectId;
  if (projectId !== workspace.projectId) {
    const destination = visibleProject(request, projectId);
    const allowed =
      destination.organizationId === workspace.organizationId &&
      caller.may("move-workspaces", destination) &&
      caller.mayWithWorkspace("move-workspaces", workspace);
    if (!allowed) throw notFound(`Project ${projectId}`);
  }
  return ok({ data: workspaceResource(request, updateWorkspace(world, workspace, change, projectId)) });
}

function remove(request: ServiceRequest): ServiceAnswer {
  const workspace = visibleWorkspace(request);
  mayChange(request, workspace);
  deleteWorkspace(request.world, workspace);
  return noContent;
}

function mayChange({ caller }: ServiceRequest, workspace: WorkspaceRecord): void {
  if (!caller.mayWithWorkspace("create-workspace", workspace)) throw notFound(`Workspace ${workspace.id}`);
}

function includedProjects(
  request: ServiceRequest,
  workspaces: readonly WorkspaceRecord[],
): { readonly included?: readonly object[] } {
  if (readInclude(request.query, ["project"]).length === 0) return {};
  const projects = new Map<string, ProjectRecord>();
  for (const { projectId } of workspaces) projects.set(projectId, request.world.projects.expect(projectId));
  return { included: [...projects.values()].map((project) => projectResource(request, project, "show")) };
}

/** Attributes that are the emulator's to say, not the client's. */
const READ_ONLY = ["created-at", "updated-at", "permissions", "actions"];
const KNOWN = ["name", "auto-destroy-activity-duration", "inherits-project-auto-destroy", ...READ_ONLY];

/** @throws ServiceError 422 with an error object for each rule that is broken. */
function readChange(
  { world }: ServiceRequest,
  resource: RequestResource,
  organizationId: string,
  workspace?: WorkspaceRecord,
): WorkspaceChange {
  const attributes = new AttributeReader(resource.attributes);
  const name = attributes.text("name");
  const duration = attributes.clearableText("auto-destroy-activity-duration");
  const inheritsAutoDestroy = attributes.flag("inherits-project-auto-destroy");
  const { problems } = attributes;
  problems.push(...checkDuration(duration));
  const named = name ?? (workspace === undefined ? "" : undefined);
  if (named !== undefined && !problems.some((problem) => problem.attribute === "name")) {
    problems.push(...checkWorkspaceName(world, organizationId, named, workspace));
  }
  refuseProblems(problems);
  return { name, autoDestroyActivityDuration: duration, inheritsAutoDestroy, attributes: attributes.others(KNOWN) };
}
