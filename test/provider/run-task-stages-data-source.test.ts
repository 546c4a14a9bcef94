import { RUN_STAGES, TASK_RESULT_STATUSES, TASK_STAGE_STATUSES } from "../../src/model";
import { reference } from "../../src/plugin/testing";
import { runTaskStagesDataSource } from "../../src/provider/run-task-stages-data-source";
import { HttpClient, type Resource } from "../emulator/http-client";
import { Acme } from "../support/acme";
import { configurationFor, inProcessTerraform } from "./in-process";
import { readDataSource } from "./read-data-source";

let acme: Acme;
let http: HttpClient;

beforeEach(async () => {
  acme = await Acme.start({ now: () => Date.UTC(2026, 10, 2, 10) });
  http = new HttpClient(acme.emulator);
});
afterEach(() => acme.stop());

async function stagesOf(runId: string, token?: string): Promise<unknown> {
  return (await readDataSource(acme, runTaskStagesDataSource, { run_id: runId }, token))["stages"];
}

/** A run with one task after the plan, whose failure can be overridden. */
function overridableRun() {
  const tasks = [{ name: "scan", stage: "post_plan" }] as const;
  const run = acme.emulator.runs.start({ workspaceId: acme.addWorkspace("api"), tasks, overridable: true });
  const [stage] = run.taskStages;
  return { run, stageId: stage!.id, resultId: stage!.taskResults[0]!.id };
}

/** Fails if two fields have the same value: a mapping that swaps them would not be noticed. */
function expectAllDifferent(values: Readonly<Record<string, unknown>>): void {
  expect(new Set(Object.values(values)).size).toBe(Object.keys(values).length);
}

test("every field of a stage and of its results has the value of its own field in the service @every-field", async () => {
  const { emulator } = acme;
  const workspaceId = acme.addWorkspace("api");
  const task = emulator.runTasks.create({ organization: "acme", name: "scan", url: "https://tasks.example.com/scan" });
  const { id: workspaceTaskId } = emulator.runTasks.attach({
    workspaceId,
    taskId: task.id,
    stages: ["pre_apply"],
    enforcementLevel: "advisory",
  });
  const run = emulator.runs.start({ workspaceId, isSpeculative: false, policyEvaluations: [{ stage: "pre_apply" }] });
  const [begun] = run.taskStages;
  emulator.clock.advance(60);
  const [result] = begun!.taskResults;
  emulator.runs.reportResult(result!.id, {
    status: "running",
    message: "Working",
    url: "https://scanner.example.com/1",
  });
  emulator.clock.advance(60);
  emulator.runs.reportResult(result!.id, {
    status: "failed",
    message: "2 findings.\nLook.",
    url: "https://scanner.example.com/2",
  });
  // As the service returns it, without our client.
  const stage = (await http.get(`/task-stages/${begun!.id}`)).data;
  const taskResult = (await http.get(`/task-results/${result!.id}`)).data;
  const at = (document: Resource, attribute: string): unknown => document.attributes[attribute];
  expectAllDifferent({
    created: at(taskResult, "created-at"),
    updated: at(taskResult, "updated-at"),
    url: at(taskResult, "url"),
    taskUrl: at(taskResult, "task-url"),
    message: at(taskResult, "message"),
  });

  const shown = await stagesOf(run.id);

  expect(shown).toEqual([
    {
      id: begun!.id,
      status: "running",
      verdict: "pending",
      stage: "pre_apply",
      status_timestamps: at(stage, "status-timestamps"),
      created_at: "2026-11-02T10:00:00.000Z",
      updated_at: "2026-11-02T10:01:00.000Z",
      is_overridable: false,
      permissions: { can_override_policy: true, can_override_tasks: false, can_override: true },
      run_id: run.id,
      policy_evaluation_ids: [begun!.policyEvaluations[0]!.id],
      results: [
        {
          id: result!.id,
          status: "failed",
          message: "2 findings.\nLook.",
          status_timestamps: {
            "running-at": "2026-11-02T10:01:00+00:00",
            "failed-at": "2026-11-02T10:02:00+00:00",
          },
          url: "https://scanner.example.com/2",
          created_at: "2026-11-02T10:00:00.000Z",
          updated_at: "2026-11-02T10:02:00.000Z",
          task_id: task.id,
          task_name: "scan",
          task_url: "https://tasks.example.com/scan",
          stage: "pre_apply",
          is_speculative: false,
          workspace_task_id: workspaceTaskId,
          workspace_task_enforcement_level: "advisory",
          task_stage_id: begun!.id,
        },
      ],
    },
  ]);
});

test.each([
  ["policies and tasks", [{ status: "failed", overridable: true }], true, [true, true, true], true],
  ["policies alone", [{ status: "failed", overridable: true }], false, [true, false, true], false],
  ["tasks alone", [], true, [false, true, true], true],
  ["nothing", [], false, [false, false, false], false],
] as const)(
  "each permission has its own field: %s can be overridden @each-permission",
  async (_, policies, overridable, may, isOpen) => {
    const { emulator } = acme;
    const run = emulator.runs.start({
      workspaceId: acme.addWorkspace("api"),
      tasks: [{ name: "scan", stage: "post_plan" }],
      overridable,
      policyEvaluations: [...policies],
    });
    emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
    const [policy, tasks, either] = may;
    expect(await stagesOf(run.id)).toMatchObject([
      {
        permissions: { can_override_policy: policy, can_override_tasks: tasks, can_override: either },
        is_overridable: isOpen,
      },
    ]);
  },
);

test("is_speculative has the value of the run @speculative", async () => {
  const run = acme.emulator.runs.start({
    workspaceId: acme.addWorkspace("api"),
    tasks: [{ name: "scan", stage: "post_plan" }],
    isSpeculative: true,
  });
  expect(await stagesOf(run.id)).toMatchObject([{ results: [{ is_speculative: true }] }]);
});

test("the permissions of a stage are false for a token that cannot override it @permissions-denied", async () => {
  const { run, resultId } = overridableRun();
  acme.emulator.runs.reportResult(resultId, { status: "failed" });
  const reader = acme.emulator.tokens.create({ organization: "acme", role: "read-only" });
  const nothing = { can_override_policy: false, can_override_tasks: false, can_override: false };
  expect(await stagesOf(run.id, reader)).toMatchObject([{ permissions: nothing, is_overridable: true }]);
});

test("a run has a stage for each run stage with tasks, in order, and a result for each task @stages-and-results", async () => {
  const tasks = [...RUN_STAGES].reverse().flatMap((stage) => [
    { name: `${stage} scan`, stage },
    { name: `${stage} cost`, stage },
  ]);
  const run = acme.emulator.runs.start({ workspaceId: acme.addWorkspace("api"), tasks });
  const shown = (await stagesOf(run.id)) as { stage: string; results: { stage: string; task_name: string }[] }[];
  expect(shown.map(({ stage, results }) => [stage, results.map((it) => [it.stage, it.task_name])])).toEqual(
    RUN_STAGES.map((stage) => [stage, ["scan", "cost"].map((task) => [stage, `${stage} ${task}`])]),
  );
});

test.each(TASK_STAGE_STATUSES)("a stage has its status @stage-status-%s", async (status) => {
  const { run, stageId } = overridableRun();
  acme.emulator.runs.setTaskStageStatus(stageId, status);
  expect(await stagesOf(run.id)).toMatchObject([{ status }]);
});

test.each(TASK_RESULT_STATUSES)("a result has its status @result-status-%s", async (status) => {
  const { run, resultId } = overridableRun();
  if (status !== "pending") acme.emulator.runs.reportResult(resultId, { status });
  expect(await stagesOf(run.id)).toMatchObject([{ results: [{ status }] }]);
});

test("a stage that was overridden is running, has both timestamps, and cannot be overridden again @overridden", async () => {
  const { run, stageId, resultId } = overridableRun();
  acme.emulator.clock.advance(60);
  acme.emulator.runs.reportResult(resultId, { status: "failed" });
  expect(await stagesOf(run.id)).toMatchObject([{ status: "awaiting_override", is_overridable: true }]);
  acme.emulator.clock.advance(60);
  await acme.client.taskStages.override(stageId);
  expect(await stagesOf(run.id)).toMatchObject([
    {
      status: "running",
      verdict: "pending",
      is_overridable: false,
      status_timestamps: {
        "awaiting-override-at": "2026-11-02T10:01:00+00:00",
        "running-at": "2026-11-02T10:02:00+00:00",
      },
    },
  ]);
});

test("by default it does not wait, and advisory failures block", async () => {
  const { emulator } = acme;
  const tasks = [
    { name: "scan", stage: "post_plan" },
    { name: "cost", stage: "pre_apply", enforcementLevel: "advisory" },
  ] as const;
  const run = emulator.runs.start({ workspaceId: acme.addWorkspace("api"), tasks });
  acme.takeRequests();
  expect(await readDataSource(acme, runTaskStagesDataSource, { run_id: run.id })).toMatchObject({
    verdict: "pending",
    wait_for_completion: null,
    timeout_seconds: null,
    advisory_failures: null,
  });
  const [first, second] = run.taskStages.map(({ id }) => `GET /api/v2/task-stages/${id}`);
  expect(acme.takeRequests().sort()).toEqual([`GET /api/v2/runs/${run.id}/task-stages`, first!, second!].sort());

  emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "passed" });
  emulator.runs.reportResult(run.taskStages[1]!.taskResults[0]!.id, { status: "failed" });
  expect(await readDataSource(acme, runTaskStagesDataSource, { run_id: run.id })).toMatchObject({ verdict: "failed" });
});

describe("requests", () => {
  const requested = () =>
    acme.emulator.requests.entries.map(({ path }) => decodeURIComponent(path.replace("/api/v2", "")));

  test("read the stages of the run, and each with its results and, if it has any, its policy evaluations @requests-stages", async () => {
    const run = acme.emulator.runs.start({
      workspaceId: acme.addWorkspace("api"),
      tasks: [
        { name: "scan", stage: "pre_plan" },
        { name: "cost", stage: "post_plan" },
      ],
      policyEvaluations: [{ stage: "post_plan" }],
    });
    await stagesOf(run.id);
    const [before, after] = run.taskStages.map(({ id }) => `/task-stages/${id}?include=task-results`);
    expect(requested().sort()).toEqual(
      [`/runs/${run.id}/task-stages?page[number]=1&page[size]=100`, before!, `${after},policy-evaluations`].sort(),
    );
  });

  test("read each result if the service does not include them @requests-each-result", async () => {
    const { run, resultId } = overridableRun();
    acme.emulator.faults.add({ path: "include=", status: 400, times: 2 });
    expect(await stagesOf(run.id)).toMatchObject([{ results: [{ id: resultId, task_name: "scan" }] }]);
    expect(requested()).toContain(`/task-results/${resultId}`);
  });
});

describe("it is an error at the run ID, and nothing counts as passed,", () => {
  const read = async (runId: string, token?: string) => {
    const address = "data.tfprojects_run_task_stages.it";
    const { ok, diagnostics } = await inProcessTerraform().plan(
      configurationFor(
        acme,
        {
          [address]: { run_id: runId },
          "tfprojects_project.gated": { name: "Gated", description: reference(address, "verdict") },
        },
        token,
      ),
    );
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([
      { severity: "error", address, attribute: "run_id", summary: `Cannot read the task stages of run ${runId}` },
    ]);
    return diagnostics[0]!.detail;
  };

  test("when the run does not exist @run-missing", async () => {
    expect(await read("run-0000000000000000")).toContain("404 not found");
  });

  test("when the token cannot see the run @run-not-visible", async () => {
    const token = acme.emulator.tokens.create({ organization: "acme", role: "team" });
    expect(await read(overridableRun().run.id, token)).toContain("404 not found");
  });

  test("when a stage cannot be found or seen @stage-missing", async () => {
    const { run, stageId } = overridableRun();
    acme.emulator.faults.add({ path: `/task-stages/${stageId}`, status: 404 });
    const detail = await read(run.id);
    expect(detail).toContain(`/task-stages/${stageId}`);
    expect(detail).toContain("404");
  });

  test("when a result cannot be found or seen @result-missing", async () => {
    const { run, resultId } = overridableRun();
    acme.emulator.faults.add({ path: "include=", status: 400, times: 2 });
    acme.emulator.faults.add({ path: `/task-results/${resultId}`, status: 404 });
    const detail = await read(run.id);
    expect(detail).toContain(`/task-results/${resultId}`);
    expect(detail).toContain("404");
  });
});
