import { runResource } from "../documents/run";
import { taskStageResource } from "../documents/task-stage";
import { workspaceResource } from "../documents/workspace";
import { AttributeReader, readRelationship, readResource } from "../http/document-body";
import { invalidAt, notFound, refuseProblems, transitionNotAllowed } from "../http/errors";
import { refuseOtherFilters } from "../http/filters";
import { readInclude } from "../http/include";
import { pageOf } from "../http/list";
import type { Route, ServiceAnswer, ServiceRequest } from "../http/route";
import { created, ok } from "../http/route";
import type { RunRecord } from "../world/records";
import { isFinalRunStatus, runStatus } from "../world/run-status";
import { cancelRun, createRun, tasksOfWorkspace } from "../world/runs";
import { stagesInOrder } from "../world/task-stages";
import { visibleRun, visibleWorkspace } from "./visible";

/** Runs, beyond the contract: they bring task stages into being. */
export const runRoutes: readonly Route[] = [
  { method: "POST", path: "/runs", handle: create },
  { method: "GET", path: "/runs/:run", handle: show },
  { method: "POST", path: "/runs/:run/actions/cancel", handle: cancel },
  { method: "GET", path: "/workspaces/:workspace/runs", handle: list },
];

function create(request: ServiceRequest): ServiceAnswer {
  const { world, caller } = request;
  const resource = readResource(request.body, "runs");
  const id = readRelationship(resource, "workspace", "workspaces");
  if (id === undefined) throw invalidAt("/data/relationships/workspace", "Workspace can't be blank");
  const workspace = world.workspaces.get(id);
  if (workspace === undefined || !caller.mayWithWorkspace("run", workspace)) throw notFound(`Workspace ${id}`);
  const attributes = new AttributeReader(resource.attributes);
  const message = attributes.text("message") ?? "Triggered via API";
  const isSpeculative = attributes.flag("plan-only") ?? false;
  refuseProblems(attributes.problems);
  const tasks = tasksOfWorkspace(world, workspace);
  const run = createRun(world, workspace, { message, isSpeculative, tasks, policies: [], tasksOverridable: false });
  return created({ data: runResource(request, run) });
}

function show(request: ServiceRequest): ServiceAnswer {
  const run = visibleRun(request);
  const wanted = readInclude(request.query, ["task-stages", "workspace"]);
  if (wanted.length === 0) return ok({ data: runResource(request, run) });
  return ok({ data: runResource(request, run), included: wanted.flatMap((what) => related(request, run, what)) });
}

function related(request: ServiceRequest, run: RunRecord, what: "task-stages" | "workspace"): object[] {
  const { world } = request;
  return what === "workspace"
    ? [workspaceResource(request, world.workspaces.expect(run.workspaceId))]
    : stagesInOrder(world, run).map((stage) => taskStageResource(request, stage));
}

/** The newest run first, as the service lists them. */
function list(request: ServiceRequest): ServiceAnswer {
  const workspace = visibleWorkspace(request);
  refuseOtherFilters(request.query, []);
  const runs = request.world.runsOf(workspace.id);
  const newestFirst = { size: runs.size, slice: (start: number, end: number) => runs.sliceReversed(start, end) };
  const { data, links, meta } = pageOf(request, newestFirst, (run) => runResource(request, run));
  return ok({ data, links, meta });
}

function cancel(request: ServiceRequest): ServiceAnswer {
  const { world, caller } = request;
  const run = visibleRun(request);
  if (!caller.mayWithWorkspace("run", world.workspaces.expect(run.workspaceId))) throw notFound(`Run ${run.id}`);
  const status = runStatus(run, stagesInOrder(world, run));
  if (isFinalRunStatus(status)) throw transitionNotAllowed(`The run is at its end; its status is ${status}.`);
  cancelRun(world, run);
  return { status: 202 };
}
