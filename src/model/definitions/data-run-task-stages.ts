import {
  bool,
  computed,
  withDescription,
  list,
  map,
  nullable,
  number,
  object,
  optional,
  required,
  string,
  type ConfigOf,
  type ValueOf,
} from "../../schema";
import { ADVISORY_FAILURES, DEFAULT_ADVISORY_FAILURES, VERDICTS } from "../verdict";
import { booleanFlag } from "./common";
import { define, type AttributeProblem } from "./definition";
import type { ConfigValues } from "./config-values";
import { checkId, checkPositive } from "./rules";

const TIMESTAMPS = "When it got which status: `<status>-at` to ISO 8601 timestamp.";
const STAGE = "Stage of the run: `pre_plan`, `post_plan`, `pre_apply` or `post_apply`.";
const CREATED = "When it was created, ISO 8601.";
const UPDATED = "When it last changed, ISO 8601.";

const taskResult = object(
  {
    id: withDescription(string, "Identifier of the result, prefix `taskrs-`."),
    status: withDescription(
      string,
      "`pending`, `running`, `passed`, `failed`, `errored`, `canceled` or `unreachable`.",
    ),
    message: withDescription(nullable(string), "Text from the run task; may contain line breaks."),
    status_timestamps: withDescription(map(string), TIMESTAMPS),
    url: withDescription(nullable(string), "Address of the run task's details of this result."),
    created_at: withDescription(string, CREATED),
    updated_at: withDescription(string, UPDATED),
    task_id: withDescription(string, "Identifier of the run task, prefix `task-`."),
    task_name: withDescription(string, "Name of the run task."),
    task_url: withDescription(nullable(string), "Address of the run task."),
    stage: withDescription(string, STAGE),
    is_speculative: withDescription(bool, "Whether the run was for a speculative plan."),
    workspace_task_id: withDescription(
      nullable(string),
      "Identifier of the task's association with the workspace, prefix `wstask-`.",
    ),
    workspace_task_enforcement_level: withDescription(
      nullable(string),
      "`mandatory` or `advisory`: whether a failed result fails the stage.",
    ),
    task_stage_id: withDescription(string, "Identifier of the task stage, prefix `ts-`."),
  },
  "RunTaskResult",
);

const taskStage = object(
  {
    id: withDescription(string, "Identifier of the task stage, prefix `ts-`."),
    status: withDescription(
      string,
      "`pending`, `running`, `passed`, `failed`, `awaiting_override`, `errored`, `canceled` or `unreachable`, as " +
        "the service reports it.",
    ),
    verdict: withDescription(
      string,
      "What the status means with `advisory_failures` considered; see the run's `verdict`.",
    ),
    stage: withDescription(string, STAGE),
    status_timestamps: withDescription(map(string), TIMESTAMPS),
    created_at: withDescription(string, CREATED),
    updated_at: withDescription(string, UPDATED),
    is_overridable: withDescription(nullable(bool), "Whether the stage can be overridden now."),
    permissions: withDescription(
      object(
        {
          can_override_policy: withDescription(nullable(bool), "Whether failed policies can be overridden."),
          can_override_tasks: withDescription(nullable(bool), "Whether failed run tasks can be overridden."),
          can_override: withDescription(nullable(bool), "Whether the stage can be overridden."),
        },
        "RunTaskStagePermissions",
      ),
      "What the token's owner may override.",
    ),
    run_id: withDescription(string, "Identifier of the run, prefix `run-`."),
    policy_evaluation_ids: withDescription(
      list(string),
      "Identifiers of the stage's policy evaluations, prefix `poleval-`.",
    ),
    results: withDescription(list(taskResult), "The results of the stage's run tasks."),
  },
  "RunTaskStage",
);

/** Default of `timeout_seconds`. */
export const DEFAULT_TIMEOUT_SECONDS = 600;

/** The data source `tfprojects_run_task_stages`. */
export const dataRunTaskStagesDefinition = define({
  type: "tfprojects_run_task_stages",
  description: "Reads the task stages of a run with their results, and the verdict over all of them.",
  attributes: {
    id: computed(string, { description: "Identifier of the run." }),
    run_id: required(string, {
      description: "Identifier of the run, prefix `run-`. Where it is known at plan, the stages are read then.",
    }),
    wait_for_completion: booleanFlag(
      "Whether to wait while the verdict is `pending`. A stage that awaits an override is not waited for: a " +
        "person has to decide.",
    ),
    timeout_seconds: optional(number, {
      description: "Seconds to wait before it is an error; only with `wait_for_completion`.",
      unset: `\`${DEFAULT_TIMEOUT_SECONDS}\``,
    }),
    advisory_failures: optional(string, {
      description:
        "What failed advisory results mean for the verdict, whatever status the service gives their stage: `block` " +
        "fails a stage that has one, `allow` passes a stage in which nothing else failed.",
      unset: `\`${DEFAULT_ADVISORY_FAILURES}\``,
      choices: ADVISORY_FAILURES,
    }),
    verdict: computed(string, {
      description:
        `Verdict over all stages, one of ${VERDICTS.map((verdict) => `\`${verdict}\``).join(", ")}: ` +
        "`failed` when any stage failed, errored, was canceled or is unreachable; else `awaiting_override` when " +
        "any awaits one; else `pending` when any has not ended; else `passed`, as for a run without task stages.",
    }),
    stages: computed(list(taskStage), { description: "The task stages, in the order of the service." }),
  },
  rules: (config) => [
    ...checkId(config, "run_id", "run", "It is the last part of the run's address."),
    ...checkPositive(config, "timeout_seconds"),
    ...timeoutWithoutWait(config),
  ],
});

/** The configuration of the data source. */
export type DataRunTaskStagesConfig = ConfigOf<typeof dataRunTaskStagesDefinition>;
/** A task stage in the state. */
export type TaskStageState = ValueOf<typeof taskStage>;
/** A run task result in the state. */
export type TaskResultState = ValueOf<typeof taskResult>;

function timeoutWithoutWait(config: ConfigValues): readonly AttributeProblem[] {
  const waits = config.isSet("wait_for_completion") === true ? config.boolean("wait_for_completion") : null;
  const isUnknown = waits === undefined || config.isSet("wait_for_completion") === undefined;
  if (config.isSet("timeout_seconds") !== true || isUnknown || waits === true) return [];
  const message =
    `${config.displayName("timeout_seconds")} has no effect unless ${config.displayName("wait_for_completion")} ` +
    "is true. " +
    `Set that, or leave ${config.displayName("timeout_seconds")} out.`;
  return [{ attribute: "timeout_seconds", summary: "Nothing to wait for", message }];
}
