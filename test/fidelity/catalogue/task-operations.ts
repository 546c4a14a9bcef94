import { behaviour, reference, operation, parameter } from "./build";
import { requests, resultFields, stageOperations, taskResultRoute, taskStageRoutes } from "./tests";

const listed = (test: string) => taskStageRoutes(`list › ${test}`);
const shown = (test: string) => taskStageRoutes(`show › ${test}`);
const overridden = (test: string) => taskStageRoutes(`override (sections 3.1 and 4.10) › ${test}`);

const page = (name: string, says: string) =>
  parameter(
    name,
    says,
    [...listed("pages work as everywhere"), ...listed("a page of which nothing is said is the first, of 20")],
    [
      ...requests(
        `listing task stages sends ${name}, with its brackets percent-encoded`,
        "listing task stages is a GET of the run's task stages",
      ),
      ...stageOperations(
        "listing the task stages of a run › returns the requested page of the requested size",
        "listing the task stages of a run › returns the first page, of 20, by default",
      ),
    ],
  );

export const listTaskStagesRows = reference("4.7", "List the task stages of a run", [
  operation(
    "GET /runs/:run_id/task-stages",
    "Lists the task stages of a run; 200.",
    listed("the stages of a run come in the order in which it comes to them"),
    [
      ...requests("listing task stages is a GET of the run's task stages"),
      ...stageOperations(
        "listing the task stages of a run › returns one per run stage with tasks, in the order of the run",
      ),
    ],
  ),
  parameter(
    ":run_id",
    "The run whose stages are listed.",
    listed("a run without tasks has no stages, an unknown run is not found"),
    stageOperations("listing the task stages of a run › of a run that does not exist is not found"),
  ),
  page("page[number]", "First page when left out."),
  page("page[size]", "20 when left out."),
]);

const include = (value: string, says: string, brings: string) =>
  parameter(`include=${value}`, says, shown(`include=${value} brings …`), [
    ...requests(`showing a task stage sends include=${value} on request`),
    ...stageOperations(`showing a task stage › includes its ${brings}`),
  ]);

export const showTaskStageRows = reference("4.8", "Show a task stage", [
  operation(
    "GET /task-stages/:task_stage_id",
    "Gives a task stage; 200.",
    shown("every documented attribute is there").concat(
      shown("without include nothing is included, with an unknown value nothing is answered: 400"),
    ),
    [
      ...requests("showing a task stage is a GET of it"),
      ...stageOperations("showing a task stage › includes nothing that was not requested"),
    ],
  ),
  parameter(
    ":task_stage_id",
    "Id of the stage.",
    shown("an unknown stage is not found, and neither is one the caller may not see"),
    stageOperations("showing a task stage › that does not exist, or is not visible, is not found"),
  ),
  include("run", "The run.", "run"),
  include("run.workspace", "The workspace.", "workspace"),
  include("task-results", "The results of the stage.", "results"),
  include("policy-evaluations", "The policy evaluations of the stage.", "policy evaluations"),
]);

export const showTaskResultRows = reference("4.9", "Show a task result", [
  operation(
    "GET /task-results/:task_result_id",
    "Gives a task result; 200.",
    taskResultRoute("every documented attribute is there"),
    [
      ...requests("showing a task result is a GET of it"),
      ...resultFields("of a task result, with … documents, › the response to show › contains the ID"),
    ],
  ),
  parameter(
    ":task_result_id",
    "Id of the result.",
    taskResultRoute("an unknown result is not found, and neither is one the caller may not see"),
    stageOperations("showing a task result that does not exist, or is not visible, is not found"),
  ),
]);

export const overrideRows = reference("4.10", "Override a task stage", [
  operation(
    "POST /task-stages/:task_stage_id/actions/override",
    "Overrides a stage that awaits it; no body.",
    overridden("the response shows running, both timestamps, and that it cannot be done again"),
    [
      ...requests("overriding a task stage is a POST to its override, without a body"),
      ...stageOperations("overriding a task stage › that awaits it sets it to running, with both timestamps"),
    ],
  ),
  parameter(
    ":task_stage_id",
    "Id of the stage.",
    overridden("an unknown stage is not found"),
    stageOperations("overriding a task stage › that does not exist is not found"),
  ),
  behaviour(
    "Response of override",
    "`data` is the stage after the override, with status `running`.",
    overridden("the response shows running, both timestamps, and that it cannot be done again"),
    stageOperations("overriding a task stage › that awaits it sets it to running, with both timestamps"),
  ),
]);
