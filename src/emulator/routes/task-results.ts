import { taskResultResource } from "../documents/task-result";
import { notFound } from "../http/errors";
import type { Route, ServiceAnswer, ServiceRequest } from "../http/route";
import { ok } from "../http/route";

/** Show a task result (service-api.md section 4.9). */
export const taskResultRoutes: readonly Route[] = [{ method: "GET", path: "/task-results/:taskResult", handle: show }];

function show({ world, caller, param }: ServiceRequest): ServiceAnswer {
  const id = param("taskResult");
  const result = world.taskResults.get(id);
  const visible = result !== undefined && caller.mayWithTaskStage("read", world.taskStages.expect(result.taskStageId));
  if (!visible) throw notFound(`Task result ${id}`);
  return ok({ data: taskResultResource(world, result) });
}
