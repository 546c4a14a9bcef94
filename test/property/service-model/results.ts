import type { Answer } from "./answer";
import { notFound, ok } from "./answer";
import { mayInWorkspace } from "./permissions";
import { timesOf } from "./times";
import type { Result, Token, World } from "./world";

/** Section 2.3. */
export function resultDocument(world: World, result: Result): object {
  const stage = world.stages.find(({ id }) => id === result.stage)!;
  const run = world.runs.find(({ id }) => id === stage.run)!;
  return {
    id: result.id,
    type: "task-results",
    attributes: {
      status: result.status,
      message: result.message,
      url: result.url,
      ...timesOf(result),
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

/** Section 4.9. */
export function showTaskResult(world: World, token: Token, id: string): Answer {
  const result = world.results.find((one) => one.id === id);
  const stage = world.stages.find((one) => one.id === result?.stage);
  const run = world.runs.find((one) => one.id === stage?.run);
  const workspace = world.workspaces.find((one) => one.id === run?.workspace);
  if (result === undefined || workspace === undefined) return notFound;
  return mayInWorkspace(world, token, "read", workspace) ? ok(resultDocument(world, result)) : notFound;
}
