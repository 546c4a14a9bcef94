import { attributeError, type AttributeDiagnostic } from "../diagnostic";
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
  optionalComputed,
  string,
  type ValueOf,
} from "../../schema";
import { RUN_STAGES } from "../task-stage";
import { ADVISORY_FAILURES, DEFAULT_ADVISORY_FAILURES, VERDICTS } from "../verdict";
import { booleanFlag } from "./common";
import { define, mustBeOneOf } from "./definition";
import type { ConfigValues } from "./config-values";
import { checkWorkspaceName } from "../workspace";
import { idOf, nameOf, WORKSPACE } from "./references";
import { checkExactlyOne, checkId, checkOrganization, checkPositive, checkString } from "./rules";

const TIMESTAMPS = "When it reached each status: `<status>-at` to ISO 8601 timestamp.";
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
    url: withDescription(nullable(string), "URL of the run task's details of this result."),
    created_at: withDescription(string, CREATED),
    updated_at: withDescription(string, UPDATED),
    task_id: withDescription(string, "Identifier of the run task, prefix `task-`."),
    task_name: withDescription(string, "Name of the run task."),
    task_url: withDescription(nullable(string), "URL of the run task."),
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

const policyEvaluation = object(
  {
    id: withDescription(string, "Identifier of the policy evaluation, prefix `poleval-`."),
    status: withDescription(
      string,
      "`pending`, `queued`, `running`, `passed`, `failed`, `overridden`, `errored`, `canceled` or `unreachable`.",
    ),
    policy_kind: withDescription(nullable(string), "`sentinel` or `opa`."),
    policy_tool_version: withDescription(nullable(string), "Version of the tool that evaluates the policies."),
    result_count: withDescription(
      object(
        {
          passed: withDescription(nullable(number), "Number of policies that passed."),
          advisory_failed: withDescription(nullable(number), "Number of advisory policies that failed."),
          mandatory_failed: withDescription(nullable(number), "Number of mandatory policies that failed."),
          errored: withDescription(nullable(number), "Number of policies that could not be evaluated."),
        },
        "RunPolicyResultCount",
      ),
      "Numbers of policies by result; null where the service does not send them.",
    ),
    status_timestamps: withDescription(map(string), TIMESTAMPS),
    created_at: withDescription(string, CREATED),
    updated_at: withDescription(string, UPDATED),
  },
  "RunPolicyEvaluation",
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
      "Meaning of the status, considering `advisory_failures`; see `verdict`. `failed` if the run ended without the " +
        "stage.",
    ),
    stage: withDescription(string, STAGE),
    status_timestamps: withDescription(map(string), TIMESTAMPS),
    created_at: withDescription(string, CREATED),
    updated_at: withDescription(string, UPDATED),
    is_overridable: withDescription(nullable(bool), "Whether the stage can be overridden now."),
    is_overridden: withDescription(
      bool,
      "Whether the stage was overridden: it awaited an override, and is `running` or has `passed`.",
    ),
    permissions: withDescription(
      object(
        {
          can_override_policy: withDescription(nullable(bool), "Whether failed policies can be overridden."),
          can_override_tasks: withDescription(nullable(bool), "Whether failed run tasks can be overridden."),
          can_override: withDescription(nullable(bool), "Whether the stage can be overridden."),
        },
        "RunTaskStagePermissions",
      ),
      "Permissions of the token's owner to override the stage.",
    ),
    run_id: withDescription(string, "Identifier of the run, prefix `run-`."),
    policy_evaluation_ids: withDescription(
      list(string),
      "Identifiers of the stage's policy evaluations, prefix `poleval-`.",
    ),
    policy_evaluations: withDescription(
      list(policyEvaluation),
      "The stage's policy evaluations, without those that the token cannot read.",
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
  description:
    "Reads a run and its task stages with their results and policy evaluations, and the verdict over all of them. " +
    "Exactly one of `run_id`, `workspace_id` and `workspace_name` selects the run.",
  attributes: {
    id: computed(string, { description: "Identifier of the run." }),
    run_id: optionalComputed(string, {
      description: "Identifier of the run, prefix `run-`. If it is known during plan, the stages are read then.",
      unset: "the current run of the workspace",
    }),
    workspace_id: optional(string, {
      description:
        "Identifier of the workspace whose current run is read, prefix `ws-`. Fails if the workspace has no " +
        "run, or if Terraform runs in that run (`TFC_RUN_ID`), which would wait for itself.",
      refersTo: idOf(WORKSPACE),
    }),
    workspace_name: optional(string, {
      description: "Name of the workspace whose current run is read, as for `workspace_id`.",
      refersTo: nameOf(WORKSPACE),
    }),
    organization: optional(string, {
      description: "Name of the organization of `workspace_name`.",
      unset: "the provider's",
    }),
    wait_for_completion: booleanFlag(
      "Whether to wait while the verdict is `pending`. Does not wait for an override, because a person has to " +
        "decide. Fails if `run_id` is the run that Terraform runs in (`TFC_RUN_ID`), which would wait for itself.",
    ),
    timeout_seconds: optional(number, {
      description:
        "Seconds to wait before failing, even while a request is in flight; only with `wait_for_completion`.",
      unset: `\`${DEFAULT_TIMEOUT_SECONDS}\``,
    }),
    advisory_failures: optional(string, {
      description:
        "How failed advisory results affect the verdict, regardless of the status of their stage: `block` fails a " +
        "stage that has one, `allow` passes a stage in which nothing else failed.",
      unset: `\`${DEFAULT_ADVISORY_FAILURES}\``,
      choices: ADVISORY_FAILURES,
    }),
    required_stages: optional(list(string), {
      description:
        `Stages that decide the verdict, any of ${RUN_STAGES.map((stage) => `\`${stage}\``).join(", ")}: the run ` +
        "must have each of them. Others do not count, and the run itself only if it failed, or awaits a decision " +
        "after its plan.",
      unset: "all stages, and the run itself",
    }),
    verdict: computed(string, {
      description:
        `Verdict, one of ${VERDICTS.map((verdict) => `\`${verdict}\``).join(", ")}: ` +
        "`failed` when the run or any stage failed, errored, was canceled or discarded, or never ran; else " +
        "`awaiting_override` when the run or any stage awaits one; else `pending` when any stage has not ended, or " +
        "the plan of the run neither waits to be confirmed nor was; else `passed`.",
    }),
    run_status: computed(nullable(string), {
      description: "Status of the run, as the service reports it; null if only its stages could be read.",
    }),
    run_verdict: computed(nullable(string), {
      description:
        "Meaning of the status of the run, without its stages; see `verdict`. `passed` does not mean that the run " +
        "was applied: compare `run_status` for that.",
    }),
    stages: computed(list(taskStage), { description: "The task stages, in the order of the service." }),
  },
  rules: (config) => [
    ...exactlyOneRun(config),
    ...checkId(config, "run_id", "run", "It is the last part of the run's URL."),
    ...checkId(
      config,
      "workspace_id",
      "workspace",
      `To select a workspace by name, use ${config.displayName("workspace_name")}.`,
    ),
    ...emptyWorkspaceName(config),
    ...checkString(config, "workspace_name", "Invalid workspace_name", checkWorkspaceName),
    ...checkOrganization(config),
    ...organizationWithoutName(config),
    ...checkPositive(config, "timeout_seconds"),
    ...timeoutWithoutWait(config),
    ...unknownRequiredStages(config),
  ],
});

/** A task stage in the state. */
export type TaskStageState = ValueOf<typeof taskStage>;
/** A run task result in the state. */
export type TaskResultState = ValueOf<typeof taskResult>;

/** Exactly one attribute selects the run. */
function exactlyOneRun(config: ConfigValues): readonly AttributeDiagnostic[] {
  const [runId, workspaceId, name] = RUN_SELECTORS.map((attribute) => config.displayName(attribute));
  return checkExactlyOne(
    config,
    "run",
    RUN_SELECTORS.map((attribute) => [attribute, config.isSet(attribute)]),
    `Set exactly one of ${runId}, ${workspaceId} and ${name}.`,
  );
}

const RUN_SELECTORS = ["run_id", "workspace_id", "workspace_name"] as const;

function emptyWorkspaceName(config: ConfigValues): readonly AttributeDiagnostic[] {
  if (config.string("workspace_name") !== "") return [];
  const message = `${config.displayName("workspace_name")} is empty. Set it to the name of a workspace.`;
  return [attributeError(config.path("workspace_name"), "Invalid workspace_name", message)];
}

/** An organization is only needed with a name: IDs are unique across organizations. */
function organizationWithoutName(config: ConfigValues): readonly AttributeDiagnostic[] {
  if (config.isSet("organization") !== true || config.isSet("workspace_name") !== false) return [];
  const organization = config.displayName("organization");
  const message =
    `${organization} has no effect unless ${config.displayName("workspace_name")} is set. Set that, or leave ` +
    `${organization} out.`;
  return [attributeError(config.path("organization"), "Invalid attribute combination", message)];
}

function timeoutWithoutWait(config: ConfigValues): readonly AttributeDiagnostic[] {
  const waits = config.boolean("wait_for_completion");
  if (config.isSet("timeout_seconds") !== true || waits === undefined || waits === true) return [];
  const message =
    `${config.displayName("timeout_seconds")} has no effect unless ${config.displayName("wait_for_completion")} ` +
    "is true. " +
    `Set that, or leave ${config.displayName("timeout_seconds")} out.`;
  return [attributeError(config.path("timeout_seconds"), "Invalid attribute combination", message)];
}

function unknownRequiredStages(config: ConfigValues): readonly AttributeDiagnostic[] {
  const summary = "Invalid required_stages";
  const name = config.displayName("required_stages");
  if (config.stringList("required_stages")?.length === 0) {
    const message = `${name} is empty. List at least one stage, or leave it out to require all of them.`;
    return [attributeError(config.path("required_stages"), summary, message)];
  }
  return config
    .knownStrings("required_stages")
    .filter(({ text }) => !RUN_STAGES.some((stage) => stage === text))
    .map(({ index, text }) =>
      attributeError(config.path("required_stages", index), summary, mustBeOneOf(name, text, RUN_STAGES)),
    );
}
