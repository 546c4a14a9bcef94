import { TASK_RESULT_STATUSES, TASK_STAGE_STATUSES } from "../../../src/model";
import type { TaskResultStatus, TaskStageStatus } from "../../../src/model";
import { behaviour, reference, notHere, status, transition } from "./build";
import { clientStages, projectDocument, stageOperations, statuses, taskResultRoute, taskStageRoutes } from "./tests";

export const stateRows = reference("3", "States and transitions", [
  behaviour(
    "Projects have no states",
    "No attribute of a project is a status.",
    projectDocument(
      "the response to each operation carries its documented attributes › …: no status, since projects have no states",
    ),
    notHere("There is nothing that the client could read."),
  ),
]);

const STAGE_MEANINGS: Readonly<Record<TaskStageStatus, readonly [says: string, test: string, another?: string]>> = {
  pending: ["Initial status after creation.", "a stage and its results are pending after their creation"],
  running: ["Executing tasks that have not completed.", "a stage is running while one of its results is unfinished, …"],
  passed: [
    "All results in the stage passed.",
    "a stage has passed when all its results have, and a result when its task reports it",
  ],
  failed: [
    "One or more results failed.",
    "a stage has failed when one of its mandatory results has, and a result when its task reports it",
    "a stage has failed when one result in it has, also when only an advisory one did",
  ],
  awaiting_override: ["Waiting for user input.", "a stage awaits an override when its failures can be overridden"],
  errored: ["The stage errored.", "a stage has errored when an evaluation in it did"],
  canceled: ["The stage was canceled.", "a stage and its unfinished results are canceled with their run"],
  unreachable: ["The stage could not be executed.", "a stage that the run does not reach …"],
};

const OVERRIDE = "overriding a task stage › that awaits it sets it to running, with both timestamps";

export const taskStageStatusRows = reference("3.1", "Run task stage status", [
  ...TASK_STAGE_STATUSES.map((name) => {
    const [says, ...tests] = STAGE_MEANINGS[name];
    return status(
      name,
      says,
      [
        ...statuses(...tests.map((test) => `seen over HTTP, › ${test}`)),
        ...taskStageRoutes(`show › the status ${name} comes through`),
      ],
      [
        ...statuses(...tests.map((test) => `seen by the client, › ${test}`)),
        ...clientStages(`the task stages of a run › may be ${name}`),
      ],
    );
  }),
  transition(
    "awaiting_override → running",
    "By overriding a stage whose run tasks failed; the response shows `awaiting-override-at`, `running-at` and " +
      "`is-overridable` false.",
    taskStageRoutes(
      "override (sections 3.1 and 4.10) › the response shows running, both timestamps, and that it cannot be " +
        "done again",
    ),
    stageOperations(OVERRIDE),
  ),
]);

const RESULT_MEANINGS: Readonly<Record<TaskResultStatus, readonly [says: string, test: string]>> = {
  pending: ["Initial status after creation.", STAGE_MEANINGS.pending[1]],
  running: ["The task has begun and has not completed.", STAGE_MEANINGS.running[1]],
  passed: ["The task ran and returned a passing result.", STAGE_MEANINGS.passed[1]],
  failed: ["The task ran and returned a failing result.", STAGE_MEANINGS.failed[1]],
  errored: ["The task errored during execution.", "a result has errored when its task did"],
  canceled: ["Task execution was canceled.", STAGE_MEANINGS.canceled[1]],
  unreachable: ["The task could not be executed.", STAGE_MEANINGS.unreachable[1]],
};

export const taskResultStatusRows = reference(
  "3.2",
  "Run task result status",
  TASK_RESULT_STATUSES.map((name) => {
    const [says, test] = RESULT_MEANINGS[name];
    return status(
      name,
      says,
      [...statuses(`seen over HTTP, › ${test}`), ...taskResultRoute(`the status ${name} comes through`)],
      [
        ...statuses(`seen by the client, › ${test}`),
        ...clientStages(`the task stages of a run › may have a result that is ${name}`),
      ],
    );
  }),
);
