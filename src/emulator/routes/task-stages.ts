import { notFound, transitionNotAllowed } from "../errors";
import { listable, pageOf } from "../http/list";
import { readInclude } from "../http/query-parameters";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { ok } from "../http/route";
import { overrideStage } from "../runs/events";
import { stagesInOrder } from "../runs/run-status";
import { isOverridable } from "../runs/task-stages";
import { policyEvaluationResource } from "../serializers/policy-evaluation";
import type { SerializerContext } from "../serializers/resource";
import { runResource } from "../serializers/run";
import { taskResultResource } from "../serializers/task-result";
import { taskStageResource } from "../serializers/task-stage";
import { workspaceResource } from "../serializers/workspace";
import type { TaskStageRecord } from "../store/records";
import { visibleRun, visibleTaskStage } from "./visible";

/**
 * Task stages; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-task-stages-and-results
 */
export const taskStageRoutes: readonly Route[] = [
  { method: "GET", path: "/runs/:run/task-stages", query: { emulated: ["include"] }, handle: list },
  { method: "GET", path: "/task-stages/:taskStage", query: { emulated: ["include"] }, handle: show },
  { method: "POST", path: "/task-stages/:taskStage/actions/override", handle: override },
];

/** Runs of the emulator have no cost estimate. */
const INCLUDABLE = ["run", "run.workspace", "task-results", "policy-evaluations", "cost-estimate"] as const;
type Included = (typeof INCLUDABLE)[number];

function list(request: ServiceRequest): RouteResult {
  const run = visibleRun(request);
  const stages = listable(stagesInOrder(request.store, run));
  const page = pageOf(request, stages, (stage) => taskStageResource(request, stage));
  const included = includedWith(request, page.records);
  return ok({ data: page.data, links: page.links, meta: page.meta, ...included });
}

function show(request: ServiceRequest): RouteResult {
  const stage = visibleTaskStage(request);
  return ok({ data: taskStageResource(request, stage), ...includedWith(request, [stage]) });
}

/** A body is not required: some clients send a comment, which is ignored. */
function override(request: ServiceRequest): RouteResult {
  const stage = visibleTaskStage(request);
  if (!request.principal.canInTaskStage("override", stage)) throw notFound(`Task stage ${stage.id}`);
  if (!isOverridable(stage)) {
    throw transitionNotAllowed(
      `The task stage is not in an overridable state or has no overridable failures; its status is ${stage.status}.`,
    );
  }
  return ok({ data: taskStageResource(request, overrideStage(request.store, stage)) });
}

/** The resources requested with `include`, each once; no member unless some are requested. */
function includedWith(
  request: ServiceRequest,
  stages: readonly TaskStageRecord[],
): { readonly included?: readonly object[] } {
  const wanted = readInclude(request.query, INCLUDABLE);
  if (wanted.length === 0) return {};
  const resources = stages.flatMap((stage) => wanted.flatMap((what) => related(request, stage, what)));
  return { included: [...new Map(resources.map((resource) => [resource.id, resource])).values()] };
}

function related(context: SerializerContext, stage: TaskStageRecord, what: Included): ReturnType<typeof runResource>[] {
  const { store } = context;
  switch (what) {
    case "run":
      return [runResource(context, store.runs.expect(stage.runId))];
    case "run.workspace": {
      const run = store.runs.expect(stage.runId);
      // JSON:API requires the intermediate resources, too.
      return [runResource(context, run), workspaceResource(context, store.workspaces.expect(run.workspaceId))];
    }
    case "task-results":
      return store
        .taskResultsOf(stage.id)
        .all()
        .map((result) => taskResultResource(context, result));
    case "policy-evaluations":
      return store.policyEvaluationsOf(stage.id).all().map(policyEvaluationResource);
    case "cost-estimate":
      return [];
  }
}
