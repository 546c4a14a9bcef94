import type { IResolvable, ITerraformDependable, TerraformProvider } from "cdktf";
import { Construct } from "constructs";
import { RUN_STAGES } from "../model";
import type { AdvisoryFailures, RunStage } from "../model";
import { validateOneOf } from "./validation/attributes";
import { DataRunTaskStages } from "./generated/data-run-task-stages";
import { stageExists, stagePassed, verdictPassed } from "./gate-preconditions";
import { GateResource } from "./gate-resource";

/** What a gate waits for. */
export interface RunTaskGateConfig {
  /** The run whose task stages decide, prefix `run-`. */
  readonly runId: string;
  /**
   * Only these stages decide (`pre_plan`, `post_plan`, `pre_apply`, `post_apply`): each of them must exist in the run and have passed.
   *
   * @default - all stages of the run decide, by the verdict over them; a run without task stages has passed
   */
  readonly stages?: RunStage[];
  /**
   * Wait while the verdict is `pending`, instead of failing at once.
   *
   * @default false
   */
  readonly waitForCompletion?: boolean | IResolvable;
  /**
   * How many seconds to wait at most; only with `waitForCompletion`.
   *
   * @default 600
   */
  readonly timeoutSeconds?: number;
  /**
   * What failed advisory results do: `block` has them keep the gate closed, `allow` lets it open when nothing else failed. Either way,
   * whatever status the service gives a stage in which only advisory results failed.
   *
   * @default "block"
   */
  readonly advisoryFailures?: AdvisoryFailures;
  /**
   * The provider that reads the run.
   *
   * @default - the stack's provider without an alias
   */
  readonly provider?: TerraformProvider;
}

/**
 * A gate that opens when a run's task stages have passed: whatever depends on it (`dependsOn: [gate]`) is deployed only then. The stages are read on
 * every plan, or during apply where the run is known only then; destroying does not ask the gate.
 */
export class RunTaskGate extends Construct implements ITerraformDependable {
  /** The run's task stages, as the gate sees them. */
  readonly taskStages: DataRunTaskStages;
  /** What to depend on. The gate itself can be given to `dependsOn` just as well. */
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, config: RunTaskGateConfig) {
    super(scope, id);
    const { stages, ...run } = config;
    this.taskStages = new DataRunTaskStages(this, "task-stages", run);
    this.dependable = new GateResource(this, "gate", {
      triggers: { run_id: config.runId },
      preconditions:
        stages === undefined
          ? [verdictPassed(this.taskStages)]
          : stages.flatMap((stage) => [stageExists(this.taskStages, stage), stagePassed(this.taskStages, stage)]),
    });
    this.node.addValidation({ validate: () => validateStages(stages) });
  }

  /** The gate's address in Terraform, by which `dependsOn` refers to it. */
  get fqn(): string {
    return this.dependable.fqn;
  }
}

function validateStages(stages: readonly string[] | undefined): string[] {
  if (stages?.length === 0) {
    return ["stages: the list is empty, so nothing would be asked of the run. Leave it out to have all stages decide."];
  }
  return (stages ?? []).flatMap((stage) => validateOneOf("stages", stage, RUN_STAGES));
}
