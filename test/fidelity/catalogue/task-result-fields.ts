import { reference, field, notHere } from "./build";
import { resultFields, taskResultDocument, taskResultRoute } from "./tests";

const everything = taskResultRoute("show");

export const taskResultFieldRows = reference("Run task result", [
  field("id", "Begins with `taskrs-`.", everything, resultFields("contains-id")),
  field("type", "Always `task-results`.", everything, resultFields("other-type-rejected")),
  field(
    "attributes.status",
    "See [Run task result status](#run-task-result-status).",
    everything,
    resultFields("contains-status"),
  ),
  field("attributes.message", "Free text; may contain line breaks.", everything, resultFields("contains-message")),
  field(
    "attributes.status-timestamps",
    "As on a stage; `passed-at` and `running-at` occur.",
    everything,
    resultFields("contains-status-times"),
  ),
  field("attributes.url", "URL of the task's details of this result.", everything, resultFields("contains-url")),
  field("attributes.created-at", "Timestamp.", everything, resultFields("contains-created-and-updated")),
  field("attributes.updated-at", "Timestamp.", everything, resultFields("contains-created-and-updated")),
  field("attributes.task-id", "Begins with `task-`.", everything, resultFields("contains-task-id")),
  field("attributes.task-name", "Name of the run task.", everything, resultFields("contains-task-name")),
  field("attributes.task-url", "URL of the task.", everything, resultFields("contains-task-url")),
  field(
    "attributes.stage",
    "The run stage, with the values of a stage.",
    [...everything, ...taskResultDocument("run-stage-*")],
    resultFields("contains-run-stage", "run-stage-*"),
  ),
  field("attributes.is-speculative", "Boolean.", everything, resultFields("contains-speculative")),
  field(
    "attributes.workspace-task-id",
    "Begins with `wstask-`.",
    everything,
    resultFields("contains-workspace-task-id"),
  ),
  field(
    "attributes.workspace-task-enforcement-level",
    "`mandatory` occurs.",
    taskResultDocument("enforcement-level-mandatory"),
    resultFields("contains-enforcement-level"),
  ),
  field(
    "relationships.task-stage.data",
    "`id` with prefix `ts-`, and `type` = `task-stages`.",
    everything,
    resultFields("contains-stage"),
  ),
  field(
    "links.self",
    "Path of the result.",
    everything,
    notHere("The client does not read it: it knows the path from the ID."),
  ),
]);
