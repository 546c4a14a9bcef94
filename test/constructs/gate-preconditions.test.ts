import { TerraformStack, Testing } from "cdktf";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RunTaskGate, TfprojectsProvider } from "../../src";
import type { RunStage } from "../../src";
import type { AdvisoryFailures } from "../../src/model";
import { verdictOf, verdictOfStage } from "../../src/model";
import { describeWithTerraform, terraformExecutable } from "../support/terraform";
import { shows } from "../fidelity";

/** The errors of a gate over these stages, or over all, as Terraform evaluates them with these statuses. */
function preconditionErrors(
  statuses: Record<string, string>,
  stages?: RunStage[],
  { results = {}, advisoryFailures = "block", waitForCompletion }: Scenario = {},
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
  const run = read.map((stage) => ({
    id: stage.id,
    stage: stage.stage,
    status: stage.status,
    verdict: verdictOfStage(stage, advisoryFailures),
    results: stage.taskResults.map(({ name, status, workspaceTaskEnforcementLevel }) => ({
      task_name: name,
      status,
      workspace_task_enforcement_level: workspaceTaskEnforcementLevel,
    })),
  }));
  const locals = {
    run: { run_id: "run-1", verdict: verdictOf(read, advisoryFailures), stages: run },
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
      "The task stages of run run-1 have the verdict awaiting_override. " +
        "post_plan (ts-2) is awaiting_override. Override it (on the page of the run, or with tfprojects override " +
        "ts-2) and deploy again, or use a new run. " +
        "pre_apply (ts-3) is pending. Deploy again when it has completed, or set waitForCompletion on the gate.",
    ]);
    expect(preconditionErrors({ post_plan: "errored" })).toEqual([
      "The task stages of run run-1 have the verdict failed. " +
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
      "The pre_apply task stage of run run-1 has not passed. " +
        "pre_apply (ts-2) is running. Deploy again when it has completed, or set waitForCompletion on the gate.",
    ]);
  });

  test("is closed when the run does not have one of them", () => {
    expect(preconditionErrors({ pre_plan: "passed" }, ["post_plan"])).toEqual([
      expect.stringMatching(/^Run run-1 has no post_plan task stage, which the gate requires/),
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
      `The task stages of run run-1 have the verdict failed. post_plan (ts-1) is ${status}. ${remedy}`,
    ]);
    expect(preconditionErrors({ post_plan: status }, ["post_plan"], { results })).toEqual([
      `The post_plan task stage of run run-1 has not passed. post_plan (ts-1) is ${status}. ${remedy}`,
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
      "The task stages of run run-1 have the verdict failed. " +
        "post_plan (ts-1) is failed. Fix its findings, and use a new run.",
    ]);
  });
});
