import { behaviour, reference, operation, parameter } from "./build";
import { requests, resultFields, stageOperations, taskResultRoute, taskStageRoutes } from "./tests";

const page = (name: string, says: string) =>
  parameter(name, says, taskStageRoutes("list-pages", "list-first-page-default"), [
    ...requests(`list-task-stages-with-${name}`, "list-task-stages"),
    ...stageOperations("list-requested-page", "list-first-page-default"),
  ]);

export const listTaskStagesRows = reference("List the task stages of a run", [
  operation(
    "GET /runs/:run_id/task-stages",
    "Lists the task stages of a run; 200.",
    taskStageRoutes("list-in-run-order"),
    [...requests("list-task-stages"), ...stageOperations("list-in-run-order")],
  ),
  parameter(
    ":run_id",
    "The run whose stages are listed.",
    taskStageRoutes("list-none-or-missing"),
    stageOperations("list-run-missing"),
  ),
  page("page[number]", "The first page by default."),
  page("page[size]", "20 by default."),
]);

const include = (value: string, says: string, brings: string) =>
  parameter(`include=${value}`, says, taskStageRoutes(`include=${value}`), [
    ...requests(`show-task-stage-include-${value}`),
    ...stageOperations(`include-${brings}`),
  ]);

export const showTaskStageRows = reference("Show a task stage", [
  operation(
    "GET /task-stages/:task_stage_id",
    "Shows a task stage; 200.",
    taskStageRoutes("show", "include-none-or-unknown"),
    [...requests("show-task-stage"), ...stageOperations("include-nothing")],
  ),
  parameter(":task_stage_id", "ID of the stage.", taskStageRoutes("show-missing"), stageOperations("show-missing")),
  include("run", "The run.", "run"),
  include("run.workspace", "The workspace.", "workspace"),
  include("task-results", "The results of the stage.", "results"),
  include("policy-evaluations", "The policy evaluations of the stage.", "policy-evaluations"),
]);

export const showTaskResultRows = reference("Show a task result", [
  operation("GET /task-results/:task_result_id", "Shows a task result; 200.", taskResultRoute("show"), [
    ...requests("show-task-result"),
    ...resultFields("response-show:contains-id"),
  ]),
  parameter(":task_result_id", "ID of the result.", taskResultRoute("show-missing"), stageOperations("result-missing")),
]);

export const overrideRows = reference("Override a task stage", [
  operation(
    "POST /task-stages/:task_stage_id/actions/override",
    "Overrides a stage that awaits it; no body.",
    taskStageRoutes("override-response"),
    [...requests("override-task-stage"), ...stageOperations("override-sets-running")],
  ),
  parameter(
    ":task_stage_id",
    "ID of the stage.",
    taskStageRoutes("override-missing"),
    stageOperations("override-missing"),
  ),
  behaviour(
    "Response of override",
    "`data` is the stage after the override, with status `running`.",
    taskStageRoutes("override-response"),
    stageOperations("override-sets-running"),
  ),
]);
