import { reference, field, notHere } from "./build";
import { resultFields, taskResultDocument, taskResultRoute } from "./tests";

const everything = taskResultRoute("every documented attribute is there");
const contains = (what: string) =>
  resultFields(`of a task result, with … documents, › the response to … › contains ${what}`);

export const taskResultFieldRows = reference("2.3", "Run task result", [
  field("id", "Begins with `taskrs-`.", everything, contains("the ID")),
  field("type", "Always `task-results`.", everything, resultFields("a document of another type is not a task result")),
  field("attributes.status", "One of those of 3.2.", everything, contains("the status")),
  field(
    "attributes.message",
    "Free text; may contain line breaks.",
    everything,
    contains("the message with its line breaks"),
  ),
  field(
    "attributes.status-timestamps",
    "As on a stage; `passed-at` and `running-at` occur.",
    everything,
    contains("the time of each status"),
  ),
  field(
    "attributes.url",
    "Address of the task's detail for this result.",
    everything,
    contains("the URL of its details"),
  ),
  field("attributes.created-at", "Timestamp.", everything, contains("when it was created and last changed")),
  field("attributes.updated-at", "Timestamp.", everything, contains("when it was created and last changed")),
  field("attributes.task-id", "Begins with `task-`.", everything, contains("the task's ID")),
  field("attributes.task-name", "Name of the run task.", everything, contains("the task's name")),
  field("attributes.task-url", "Address of the task.", everything, contains("the task's URL")),
  field(
    "attributes.stage",
    "The run stage, with the values of a stage.",
    [...everything, ...taskResultDocument("a result tells the run stage …, as its task stage does")],
    [...contains("the run stage"), ...resultFields("of a task result, with … documents, › the run stage … is sent")],
  ),
  field("attributes.is-speculative", "Boolean.", everything, contains("whether its run is speculative")),
  field(
    "attributes.workspace-task-id",
    "Begins with `wstask-`.",
    everything,
    contains("the ID of the workspace's task"),
  ),
  field(
    "attributes.workspace-task-enforcement-level",
    "`mandatory` occurs.",
    taskResultDocument("a result tells the enforcement level mandatory"),
    contains("the enforcement level"),
  ),
  field(
    "relationships.task-stage.data",
    "`id` with prefix `ts-`, and `type` = `task-stages`.",
    everything,
    contains("its stage"),
  ),
  field(
    "links.self",
    "Path of the result.",
    everything,
    notHere("The client does not read it: it knows the path from the id."),
  ),
]);
