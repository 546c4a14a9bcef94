import { TASK_RESULT_STATUSES, TASK_STAGE_STATUSES } from "../../../src/model";
import type { TaskResultStatus, TaskStageStatus } from "../../../src/model";
import { behaviour, reference, notHere, status, transition } from "./build";
import { clientStages, projectDocument, stageOperations, statuses, taskResultRoute, taskStageRoutes } from "./tests";

export const stateRows = reference("States and transitions", [
  behaviour(
    "Projects have no states",
    "No attribute of a project is a status.",
    projectDocument("no-status"),
    notHere("There is nothing for the client to read."),
  ),
]);

const STAGE_MEANINGS: Readonly<Record<TaskStageStatus, readonly [says: string, test: string, another?: string]>> = {
  pending: ["Initial status after creation.", "stage-pending"],
  running: ["Executing tasks that have not completed.", "stage-running"],
  passed: ["All results in the stage passed.", "stage-passed"],
  failed: ["One or more results failed.", "stage-failed", "stage-failed-advisory"],
  awaiting_override: ["Waiting for user input.", "stage-awaiting-override"],
  errored: ["The stage errored.", "stage-errored"],
  canceled: ["The stage was canceled.", "stage-canceled"],
  unreachable: ["The stage could not be executed.", "stage-unreachable"],
};

export const taskStageStatusRows = reference("Run task stage status", [
  ...TASK_STAGE_STATUSES.map((name) => {
    const [says, ...tests] = STAGE_MEANINGS[name];
    return status(
      name,
      says,
      [...statuses(...tests.map((test) => `over-http:${test}`)), ...taskStageRoutes(`status-${name}`)],
      [...statuses(...tests.map((test) => `by-client:${test}`)), ...clientStages(`stage-status-${name}`)],
    );
  }),
  transition(
    "awaiting_override → running",
    "By overriding a stage whose run tasks failed; the response shows `awaiting-override-at`, `running-at` and " +
      "`is-overridable` false.",
    taskStageRoutes("override-response"),
    stageOperations("override-sets-running"),
  ),
]);

const RESULT_MEANINGS: Readonly<Record<TaskResultStatus, readonly [says: string, test: string]>> = {
  pending: ["Initial status after creation.", STAGE_MEANINGS.pending[1]],
  running: ["The task has started and has not completed.", STAGE_MEANINGS.running[1]],
  passed: ["The task ran and returned a passing result.", STAGE_MEANINGS.passed[1]],
  failed: ["The task ran and returned a failing result.", STAGE_MEANINGS.failed[1]],
  errored: ["The task errored during execution.", "result-errored"],
  canceled: ["Task execution was canceled.", STAGE_MEANINGS.canceled[1]],
  unreachable: ["The task could not be executed.", STAGE_MEANINGS.unreachable[1]],
};

export const taskResultStatusRows = reference(
  "Run task result status",
  TASK_RESULT_STATUSES.map((name) => {
    const [says, test] = RESULT_MEANINGS[name];
    return status(
      name,
      says,
      [...statuses(`over-http:${test}`), ...taskResultRoute(`status-${name}`)],
      [...statuses(`by-client:${test}`), ...clientStages(`result-status-${name}`)],
    );
  }),
);
