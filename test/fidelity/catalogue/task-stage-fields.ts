import { reference, field, notHere } from "./build";
import { stageFields, taskStageDocument } from "./tests";

export const taskStageFieldRows = reference("Run task stage", [
  field("id", "Begins with `ts-`.", taskStageDocument("id-type-link"), stageFields("contains-id")),
  field("type", "Always `task-stages`.", taskStageDocument("id-type-link"), stageFields("other-type-rejected")),
  field(
    "attributes.status",
    "See [Run task stage status](#run-task-stage-status).",
    taskStageDocument("status-and-run-stage"),
    stageFields("contains-status"),
  ),
  field(
    "attributes.stage",
    "The run stage; `post_plan` for post-plan. For the others see [below](#task-stages-and-results).",
    taskStageDocument("status-and-run-stage"),
    stageFields("contains-run-stage"),
  ),
  field(
    "attributes.status-timestamps",
    "Map of `<status>-at` to timestamps; `passed-at`, `running-at` and `awaiting-override-at` occur.",
    taskStageDocument("status-times", "passed-at"),
    stageFields("contains-status-times", "passed-at"),
  ),
  field(
    "attributes.created-at",
    "Timestamp.",
    taskStageDocument("created-and-updated"),
    stageFields("contains-created-and-updated"),
  ),
  field(
    "attributes.updated-at",
    "Timestamp.",
    taskStageDocument("created-and-updated"),
    stageFields("contains-created-and-updated"),
  ),
  field(
    "attributes.permissions",
    "In the response to override: booleans `can-override-policy`, `can-override-tasks`, `can-override`.",
    taskStageDocument("response-override:permissions", "each-permission"),
    stageFields("contains-permissions", "each-permission", "without-permissions-unknown"),
  ),
  field(
    "attributes.actions",
    "In the response to override: boolean `is-overridable`.",
    taskStageDocument("response-override:overridable"),
    stageFields("contains-overridable"),
  ),
  field(
    "relationships.run.data",
    "`id` with prefix `run-`, and `type` = `runs`.",
    taskStageDocument("relationships"),
    stageFields("contains-run"),
  ),
  field(
    "relationships.task-results.data",
    "Array of `id` (prefix `taskrs-`) and `type` = `task-results`; may be empty.",
    taskStageDocument("relationships", "no-results"),
    stageFields("contains-results", "no-results"),
  ),
  field(
    "relationships.policy-evaluations.data",
    "Array of `id` (prefix `poleval-`) and `type` = `policy-evaluations`.",
    taskStageDocument("relationships"),
    stageFields("contains-policy-evaluations"),
  ),
  field(
    "links.self",
    "Path of the stage.",
    taskStageDocument("id-type-link"),
    notHere("The client does not read it: it knows the path from the ID."),
  ),
]);
