import { contract, field, notHere } from "./build";
import { resultFields, taskResultDocument, taskResultRoute } from "./tests";

const everything = taskResultRoute("everything of section 2.3 is there");
const told = (what: string) => resultFields(`of a task result, with … documents, › the response to … › tells ${what}`);

/** service-api.md section 2.3. */
export const taskResultFieldRows = contract("2.3", "Run task result", [
  field("id", "Begins with `taskrs-`.", everything, told("the id")),
  field("type", "Always `task-results`.", everything, resultFields("a document of another type is no task result")),
  field("attributes.status", "One of those of 3.2.", everything, told("the status")),
  field(
    "attributes.message",
    "Free text; may contain line breaks.",
    everything,
    told("the message, line breaks and all"),
  ),
  field(
    "attributes.status-timestamps",
    "As on a stage; `passed-at` and `running-at` occur.",
    everything,
    told("the time of each status"),
  ),
  field(
    "attributes.url",
    "Address of the task's detail for this result.",
    everything,
    told("the address of its detail"),
  ),
  field("attributes.created-at", "Timestamp.", everything, told("when it came into being and when it last changed")),
  field("attributes.updated-at", "Timestamp.", everything, told("when it came into being and when it last changed")),
  field("attributes.task-id", "Begins with `task-`.", everything, told("the task's id")),
  field("attributes.task-name", "Name of the run task.", everything, told("the task's name")),
  field("attributes.task-url", "Address of the task.", everything, told("the task's address")),
  field(
    "attributes.stage",
    "The run stage, with the values of a stage.",
    [...everything, ...taskResultDocument("a result tells the run stage …, as its task stage does")],
    [...told("the run stage"), ...resultFields("of a task result, with … documents, › the run stage … is told")],
  ),
  field("attributes.is-speculative", "Boolean.", everything, told("whether its run is speculative")),
  field(
    "attributes.workspace-task-id",
    "Begins with `wstask-`.",
    everything,
    told("the id under which the workspace has the task"),
  ),
  field(
    "attributes.workspace-task-enforcement-level",
    "`mandatory` occurs.",
    taskResultDocument("a result tells the enforcement level mandatory"),
    told("the enforcement level"),
  ),
  field(
    "relationships.task-stage.data",
    "`id` with prefix `ts-`, and `type` = `task-stages`.",
    everything,
    told("its stage"),
  ),
  field(
    "links.self",
    "Path of the result.",
    everything,
    notHere("The client does not read it: it knows the path from the id."),
  ),
]);
