import { conflict, forbidden, notFound, rejectInvalid, HttpError } from "../errors";
import { DEFAULT_EXECUTION_KEYS, readExecution } from "../http/execution-body";
import { readInclude } from "../http/query-parameters";
import { AttributeReader, restRelationships, readResource } from "../http/request-document";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { created, noContent, ok } from "../http/route";
import { readTagsRelationship } from "../http/tag-body";
import { includedTags, PROJECT_INCLUDES, projectResource } from "../serializers/project";
import type { ProjectChange } from "../store/projects";
import { checkProject, createProject, deleteProject, isDefaultProject, updateProject } from "../store/projects";
import type { ProjectRecord } from "../store/records";
import { visibleOrganization, visibleProject } from "./visible";

/** Projects; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/projects */
export const projectRoutes: readonly Route[] = [
  { method: "POST", path: "/organizations/:organization/projects", handle: create },
  { method: "GET", path: "/projects/:project", query: { emulated: ["include"] }, handle: show },
  { method: "PATCH", path: "/projects/:project", handle: update },
  { method: "DELETE", path: "/projects/:project", handle: remove },
];

function create(request: ServiceRequest): RouteResult {
  const organization = visibleOrganization(request);
  if (!request.principal.canInOrganization("create-project", organization)) {
    throw notFound(`Organization ${organization.name}`);
  }
  const change = readChange(request, organization.id);
  const project = createProject(request.store, organization, { ...change, name: change.name ?? "" });
  return created({ data: projectResource(request, project, "create") });
}

function update(request: ServiceRequest): RouteResult {
  const project = visibleProject(request, request.param("project"));
  if (!request.principal.can("update", project)) throw notFound(`Project ${project.id}`);
  const change = readChange(request, project.organizationId, project);
  return ok({ data: projectResource(request, updateProject(request.store, project, change), "update") });
}

function show(request: ServiceRequest): RouteResult {
  const project = visibleProject(request, request.param("project"));
  const included = readInclude(request.query, PROJECT_INCLUDES);
  return ok({ data: projectResource(request, project, "show", included), ...includedTags([project], included) });
}

/**
 * Checked in this order: permission (404), the default project (409), workspaces in the project. Deleting a project
 * with workspaces is a force delete: 403 for a principal who lacks that permission, otherwise the status from the
 * options.
 */
function remove(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  const project = visibleProject(request, request.param("project"));
  if (!principal.can("destroy", project)) throw notFound(`Project ${project.id}`);
  if (isDefaultProject(store, project)) throw conflict("The default project of an organization cannot be deleted.");
  if (store.workspacesIn(project.id).size > 0) {
    const organization = store.organizations.expect(project.organizationId);
    const status = principal.canInOrganization("force-delete-projects", organization)
      ? request.projectDeletionBehavior
      : 403;
    throw nonEmpty(status, store.workspacesIn(project.id).size);
  }
  deleteProject(store, project);
  return noContent;
}

function nonEmpty(status: ServiceRequest["projectDeletionBehavior"], workspaces: number): HttpError {
  if (status === 403) return forbidden("Not authorized to perform a force delete on the project");
  const detail = `A project that contains workspaces cannot be deleted; this one contains ${workspaces}.`;
  return status === 409
    ? conflict(detail)
    : new HttpError(422, [{ status: "422", title: "unprocessable entity", detail }]);
}

/** Read-only attributes. */
const READ_ONLY = ["workspace-count", "team-count", "permissions", "created-at"];
const KNOWN = ["name", "description", "auto-destroy-activity-duration", ...READ_ONLY];
const KNOWN_RELATIONSHIPS = ["organization", "default-agent-pool", "tag-bindings", "effective-tag-bindings"];

/** @throws HttpError 422 with an error object for each problem */
function readChange({ store, body }: ServiceRequest, organizationId: string, project?: ProjectRecord): ProjectChange {
  const resource = readResource(body, "projects");
  const attributes = new AttributeReader(resource.attributes);
  const execution = readExecution(resource, DEFAULT_EXECUTION_KEYS, project?.attributes);
  const change = {
    name: attributes.string("name"),
    description: attributes.nullableString("description"),
    autoDestroyActivityDuration: attributes.nullableString("auto-destroy-activity-duration"),
    execution: execution.change,
    tags: readTagsRelationship(resource),
    attributes: { ...attributes.rest([...KNOWN, ...execution.known]), ...execution.kept },
    relationships: restRelationships(resource, KNOWN_RELATIONSHIPS),
  };
  const problems = [...attributes.problems, ...execution.problems];
  const mistyped = problems.map((problem) => problem.attribute);
  const broken = checkProject(store, organizationId, change, project);
  rejectInvalid([...problems, ...broken.filter((problem) => !mistyped.includes(problem.attribute))]);
  return change;
}
