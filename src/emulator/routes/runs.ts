import type { Resource } from "../documents/document";
import { runResource } from "../documents/run";
import { taskStageResource } from "../documents/task-stage";
import { userResource } from "../documents/user";
import { workspaceResource } from "../documents/workspace";
import { AttributeReader, readRelationship, readResource } from "../http/document-body";
import { invalidAt, notFound, refuseProblems } from "../http/errors";
import { given } from "../http/filters";
import { readInclude } from "../http/include";
import { only, pageOf } from "../http/list";
import type { Route, ServiceAnswer, ServiceRequest } from "../http/route";
import { created, ok } from "../http/route";
import type { RunRecord, WorkspaceRecord } from "../world/records";
import { createRun } from "../world/runs";
import { runStatus, stagesInOrder } from "../world/run-progress";
import { tasksOfWorkspace } from "../world/run-tasks";
import { visibleRun, visibleWorkspace } from "./visible";

const NOT_EMULATED_FILTERS = [
  "filter[operation]",
  "filter[source]",
  "filter[status_group]",
  "filter[timeframe]",
  "filter[agent_pool_names]",
  "search[user]",
  "search[commit]",
  "search[basic]",
];

/** Runs, beyond the contract: they bring task stages into being. */
export const runRoutes: readonly Route[] = [
  { method: "POST", path: "/runs", handle: create },
  { method: "GET", path: "/runs/:run", query: { emulated: ["include"] }, handle: show },
  {
    method: "GET",
    path: "/workspaces/:workspace/runs",
    query: { emulated: ["include", "filter[status]"], notEmulated: NOT_EMULATED_FILTERS },
    handle: list,
  },
];

/** The last three are of things that no run of the emulator has: nothing is included for them. */
const INCLUDABLE = [
  "task-stages",
  "workspace",
  "created-by",
  "confirmed-by",
  "cost-estimate",
  "configuration-version",
  "configuration-version.ingress-attributes",
] as const;
const NOT_EMULATED_INCLUDES = ["plan", "apply"];

function create(request: ServiceRequest): ServiceAnswer {
  const { world, caller } = request;
  const resource = readResource(request.body, "runs");
  const id = readRelationship(resource, "workspace", "workspaces");
  if (id === undefined) throw invalidAt("/data/relationships/workspace", "Workspace can't be blank");
  const workspace = world.workspaces.get(id);
  if (workspace === undefined || !caller.mayWithWorkspace("run", workspace)) throw notFound(`Workspace ${id}`);
  const attributes = new AttributeReader(resource.attributes);
  const run = {
    message: attributes.text("message") ?? "Triggered via API",
    createdBy: caller.user,
    isSpeculative: attributes.flag("plan-only") ?? false,
    isDestroy: attributes.flag("is-destroy") ?? false,
    autoApply: attributes.flag("auto-apply") ?? appliesAutomatically(workspace),
    attributes: attributes.others(["message", "plan-only", "is-destroy", "auto-apply"]),
  };
  refuseProblems(attributes.problems);
  const tasks = tasksOfWorkspace(world, workspace);
  return created({
    data: runResource(request, createRun(world, workspace, { ...run, tasks, policies: [], tasksOverridable: false })),
  });
}

/** What the workspace's setting says; without one a run waits for confirmation, as the service's do. */
function appliesAutomatically(workspace: WorkspaceRecord): boolean {
  return workspace.attributes["auto-apply"] === true;
}

function show(request: ServiceRequest): ServiceAnswer {
  const run = visibleRun(request);
  return ok({ data: runResource(request, run), ...includedWith(request, [run]) });
}

/** The newest run first, as the service lists them. */
function list(request: ServiceRequest): ServiceAnswer {
  const { world, query } = request;
  const workspace = visibleWorkspace(request);
  const runs = world.runsOf(workspace.id);
  const newestFirst = { size: runs.size, slice: (start: number, end: number) => runs.sliceReversed(start, end) };
  const statuses = given(query, "filter[status]")?.split(",");
  const shown =
    statuses === undefined ? newestFirst : only(newestFirst, (run) => statuses.includes(runStatus(world, run)));
  const { data, links, meta, records } = pageOf(request, shown, (run) => runResource(request, run));
  return ok({ data, links, meta, ...includedWith(request, records) });
}

/** The resources asked for with `include`, each once; the member is absent when none were asked for. */
function includedWith(request: ServiceRequest, runs: readonly RunRecord[]): { readonly included?: readonly object[] } {
  const wanted = readInclude(request.query, INCLUDABLE, NOT_EMULATED_INCLUDES);
  if (wanted.length === 0) return {};
  const resources = runs.flatMap((run) => wanted.flatMap((what) => related(request, run, what)));
  return { included: [...new Map(resources.map((resource) => [resource.id, resource])).values()] };
}

function related(request: ServiceRequest, run: RunRecord, what: (typeof INCLUDABLE)[number]): readonly Resource[] {
  const { world } = request;
  switch (what) {
    case "workspace":
      return [workspaceResource(request, world.workspaces.expect(run.workspaceId))];
    case "task-stages":
      return stagesInOrder(world, run).map((stage) => taskStageResource(request, stage));
    case "created-by":
      return users(run.createdBy);
    case "confirmed-by":
      return users(run.confirmedBy);
    default:
      return [];
  }
}

function users(name: string | undefined): readonly Resource[] {
  return name === undefined ? [] : [userResource(name)];
}
