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

const READ_BY_CLIENT = notHere("The client already rejects documents of another type.");
const NO_LINKS = notHere("The client does not read links.");
const NOT_ASKED_FOR = notHere("The data source has no attribute for it.");
const BY_PERSON = notHere("People override stages, with `tfprojects override` or on the page of the run.");

/** Of the rows on task stages and results: what shows them in constructs and provider. */
export const TERRAFORM_RUNS: readonly (readonly [row: string, shown: Evidence])[] = [
  ...each("overview", ["A run reads run tasks", "Run stages", "Stages and results"], EACH_STAGE),
  ...each("overview", ["Timestamps"], STAGE),
  ...each(
    "run-task-stage",
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
  ...each("run-task-stage", ["attributes.stage"], [...STAGE, ...EACH_STAGE]),
  ...each("run-task-stage", ["type"], READ_BY_CLIENT),
  ...each("run-task-stage", ["attributes.permissions", "attributes.actions"], MAY_OVERRIDE),
  ...each("run-task-stage", ["links.self"], NO_LINKS),
  ...each(
    "run-task-result",
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
  ...each("run-task-result", ["attributes.stage"], [...STAGE, ...EACH_STAGE]),
  ...each("run-task-result", ["attributes.is-speculative"], [...STAGE, ...stages("speculative")]),
  ...each("run-task-result", ["type"], READ_BY_CLIENT),
  ...each("run-task-result", ["links.self"], NO_LINKS),
  ...each("workspaces", ["The current run"], stages("current-run", "no-current-run", "own-run", "workspace-missing")),
  ...each(
    "task-stages-and-results",
    ["GET /task-stages/:id/policy-evaluations"],
    stages("policy-counts", "policy-evaluation-unread"),
  ),
  ...TASK_STAGE_STATUSES.flatMap((status) =>
    each(
      "run-task-stage-status",
      [status],
      [...stages(`stage-status-${status}`), ...VERDICT, ...(status === "failed" ? ADVISORY_FAILED : [])],
    ),
  ),
  ...each("how-a-stage-gets-its-status", ["Advisory failures alone"], ADVISORY_FAILED),
  ...each("run-task-stage-status", ["awaiting_override → running"], OVERRIDDEN),
  ...TASK_RESULT_STATUSES.flatMap((status) =>
    each("run-task-result-status", [status], stages(`result-status-${status}`)),
  ),

  ...each(
    "list-the-task-stages-of-a-run",
    ["GET /runs/:run_id/task-stages"],
    [...EACH_STAGE, ...ASKED, ...everyOperation],
  ),
  ...each("list-the-task-stages-of-a-run", [":run_id"], [...NO_RUN, ...stages("run-not-visible")]),
  ...each("list-the-task-stages-of-a-run", ["page[number]", "page[size]"], ASKED),
  ...each("show-a-task-stage", ["GET /task-stages/:task_stage_id"], [...STAGE, ...ASKED, ...everyOperation]),
  ...each("show-a-task-stage", [":task_stage_id"], NO_STAGE),
  ...each("show-a-task-stage", ["include=task-results", "include=policy-evaluations"], ASKED),
  ...each("show-a-task-stage", ["include=run", "include=run.workspace"], NOT_ASKED_FOR),
  ...each("show-a-task-result", ["GET /task-results/:task_result_id"], ASKED_SINGLY),
  ...each("show-a-task-result", [":task_result_id"], NO_RESULT),
  ...each(
    "override-a-task-stage",
    ["POST /task-stages/:task_stage_id/actions/override"],
    [...HOW_TO_OVERRIDE, ...OVERRIDDEN],
  ),
  ...each("override-a-task-stage", [":task_stage_id"], HOW_TO_OVERRIDE),
  ...each("override-a-task-stage", ["Response of override"], BY_PERSON),
];
