import "cdktf/lib/testing/adapters/jest";
import { TerraformOutput, TerraformStack, Testing } from "cdktf";
import { DataRunTaskStages, TfprojectsProvider } from "../../src";
import type { DataRunTaskStagesConfig } from "../../src";

Testing.setupJest();

function given() {
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects");
  return stack;
}

test("the stages of a run are read, after waiting for them", () => {
  const stack = given();
  new DataRunTaskStages(stack, "stages", { runId: "run-1", waitForCompletion: true, timeoutSeconds: 60 });
  expect(Testing.synth(stack, true)).toHaveDataSourceWithProperties(DataRunTaskStages, {
    run_id: "run-1",
    wait_for_completion: true,
    timeout_seconds: 60,
  });
});

test("the current run of a workspace is read in place of a run", () => {
  const stack = given();
  const run = new DataRunTaskStages(stack, "stages", { workspaceName: "network", organization: "acme" });
  new TerraformOutput(stack, "run", { value: run.runId });
  const synthesized = Testing.synth(stack, true);
  expect(synthesized).toHaveDataSourceWithProperties(DataRunTaskStages, {
    workspace_name: "network",
    organization: "acme",
  });
  expect(JSON.parse(synthesized)).toMatchObject({
    output: { run: { value: "${data.tfprojects_run_task_stages.stages.run_id}" } },
  });
});

test("the verdict, the stages and their results can be referred to", () => {
  // GIVEN
  const stack = given();
  const run = new DataRunTaskStages(stack, "run", { runId: "run-1" });
  // WHEN
  const stage = run.stages.get(0);
  new TerraformOutput(stack, "output", {
    value: [
      run.verdict,
      stage.status,
      stage.permissions.canOverrideTasks,
      stage.statusTimestamps.lookup("passed-at"),
      stage.policyEvaluationIds,
      stage.isOverridden,
      stage.policyEvaluations.get(0).status,
      stage.policyEvaluations.get(0).policyKind,
      stage.policyEvaluations.get(0).resultCount.mandatoryFailed,
      stage.results.get(1).workspaceTaskEnforcementLevel,
    ],
  });
  // THEN
  const { output } = JSON.parse(Testing.synth(stack)) as { output: unknown };
  expect(output).toEqual({
    output: {
      value: [
        "${data.tfprojects_run_task_stages.run.verdict}",
        "${data.tfprojects_run_task_stages.run.stages[0].status}",
        "${data.tfprojects_run_task_stages.run.stages[0].permissions.can_override_tasks}",
        '${data.tfprojects_run_task_stages.run.stages[0].status_timestamps["passed-at"]}',
        "${data.tfprojects_run_task_stages.run.stages[0].policy_evaluation_ids}",
        "${data.tfprojects_run_task_stages.run.stages[0].is_overridden}",
        "${data.tfprojects_run_task_stages.run.stages[0].policy_evaluations[0].status}",
        "${data.tfprojects_run_task_stages.run.stages[0].policy_evaluations[0].policy_kind}",
        "${data.tfprojects_run_task_stages.run.stages[0].policy_evaluations[0].result_count.mandatory_failed}",
        "${data.tfprojects_run_task_stages.run.stages[0].results[1].workspace_task_enforcement_level}",
      ],
    },
  });
});

test.each<[string, DataRunTaskStagesConfig, RegExp]>([
  [
    "an id of something else",
    { runId: "ws-1" },
    /\[stack\/run\] runId: "ws-1" is not a valid run ID \(expected "run-"/,
  ],
  [
    "no time to wait",
    { runId: "run-1", waitForCompletion: true, timeoutSeconds: 0 },
    /\[stack\/run\] timeoutSeconds: `timeoutSeconds` must be a number greater than 0; it is 0/,
  ],
  [
    "a time to wait where nothing is waited for",
    { runId: "run-1", timeoutSeconds: 60 },
    /\[stack\/run\] timeoutSeconds: `timeoutSeconds` has no effect unless `waitForCompletion` is true/,
  ],
])("%s is an error at synth", (_, config, message) => {
  const stack = given();
  new DataRunTaskStages(stack, "run", config);
  expect(() => Testing.synth(stack, true)).toThrow(message);
});
