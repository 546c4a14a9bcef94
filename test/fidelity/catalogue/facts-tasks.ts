import { documented, fact, further, notHere, ourChoice } from "./build";
import { callback, calls, clientStages, deadlines, statuses } from "./tests";

const PAGES = documented("2026-11");
const OPENAPI = documented("2026-08-04");

const NO_TASK = notHere("Between the service and a run task; the client is neither.");
const reports = (test: string) => callback(`what a run task reports › ${test}`);
const token = (test: string) => callback(`the access token › ${test}`);
const refused = callback("what is wrong with a report is told at its place: 422, and nothing changes › …");
const CALLED = "a task that is called gets the documented payload and headers, signed with its key";
const TIMEOUT = "a result whose task did not report for ten minutes has errored";

export const runTasks = further("6.3", "Run tasks: calls, reports and timeouts", [
  fact(
    PAGES,
    "The payload",
    "A POST to the task's address; names with underscores, `payload_version` 1, what the documentation lists.",
    calls(CALLED),
    NO_TASK,
  ),
  fact(
    PAGES,
    "plan_json_api_url",
    "Not before there is a plan.",
    calls("before the plan there is no plan to be read, and without a key the signature is empty"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "Headers of the call",
    "`Content-Type: application/json` and the service's `User-Agent`.",
    calls(CALLED),
    NO_TASK,
  ),
  fact(
    PAGES,
    "X-TFC-Task-Signature",
    "HMAC-SHA512 of the body with the task's key; empty without a key. That it is hexadecimal is our choice.",
    calls(CALLED, "before the plan there is no plan to be read, and without a key the signature is empty"),
    NO_TASK,
  ),
  fact(
    ourChoice,
    "Tasks outside the machine",
    "The emulator calls loopback addresses alone, and follows no redirect.",
    calls(
      "… is not on the loopback interface and is never called: the result waits for a report",
      "a redirect is not followed: it could lead out of the machine",
    ),
    NO_TASK,
  ),
  fact(
    PAGES,
    "A task that answers 200",
    "Is running; it reports the rest through its callback.",
    calls("a task that has answered 200 is running, and says how it ends through its callback"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "A task that does not answer 200",
    "Is tried again.",
    calls("a task that does not answer 200 is tried again"),
    NO_TASK,
  ),
  fact(
    ourChoice,
    "A task that never answers 200",
    "Is unreachable in the end, and fails a stage for which it is mandatory.",
    calls("a task that never answers 200 is unreachable, which its message explains, and fails a mandatory stage"),
    clientStages("the task stages of a run › may have a result that is unreachable"),
  ),
  fact(
    PAGES,
    "Tasks of later stages",
    "Are called when the stage before has passed.",
    calls(
      "the tasks of a stage are called when the stage before it has passed, and those of a stage never reached are not",
    ),
    NO_TASK,
  ),
  fact(
    PAGES,
    "PATCH of the callback",
    "200; takes `status`, `message`, `url`. Answered with the result, though the sources differ on the body.",
    reports("arrives, as type task-results, and is answered with the result").concat(
      reports("may be said in steps: …"),
    ),
    NO_TASK,
  ),
  fact(
    OPENAPI,
    "The type task_results",
    "Counts as well as `task-results`.",
    reports("arrives, as type task_results, and is answered with the result"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "What is reported",
    "Decides the stage, and the stage the run.",
    reports("decides the stage, and the stage the run"),
    [
      ...statuses(
        "seen by the client, › a stage has passed when all its results have, and a result when its task reports it",
        "seen by the client, › a stage has failed when one of its mandatory results has, and a result when its " +
          "task reports it",
      ),
    ],
  ),
  fact(
    OPENAPI,
    "A result at its end",
    "409, and nothing changes.",
    reports("is final when it is …: 409, and nothing changes").concat(
      reports("comes too late when the run was canceled: 409"),
    ),
    NO_TASK,
  ),
  fact(OPENAPI, "What is wrong with a report", "422 at its place, such as another status.", refused, NO_TASK),
  fact(
    PAGES,
    "The access token",
    "Another for each result; 401 with any other.",
    token("is another for each result, and opens the callback of its own alone").concat(
      token("is the only one that opens the callback: not the owner's, not none, not a part of it"),
    ),
    NO_TASK,
  ),
  fact(
    PAGES,
    "The access token's life",
    "Ten minutes. That a report gives ten more is our choice.",
    token("lives ten minutes, and ten more from each report"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "Outcomes",
    "Are kept; `GET /task-results/:id/outcomes` lists them, `GET /task-result-outcomes/:id` shows one.",
    callback("outcomes › are kept, listed, and shown one by one with their body"),
    NO_TASK,
  ),
  fact(
    ourChoice,
    "Outcomes of one name",
    "Take each other's place; others are added.",
    callback("outcomes › of one name take each other's place, others are added"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "The body of an outcome",
    "5 MB at most; more is 422.",
    callback("what is wrong with a report is told at its place: 422, and nothing changes › a body of more than 5 MB"),
    NO_TASK,
  ),
  fact(
    PAGES,
    "No progress for 10 minutes",
    "The result ends. That it has errored, not failed, is our choice: the sources differ.",
    deadlines("a task that says nothing for ten minutes has errored, then and not before").concat(
      statuses(`seen over HTTP, › ${TIMEOUT}`),
    ),
    statuses(`seen by the client, › ${TIMEOUT}`),
  ),
  fact(
    PAGES,
    "More than 60 minutes in all",
    "The result ends, however often its task reported.",
    deadlines("each report gives ten minutes more, but after sixty in all it is over"),
    clientStages("the task stages of a run › may have a result that is errored"),
  ),
]);
