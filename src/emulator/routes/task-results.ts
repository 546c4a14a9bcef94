import { taskResultResource } from "../serializers/task-result";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { ok } from "../http/route";
import { visibleTaskResult } from "./visible";

/**
 * Task results; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-task-stages-and-results
 */
export const taskResultRoutes: readonly Route[] = [{ method: "GET", path: "/task-results/:taskResult", handle: show }];

function show(request: ServiceRequest): RouteResult {
  return ok({ data: taskResultResource(request, visibleTaskResult(request, request.param("taskResult"))) });
}
