import { notFound } from "../errors";
import { pageOf } from "../http/list";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { ok } from "../http/route";
import { taskResultResource, taskResultOutcomeResource } from "../serializers/task-result";
import type { TaskResultOutcomeRecord } from "../store/records";
import { visibleTaskResult } from "./visible";

/**
 * Task results and their outcomes, the detailed results of run tasks; see
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-task-stages-and-results
 */
export const taskResultRoutes: readonly Route[] = [
  { method: "GET", path: "/task-results/:taskResult", handle: show },
  { method: "GET", path: "/task-results/:taskResult/outcomes", handle: listOutcomes },
  { method: "GET", path: "/task-result-outcomes/:outcome", handle: showOutcome },
  // Outcomes link to their body; the path of the link is our choice.
  { method: "GET", path: "/task-result-outcomes/:outcome/body", handle: showBody },
];

function show(request: ServiceRequest): RouteResult {
  return ok({ data: taskResultResource(request, visibleTaskResult(request, request.param("taskResult"))) });
}

function listOutcomes(request: ServiceRequest): RouteResult {
  const result = visibleTaskResult(request, request.param("taskResult"));
  const outcomes = request.store.taskResultOutcomesOf(result.id);
  const { data, links, meta } = pageOf(request, outcomes, taskResultOutcomeResource);
  return ok({ data, links, meta });
}

function showOutcome(request: ServiceRequest): RouteResult {
  return ok({ data: taskResultOutcomeResource(visibleOutcome(request)) });
}

function showBody(request: ServiceRequest): RouteResult {
  const { id, body } = visibleOutcome(request);
  if (body === null) throw notFound(`A body of outcome ${id}`);
  return { status: 200, text: body, type: "text/markdown" };
}

function visibleOutcome(request: ServiceRequest): TaskResultOutcomeRecord {
  const id = request.param("outcome");
  const outcome = request.store.taskResultOutcomes.get(id);
  if (outcome === undefined) throw notFound(`Task result outcome ${id}`);
  visibleTaskResult(request, outcome.taskResultId);
  return outcome;
}
