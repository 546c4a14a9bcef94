import type { RunRecord } from "../world/records";
import { isFinalRunStatus, runStatus } from "../world/run-status";
import { stagesInOrder } from "../world/task-stages";
import type { DocumentContext, Resource } from "./document";
import { identifier } from "./document";

/** A run, as far as its task stages make it. */
export function runResource({ world, caller }: DocumentContext, run: RunRecord): Resource {
  const stages = stagesInOrder(world, run);
  const status = runStatus(run, stages);
  const mayRun = caller.mayWithWorkspace("run", world.workspaces.expect(run.workspaceId));
  return {
    id: run.id,
    type: "runs",
    attributes: {
      status,
      message: run.message,
      "plan-only": run.isSpeculative,
      "created-at": run.createdAt,
      actions: { "is-cancelable": !isFinalRunStatus(status) },
      permissions: { "can-cancel": mayRun },
    },
    relationships: {
      workspace: { data: identifier("workspaces", run.workspaceId) },
      "task-stages": { data: stages.map((stage) => identifier("task-stages", stage.id)) },
    },
    links: { self: `/api/v2/runs/${run.id}` },
  };
}
