import { Lazy } from "cdktf";
import type { RunStage } from "../model";
import type { DataRunTaskStages } from "./generated/data-run-task-stages";
import type { GatePrecondition } from "./gate-resource";

/*
 * What a gate asks of a run's task stages, in Terraform's language. Conditions and messages are evaluated when Terraform knows the stages; the
 * messages name those that keep the gate closed.
 */

/** All stages have passed. */
export function verdictPassed(taskStages: DataRunTaskStages): GatePrecondition {
  return lazyPrecondition(taskStages, (data) => ({
    condition: `\${${data}.verdict == "passed"}`,
    errorMessage: `The task stages of run \${${data}.run_id} have the verdict \${${data}.verdict}. ${describeStages(data, 'stage.verdict != "passed"')}`,
  }));
}

/** The run has this stage. */
export function stageExists(taskStages: DataRunTaskStages, stage: RunStage): GatePrecondition {
  return lazyPrecondition(taskStages, (data) => ({
    condition: `\${contains(${data}.stages[*].stage, ${JSON.stringify(stage)})}`,
    errorMessage:
      `Run \${${data}.run_id} has no ${stage} task stage, which the gate asks for: it has not come to it yet, or no run task of its workspace ` +
      `starts there. Deploy again later, or remove ${stage} from the gate's stages.`,
  }));
}

/** This stage has passed, where there is one. */
export function stagePassed(taskStages: DataRunTaskStages, stage: RunStage): GatePrecondition {
  const isThisStage = `stage.stage == ${JSON.stringify(stage)}`;
  return lazyPrecondition(taskStages, (data) => ({
    condition: `\${alltrue([for stage in ${data}.stages : stage.verdict == "passed" if ${isThisStage}])}`,
    errorMessage: `The ${stage} task stage of run \${${data}.run_id} has not passed. ${describeStages(data, isThisStage)}`,
  }));
}

const WAIT = JSON.stringify("Deploy again when it has ended, or have the gate wait for it with waitForCompletion.");
const OVERRIDE = JSON.stringify(
  "Override it (on the page of the run, or with tfprojects override %s) and deploy again, or give the gate a new run.",
);
const NEW_RUN = JSON.stringify("Put right what it found, and give the gate the new run.");
const ADVISORY = JSON.stringify(
  'Put right what its advisory tasks found (%s), and give the gate the new run; or have the gate open all the same with advisoryFailures = "allow".',
);

/** Tells of each stage for which a condition holds how it stands, and what to do about that. */
function describeStages(data: string, condition: string): string {
  const remedies = `{ pending = ${WAIT}, running = ${WAIT}, awaiting_override = format(${OVERRIDE}, stage.id) }`;
  const advice = `format(${ADVISORY}, join(", ", ${failedAdvisoryTasks}))`;
  const remedy = `(${onlyAdvisoryFailed} ? ${advice} : lookup(${remedies}, stage.status, ${NEW_RUN}))`;
  const sentences = `format("%s (%s) is %s. %s", stage.stage, stage.id, stage.status, ${remedy})`;
  return `\${join(" ", [for stage in ${data}.stages : ${sentences} if ${condition}])}`;
}

const isAdvisory = `result.workspace_task_enforcement_level == "advisory"`;
const failedAdvisoryTasks = `[for result in stage.results : result.task_name if ${isAdvisory} && result.status != "passed"]`;
/** Whether nothing in the stage says that `advisoryFailures` would not open the gate; policy evaluations may. */
const onlyAdvisoryFailed =
  `stage.verdict == "failed" && contains(["passed", "failed"], stage.status) && length(${failedAdvisoryTasks}) > 0 && ` +
  `alltrue([for result in stage.results : result.status == "passed" || ${isAdvisory}])`;

/** The data source's address is certain only at synthesis, since until then its logical id may be overridden. */
function lazyPrecondition(taskStages: DataRunTaskStages, write: (data: string) => GatePrecondition): GatePrecondition {
  const written = (): GatePrecondition =>
    write(`data.${taskStages.terraformResourceType}.${taskStages.friendlyUniqueId}`);
  return {
    condition: Lazy.stringValue({ produce: () => written().condition }),
    errorMessage: Lazy.stringValue({ produce: () => written().errorMessage }),
  };
}
