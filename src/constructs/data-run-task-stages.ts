import type { IResolvable, StringMap, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { DATA_SOURCES } from "../model";
import type { AdvisoryFailures } from "../model";
import { flag, object, objectList, text, textList, textMap, wholeNumber } from "./anatomy/attribute";
import type { ObjectList } from "./anatomy/attribute";
import { dataSourceClass } from "./anatomy/data-source-class";
import { objectClass } from "./anatomy/object-class";
import { checkInputs } from "./checks/attribute-checks";

/** Which run's task stages to read, and whether to wait for them. */
export interface DataRunTaskStagesConfig extends TerraformMetaArguments {
  /** The run, prefix `run-`. Where it is known at plan, the stages are read then. */
  readonly runId: string;
  /**
   * Wait while the verdict is `pending`. A stage that awaits an override is not waited for: that is for a person to decide.
   *
   * @default false
   */
  readonly waitForCompletion?: boolean | IResolvable;
  /**
   * How many seconds to wait at most before it fails; only with `waitForCompletion`.
   *
   * @default 600
   */
  readonly timeoutSeconds?: number;
  /**
   * What failed advisory results mean for the verdict: `block` has a stage with one fail, `allow` lets a stage pass in which nothing else
   * failed. Either way, whatever status the service gives such a stage.
   *
   * @default "block"
   */
  readonly advisoryFailures?: AdvisoryFailures;
}

/** What one run task said (service-api.md section 2.3). */
export interface RunTaskResultOutputs {
  /** Identifier, prefix `taskrs-`. */
  readonly id: string;
  /** `pending`, `running`, `passed`, `failed`, `errored`, `canceled` or `unreachable` (section 3.2). */
  readonly status: string;
  /** Free text from the task; may contain line breaks. */
  readonly message: string;
  /** `<status>-at` → ISO 8601 timestamp. */
  readonly statusTimestamps: StringMap;
  /** Address of the task's detail for this result. */
  readonly url: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** The run task, prefix `task-`. */
  readonly taskId: string;
  /** The run task's name. */
  readonly taskName: string;
  /** The run task's address. */
  readonly taskUrl: string;
  /** `pre_plan`, `post_plan`, `pre_apply` or `post_apply`. */
  readonly stage: string;
  /** Whether the run was for a speculative plan. */
  readonly isSpeculative: IResolvable;
  /** How the task is bound to the workspace, prefix `wstask-`. */
  readonly workspaceTaskId: string;
  /** `mandatory` or `advisory`: whether a failing result fails the stage. */
  readonly workspaceTaskEnforcementLevel: string;
  /** The stage it belongs to, prefix `ts-`. */
  readonly taskStageId: string;
}

/** Reference to what one run task said. */
export class RunTaskResult extends objectClass<RunTaskResultOutputs>({
  id: text,
  status: text,
  message: text,
  statusTimestamps: textMap,
  url: text,
  createdAt: text,
  updatedAt: text,
  taskId: text,
  taskName: text,
  taskUrl: text,
  stage: text,
  isSpeculative: flag,
  workspaceTaskId: text,
  workspaceTaskEnforcementLevel: text,
  taskStageId: text,
}) {}

/** What the token's owner may override in a stage (service-api.md section 2.2). */
export interface RunTaskStagePermissionsOutputs {
  readonly canOverridePolicy: IResolvable;
  readonly canOverrideTasks: IResolvable;
  readonly canOverride: IResolvable;
}

/** Reference to the permissions on a stage. */
export class RunTaskStagePermissions extends objectClass<RunTaskStagePermissionsOutputs>({
  canOverridePolicy: flag,
  canOverrideTasks: flag,
  canOverride: flag,
}) {}

/** The run tasks of one stage of the run, together (service-api.md section 2.2). */
export interface RunTaskStageOutputs {
  /** Identifier, prefix `ts-`. */
  readonly id: string;
  /** `pending`, `running`, `passed`, `failed`, `awaiting_override`, `errored`, `canceled` or `unreachable` (section 3.1). */
  readonly status: string;
  /** What the status means here, failed advisory results considered: `passed`, `failed`, `pending` or `awaiting_override`. */
  readonly verdict: string;
  /** `pre_plan`, `post_plan`, `pre_apply` or `post_apply`. */
  readonly stage: string;
  /** `<status>-at` → ISO 8601 timestamp. */
  readonly statusTimestamps: StringMap;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** Whether the stage can be overridden now. */
  readonly isOverridable: IResolvable;
  /** What the token's owner may override. */
  readonly permissions: RunTaskStagePermissions;
  /** The run, prefix `run-`. */
  readonly runId: string;
  /** Prefix `poleval-`. */
  readonly policyEvaluationIds: string[];
  /** What each of the stage's run tasks said. */
  readonly results: ObjectList<RunTaskResult>;
}

/** Reference to one stage of the run. */
export class RunTaskStage extends objectClass<RunTaskStageOutputs>({
  id: text,
  status: text,
  verdict: text,
  stage: text,
  statusTimestamps: textMap,
  createdAt: text,
  updatedAt: text,
  isOverridable: flag,
  permissions: object(RunTaskStagePermissions),
  runId: text,
  policyEvaluationIds: textList,
  results: objectList(RunTaskResult),
}) {}

/** What the service says about the run's task stages. */
export interface DataRunTaskStagesOutputs {
  /** Identifier in Terraform: the run's. */
  readonly id: string;
  /**
   * What the stages mean together: `failed` when any failed, errored, was canceled or could not be reached; else `awaiting_override`
   * when any waits for a person; else `pending` when any has not ended; else `passed`. A run without task stages is `passed`. Of failed
   * advisory results, see `advisoryFailures`.
   */
  readonly verdict: string;
  /** The run's task stages, each with its results. */
  readonly stages: ObjectList<RunTaskStage>;
}

const DataRunTaskStagesBase = dataSourceClass<DataRunTaskStagesConfig, DataRunTaskStagesOutputs>(
  "tfprojects_run_task_stages",
  { runId: text, waitForCompletion: flag, timeoutSeconds: wholeNumber, advisoryFailures: text },
  { id: text, verdict: text, stages: objectList(RunTaskStage) },
);

/** Reads the task stages of a run, each with its results, and what they mean together. */
export class DataRunTaskStages extends DataRunTaskStagesBase {
  constructor(scope: Construct, id: string, config: DataRunTaskStagesConfig) {
    super(scope, id, config);
    this.node.addValidation({ validate: () => checkInputs(this, DATA_SOURCES.tfprojects_run_task_stages) });
  }
}
