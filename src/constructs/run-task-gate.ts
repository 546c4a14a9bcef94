import type { IResolvable, ITerraformDependable, TerraformProvider } from "cdktf";
import { Construct } from "constructs";
import { DATA_SOURCES } from "../model";
import type { AdvisoryFailures, RunStage } from "../model";
import { atCaller } from "./base/app-error";
import { validateOneOf } from "./validation/attributes";
import { checkConfiguration, META_ARGUMENTS } from "./validation/properties";
import { DataRunTaskStages } from "./generated/data-run-task-stages";
import { lazyRunId, verdictPassed } from "./gate-preconditions";
import { createGateResource, GATE_RESOURCES } from "./gate-resource";
import type { GateResourceKind } from "./gate-resource";

/** Configuration of a {@link RunTaskGate}. Exactly one of `runId`, `workspaceId` and `workspaceName` is set. */
export interface RunTaskGateConfig {
  /**
   * ID of the run whose task stages decide, prefix `run-`.
   *
   * @default - the current run of the workspace
   */
  readonly runId?: string;
  /**
   * ID of the workspace whose current run decides, prefix `ws-`. The plan fails if the workspace has no run, and if its
   * current run is the one that deploys the gate (`TFC_RUN_ID`), which would wait for itself.
   *
   * @see https://developer.hashicorp.com/terraform/cloud-docs/run/run-environment#environment-variables
   */
  readonly workspaceId?: string;
  /** Name of the workspace whose current run decides, as for `workspaceId`. */
  readonly workspaceName?: string;
  /**
   * Name of the organization of `workspaceName`.
   *
   * @default - the provider's
   */
  readonly organization?: string;
  /**
   * Only these stages decide (`pre_plan`, `post_plan`, `pre_apply`, `post_apply`), as `requiredStages` of the task
   * stages: the run must have each of them, each must have passed, and the run must not have failed.
   *
   * @default - all stages decide, and the run itself: its plan must wait to be confirmed, have been confirmed, or have
   *   nothing to apply
   */
  readonly stages?: RunStage[];
  /**
   * Whether to wait while the verdict is `pending`, instead of failing immediately.
   *
   * @default false
   */
  readonly waitForCompletion?: boolean | IResolvable;
  /**
   * The maximum time to wait, in seconds, also while a request is under way; only with `waitForCompletion`.
   *
   * @default 600
   */
  readonly timeoutSeconds?: number;
  /**
   * Whether failed advisory results keep the gate closed (`block`), or the gate opens if nothing else failed (`allow`).
   * The status of a stage in which only advisory results failed does not matter.
   *
   * @see https://developer.hashicorp.com/terraform/cloud-docs/workspaces/settings/run-tasks
   *
   * @default "block"
   */
  readonly advisoryFailures?: AdvisoryFailures;
  /**
   * The Terraform resource of the gate: `terraform-data` is the `terraform_data` that is built into Terraform
   * 1.4 and later, and needs no package and no provider; `null-resource` is the `null_resource` of the provider
   * `hashicorp/null`, with cdktf through the package `@cdktf/provider-null`. Changing it replaces the gate only.
   *
   * @see https://developer.hashicorp.com/terraform/language/resources/terraform-data
   *
   * @default "terraform-data"
   */
  readonly resource?: GateResourceKind;
  /**
   * The provider that reads the run.
   *
   * @default - the stack's provider without an alias
   */
  readonly provider?: TerraformProvider;
}

/**
 * A gate that opens when a run and its task stages have passed. Resources that depend on it (`dependsOn: [gate]`) are
 * deployed only then. The stages are read on every plan, or during apply if the run is known only then; a destroy
 * ignores the gate.
 *
 * If a workspace is set instead of a run, the run decides that is current when the stages are read.
 */
export class RunTaskGate extends Construct implements ITerraformDependable {
  /** The task stages of the run. */
  readonly taskStages: DataRunTaskStages;
  /** The resource to depend on. `dependsOn` also accepts the gate itself. */
  readonly dependable: ITerraformDependable;

  /** @throws Error if the gate is a `null_resource` and, with cdktf, `@cdktf/provider-null` is not installed. */
  constructor(scope: Construct, id: string, config: RunTaskGateConfig) {
    checkConfiguration(new.target, scope, id, config, DATA_SOURCES.tfprojects_run_task_stages, GATE_PROPERTIES);
    super(scope, id);
    const { stages, resource, ...run } = config;
    this.taskStages = new DataRunTaskStages(this, "task-stages", { ...run, requiredStages: stages });
    this.dependable = atCaller(new.target, () =>
      createGateResource(this, "gate", resource ?? "terraform-data", {
        runId: config.runId ?? lazyRunId(this.taskStages),
        preconditions: [verdictPassed(this.taskStages)],
      }),
    );
    this.node.addValidation({
      validate: () => validateOneOf("resource", resource ?? "terraform-data", GATE_RESOURCES),
    });
  }

  /** The address of the gate in Terraform, which `dependsOn` refers to. */
  get fqn(): string {
    return this.dependable.fqn;
  }
}

/** The properties that the data source does not have. */
const GATE_PROPERTIES = ["stages", "resource", ...META_ARGUMENTS.element];
