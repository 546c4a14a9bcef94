import { nameKey } from "../../model";
import { isObject } from "../decode";
import { invalidAt, notFound, rejectInvalid } from "../errors";
import { readExecution, WORKSPACE_EXECUTION_KEYS } from "../http/execution-body";
import type { RequestResource } from "../http/request-document";
import { AttributeReader, restRelationships, readRelationship, readResource } from "../http/request-document";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { created, noContent, ok } from "../http/route";
import { readTagReferences, readTagsRelationship } from "../http/tag-body";
import { workspaceResource } from "../serializers/workspace";
import { checkAutoDestroyAt, checkDuration } from "../store/auto-destroy";
import { checkExecution, projectExecution } from "../store/execution";
import type { ProjectRecord, WorkspaceRecord } from "../store/records";
import { checkTagSet } from "../store/tag-bindings";
import { addTags, ensureTag, isTagName } from "../store/tags";
import { checkWorkspaceSettings, withExclusiveTriggers } from "../store/workspace-settings";
import type { WorkspaceChange } from "../store/workspaces";
import { checkWorkspaceName, createWorkspace, deleteWorkspace, updateWorkspace } from "../store/workspaces";
import { requireWorkspaceUpdate, visibleOrganization, visibleProject, visibleWorkspace } from "./visible";
import { includedWith, readWorkspaceIncludes } from "./workspace-includes";
import { TAG_NAME_RULE } from "./workspace-tags";

const COLLECTION = "/organizations/:organization/workspaces";

/** Workspaces, both by ID and by organization and name. */
export const workspaceRoutes: readonly Route[] = [
  { method: "POST", path: COLLECTION, handle: create },
  ...["/workspaces/:workspace", `${COLLECTION}/:workspace`].flatMap((path): Route[] => [
    { method: "GET", path, query: { emulated: ["include"] }, handle: show },
    { method: "PATCH", path, handle: update },
    { method: "DELETE", path, handle: remove },
  ]),
];

function show(request: ServiceRequest): RouteResult {
  const workspace = visibleWorkspace(request);
  const included = readWorkspaceIncludes(request);
  return ok({
    data: workspaceResource(request, workspace, included),
    ...includedWith(request, [workspace], included),
  });
}

function create(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  const organization = visibleOrganization(request);
  const resource = readResource(request.body, "workspaces");
  const projectId = readRelationship(resource, "project", "projects") ?? organization.defaultProjectId;
  const project = visibleProject(request, projectId);
  if (project.organizationId !== organization.id || !principal.can("create-workspace", project)) {
    throw notFound(`Project ${projectId}`);
  }
  const change = readChange(request, resource, project);
  const tags = readNewTags(resource);
  const made = createWorkspace(store, project, { ...change, name: change.name ?? "" });
  const given = tags.map((name) => ensureTag(store, organization, name));
  const workspace = given.length === 0 ? made : addTags(store, made, given);
  return created({ data: workspaceResource(request, workspace) });
}

/** Updates a workspace, and moves it if the document has another project, which requires `move-workspaces` on both. */
function update(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  const workspace = visibleWorkspace(request);
  const resource = readResource(request.body, "workspaces");
  const others = Object.keys(resource.relationships).filter((name) => name !== "project");
  if (Object.keys(resource.attributes).length + others.length > 0) requireWorkspaceUpdate(request, workspace);
  const projectId = readRelationship(resource, "project", "projects") ?? workspace.projectId;
  const project =
    projectId === workspace.projectId ? store.projects.expect(projectId) : visibleProject(request, projectId);
  if (project.id !== workspace.projectId) {
    const allowed =
      project.organizationId === workspace.organizationId &&
      principal.can("move-workspaces", project) &&
      principal.canInWorkspace("move-workspaces", workspace);
    if (!allowed) throw notFound(`Project ${projectId}`);
  }
  const change = readChange(request, resource, project, workspace);
  return ok({ data: workspaceResource(request, updateWorkspace(store, workspace, change, projectId)) });
}

function remove(request: ServiceRequest): RouteResult {
  const workspace = visibleWorkspace(request);
  requireWorkspaceUpdate(request, workspace);
  deleteWorkspace(request.store, workspace);
  return noContent;
}

/** Tags without values of a new workspace; they are changed by separate operations later. */
function readNewTags(resource: RequestResource): readonly string[] {
  const relationship = resource.relationships["tags"];
  if (relationship === undefined) return [];
  const pointer = "/data/relationships/tags";
  if (!isObject(relationship)) throw invalidAt(pointer, "A relationship must be an object");
  return readTagReferences(relationship["data"], `${pointer}/data`).map((tag, index) => {
    if ("name" in tag && isTagName(nameKey(tag.name))) return tag.name;
    throw invalidAt(`${pointer}/data/${index}/attributes/name`, TAG_NAME_RULE);
  });
}

/** Read-only attributes. */
const READ_ONLY = [
  "actions",
  "apply-duration-average",
  "auto-destroy-status",
  "created-at",
  "environment",
  "last-assessment-result-at",
  "latest-change-at",
  "locked",
  "locked-reason",
  "permissions",
  "plan-duration-average",
  "policy-check-failures",
  "resource-count",
  "run-failures",
  "source",
  "tag-names",
  "updated-at",
  "vcs-repo-identifier",
  "workspace-kpis-runs-count",
];
const KNOWN = [
  "name",
  "auto-destroy-activity-duration",
  "inherits-project-auto-destroy",
  "auto-destroy-at",
  ...READ_ONLY,
];
const KNOWN_RELATIONSHIPS = [
  "agent-pool",
  "current-assessment-result",
  "current-configuration-version",
  "current-run",
  "current-state-version",
  "effective-tag-bindings",
  "latest-run",
  "locked-by",
  "organization",
  "outputs",
  "project",
  "readme",
  "remote-state-consumers",
  "tag-bindings",
  "tags",
  "vars",
];

/**
 * @param project the project that the workspace will be in
 * @throws HttpError 422 with an error object for each problem
 */
function readChange(
  { store }: ServiceRequest,
  resource: RequestResource,
  project: ProjectRecord,
  workspace?: WorkspaceRecord,
): WorkspaceChange {
  const attributes = new AttributeReader(resource.attributes);
  const execution = readExecution(resource, WORKSPACE_EXECUTION_KEYS, workspace?.attributes);
  const change = {
    name: attributes.string("name"),
    autoDestroyActivityDuration: attributes.nullableString("auto-destroy-activity-duration"),
    inheritsAutoDestroy: attributes.boolean("inherits-project-auto-destroy"),
    autoDestroyAt: attributes.nullableString("auto-destroy-at"),
    execution: execution.change,
    tags: readTagsRelationship(resource),
    attributes: { ...withExclusiveTriggers(attributes.rest([...KNOWN, ...execution.known])), ...execution.kept },
    relationships: restRelationships(resource, KNOWN_RELATIONSHIPS),
  };
  const problems = [...attributes.problems, ...execution.problems];
  problems.push(...checkDuration(change.autoDestroyActivityDuration), ...checkAutoDestroyAt(change.autoDestroyAt));
  problems.push(...checkWorkspaceSettings(change.attributes, workspace?.attributes));
  const name = change.name ?? (workspace === undefined ? "" : undefined);
  if (name !== undefined && !problems.some((problem) => problem.attribute === "name")) {
    problems.push(...checkWorkspaceName(store, project.organizationId, name, workspace));
  }
  const inherited = projectExecution(store, project).mode;
  problems.push(
    ...checkExecution(store, project.organizationId, execution.change, workspace?.execution, inherited),
    ...checkTagSet(change.tags),
  );
  rejectInvalid(problems);
  return change;
}
