import { reference, field, notHere } from "./build";
import { stageFields, taskStageDocument } from "./tests";

const documents = (what: string) => taskStageDocument(`the response to … carries the documented attributes › ${what}`);
const contains = (what: string) =>
  stageFields(`of a task stage, with … documents, › the response to … › contains ${what}`);

export const taskStageFieldRows = reference("2.2", "Run task stage", [
  field("id", "Begins with `ts-`.", documents("id, type and link"), contains("the ID")),
  field(
    "type",
    "Always `task-stages`.",
    documents("id, type and link"),
    stageFields("a document of another type is not a task stage"),
  ),
  field("attributes.status", "One of those of 3.1.", documents("status and run stage"), contains("the status")),
  field(
    "attributes.stage",
    "The run stage; `post_plan` for post-plan. For the others see [below](#further-6).",
    documents("status and run stage"),
    contains("the run stage"),
  ),
  field(
    "attributes.status-timestamps",
    "Map of `<status>-at` to timestamps; `passed-at`, `running-at` and `awaiting-override-at` occur.",
    [
      ...documents("the time of each status that it has had"),
      ...taskStageDocument("a stage that has passed tells when, …"),
    ],
    [
      ...contains("the time of each status"),
      ...stageFields("of a task stage, with … documents, › the time at which it passed is sent"),
    ],
  ),
  field(
    "attributes.created-at",
    "Timestamp.",
    documents("when it came into being and last changed"),
    contains("when it was created and last changed"),
  ),
  field(
    "attributes.updated-at",
    "Timestamp.",
    documents("when it came into being and last changed"),
    contains("when it was created and last changed"),
  ),
  field(
    "attributes.permissions",
    "In the response to override: booleans `can-override-policy`, `can-override-tasks`, `can-override`.",
    taskStageDocument(
      "the response to override carries the documented attributes › the permissions of the caller",
      "each permission has its own place: … can be overridden",
    ),
    [
      ...contains("the permissions"),
      ...stageFields(
        "of a task stage, with … documents, › each permission has its own place: … can be overridden",
        "a task stage without permissions and actions is read with both unknown",
      ),
    ],
  ),
  field(
    "attributes.actions",
    "In the response to override: boolean `is-overridable`.",
    taskStageDocument("the response to override carries the documented attributes › whether it can be overridden"),
    contains("whether it can be overridden"),
  ),
  field(
    "relationships.run.data",
    "`id` with prefix `run-`, and `type` = `runs`.",
    documents("the run, the results and the policy evaluations"),
    contains("its run"),
  ),
  field(
    "relationships.task-results.data",
    "Array of `id` (prefix `taskrs-`) and `type` = `task-results`; may be empty.",
    [
      ...documents("the run, the results and the policy evaluations"),
      ...taskStageDocument("a stage without tasks has an empty list of results"),
    ],
    [...contains("its results"), ...stageFields("of a task stage, with … documents, › there may be no results")],
  ),
  field(
    "relationships.policy-evaluations.data",
    "Array of `id` (prefix `poleval-`) and `type` = `policy-evaluations`.",
    documents("the run, the results and the policy evaluations"),
    contains("its policy evaluations"),
  ),
  field(
    "links.self",
    "Path of the stage.",
    documents("id, type and link"),
    notHere("The client does not read it: it knows the path from the id."),
  ),
]);
