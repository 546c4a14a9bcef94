import { ENFORCEMENT_LEVELS, RUN_STAGES } from "../../model";
import { runTaskResource, workspaceTaskResource } from "../documents/run-task";
import { AttributeReader, readRelationship, readResource } from "../http/document-body";
import { invalidAt, notFound, refuseProblems } from "../http/errors";
import { pageOf } from "../http/list";
import type { Route, ServiceAnswer, ServiceRequest } from "../http/route";
import { created, noContent, ok } from "../http/route";
import { NAME_TAKEN } from "../world/problem";
import type { RunTaskRecord, WorkspaceTaskRecord } from "../world/records";
import { attachRunTask, createRunTask, deleteRunTask } from "../world/run-tasks";
import { visibleOrganization, visibleWorkspace } from "./visible";

/** Run tasks and the workspaces they work in, beyond the contract: what a run's task stages are made from. */
export const runTaskRoutes: readonly Route[] = [
  { method: "GET", path: "/organizations/:organization/tasks", handle: list },
  { method: "POST", path: "/organizations/:organization/tasks", handle: create },
  { method: "GET", path: "/tasks/:task", handle: show },
  { method: "DELETE", path: "/tasks/:task", handle: remove },
  { method: "GET", path: "/workspaces/:workspace/tasks", handle: listAttached },
  { method: "POST", path: "/workspaces/:workspace/tasks", handle: attach },
  { method: "GET", path: "/workspaces/:workspace/tasks/:workspaceTask", handle: showAttached },
  { method: "DELETE", path: "/workspaces/:workspace/tasks/:workspaceTask", handle: detach },
];

function list(request: ServiceRequest): ServiceAnswer {
  const tasks = request.world.runTasksOf(visibleOrganization(request).id);
  const { data, links, meta } = pageOf(request, tasks, (task) => runTaskResource(request, task));
  return ok({ data, links, meta });
}

function create(request: ServiceRequest): ServiceAnswer {
  const { world, caller } = request;
  const organization = visibleOrganization(request);
  if (!caller.mayWithOrganization("manage", organization)) throw notFound(`Organization ${organization.name}`);
  const attributes = new AttributeReader(readResource(request.body, "tasks").attributes);
  const name = attributes.text("name") ?? "";
  const url = attributes.text("url") ?? "";
  const { problems } = attributes;
  if (name === "") problems.push({ attribute: "name", detail: "Name can't be blank" });
  if (url === "") problems.push({ attribute: "url", detail: "Url can't be blank" });
  if (world.runTaskNamed(organization.id, name) !== undefined) problems.push(NAME_TAKEN);
  refuseProblems(problems);
  return created({ data: runTaskResource(request, createRunTask(world, organization.id, name, url)) });
}

function show(request: ServiceRequest): ServiceAnswer {
  return ok({ data: runTaskResource(request, runTask(request, request.param("task"), "read")) });
}

function remove(request: ServiceRequest): ServiceAnswer {
  deleteRunTask(request.world, runTask(request, request.param("task"), "manage"));
  return noContent;
}

function listAttached(request: ServiceRequest): ServiceAnswer {
  const attached = request.world.workspaceTasksOf(visibleWorkspace(request).id);
  const { data, links, meta } = pageOf(request, attached, workspaceTaskResource);
  return ok({ data, links, meta });
}

function attach(request: ServiceRequest): ServiceAnswer {
  const { world, caller } = request;
  const workspace = visibleWorkspace(request);
  if (!caller.mayWithWorkspace("create-workspace", workspace)) throw notFound(`Workspace ${workspace.id}`);
  const resource = readResource(request.body, "workspace-tasks");
  const id = readRelationship(resource, "task", "tasks");
  if (id === undefined) throw invalidAt("/data/relationships/task", "Task can't be blank");
  const task = runTask(request, id, "read");
  if (task.organizationId !== workspace.organizationId) throw notFound(`Run task ${id}`);
  const attributes = new AttributeReader(resource.attributes);
  // Older clients send one `stage`, newer ones `stages`; without either it is post_plan.
  const stages = attributes.choices("stages", RUN_STAGES) ?? attributes.choices("stage", RUN_STAGES) ?? ["post_plan"];
  const [enforcementLevel] = attributes.choices("enforcement-level", ENFORCEMENT_LEVELS) ?? [];
  if (enforcementLevel === undefined && attributes.problems.length === 0) {
    attributes.problems.push({ attribute: "enforcement-level", detail: "Enforcement level can't be blank" });
  }
  refuseProblems(attributes.problems);
  const attached = attachRunTask(world, workspace, task, stages, enforcementLevel ?? "advisory");
  return created({ data: workspaceTaskResource(attached) });
}

function showAttached(request: ServiceRequest): ServiceAnswer {
  return ok({ data: workspaceTaskResource(workspaceTask(request)) });
}

function detach(request: ServiceRequest): ServiceAnswer {
  const { world, caller } = request;
  const attached = workspaceTask(request);
  if (!caller.mayWithWorkspace("create-workspace", world.workspaces.expect(attached.workspaceId))) {
    throw notFound(`Workspace run task ${attached.id}`);
  }
  world.workspaceTasks.remove(attached.id);
  return noContent;
}

function runTask({ world, caller }: ServiceRequest, id: string, ability: "read" | "manage"): RunTaskRecord {
  const task = world.runTasks.get(id);
  const allowed =
    task !== undefined && caller.mayWithOrganization(ability, world.organizations.expect(task.organizationId));
  if (!allowed) throw notFound(`Run task ${id}`);
  return task;
}

function workspaceTask(request: ServiceRequest): WorkspaceTaskRecord {
  const workspace = visibleWorkspace(request);
  const id = request.param("workspaceTask");
  const attached = request.world.workspaceTasks.get(id);
  if (attached?.workspaceId !== workspace.id) throw notFound(`Workspace run task ${id}`);
  return attached;
}
