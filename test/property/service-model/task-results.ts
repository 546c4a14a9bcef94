import type { ExpectedResponse } from "./expected-response";
import { notFound, ok } from "./expected-response";
import { canInWorkspace } from "./permissions";
import { timestamps } from "./timestamps";
import type { Result, Token, ModelState } from "./state";

export function resultDocument(world: ModelState, result: Result): object {
  const stage = world.stages.find(({ id }) => id === result.stage)!;
  const run = world.runs.find(({ id }) => id === stage.run)!;
  return {
    id: result.id,
    type: "task-results",
    attributes: {
      status: result.status,
      message: result.message,
      url: result.url,
      ...timestamps(result),
      "task-id": result.task,
      "task-name": result.taskName,
      "task-url": result.taskUrl,
      stage: stage.stage,
      "is-speculative": run.speculative,
      "workspace-task-id": result.workspaceTask,
      "workspace-task-enforcement-level": result.level,
    },
    relationships: { "task-stage": { data: { id: result.stage, type: "task-stages" } } },
    links: { self: `/api/v2/task-results/${result.id}` },
  };
}

export function showTaskResult(world: ModelState, token: Token, id: string): ExpectedResponse {
  const result = world.results.find((one) => one.id === id);
  const stage = world.stages.find((one) => one.id === result?.stage);
  const run = world.runs.find((one) => one.id === stage?.run);
  const workspace = world.workspaces.find((one) => one.id === run?.workspace);
  if (result === undefined || workspace === undefined) return notFound;
  return canInWorkspace(world, token, "read", workspace) ? ok(resultDocument(world, result)) : notFound;
}
