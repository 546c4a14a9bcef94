import { RUN_STAGES } from "../../../src/model";
import { documented, fact, further, notHere, observed, ourChoice } from "./build";
import { runRows } from "./run-attributes";
import {
  callback,
  calls,
  clientStages,
  conventions,
  deadlines,
  permissions,
  resultFields,
  runActions,
  runRoutes,
  runStatus,
  stageFields,
  stageOperations,
  stageRules,
  statuses,
  taskResultDocument,
  taskStageDocument,
  taskStageRoutes,
  transitions,
} from "./tests";

const PAGES = documented("2026-11");
const OPENAPI = documented("2026-08-04");
const GO_CLIENT = documented("2026-08");

export const taskStages = further("Task stages and results", [
  ...RUN_STAGES.map((stage) =>
    fact(
      PAGES,
      `The run stage ${stage}`,
      "A value of `stage`.",
      [...taskStageDocument(`run-stage-${stage}`), ...taskResultDocument(`run-stage-${stage}`)],
      [...stageFields(`run-stage-${stage}`), ...resultFields(`run-stage-${stage}`)],
    ),
  ),
  ...(["mandatory", "advisory"] as const).map((level) =>
    fact(
      PAGES,
      `Enforcement level ${level}`,
      "A value of `workspace-task-enforcement-level`.",
      taskResultDocument(`enforcement-level-${level}`),
      resultFields(`enforcement-level-${level}`),
    ),
  ),
  fact(
    OPENAPI,
    "A task that has not reported",
    "`message` and `url` are null.",
    taskResultDocument("unreported-null"),
    resultFields("unreported-null"),
  ),
  fact(
    OPENAPI,
    "permissions and actions on every stage",
    "The OpenAPI description has them on every stage, samples do not. The emulator sends them; the client does " +
      "not need them.",
    taskStageDocument("permissions", "overridable"),
    stageFields("without-permissions-unknown"),
  ),
  fact(
    OPENAPI,
    "include with underscores",
    "`task_results` and `policy_evaluations` are what real clients send: both spellings are accepted.",
    taskStageRoutes("include=task_results", "include=policy_evaluations"),
    clientStages("include-spelling-fallback"),
  ),
  fact(
    observed("2026-11"),
    "include on the list of stages",
    "Is supported there too.",
    taskStageRoutes("include=*"),
    notHere("The client sends it only for single stages, as documented."),
  ),
  fact(
    PAGES,
    "Several values of include",
    "Separated by commas; `included` is flat, each resource once.",
    taskStageRoutes("include=run,task_results,run.workspace"),
    clientStages("include-on-request"),
  ),
  fact(
    GO_CLIENT,
    "GET /runs/:id?include=task_stages",
    "Shows a run with its stages.",
    runRoutes("show-with-stages"),
    notHere("The client lists the task stages of a run instead."),
  ),
  fact(
    OPENAPI,
    "GET /task-stages/:id/policy-evaluations",
    "Lists the policy evaluations of a stage.",
    taskStageRoutes("list-policy-evaluations"),
    clientStages("policy-evaluations-listed"),
  ),
  ...runRows,
]);

export const override = further("Override", [
  fact(
    OPENAPI,
    "A stage that does not await an override",
    "409, and nothing changes.",
    taskStageRoutes("override-conflict"),
    stageOperations("override-conflict"),
  ),
  fact(
    GO_CLIENT,
    "A comment",
    "Sent by some clients, and accepted.",
    taskStageRoutes("override-comment"),
    clientStages("comment-sent"),
  ),
  fact(
    ourChoice,
    "A stage that does not exist",
    "404, as for show.",
    taskStageRoutes("override-missing"),
    stageOperations("override-missing"),
  ),
  fact(
    ourChoice,
    "can-override",
    "True if one of the two others is: for policies if there are any, for tasks if the run allows it.",
    taskStageRoutes("override-policy"),
    permissions("override-permissions-sent"),
  ),
  fact(
    ourChoice,
    "After the override",
    "The stage is running, and has passed a second later, with its failed policies overridden.",
    taskStageRoutes("override-passes-later", "override-policy"),
    stageOperations("override-then-passes"),
  ),
]);

const RUN_STATUS = notHere("The client does not interpret the status of runs.");

/** From, to, when, and what shows it: src/emulator/runs/transitions.ts has the table. */
const RESULT_TRANSITIONS = [
  ["pending", "running", "When its task has accepted the request.", calls("running-after-200")],
  ["running", "passed", "When its task reports it.", callback("decides-stage-and-run")],
  ["running", "errored", "After the timeout.", deadlines("sixty-minutes-in-all")],
  ["pending", "errored", "When its task does not report for ten minutes.", deadlines("ten-minutes-silent")],
  ["pending", "canceled", "With its run.", runRoutes("cancel")],
  [
    "pending",
    "unreachable",
    "When its task never accepts the request, or the run does not reach it.",
    calls("unreachable-without-200"),
  ],
] as const;

export const derivation = further("How a stage gets its status", [
  fact(
    ourChoice,
    "Pending",
    "While nothing in the stage has started.",
    [...stageRules("nothing-begun"), ...statuses("over-http:stage-pending")],
    statuses("by-client:stage-pending"),
  ),
  fact(
    ourChoice,
    "Running",
    "While anything in the stage has not completed, even if something has failed already.",
    [...stageRules("one-of-two-failed"), ...statuses("over-http:stage-running")],
    statuses("by-client:stage-running"),
  ),
  fact(
    ourChoice,
    "All unreachable",
    "The stage is unreachable.",
    [...stageRules("all-unreachable"), ...statuses("over-http:stage-unreachable")],
    statuses("by-client:stage-unreachable"),
  ),
  fact(
    ourChoice,
    "An overridable failure",
    "The stage awaits an override: for policies as documented, for tasks if the run allows it.",
    [
      ...stageRules("overridable-policy-failed", "overridable-task-failed"),
      ...statuses("over-http:stage-awaiting-override"),
    ],
    statuses("by-client:stage-awaiting-override"),
  ),
  fact(
    PAGES,
    "A mandatory failure",
    "The stage has failed and the run stops: later stages cannot be executed.",
    [...stageRules("mandatory-failed"), ...statuses("over-http:stage-failed")],
    statuses("by-client:stage-unreachable"),
  ),
  fact(
    ourChoice,
    "An errored policy evaluation",
    "The stage has errored.",
    [...stageRules("policy-errored"), ...statuses("over-http:stage-errored")],
    statuses("by-client:stage-errored"),
  ),
  fact(
    PAGES,
    "Advisory failures alone",
    "The stage has failed (documented: one or more results failed), and the run continues. With an option, the " +
      "stage passes, as on the public service.",
    [
      ...stageRules("only-advisory-failed"),
      ...statuses("over-http:stage-failed-advisory"),
      ...runStatus("advisory-failure-goes-on"),
    ],
    statuses("by-client:stage-failed-advisory"),
  ),
  fact(
    ourChoice,
    "A canceled run",
    "Cancels everything that had not completed.",
    [...runRoutes("cancel"), ...statuses("over-http:stage-canceled")],
    statuses("by-client:stage-canceled"),
  ),
  fact(
    PAGES,
    "A failure after the apply",
    "Does not stop the run, regardless of the enforcement level.",
    runStatus("failure-after-apply"),
    RUN_STATUS,
  ),
  fact(
    GO_CLIENT,
    "A run with a stage that awaits an override",
    "Waits, as `post_plan_awaiting_decision` after the plan.",
    runActions("awaiting-override"),
    RUN_STATUS,
  ),
  fact(
    PAGES,
    "Final statuses of results",
    "passed, failed, errored, canceled and unreachable do not change.",
    transitions("final-statuses", "only-tabled-transitions"),
    notHere("The client returns the status as sent."),
  ),
  ...RESULT_TRANSITIONS.map(([from, to, when, test]) =>
    fact(ourChoice, `A result from ${from} to ${to}`, when, test, clientStages(`result-status-${to}`)),
  ),
  fact(
    PAGES,
    "status-timestamps",
    "Keys `<status>-at` with hyphens; earlier ones are kept.",
    taskStageDocument("passed-at"),
    conventions("timestamps-as-sent"),
  ),
]);
