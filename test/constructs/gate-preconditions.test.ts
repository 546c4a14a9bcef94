import { TerraformStack, Testing } from "cdktf";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RunTaskGate, TfprojectsProvider } from "../../src";
import type { RunStage } from "../../src";
import type { AdvisoryFailures } from "../../src/model";
import { verdictOf, verdictOfRun, verdictOfStage } from "../../src/model";
import { describeWithTerraform, terraformExecutable } from "../support/terraform";
import { shows } from "../fidelity";

/** The errors of a gate over these stages, or over all, as Terraform evaluates them with these statuses. */
function preconditionErrors(
  statuses: Record<string, string>,
  stages?: RunStage[],
  { results = {}, advisoryFailures = "block", waitForCompletion, status = "applying" }: Scenario = {},
): string[] {
  // GIVEN the gate's preconditions, with a local value in place of the data source
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects");
  const gate = new RunTaskGate(stack, "gate", { runId: "run-1", stages, waitForCompletion });
  gate.taskStages.overrideLogicalId("run");
  const { resource } = JSON.parse(
    Testing.synth(stack).replaceAll("data.tfprojects_run_task_stages.run.", "local.run."),
  ) as { resource: { terraform_data: Record<string, { lifecycle: { precondition: Precondition[] } }> } };
  const preconditions = Object.values(resource.terraform_data).flatMap(({ lifecycle }) => lifecycle.precondition);

  const read = Object.entries(statuses).map(([stage, status], index) => ({
    id: `ts-${index + 1}`,
    stage,
    status,
    statusTimestamps: {},
    taskResults: results[stage] ?? [],
    policyEvaluationIds: [],
    policyEvaluations: [],
  }));
  const its = status === null ? undefined : { status, isPlanOnly: false, isConfirmable: false };
  const run = read.map((stage) => ({
    id: stage.id,
    stage: stage.stage,
    status: stage.status,
    verdict: verdictOfStage(stage, its, advisoryFailures),
    results: stage.taskResults.map(({ name, status, workspaceTaskEnforcementLevel }) => ({
      task_name: name,
      status,
      workspace_task_enforcement_level: workspaceTaskEnforcementLevel,
    })),
  }));
  const locals = {
    run: {
      run_id: "run-1",
      required_stages: stages ?? null,
      verdict: verdictOf({ run: its, taskStages: read }, { advisoryFailures, requiredStages: stages }),
      run_status: status,
      run_verdict: its === undefined ? null : verdictOfRun(its),
      stages: run,
    },
    conditions: preconditions.map(({ condition }) => condition),
    messages: preconditions.map(({ error_message }) => error_message),
  };

  // WHEN
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-"));
  writeFileSync(join(folder, "main.tf.json"), JSON.stringify({ locals }));
  const { stdout, stderr } = spawnSync(terraformExecutable!, ["console"], {
    cwd: folder,
    input: "jsonencode([for index, holds in local.conditions : local.messages[index] if !holds])\n",
    encoding: "utf8",
    env: { ...process.env, CHECKPOINT_DISABLE: "1" },
  });
  rmSync(folder, { recursive: true });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(JSON.parse(stdout) as string) as string[];
}

interface Scenario {
  /** By stage. */
  readonly results?: Record<string, { name: string; status: string; workspaceTaskEnforcementLevel: string | null }[]>;
  readonly advisoryFailures?: AdvisoryFailures;
  readonly waitForCompletion?: boolean;
  /** Of the run; null if it was not found. @default "applying" */
  readonly status?: string | null;
}

const advisory = (name: string, status: string) => ({ name, status, workspaceTaskEnforcementLevel: "advisory" });
const mandatory = (name: string, status: string) => ({ name, status, workspaceTaskEnforcementLevel: "mandatory" });

interface Precondition {
  readonly condition: string;
  readonly error_message: string;
}

describeWithTerraform("to Terraform, a gate over all stages", () => {
  test("is open when all have passed", () => {
    expect(preconditionErrors({ pre_plan: "passed", post_plan: "passed" })).toEqual([]);
  });

  test("is open when the run has none", () => {
    expect(preconditionErrors({})).toEqual([]);
  });

  shows("override-stage: POST /task-stages/:task_stage_id/actions/override", "override-stage: :task_stage_id");
  test("is closed by each stage that has not passed, with what to do", () => {
    expect(preconditionErrors({ pre_plan: "passed", post_plan: "awaiting_override", pre_apply: "pending" })).toEqual([
      "Run run-1 (applying) has the verdict awaiting_override. " +
        "post_plan (ts-2) is awaiting_override. Override it (on the page of the run, or with tfprojects override " +
        "ts-2) and deploy again, or use a new run. " +
        "pre_apply (ts-3) is pending. Deploy again when it has completed, or set waitForCompletion on the gate.",
    ]);
    expect(preconditionErrors({ post_plan: "errored" })).toEqual([
      "Run run-1 (applying) has the verdict failed. " +
        "post_plan (ts-1) is errored. Fix its findings, and use a new run.",
    ]);
  });

  test("that waits for the run does not advise to do so, once a stage has failed and another is pending", () => {
    const statuses = { post_plan: "failed", pre_apply: "pending" };
    const message = (waitForCompletion: boolean) => preconditionErrors(statuses, undefined, { waitForCompletion })[0];
    expect(message(true)).toMatch(/pre_apply \(ts-2\) is pending\. Deploy again when it has completed\.$/);
    expect(message(false)).toMatch(/Deploy again when it has completed, or set waitForCompletion on the gate\.$/);
  });

  test("is closed by an unknown status", () => {
    expect(preconditionErrors({ post_plan: "thinking" })).toEqual([
      expect.stringContaining("post_plan (ts-1) is thinking."),
    ]);
  });
});

describeWithTerraform("to Terraform, a gate over some stages", () => {
  test("is open when these have passed, whatever the status of the others", () => {
    expect(preconditionErrors({ pre_plan: "failed", post_plan: "passed" }, ["post_plan"])).toEqual([]);
  });

  test("is closed when one of them has not passed", () => {
    expect(preconditionErrors({ post_plan: "passed", pre_apply: "running" }, ["post_plan", "pre_apply"])).toEqual([
      "Run run-1 (applying) has the verdict pending. " +
        "pre_apply (ts-2) is running. Deploy again when it has completed, or set waitForCompletion on the gate.",
    ]);
  });

  test("is closed when the run does not have one of them", () => {
    expect(preconditionErrors({ pre_plan: "passed" }, ["post_plan"])).toEqual([
      "Run run-1 (applying) has the verdict pending. It has no post_plan task stage, which the gate requires: the " +
        "run has not reached the stage, or its workspace has no run task there. Use another run, or remove the " +
        "stage from the gate.",
    ]);
  });
});

describeWithTerraform("to Terraform, a gate over a run that waits or ended beside its stages", () => {
  const errors = (status: string | null, statuses: Record<string, string> = {}, stages?: RunStage[]) =>
    preconditionErrors(statuses, stages, { status });

  test("is closed, with the run's status and what to do about the run", () => {
    expect(errors("discarded", { post_plan: "passed" })).toEqual([
      "Run run-1 (discarded) has the verdict failed. Use a new run.",
    ]);
    expect(errors("discarded", { post_plan: "passed" }, ["post_plan"])).toEqual([
      "Run run-1 (discarded) has the verdict failed. Use a new run.",
    ]);
    expect(errors("tf_policy_override", { post_plan: "passed" })).toEqual([
      "Run run-1 (tf_policy_override) has the verdict awaiting_override. It awaits a decision on its policies: " +
        "override or discard it on the page of the run, and deploy again.",
    ]);
    expect(errors("planning")).toEqual([
      "Run run-1 (planning) has the verdict pending. Deploy again when it has completed, or set waitForCompletion on " +
        "the gate.",
    ]);
  });

  test("says of a stage that never ran that the run ended without it", () => {
    expect(errors("planned_and_finished", { post_plan: "passed", post_apply: "pending" }, ["post_apply"])).toEqual([
      "Run run-1 (planned_and_finished) has the verdict failed. post_apply (ts-2) is pending. The run ended without " +
        "it. Use a new run.",
    ]);
  });

  test("says what to do about the run only if no stage says so", () => {
    expect(errors("post_plan_awaiting_decision", { post_plan: "awaiting_override" })).toEqual([
      "Run run-1 (post_plan_awaiting_decision) has the verdict awaiting_override. post_plan (ts-1) is " +
        "awaiting_override. Override it (on the page of the run, or with tfprojects override ts-1) and deploy again, " +
        "or use a new run.",
    ]);
    expect(errors("planning", { pre_plan: "running" }, ["pre_plan"])).toEqual([
      "Run run-1 (planning) has the verdict pending. pre_plan (ts-1) is running. Deploy again when it has completed, " +
        "or set waitForCompletion on the gate.",
    ]);
  });

  test("is left to the stages of a run that was not found", () => {
    expect(errors(null, { post_plan: "passed" })).toEqual([]);
    expect(errors(null, { post_plan: "failed" })).toEqual([
      "Run run-1 (not visible) has the verdict failed. post_plan (ts-1) is failed. Fix its findings, and use a new " +
        "run.",
    ]);
  });
});

describeWithTerraform("to Terraform, a gate over a stage in which only advisory tasks failed", () => {
  const results = {
    post_plan: [mandatory("scan", "passed"), advisory("cost", "failed"), advisory("audit", "errored")],
  };

  shows("stage-status: failed", "stage-rules: Advisory failures alone");
  test.each(["passed", "failed"])("is closed if its status is %s, with how to open it", (status) => {
    const remedy =
      "Fix the findings of its advisory tasks (cost, audit), and use a new run; or set " +
      'advisoryFailures = "allow" on the gate.';
    expect(preconditionErrors({ post_plan: status }, undefined, { results })).toEqual([
      `Run run-1 (applying) has the verdict failed. post_plan (ts-1) is ${status}. ${remedy}`,
    ]);
    expect(preconditionErrors({ post_plan: status }, ["post_plan"], { results })).toEqual([
      `Run run-1 (applying) has the verdict failed. post_plan (ts-1) is ${status}. ${remedy}`,
    ]);
  });

  shows("stage-status: failed", "stage-rules: Advisory failures alone");
  test.each(["passed", "failed"])("is open with advisoryFailures: allow if its status is %s", (status) => {
    expect(preconditionErrors({ post_plan: status }, undefined, { results, advisoryFailures: "allow" })).toEqual([]);
    expect(preconditionErrors({ post_plan: status }, ["post_plan"], { results, advisoryFailures: "allow" })).toEqual(
      [],
    );
  });

  test("does not suggest advisoryFailures if a mandatory task failed, too", () => {
    const both = { post_plan: [mandatory("scan", "failed"), advisory("cost", "failed")] };
    expect(preconditionErrors({ post_plan: "failed" }, undefined, { results: both })).toEqual([
      "Run run-1 (applying) has the verdict failed. " +
        "post_plan (ts-1) is failed. Fix its findings, and use a new run.",
    ]);
  });
});
