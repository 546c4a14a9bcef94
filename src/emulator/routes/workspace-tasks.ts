import type { EnforcementLevel, RunStage } from "../../model";
import { ENFORCEMENT_LEVELS, RUN_STAGES } from "../../model";
import { invalidAt, notFound, rejectInvalid } from "../errors";
import { pageOf } from "../http/list";
import type { RequestResource } from "../http/request-document";
import { AttributeReader, readRelationship, readResource } from "../http/request-document";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { created, noContent, ok } from "../http/route";
import { workspaceTaskResource } from "../serializers/run-task";
import type { WorkspaceTaskRecord } from "../store/records";
import { attachRunTask } from "../store/run-tasks";
import { visibleRunTask, visibleWorkspace } from "./visible";

/** Run tasks that are attached to workspaces. */
export const workspaceTaskRoutes: readonly Route[] = [
  { method: "GET", path: "/workspaces/:workspace/tasks", handle: list },
  { method: "POST", path: "/workspaces/:workspace/tasks", handle: attach },
  { method: "GET", path: "/workspaces/:workspace/tasks/:workspaceTask", handle: show },
  { method: "PATCH", path: "/workspaces/:workspace/tasks/:workspaceTask", handle: update },
  { method: "DELETE", path: "/workspaces/:workspace/tasks/:workspaceTask", handle: detach },
];

function list(request: ServiceRequest): RouteResult {
  const attached = request.store.workspaceTasksOf(visibleWorkspace(request).id);
  const { data, links, meta } = pageOf(request, attached, workspaceTaskResource);
  return ok({ data, links, meta });
}

function attach(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  const workspace = visibleWorkspace(request);
  if (!principal.canInWorkspace("create-workspace", workspace)) throw notFound(`Workspace ${workspace.id}`);
  const resource = readResource(request.body, "workspace-tasks");
  const id = readRelationship(resource, "task", "tasks");
  if (id === undefined) throw invalidAt("/data/relationships/task", "Task can't be blank");
  const task = visibleRunTask(request, id, "read");
  if (task.organizationId !== workspace.organizationId) throw notFound(`Run task ${id}`);
  // The default stage is post_plan.
  const { stages = ["post_plan"], enforcementLevel = "advisory" } = readSettings(resource, true);
  return created({
    data: workspaceTaskResource(attachRunTask(store, workspace, task, stages, enforcementLevel)),
  });
}

function show(request: ServiceRequest): RouteResult {
  return ok({ data: workspaceTaskResource(workspaceTask(request)) });
}

function update(request: ServiceRequest): RouteResult {
  const attached = manageable(request);
  const { stages, enforcementLevel } = readSettings(readResource(request.body, "workspace-tasks"), false);
  const updated = request.store.workspaceTasks.put({
    ...attached,
    stages: stages ?? attached.stages,
    enforcementLevel: enforcementLevel ?? attached.enforcementLevel,
  });
  return ok({ data: workspaceTaskResource(updated) });
}

function detach(request: ServiceRequest): RouteResult {
  request.store.workspaceTasks.remove(manageable(request).id);
  return noContent;
}

/** @throws HttpError 422 with all problems; a new attachment requires an enforcement level */
function readSettings(
  resource: RequestResource,
  isNew: boolean,
): { readonly stages: readonly RunStage[] | undefined; readonly enforcementLevel: EnforcementLevel | undefined } {
  const attributes = new AttributeReader(resource.attributes);
  // Older clients send one `stage`, newer ones `stages`.
  const stages = attributes.enumList("stages", RUN_STAGES) ?? attributes.enumList("stage", RUN_STAGES);
  const [enforcementLevel] = attributes.enumList("enforcement-level", ENFORCEMENT_LEVELS) ?? [];
  if (isNew && enforcementLevel === undefined && attributes.problems.length === 0) {
    attributes.problems.push({ attribute: "enforcement-level", detail: "Enforcement level can't be blank" });
  }
  rejectInvalid(attributes.problems);
  return { stages, enforcementLevel };
}

function manageable(request: ServiceRequest): WorkspaceTaskRecord {
  const { store, principal } = request;
  const attached = workspaceTask(request);
  if (!principal.canInWorkspace("create-workspace", store.workspaces.expect(attached.workspaceId))) {
    throw notFound(`Workspace run task ${attached.id}`);
  }
  return attached;
}

function workspaceTask(request: ServiceRequest): WorkspaceTaskRecord {
  const workspace = visibleWorkspace(request);
  const id = request.param("workspaceTask");
  const attached = request.store.workspaceTasks.get(id);
  if (attached?.workspaceId !== workspace.id) throw notFound(`Workspace run task ${id}`);
  return attached;
}
