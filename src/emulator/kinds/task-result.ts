import { ENFORCEMENT_LEVELS, idPrefix, TASK_RESULT_STATUSES } from "../../model";
import { boolean, nullable, number, oneOf, record, string } from "../decode";
import { attribute } from "../engine/attribute";
import type { Kind, RecordOf } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { toOne } from "../engine/relation";
import { bySequence } from "../engine/table";
import { duration, taskStages } from "./task-stage";

const definition = shape({
  type: "task-results",
  label: "Task result",
  prefix: idPrefix("taskResult"),
  parameter: "taskResult",
  parent: "taskStage",
  attributes: {
    status: attribute(oneOf(TASK_RESULT_STATUSES), { initial: "pending" }),
    message: attribute(nullable(string), { initial: null }),
    url: attribute(nullable(string), { initial: null }),
    statusTimestamps: attribute(record(string), { initial: {}, writable: "never" }),
    createdAt: attribute(string, { stamp: "created" }),
    updatedAt: attribute(string, { stamp: "created" }),
    taskId: attribute(string, { writable: "never" }),
    taskName: attribute(string, { writable: "never" }),
    taskUrl: attribute(nullable(string), { writable: "never" }),
    isSpeculative: attribute(boolean, { writable: "never" }),
    workspaceTaskId: attribute(nullable(string), { writable: "never" }),
    workspaceTaskEnforcementLevel: attribute(oneOf(ENFORCEMENT_LEVELS), { writable: "never" }),
  },
  relations: { taskStage: toOne("task-stages") },
  members: {
    /** The secret that authorizes the callback. */
    accessToken: string,
    /** Whether the request to the run task has yet to be sent. */
    callDue: boolean,
    /** When the task last reported, or the run reached the stage, in milliseconds since the Unix epoch; null before. */
    heardAt: nullable(number),
    /** When the result times out without a report, in milliseconds since the Unix epoch; null if it cannot. */
    timesOutAt: nullable(number),
  },
});

export type TaskResultRecord = RecordOf<typeof definition>;

/** Task results; runs/ has what they do. */
export const taskResults: Kind<TaskResultRecord> = kind(definition, {
  access: { read: "read" },
  items: ["/task-results/:taskResult"],
  computed: {
    stage: { value: ({ store }, { taskStageId }) => store.table(taskStages).expect(taskStageId).stage },
    duration: { value: (_, { statusTimestamps }) => duration(statusTimestamps), documented: false },
    taskResultOutcomesCount: {
      value: ({ store }, { id }) => store.of("task-result-outcomes").where("taskResultId", id).size,
      documented: false,
    },
    agentPoolId: { constant: null, documented: false },
  },
  related: {
    taskResultOutcomes: {
      links: (_, { id }) => ({ related: `/api/v2/task-results/${id}/outcomes` }),
      documented: false,
    },
  },
  indexes: {
    /** Results that can time out, under the key `open`, by due time. */
    deadline: {
      keys: ({ timesOutAt }) => (timesOutAt === null ? undefined : "open"),
      compare: (one, other) => (one.timesOutAt ?? 0) - (other.timesOutAt ?? 0) || bySequence(one, other),
    },
    /** Results whose run task has not been sent its request yet, under the key `due`. */
    call: { keys: ({ callDue }) => (callDue ? "due" : undefined) },
  },
});
