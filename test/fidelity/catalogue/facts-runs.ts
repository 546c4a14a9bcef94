import { RUN_STAGES } from "../../../src/model";
import { documented, fact, further, notHere, observed, ourChoice } from "./build";
import { runRows } from "./facts-run-documents";
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

const shown = (test: string) => taskStageRoutes(`show › ${test}`);

export const taskStages = further("6", "Task stages and results", [
  ...RUN_STAGES.map((stage) =>
    fact(
      PAGES,
      `The run stage ${stage}`,
      "A value of `stage`.",
      taskStageDocument(`the run stage is told as ${stage}`).concat(
        taskResultDocument(`a result tells the run stage ${stage}, as its task stage does`),
      ),
      stageFields(`of a task stage, with … documents, › the run stage ${stage} is sent`).concat(
        resultFields(`of a task result, with … documents, › the run stage ${stage} is sent`),
      ),
    ),
  ),
  ...(["mandatory", "advisory"] as const).map((level) =>
    fact(
      PAGES,
      `Enforcement level ${level}`,
      "A value of `workspace-task-enforcement-level`.",
      taskResultDocument(`a result tells the enforcement level ${level}`),
      resultFields(`of a task result, with … documents, › the enforcement level ${level} is sent`),
    ),
  ),
  fact(
    OPENAPI,
    "A task that has said nothing",
    "`message` and `url` are null.",
    taskResultDocument("a result of which its task has said nothing has null for message and url"),
    resultFields("of a task result, with … documents, › a task that has not reported has no message and no URL …"),
  ),
  fact(
    OPENAPI,
    "permissions and actions on every stage",
    "The OpenAPI description has them on every stage, samples do not. The emulator sends them; the client needs " +
      "neither.",
    taskStageDocument(
      "the response to … carries the documented attributes › the permissions of the caller",
      "the response to … carries the documented attributes › whether it can be overridden",
    ),
    stageFields("a task stage without permissions and actions is read with both unknown"),
  ),
  fact(
    OPENAPI,
    "include with underscores",
    "`task_results` and `policy_evaluations` are what real clients send: both spellings count.",
    shown("include=task_results brings …").concat(shown("include=policy_evaluations brings …")),
    clientStages("a release that differs › and supports only underscores in include is sent hyphens once"),
  ),
  fact(
    observed("2026-11"),
    "include on the list of stages",
    "Counts there too.",
    shown("include=… brings …"),
    notHere("The client reads it with single stages only, as documented."),
  ),
  fact(
    PAGES,
    "Several values of include",
    "Separated by commas; `included` is flat, each resource once.",
    shown("include=run,task_results,run.workspace brings …"),
    clientStages(
      "the task stages of a run › include the run, the workspace, the results and the policy evaluations on request",
    ),
  ),
  fact(
    GO_CLIENT,
    "GET /runs/:id?include=task_stages",
    "A run can be shown with its stages.",
    runRoutes("a run can be shown with its stages, whichever way include is spelt"),
    notHere("The client reads the stages of a run with the operation of 4.7."),
  ),
  fact(
    OPENAPI,
    "GET /task-stages/:id/policy-evaluations",
    "Lists the policy evaluations of a stage.",
    shown("the policy evaluations of a stage can be listed"),
    notHere("The client reads them along with the stage, by `include`."),
  ),
  ...runRows,
]);

const overridden = (test: string) => taskStageRoutes(`override (sections 3.1 and 4.10) › ${test}`);

export const override = further("6.1", "Override", [
  fact(
    OPENAPI,
    "A stage that does not await it",
    "409, and nothing changes.",
    overridden("a stage that is … cannot be overridden: 409, and nothing changes"),
    stageOperations("overriding a task stage › that is … is a conflict, and changes nothing"),
  ),
  fact(
    GO_CLIENT,
    "A comment",
    "Some clients send one; it is accepted.",
    overridden("the comment that some clients send is accepted"),
    notHere("The client sends none."),
  ),
  fact(
    ourChoice,
    "A stage that does not exist",
    "404, as for show.",
    overridden("an unknown stage is not found"),
    stageOperations("overriding a task stage › that does not exist is not found"),
  ),
  fact(
    ourChoice,
    "can-override",
    "True where either of the two others is: policies where there are any, tasks where the run allows it.",
    overridden("a failed overridable policy awaits an override too, …"),
    permissions("who may override a task stage › is sent in the stage's permissions, for each caller"),
  ),
  fact(
    ourChoice,
    "After the override",
    "The stage is running, and has passed a second later; failed policies are then overridden.",
    overridden("the stage has passed one emulated second later, and not before").concat(
      overridden("a failed overridable policy awaits an override too, …"),
    ),
    stageOperations("overriding a task stage › lets it pass afterwards"),
  ),
]);

const RUN_STATUS = notHere("The client does not interpret the status of runs.");

/** From, to, when, and what shows it: src/emulator/store/transitions.ts has the table. */
const RESULT_TRANSITIONS = [
  [
    "pending",
    "running",
    "When its task has answered the call.",
    calls("a task that has answered 200 is running, and says how it ends through its callback"),
  ],
  ["running", "passed", "When its task says so.", callback("what a run task reports › decides the stage, …")],
  [
    "running",
    "errored",
    "When the time is over.",
    deadlines("each report gives ten minutes more, but after sixty in all it is over"),
  ],
  [
    "pending",
    "errored",
    "When its task says nothing for ten minutes.",
    deadlines("a task that says nothing for ten minutes has errored, then and not before"),
  ],
  [
    "pending",
    "canceled",
    "With its run.",
    runRoutes("canceling a run cancels what is not at its end, and leaves what is"),
  ],
  [
    "pending",
    "unreachable",
    "When its task never answers, or the run does not come to it.",
    calls("a task that never answers 200 is unreachable, …"),
  ],
] as const;

const derived = (what: string, test: string) => [
  ...stageRules(`when ${what}, the stage follows`),
  ...(test === "" ? [] : statuses(`seen over HTTP, › ${test}`)),
];
const seen = (test: string) => statuses(`seen by the client, › ${test}`);

export const derivation = further("6.2", "How the status of a stage follows", [
  fact(
    ourChoice,
    "Pending",
    "While nothing in the stage has begun.",
    derived("nothing has begun", "a stage and its results are pending after their creation"),
    seen("a stage and its results are pending after their creation"),
  ),
  fact(
    ourChoice,
    "Running",
    "While anything in the stage has not completed, also when something failed already.",
    derived("one of two has failed", "a stage is running while one of its results is unfinished, …"),
    seen("a stage is running while one of its results is unfinished, …"),
  ),
  fact(
    ourChoice,
    "All unreachable",
    "The stage is unreachable.",
    derived("all were unreachable", "a stage that the run does not reach …"),
    seen("a stage that the run does not reach …"),
  ),
  fact(
    ourChoice,
    "An overridable failure",
    "The stage awaits an override: of policies as documented, of tasks where the run was started so.",
    derived("an overridable …", "a stage awaits an override when its failures can be overridden"),
    seen("a stage awaits an override when its failures can be overridden"),
  ),
  fact(
    PAGES,
    "A mandatory failure",
    "The stage has failed and the run stops: later stages cannot be executed.",
    derived("a mandatory task failed", "a stage has failed when one of its mandatory results has, …"),
    seen("a stage that the run does not reach …"),
  ),
  fact(
    ourChoice,
    "An errored policy evaluation",
    "The stage has errored.",
    derived("a policy errored", "a stage has errored when an evaluation in it did"),
    seen("a stage has errored when an evaluation in it did"),
  ),
  fact(
    PAGES,
    "Advisory failures alone",
    "The stage has failed (documented: one or more results failed), and the run goes on; an option has the stage " +
      "pass, as the public service does.",
    [
      ...derived(
        "only an advisory task failed",
        "a stage has failed when one result in it has, also when only an advisory one did",
      ),
      ...runStatus("an advisory failure does not, of which the stage has failed"),
      ...runStatus("an advisory failure does not, of which the stage has passed"),
    ],
    seen("a stage has failed when one result in it has, also when only an advisory one did"),
  ),
  fact(
    ourChoice,
    "A canceled run",
    "Cancels what had not completed.",
    [
      ...runRoutes("canceling a run cancels what is not at its end, and leaves what is"),
      ...statuses("seen over HTTP, › a stage and its unfinished results are canceled with their run"),
    ],
    seen("a stage and its unfinished results are canceled with their run"),
  ),
  fact(
    PAGES,
    "A failure after the apply",
    "Stops nothing, whatever the enforcement level.",
    runStatus("nor does a failure after the apply, when there is nothing left to stop"),
    RUN_STATUS,
  ),
  fact(
    GO_CLIENT,
    "A run with a stage that awaits an override",
    "Holds, as `post_plan_awaiting_decision` after the plan.",
    runActions("a run that awaits an override may be discarded or canceled, one at work only canceled"),
    RUN_STATUS,
  ),
  fact(
    PAGES,
    "Final statuses of results",
    "passed, failed, errored, canceled, unreachable: nothing leads out of them.",
    transitions(
      "the tables › let nothing out of a final status",
      "whatever happens to a run, only transitions of the tables do; final statuses stay, …",
    ),
    notHere("The client tells the status that the service says."),
  ),
  ...RESULT_TRANSITIONS.map(([from, to, when, test]) =>
    fact(
      ourChoice,
      `A result from ${from} to ${to}`,
      when,
      test,
      clientStages(`the task stages of a run › may have a result that is ${to}`),
    ),
  ),
  fact(
    PAGES,
    "status-timestamps",
    "Keys `<status>-at` with hyphens; earlier ones stay.",
    taskStageDocument("a stage that has passed tells when, …"),
    conventions("the client returns timestamps as sent"),
  ),
]);
