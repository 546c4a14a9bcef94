import { documented, fact, further, notHere, ourChoice } from "./build";
import { callback, calls, clientStages, deadlines, statuses } from "./tests";

const PAGES = documented("2026-11");
const OPENAPI = documented("2026-08-04");

const NO_TASK = notHere("Between the service and a run task; the client is neither.");
const refused = callback("invalid-report");

export const runTasks = further("6.3", "Run tasks: calls, reports and timeouts", [
  fact(
    PAGES,
    "The payload",
    "A POST to the task's address; names with underscores, `payload_version` 1, what the documentation lists.",
    calls("payload-and-headers"),
    NO_TASK,
  ),
  fact(PAGES, "plan_json_api_url", "Not before there is a plan.", calls("before-plan-and-without-key"), NO_TASK),
  fact(
    PAGES,
    "Headers of the call",
    "`Content-Type: application/json` and the service's `User-Agent`.",
    calls("payload-and-headers"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "X-TFC-Task-Signature",
    "HMAC-SHA512 of the body with the task's key; empty without a key. That it is hexadecimal is our choice.",
    calls("payload-and-headers", "before-plan-and-without-key"),
    NO_TASK,
  ),
  fact(
    ourChoice,
    "Tasks outside the machine",
    "The emulator calls loopback addresses alone, and follows no redirect.",
    calls("outside-loopback", "redirect-not-followed"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "A task that answers 200",
    "Is running; it reports the rest through its callback.",
    calls("running-after-200"),
    NO_TASK,
  ),
  fact(PAGES, "A task that does not answer 200", "Is tried again.", calls("retried-without-200"), NO_TASK),
  fact(
    ourChoice,
    "A task that never answers 200",
    "Is unreachable in the end, and fails a stage for which it is mandatory.",
    calls("unreachable-without-200"),
    clientStages("result-status-unreachable"),
  ),
  fact(
    PAGES,
    "Tasks of later stages",
    "Are called when the stage before has passed.",
    calls("later-stages-wait"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "PATCH of the callback",
    "200; takes `status`, `message`, `url`. Answered with the result, though the sources differ on the body.",
    callback("type-task-results", "in-steps"),
    NO_TASK,
  ),
  fact(OPENAPI, "The type task_results", "Counts as well as `task-results`.", callback("type-task_results"), NO_TASK),
  fact(
    PAGES,
    "What is reported",
    "Decides the stage, and the stage the run.",
    callback("decides-stage-and-run"),
    statuses("by-client:stage-passed", "by-client:stage-failed"),
  ),
  fact(OPENAPI, "A result at its end", "409, and nothing changes.", callback("final", "canceled-run"), NO_TASK),
  fact(OPENAPI, "What is wrong with a report", "422 at its place, such as another status.", refused, NO_TASK),
  fact(
    PAGES,
    "The access token",
    "Another for each result; 401 with any other.",
    callback("token-per-result", "token-required"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "The access token's life",
    "Ten minutes. That a report gives ten more is our choice.",
    callback("token-lifetime"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "Outcomes",
    "Are kept; `GET /task-results/:id/outcomes` lists them, `GET /task-result-outcomes/:id` shows one.",
    callback("outcomes-kept"),
    NO_TASK,
  ),
  fact(
    ourChoice,
    "Outcomes of one name",
    "Take each other's place; others are added.",
    callback("outcomes-same-name"),
    NO_TASK,
  ),
  fact(PAGES, "The body of an outcome", "5 MB at most; more is 422.", callback("outcome-too-large"), NO_TASK),
  fact(
    PAGES,
    "No progress for 10 minutes",
    "The result ends. That it has errored, not failed, is our choice: the sources differ.",
    [...deadlines("ten-minutes-silent"), ...statuses("over-http:result-timeout")],
    statuses("by-client:result-timeout"),
  ),
  fact(
    PAGES,
    "More than 60 minutes in all",
    "The result ends, however often its task reported.",
    deadlines("sixty-minutes-in-all"),
    clientStages("result-status-errored"),
  ),
]);
