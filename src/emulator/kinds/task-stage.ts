import { idPrefix, RUN_STAGES, TASK_STAGE_STATUSES } from "../../model";
import { boolean, nullable, number, oneOf, optional, record, string } from "../decode";
import { attribute } from "../engine/attribute";
import type { Context, Kind, RecordOf } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { toOne } from "../engine/relation";
import { bySequence } from "../engine/table";

const definition = shape({
  type: "task-stages",
  label: "Task stage",
  prefix: idPrefix("taskStage"),
  parameter: "taskStage",
  parent: "run",
  attributes: {
    stage: attribute(oneOf(RUN_STAGES)),
    status: attribute(oneOf(TASK_STAGE_STATUSES), { initial: "pending", writable: "never" }),
    statusTimestamps: attribute(record(string), { initial: {}, writable: "never" }),
    createdAt: attribute(string, { stamp: "created" }),
    updatedAt: attribute(string, { stamp: "created" }),
  },
  relations: { run: toOne("runs") },
  members: {
    /** When the run reached the stage, in milliseconds since the Unix epoch; null before. */
    turnAt: nullable(number),
    /** Whether failed mandatory tasks of the stage can be overridden. */
    tasksOverridable: boolean,
    overridden: boolean,
    /** Whether the status was set out of band, regardless of the results. */
    setByControl: boolean,
    /** When an overridden stage passes, in milliseconds since the Unix epoch; null unless it was just overridden. */
    passesAt: nullable(number),
    /** Whether only advisory results failed, so that the run continues. */
    letsRunGoOn: optional(boolean),
  },
});

export type TaskStageRecord = RecordOf<typeof definition>;

/**
 * Task stages. `permissions` and `actions` are documented for the response to an override; they are in every response,
 * as in the OpenAPI description, since clients that wait for an override read them. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-task-stages-and-results
 */
export const taskStages: Kind<TaskStageRecord> = kind(definition, {
  access: { read: "read" },
  items: ["/task-stages/:taskStage"],
  collection: "/runs/:run/task-stages",
  list: { source: (request) => request.store.table(taskStages).index("run", request.param("run")) },
  computed: {
    permissions: { value: permissionsOf },
    actions: { value: (_, stage) => ({ "is-overridable": isOverridable(stage) }) },
    duration: { value: (_, { statusTimestamps }) => duration(statusTimestamps), documented: false },
  },
  related: {
    taskResults: {
      to: "task-results",
      many: true,
      records: ({ store }, { id }) => store.of("task-results").where("taskStageId", id).all(),
    },
    policyEvaluations: {
      to: "policy-evaluations",
      many: true,
      records: ({ store }, { id }) => store.of("policy-evaluations").where("taskStageId", id).all(),
    },
    // There are no cost estimates.
    costEstimate: { constant: { data: null }, documented: false },
  },
  includes: ["run", "run.workspace", "task-results", "policy-evaluations"],
  includesNothing: ["cost-estimate"],
  includesNotEmulated: ["tf-policy-evaluations"],
  indexes: {
    /** Of a run, in the order they run. */
    run: {
      keys: ({ runId }) => runId,
      compare: (one, other) =>
        RUN_STAGES.indexOf(one.stage) - RUN_STAGES.indexOf(other.stage) || bySequence(one, other),
    },
    /** Overridden stages that have not passed yet, under the key `underway`, by due time. */
    overridden: {
      keys: ({ passesAt }) => (passesAt === null ? undefined : "underway"),
      compare: (one, other) => (one.passesAt ?? 0) - (other.passesAt ?? 0) || bySequence(one, other),
    },
  },
});

/** Whether the stage waits for its failures to be overridden. */
export function isOverridable(stage: TaskStageRecord): boolean {
  return stage.status === "awaiting_override";
}

/** A permission to override requires something to override: policies, or tasks if the run allows it. */
function permissionsOf({ store, principal }: Context, stage: TaskStageRecord): object {
  const canOverride = principal.can("override", store.placeOf(taskStages, stage));
  const policy = canOverride && store.of("policy-evaluations").where("taskStageId", stage.id).size > 0;
  const tasks = canOverride && stage.tasksOverridable;
  return { "can-override-policy": policy, "can-override-tasks": tasks, "can-override": policy || tasks };
}

/**
 * `duration` of a task stage or task result, in milliseconds: from the first to the last of its status timestamps, as
 * in the documented samples; 0 with fewer than two.
 */
export function duration(statusTimestamps: Readonly<Record<string, string>>): number {
  const times = Object.values(statusTimestamps).map((timestamp) => Date.parse(timestamp));
  return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
}
