import { Lazy } from "cdktf";
import { gateExpression, type RunStage } from "../model";
import type { DataRunTaskStages } from "./generated/data-run-task-stages";
import type { GatePrecondition } from "./gate-resource";

/*
 * The preconditions of a gate, as Terraform expressions. Terraform evaluates them once it has read the task stages; the
 * error messages name the stages that keep the gate closed.
 */

/** Requires that all stages have passed. */
export function verdictPassed(taskStages: DataRunTaskStages): GatePrecondition {
  return lazyPrecondition(taskStages, (data, waits) => ({
    condition: `\${${gateExpression({ kind: "verdict" }, data)}}`,
    errorMessage:
      `The task stages of run \${${data}.run_id} have the verdict \${${data}.verdict}. ` +
      describeStages(data, 'stage.verdict != "passed"', waits),
  }));
}

/** Requires that the run has this stage. */
export function stageExists(taskStages: DataRunTaskStages, stage: RunStage): GatePrecondition {
  return lazyPrecondition(taskStages, (data) => ({
    condition: `\${${gateExpression({ kind: "stage-exists", stage }, data)}}`,
    errorMessage:
      `Run \${${data}.run_id} has no ${stage} task stage, which the gate requires. The run has not reached the stage ` +
      "yet, or its workspace has no run task there. Deploy again later, or remove the stage from the gate.",
  }));
}

/** Requires that this stage has passed, if the run has it. */
export function stagePassed(taskStages: DataRunTaskStages, stage: RunStage): GatePrecondition {
  const isThisStage = `stage.stage == ${JSON.stringify(stage)}`;
  return lazyPrecondition(taskStages, (data, waits) => ({
    condition: `\${${gateExpression({ kind: "stage-passed", stage }, data)}}`,
    errorMessage:
      `The ${stage} task stage of run \${${data}.run_id} has not passed. ` + describeStages(data, isThisStage, waits),
  }));
}

const WAIT = JSON.stringify("Deploy again when it has completed, or set waitForCompletion on the gate.");
/** A gate that waits ends as soon as one stage has failed, while others may be pending. */
const WAITED = JSON.stringify("Deploy again when it has completed.");
const OVERRIDE = JSON.stringify(
  "Override it (on the page of the run, or with tfprojects override %s) and deploy again, or use a new run.",
);
const NEW_RUN = JSON.stringify("Fix its findings, and use a new run.");
const ADVISORY = JSON.stringify(
  'Fix the findings of its advisory tasks (%s), and use a new run; or set advisoryFailures = "allow" on the gate.',
);

/** Describes the status of each stage that meets a condition, and what to do. */
function describeStages(data: string, condition: string, waits: boolean): string {
  const wait = waits ? WAITED : WAIT;
  const remedies = `{ pending = ${wait}, running = ${wait}, awaiting_override = format(${OVERRIDE}, stage.id) }`;
  const advice = `format(${ADVISORY}, join(", ", ${failedAdvisoryTasks}))`;
  const remedy = `(${onlyAdvisoryFailed} ? ${advice} : lookup(${remedies}, stage.status, ${NEW_RUN}))`;
  const sentences = `format("%s (%s) is %s. %s", stage.stage, stage.id, stage.status, ${remedy})`;
  return `\${join(" ", [for stage in ${data}.stages : ${sentences} if ${condition}])}`;
}

const isAdvisory = `result.workspace_task_enforcement_level == "advisory"`;
const hasFailed = `result.status != "passed"`;
const failedAdvisoryTasks = `[for result in stage.results : result.task_name if ${isAdvisory} && ${hasFailed}]`;
/** Whether `advisoryFailures` would open the gate, given the task results. Policy evaluations may still block it. */
const onlyAdvisoryFailed =
  `stage.verdict == "failed" && contains(["passed", "failed"], stage.status) && ` +
  `length(${failedAdvisoryTasks}) > 0 && ` +
  `alltrue([for result in stage.results : result.status == "passed" || ${isAdvisory}])`;

/** A reference to the ID of the run that was read. */
export function lazyRunId(taskStages: DataRunTaskStages): string {
  return Lazy.stringValue({ produce: () => `\${${addressOf(taskStages)}.run_id}` });
}

/** Call this at synthesis: until then the logical ID of the data source can be overridden. */
function addressOf({ terraformResourceType, friendlyUniqueId }: DataRunTaskStages): string {
  return `data.${terraformResourceType}.${friendlyUniqueId}`;
}

/** @param write - Gets the address of the data source, and whether it is known to wait for the run. */
function lazyPrecondition(
  taskStages: DataRunTaskStages,
  write: (data: string, waits: boolean) => GatePrecondition,
): GatePrecondition {
  const written = (): GatePrecondition => write(addressOf(taskStages), taskStages.waitForCompletionInput === true);
  return {
    condition: Lazy.stringValue({ produce: () => written().condition }),
    errorMessage: Lazy.stringValue({ produce: () => written().errorMessage }),
  };
}
