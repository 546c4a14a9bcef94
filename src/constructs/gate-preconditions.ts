import { Lazy } from "cdktf";
import { gateExpression } from "../model";
import type { DataRunTaskStages } from "./generated/data-run-task-stages";
import type { GatePrecondition } from "./gate-resource";

/*
 * The precondition of a gate, in Terraform's language. Terraform evaluates it once it has read the run; the error
 * message says what keeps the gate closed, and what to do.
 */

/** Requires that the verdict is `passed`. */
export function verdictPassed(taskStages: DataRunTaskStages): GatePrecondition {
  const message = (data: string): string => {
    const waits = taskStages.waitForCompletionInput === true;
    const reasons = `concat(${[stageReasons, missingStages, runReason].map((write) => write(data, waits)).join(", ")})`;
    const status = `coalesce(${data}.run_status, "not visible")`;
    return `Run \${${data}.run_id} (\${${status}}) has the verdict \${${data}.verdict}. ` + `\${join(" ", ${reasons})}`;
  };
  return {
    condition: Lazy.stringValue({ produce: () => `\${${gateExpression(addressOf(taskStages))}}` }),
    errorMessage: Lazy.stringValue({ produce: () => message(addressOf(taskStages)) }),
  };
}

const WAIT = JSON.stringify("Deploy again when it has completed, or set waitForCompletion on the gate.");
/** A gate that waits ends as soon as one stage has failed, while others may be pending. */
const WAITED = JSON.stringify("Deploy again when it has completed.");
const OVERRIDE = JSON.stringify(
  "Override it (on the page of the run, or with tfprojects override %s) and deploy again, or use a new run.",
);
const NEVER_RAN = JSON.stringify("The run ended without it. Use a new run.");
const NEW_RUN = JSON.stringify("Fix its findings, and use a new run.");
const ADVISORY = JSON.stringify(
  'Fix the findings of its advisory tasks (%s), and use a new run; or set advisoryFailures = "allow" on the gate.',
);

const OVERRIDE_RUN = JSON.stringify(
  "It awaits a decision on its policies: override or discard it on the page of the run, and deploy again.",
);
const RUN_FAILED = JSON.stringify("Use a new run.");
const MISSING = JSON.stringify(
  "It has no %s task stage, which the gate requires: the run has not reached the stage, or its workspace has no run " +
    "task there. Use another run, or remove the stage from the gate.",
);

/** Whether a stage decides, in a loop over the stages. */
function isRequired(data: string): string {
  return `try(contains(${data}.required_stages, stage.stage), true)`;
}

/** A list of the stages that have not passed, each with its status and what to do. */
function stageReasons(data: string, waits: boolean): string {
  const wait = waits ? WAITED : WAIT;
  const remedies = `{ pending = ${wait}, running = ${wait}, awaiting_override = format(${OVERRIDE}, stage.id) }`;
  const advice = `format(${ADVISORY}, join(", ", ${failedAdvisoryTasks}))`;
  const other = `(${neverRan} ? ${NEVER_RAN} : lookup(${remedies}, stage.status, ${NEW_RUN}))`;
  const remedy = `(${onlyAdvisoryFailed} ? ${advice} : ${other})`;
  const sentences = `format("%s (%s) is %s. %s", stage.stage, stage.id, stage.status, ${remedy})`;
  return `[for stage in ${data}.stages : ${sentences} if stage.verdict != "passed" && ${isRequired(data)}]`;
}

/** A list of the required stages that the run does not have. */
function missingStages(data: string): string {
  const required = `(${data}.required_stages == null ? [] : ${data}.required_stages)`;
  return `[for name in ${required} : format(${MISSING}, name) if !contains(${data}.stages[*].stage, name)]`;
}

/** A list of what to do about the run itself, unless a stage already says why it has not passed. */
function runReason(data: string, waits: boolean): string {
  const wait = waits ? WAITED : WAIT;
  const remedies = `{ pending = ${wait}, awaiting_override = ${OVERRIDE_RUN}, failed = ${RUN_FAILED} }`;
  const saidByStage = `contains([for stage in ${data}.stages : stage.verdict if ${isRequired(data)}], verdict)`;
  // A run that is pending decides nothing where stages are required.
  const decides = `(verdict != "pending" || ${data}.required_stages == null)`;
  const condition = `verdict == ${data}.run_verdict && ${decides} && !${saidByStage}`;
  return `[for verdict, remedy in ${remedies} : remedy if ${condition}]`;
}

/** Whether a stage had not run to its end when its run ended. */
const neverRan =
  'stage.verdict == "failed" && contains(["pending", "running", "awaiting_override", "unreachable"], stage.status)';
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
