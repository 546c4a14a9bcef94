import { documented, fact, further, notHere, ourChoice } from "./build";
import { callback, calls, clientStages, deadlines, statuses } from "./tests";

const PAGES = documented("2026-11");
const OPENAPI = documented("2026-08-04");

const NO_TASK = notHere("Between the service and a run task; the client is not involved.");
const refused = callback("invalid-report");

export const runTasks = further("Run tasks: calls, reports and timeouts", [
  fact(
    PAGES,
    "The payload",
    "A POST to the task's URL; names with underscores, `payload_version` 1, and the documented members.",
    calls("payload-and-headers"),
    NO_TASK,
  ),
  fact(PAGES, "plan_json_api_url", "Only once there is a plan.", calls("before-plan-and-without-key"), NO_TASK),
  fact(
    PAGES,
    "Headers of the request",
    "`Content-Type: application/json` and the service's `User-Agent`.",
    calls("payload-and-headers"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "X-TFC-Task-Signature",
    "HMAC-SHA512 of the body with the task's key; empty without a key. Hexadecimal is our choice.",
    calls("payload-and-headers", "before-plan-and-without-key"),
    NO_TASK,
  ),
  fact(
    ourChoice,
    "Tasks on other hosts",
    "The emulator calls only loopback addresses, and follows no redirects.",
    calls("outside-loopback", "redirect-not-followed"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "A task that responds with 200",
    "Is running; it reports the rest through its callback.",
    calls("running-after-200"),
    NO_TASK,
  ),
  fact(PAGES, "A task that does not respond with 200", "Is called again.", calls("retried-without-200"), NO_TASK),
  fact(
    ourChoice,
    "A task that never responds with 200",
    "Is unreachable in the end, and fails the stage if it is mandatory.",
    calls("unreachable-without-200"),
    clientStages("result-status-unreachable"),
  ),
  fact(
    PAGES,
    "Tasks of later stages",
    "Are called when the previous stage has passed.",
    calls("later-stages-wait"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "PATCH of the callback",
    "200; with `status`, `message`, `url`. The response is the result, though sources differ on the body.",
    callback("type-task-results", "in-steps"),
    NO_TASK,
  ),
  fact(
    OPENAPI,
    "The type task_results",
    "Is accepted as well as `task-results`.",
    callback("type-task_results"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "The reported status",
    "Determines the status of the stage, which determines that of the run.",
    callback("decides-stage-and-run"),
    statuses("by-client:stage-passed", "by-client:stage-failed"),
  ),
  fact(OPENAPI, "A completed result", "409, and nothing changes.", callback("final", "canceled-run"), NO_TASK),
  fact(OPENAPI, "An invalid report", "422 with a pointer, for example for an unknown status.", refused, NO_TASK),
  fact(
    PAGES,
    "The access token",
    "A different one for each result; 401 with any other.",
    callback("token-per-result", "token-required"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "Lifetime of the access token",
    "Ten minutes. That each report extends it by ten more is our choice.",
    callback("token-lifetime"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "Outcomes",
    "`GET /task-results/:id/outcomes` lists them, `GET /task-result-outcomes/:id` shows one.",
    callback("outcomes-kept"),
    NO_TASK,
  ),
  fact(
    ourChoice,
    "Outcomes with the same ID",
    "Replace each other; others are added.",
    callback("outcomes-same-name"),
    NO_TASK,
  ),
  fact(PAGES, "The body of an outcome", "At most 5 MB, otherwise 422.", callback("outcome-too-large"), NO_TASK),
  fact(
    PAGES,
    "No progress for 10 minutes",
    "The result ends. That it has errored rather than failed is our choice: sources differ.",
    [...deadlines("ten-minutes-silent"), ...statuses("over-http:result-timeout")],
    statuses("by-client:result-timeout"),
  ),
  fact(
    PAGES,
    "More than 60 minutes in total",
    "The result ends, regardless of how often its task has reported.",
    deadlines("sixty-minutes-in-all"),
    clientStages("result-status-errored"),
  ),
]);
