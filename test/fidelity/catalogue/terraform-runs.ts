import { TASK_RESULT_STATUSES, TASK_STAGE_STATUSES } from "../../../src/model";
import type { Evidence } from "../row";
import { testsOf } from "../row";
import { each, everyOperation, notHere } from "./constructs-and-provider-tests";

const stages = testsOf("test/provider/run-task-stages-data-source.test.ts");
const gate = testsOf("test/constructs/gate-preconditions.test.ts");
const verdicts = testsOf("test/model/verdict.test.ts");

const STAGE = stages("every-field");
export const MAY_OVERRIDE = stages("each-permission", "permissions-denied");
const EACH_STAGE = stages("stages-and-results");
const VERDICT = verdicts("verdict-of-each-status");
const ADVISORY_FAILED = gate("advisory-closed", "advisory-allowed");
const OVERRIDDEN = stages("overridden");
const HOW_TO_OVERRIDE = gate("gate-closed-by-each-stage");
const ASKED = stages("requests-stages");
const ASKED_SINGLY = stages("requests-each-result");
const NO_RUN = stages("run-missing");
export const NO_STAGE = stages("stage-missing");
export const NO_RESULT = stages("result-missing");

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
  ...each("2.3", ["attributes.is-speculative"], [...STAGE, ...stages("speculative")]),
  ...each("2.3", ["type"], READ_BY_CLIENT),
  ...each("2.3", ["links.self"], NO_LINKS),
  ...TASK_STAGE_STATUSES.flatMap((status) =>
    each(
      "3.1",
      [status],
      [...stages(`stage-status-${status}`), ...VERDICT, ...(status === "failed" ? ADVISORY_FAILED : [])],
    ),
  ),
  ...each("Further 6.2", ["Advisory failures alone"], ADVISORY_FAILED),
  ...each("3.1", ["awaiting_override → running"], OVERRIDDEN),
  ...TASK_RESULT_STATUSES.flatMap((status) => each("3.2", [status], stages(`result-status-${status}`))),

  ...each("4.7", ["GET /runs/:run_id/task-stages"], [...EACH_STAGE, ...ASKED, ...everyOperation]),
  ...each("4.7", [":run_id"], [...NO_RUN, ...stages("run-not-visible")]),
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
