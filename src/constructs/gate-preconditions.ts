import { Lazy } from "cdktf";
import type { RunStage } from "../model";
import type { DataRunTaskStages } from "./data-run-task-stages";
import type { GatePrecondition } from "./gate-resource";

/*
 * What a gate asks of a run's task stages, in Terraform's language. Conditions and messages are evaluated when Terraform knows the stages; the
 * messages name those that keep the gate closed.
 */

const REMEDIES = {
  pending: "Deploy again when they have ended, or have the gate wait for them with waitForCompletion.",
  awaiting_override:
    "Override those that await it (tfprojects override STAGE) and deploy again, or put right what they found and give the gate the new run.",
  failed: "Put right what they found and give the gate the new run.",
};

/** All stages have passed. */
export function verdictPassed(taskStages: DataRunTaskStages): GatePrecondition {
  const remedies = Object.entries(REMEDIES).map(([verdict, remedy]) => `${verdict} = ${JSON.stringify(remedy)}`);
  return inTerraform(taskStages, (data) => ({
    condition: `\${${data}.verdict == "passed"}`,
    errorMessage:
      `The task stages of run \${${data}.run_id} have the verdict \${${data}.verdict}: ${list(data, 'stage.status != "passed"')}. ` +
      `\${lookup({ ${remedies.join(", ")} }, ${data}.verdict, "")}`,
  }));
}

/** The run has this stage. */
export function stageExists(taskStages: DataRunTaskStages, stage: RunStage): GatePrecondition {
  return inTerraform(taskStages, (data) => ({
    condition: `\${contains(${data}.stages[*].stage, ${JSON.stringify(stage)})}`,
    errorMessage:
      `Run \${${data}.run_id} has no ${stage} task stage, which the gate asks for: it has not come to it yet, or no run task of its workspace ` +
      `starts there. Deploy again later, or remove ${stage} from the gate's stages.`,
  }));
}

/** This stage has passed, where there is one. */
export function stagePassed(taskStages: DataRunTaskStages, stage: RunStage): GatePrecondition {
  const isThisStage = `stage.stage == ${JSON.stringify(stage)}`;
  return inTerraform(taskStages, (data) => ({
    condition: `\${alltrue([for stage in ${data}.stages : stage.status == "passed" if ${isThisStage}])}`,
    errorMessage:
      `The ${stage} task stage of run \${${data}.run_id} has not passed: ${list(data, isThisStage)}. Deploy again when it has ended; override it ` +
      `if it awaits that (tfprojects override STAGE); or put right what it found and give the gate the new run.`,
  }));
}

/** Names the stages for which a condition holds. */
function list(data: string, condition: string): string {
  const named = `format("%s (%s) is %s", stage.stage, stage.id, stage.status)`;
  return `\${join(", ", [for stage in ${data}.stages : ${named} if ${condition}])}`;
}

/** The data source's address is certain only at synthesis, since until then its logical id may be overridden. */
function inTerraform(taskStages: DataRunTaskStages, write: (data: string) => GatePrecondition): GatePrecondition {
  const written = (): GatePrecondition =>
    write(`data.${taskStages.terraformResourceType}.${taskStages.friendlyUniqueId}`);
  return {
    condition: Lazy.stringValue({ produce: () => written().condition }),
    errorMessage: Lazy.stringValue({ produce: () => written().errorMessage }),
  };
}
