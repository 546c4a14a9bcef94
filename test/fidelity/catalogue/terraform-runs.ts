import { TASK_RESULT_STATUSES, TASK_STAGE_STATUSES } from "../../../src/model";
import type { Evidence } from "../row";
import { testsOf } from "../row";
import { each, everyOperation, notHere } from "./constructs-and-provider-tests";

const stages = testsOf("test/provider/run-task-stages-data-source.test.ts");
const gate = testsOf("test/constructs/gate-preconditions.test.ts");
const verdicts = testsOf("test/model/verdict.test.ts");

const STAGE = stages("every field of a stage and of its results has the value of its own field in the service");
export const MAY_OVERRIDE = stages(
  "each permission has its own field: …",
  "the permissions of a stage are false for a token that cannot override it",
);
const EACH_STAGE = stages("a run has a stage for each run stage with tasks, in order, and a result for each task");
const VERDICT = verdicts("verdictOf › every status of a single stage has its verdict");
const ADVISORY_FAILED = gate("to Terraform, a gate over a stage in which only advisory tasks failed › is …");
const OVERRIDDEN = stages(
  "a stage that was overridden is running, has both timestamps, and cannot be overridden again",
);
const HOW_TO_OVERRIDE = gate(
  "to Terraform, a gate over all stages › is closed by each stage that has not passed, with what to do",
);
const asked = (what: string) => stages(`requests › ${what}`);
const ASKED = asked("read the stages of the run, and each with its results and, if it has any, its policy evaluations");
const ASKED_SINGLY = asked("read each result if the service does not include them");
const refused = (when: string) => stages(`it is an error at the run ID, and nothing counts as passed, › ${when}`);
const NO_RUN = refused("when the run does not exist");
export const NO_STAGE = refused("when a stage cannot be found or seen");
export const NO_RESULT = refused("when a result cannot be found or seen");

const READ_BY_CLIENT = notHere("The client refuses documents of another type before anything gets here.");
const NO_LINKS = notHere("The client does not read links, so none come here.");
const NOT_ASKED_FOR = notHere("The data source does not ask for it: it has no attribute for it.");
const BY_PERSON = notHere("Overriding is for a person to do: with `tfprojects override`, or on the page of the run.");

/** Of the rows on task stages and results: what shows them in constructs and provider. */
export const TERRAFORM_RUNS: readonly (readonly [row: string, shown: Evidence])[] = [
  ...each("1", ["A run reads run tasks", "Run stages", "Stages and results"], EACH_STAGE),
  ...each("1", ["Timestamps"], STAGE),
  ...each(
    "2.2",
    [
      "id",
      "attributes.status",
      "attributes.status-timestamps",
      "attributes.created-at",
      "attributes.updated-at",
      "relationships.run.data",
      "relationships.task-results.data",
      "relationships.policy-evaluations.data",
    ],
    STAGE,
  ),
  ...each("2.2", ["attributes.stage"], [...STAGE, ...EACH_STAGE]),
  ...each("2.2", ["type"], READ_BY_CLIENT),
  ...each("2.2", ["attributes.permissions", "attributes.actions"], MAY_OVERRIDE),
  ...each("2.2", ["links.self"], NO_LINKS),
  ...each(
    "2.3",
    [
      "id",
      "attributes.status",
      "attributes.message",
      "attributes.status-timestamps",
      "attributes.url",
      "attributes.created-at",
      "attributes.updated-at",
      "attributes.task-id",
      "attributes.task-name",
      "attributes.task-url",
      "attributes.workspace-task-id",
      "attributes.workspace-task-enforcement-level",
      "relationships.task-stage.data",
    ],
    STAGE,
  ),
  ...each("2.3", ["attributes.stage"], [...STAGE, ...EACH_STAGE]),
  ...each("2.3", ["attributes.is-speculative"], [...STAGE, ...stages("is_speculative has the value of the run")]),
  ...each("2.3", ["type"], READ_BY_CLIENT),
  ...each("2.3", ["links.self"], NO_LINKS),
  ...TASK_STAGE_STATUSES.flatMap((status) =>
    each(
      "3.1",
      [status],
      [...stages(`a stage with the status ${status}`), ...VERDICT, ...(status === "failed" ? ADVISORY_FAILED : [])],
    ),
  ),
  ...each("Further 6.2", ["Advisory failures alone"], ADVISORY_FAILED),
  ...each("3.1", ["awaiting_override → running"], OVERRIDDEN),
  ...TASK_RESULT_STATUSES.flatMap((status) => each("3.2", [status], stages(`a result with the status ${status}`))),

  ...each("4.7", ["GET /runs/:run_id/task-stages"], [...EACH_STAGE, ...ASKED, ...everyOperation]),
  ...each("4.7", [":run_id"], [...NO_RUN, ...refused("when the token cannot see the run")]),
  ...each("4.7", ["page[number]", "page[size]"], ASKED),
  ...each("4.8", ["GET /task-stages/:task_stage_id"], [...STAGE, ...ASKED, ...everyOperation]),
  ...each("4.8", [":task_stage_id"], NO_STAGE),
  ...each("4.8", ["include=task-results", "include=policy-evaluations"], ASKED),
  ...each("4.8", ["include=run", "include=run.workspace"], NOT_ASKED_FOR),
  ...each("4.9", ["GET /task-results/:task_result_id"], ASKED_SINGLY),
  ...each("4.9", [":task_result_id"], NO_RESULT),
  ...each("4.10", ["POST /task-stages/:task_stage_id/actions/override"], [...HOW_TO_OVERRIDE, ...OVERRIDDEN]),
  ...each("4.10", [":task_stage_id"], HOW_TO_OVERRIDE),
  ...each("4.10", ["Response of override"], BY_PERSON),
];
