import { taskResultResource } from "../serializers/task-result";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { ok } from "../http/route";
import { visibleTaskResult } from "./visible";

/** Show a task result (service-api.md section 4.9). */
export const taskResultRoutes: readonly Route[] = [{ method: "GET", path: "/task-results/:taskResult", handle: show }];

function show(request: ServiceRequest): RouteResult {
  return ok({ data: taskResultResource(request, visibleTaskResult(request, request.param("taskResult"))) });
}
