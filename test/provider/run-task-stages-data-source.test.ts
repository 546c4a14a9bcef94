import type { Fault } from "../../src/emulator";
import { RUN_STAGES, TASK_RESULT_STATUSES, TASK_STAGE_STATUSES, type TaskStageStatus } from "../../src/model";
import { reference, type Block } from "../in-process-terraform";
import { runTaskStagesDataSource } from "../../src/provider/run-task-stages-data-source";
import { ScriptedService } from "../api/scripted-service";
import { HttpClient, type Resource } from "../emulator/http-client";
import { Acme } from "../support/acme";
import { RUN_CASES } from "../support/run-verdicts";
import { configurationFor, inProcessTerraform } from "./in-process";
import { readDataSource, readDataSourceWith } from "./read-data-source";
import { shows } from "../fidelity";
import { waitUntil } from "../support/wait-until";

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

shows("overview: Timestamps");
shows("stage: id", "stage: attributes.status", "stage: attributes.stage", "stage: attributes.status-timestamps");
shows("stage: attributes.created-at", "stage: attributes.updated-at", "stage: relationships.run.data");
shows("stage: relationships.task-results.data", "stage: relationships.policy-evaluations.data");
shows("result: id", "result: attributes.status", "result: attributes.message", "result: attributes.status-timestamps");
shows("result: attributes.url", "result: attributes.created-at", "result: attributes.updated-at");
shows("result: attributes.task-id", "result: attributes.task-name", "result: attributes.task-url");
shows("result: attributes.stage", "result: attributes.is-speculative", "result: attributes.workspace-task-id");
shows("result: attributes.workspace-task-enforcement-level", "result: relationships.task-stage.data");
shows("show-stage: GET /task-stages/:task_stage_id");
test("every field of a stage and of its results has the value of its own field in the service", async () => {
  const { emulator } = acme;
  const workspaceId = acme.addWorkspace("api");
  const task = emulator.runTasks.create({ organization: "acme", name: "scan", url: "https://tasks.example.com/scan" });
  const { id: workspaceTaskId } = emulator.runTasks.attach({
    workspaceId,
    taskId: task.id,
    stages: ["pre_apply"],
    enforcementLevel: "advisory",
  });
  const policy = { stage: "pre_apply", policyKind: "sentinel", enforcementLevel: "advisory" } as const;
  const run = emulator.runs.start({ workspaceId, isSpeculative: false, policyEvaluations: [policy] });
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
  emulator.runs.reportPolicyEvaluation(begun!.policyEvaluations[0]!.id, "running");
  // As the service returns it, without our client.
  const stage = (await http.get(`/task-stages/${begun!.id}`)).data;
  const taskResult = (await http.get(`/task-results/${result!.id}`)).data;
  const evaluation = (await http.get(`/policy-evaluations/${begun!.policyEvaluations[0]!.id}`)).data;
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
      is_overridden: false,
      permissions: { can_override_policy: true, can_override_tasks: false, can_override: true },
      run_id: run.id,
      policy_evaluation_ids: [begun!.policyEvaluations[0]!.id],
      policy_evaluations: [
        {
          id: begun!.policyEvaluations[0]!.id,
          status: "running",
          policy_kind: "sentinel",
          policy_tool_version: at(evaluation, "policy-tool-version"),
          result_count: { passed: 0, advisory_failed: 0, mandatory_failed: 0, errored: 0 },
          status_timestamps: at(evaluation, "status-timestamps"),
          created_at: "2026-11-02T10:00:00.000Z",
          updated_at: "2026-11-02T10:02:00.000Z",
        },
      ],
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

shows("stage: attributes.permissions", "stage: attributes.actions", "authentication: Override permissions");
test.each([
  ["policies and tasks", [{ status: "failed", overridable: true }], true, [true, true, true], true],
  ["policies alone", [{ status: "failed", overridable: true }], false, [true, false, true], false],
  ["tasks alone", [], true, [false, true, true], true],
  ["nothing", [], false, [false, false, false], false],
] as const)(
  "each permission has its own field: %s can be overridden",
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

shows("result: attributes.is-speculative");
test("is_speculative has the value of the run", async () => {
  const run = acme.emulator.runs.start({
    workspaceId: acme.addWorkspace("api"),
    tasks: [{ name: "scan", stage: "post_plan" }],
    isSpeculative: true,
  });
  expect(await stagesOf(run.id)).toMatchObject([{ results: [{ is_speculative: true }] }]);
});

shows("stage: attributes.permissions", "stage: attributes.actions", "authentication: Override permissions");
test("the permissions of a stage are false for a token that cannot override it", async () => {
  const { run, resultId } = overridableRun();
  acme.emulator.runs.reportResult(resultId, { status: "failed" });
  const reader = acme.emulator.tokens.create({ organization: "acme", role: "read-only" });
  const nothing = { can_override_policy: false, can_override_tasks: false, can_override: false };
  expect(await stagesOf(run.id, reader)).toMatchObject([{ permissions: nothing, is_overridable: true }]);
});

shows("overview: A run reads run tasks", "overview: Run stages", "overview: Stages and results");
shows("stage: attributes.stage");
shows("result: attributes.stage");
shows("list-stages: GET /runs/:run_id/task-stages");
test("a run has a stage for each run stage with tasks, in order, and a result for each task", async () => {
  const tasks = [...RUN_STAGES].reverse().flatMap((stage) => [
    { name: `${stage}-scan`, stage },
    { name: `${stage}-cost`, stage },
  ]);
  const run = acme.emulator.runs.start({ workspaceId: acme.addWorkspace("api"), tasks });
  const shown = (await stagesOf(run.id)) as { stage: string; results: { stage: string; task_name: string }[] }[];
  expect(shown.map(({ stage, results }) => [stage, results.map((it) => [it.stage, it.task_name])])).toEqual(
    RUN_STAGES.map((stage) => [stage, ["scan", "cost"].map((task) => [stage, `${stage}-${task}`])]),
  );
});

shows.case("pending", "stage-status: pending");
shows.case("running", "stage-status: running");
shows.case("passed", "stage-status: passed");
shows.case("failed", "stage-status: failed");
shows.case("awaiting_override", "stage-status: awaiting_override");
shows.case("errored", "stage-status: errored");
shows.case("canceled", "stage-status: canceled");
shows.case("unreachable", "stage-status: unreachable");
test.each(TASK_STAGE_STATUSES)("a stage has the status %s", async (status) => {
  const { run, stageId } = overridableRun();
  acme.emulator.runs.setTaskStageStatus(stageId, status);
  expect(await stagesOf(run.id)).toMatchObject([{ status }]);
});

shows.case("pending", "result-status: pending");
shows.case("running", "result-status: running");
shows.case("passed", "result-status: passed");
shows.case("failed", "result-status: failed");
shows.case("errored", "result-status: errored");
shows.case("canceled", "result-status: canceled");
shows.case("unreachable", "result-status: unreachable");
test.each(TASK_RESULT_STATUSES)("a result has the status %s", async (status) => {
  const { run, resultId } = overridableRun();
  if (status !== "pending") acme.emulator.runs.reportResult(resultId, { status });
  expect(await stagesOf(run.id)).toMatchObject([{ results: [{ status }] }]);
});

shows("stage-status: awaiting_override → running", "override-stage: POST /task-stages/:task_stage_id/actions/override");
test("a stage that was overridden is running, has both timestamps, and cannot be overridden again", async () => {
  const { run, stageId, resultId } = overridableRun();
  acme.emulator.clock.advance(60);
  acme.emulator.runs.reportResult(resultId, { status: "failed" });
  expect(await stagesOf(run.id)).toMatchObject([
    { status: "awaiting_override", is_overridable: true, is_overridden: false },
  ]);
  acme.emulator.clock.advance(60);
  await acme.client.taskStages.override(stageId);
  expect(await stagesOf(run.id)).toMatchObject([
    {
      status: "running",
      verdict: "pending",
      is_overridable: false,
      is_overridden: true,
      status_timestamps: {
        "awaiting-override-at": "2026-11-02T10:01:00+00:00",
        "running-at": "2026-11-02T10:02:00+00:00",
      },
    },
  ]);
  acme.emulator.clock.advance(1);
  expect(await stagesOf(run.id)).toMatchObject([{ status: "passed", verdict: "passed", is_overridden: true }]);
});

shows("stages-and-results: GET /task-stages/:id/policy-evaluations");
test("each result of a policy evaluation has its own count", async () => {
  const policyEvaluations = [
    { status: "passed" },
    { status: "failed", enforcementLevel: "advisory" },
    { status: "failed", enforcementLevel: "mandatory" },
    { status: "errored" },
  ] as const;
  const run = acme.emulator.runs.start({ workspaceId: acme.addWorkspace("api"), tasks: [], policyEvaluations });
  const none = { passed: 0, advisory_failed: 0, mandatory_failed: 0, errored: 0 };
  expect(await stagesOf(run.id)).toMatchObject([
    {
      policy_evaluations: [
        { status: "passed", result_count: { ...none, passed: 1 } },
        { status: "failed", result_count: { ...none, advisory_failed: 1 } },
        { status: "failed", result_count: { ...none, mandatory_failed: 1 } },
        { status: "errored", result_count: { ...none, errored: 1 } },
      ],
    },
  ]);
});

shows("stages-and-results: GET /task-stages/:id/policy-evaluations");
test("a policy evaluation that cannot be read is only named", async () => {
  const { emulator } = acme;
  const run = emulator.runs.start({
    workspaceId: acme.addWorkspace("api"),
    tasks: [],
    policyEvaluations: [{ status: "passed" }],
  });
  emulator.faults.add({ path: "include=", status: 400, times: Infinity });
  emulator.faults.add({ path: "/policy-evaluations", status: 404, times: Infinity });
  const { id } = run.taskStages[0]!.policyEvaluations[0]!;
  expect(await stagesOf(run.id)).toMatchObject([{ policy_evaluation_ids: [id], policy_evaluations: [] }]);
});

describe("with a workspace in place of a run", () => {
  const read = (config: Readonly<Record<string, unknown>>) => readDataSource(acme, runTaskStagesDataSource, config);
  const start = (workspaceId: string) =>
    acme.emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });

  shows("workspaces: The current run");
  test("reads the stages of its current run, by ID and by name, anew each time", async () => {
    const workspaceId = acme.addWorkspace("network");
    const first = start(workspaceId);
    const named = { workspace_name: "NETWORK", organization: "acme" };
    for (const config of [{ workspace_id: workspaceId }, { workspace_name: "network" }, named]) {
      expect(await read(config)).toMatchObject({
        ...config,
        id: first.id,
        run_id: first.id,
        stages: [{ run_id: first.id }],
      });
    }
    acme.emulator.runs.reportResult(first.taskStages[0]!.taskResults[0]!.id, { status: "passed" });
    const second = start(workspaceId);
    expect(await read({ workspace_id: workspaceId })).toMatchObject({ run_id: second.id, verdict: "pending" });
  });

  test("waits for the run that is current when it begins", async () => {
    const workspaceId = acme.addWorkspace("network");
    const run = start(workspaceId);
    const reading = read({ workspace_id: workspaceId, wait_for_completion: true });
    await waitUntil(() => acme.emulator.requests.entries.length >= 3);
    acme.emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "passed" });
    start(workspaceId);
    expect(await reading).toMatchObject({ run_id: run.id, verdict: "passed" });
  });

  describe("it is an error at the workspace, and nothing counts as passed,", () => {
    const address = "data.tfprojects_run_task_stages.it";
    const refusal = async (block: Block) => {
      const gated = { name: "Gated", description: reference(address, "verdict") };
      const code = configurationFor(acme, { [address]: block, "tfprojects_project.gated": gated });
      const { ok, diagnostics } = await inProcessTerraform().plan(code);
      expect([ok, diagnostics.length]).toEqual([false, 1]);
      const { attribute, summary, detail } = diagnostics[0]!;
      return `${attribute}: ${summary}: ${detail}`;
    };

    shows("workspaces: The current run");
    test("when it has no run", async () => {
      const id = acme.addWorkspace("network");
      expect(await refusal({ workspace_id: id })).toContain(
        `workspace_id: Cannot read the current run of workspace ${id}: Workspace "network" (${id}) has no run. ` +
          "Start one, and try again.",
      );
    });

    shows("workspaces: The current run");
    test("when it does not exist or is not visible", async () => {
      acme.addWorkspace("network");
      expect(await refusal({ workspace_name: "netwrok" })).toContain(
        'workspace_name: Cannot read the current run of workspace "netwrok": The organization "acme" has no ' +
          "workspace netwrok (did you mean network?), or the token is not authorized to read it.",
      );
      expect(await refusal({ workspace_id: "ws-0000000000000000" })).toMatch(/^workspace_id: .*404 not found/);
    });

    shows("workspaces: The current run");
    test("when its current run is the one that deploys", async () => {
      const id = acme.addWorkspace("network");
      const run = start(id);
      const before = process.env["TFC_RUN_ID"];
      process.env["TFC_RUN_ID"] = run.id;
      try {
        const text = await refusal({ workspace_name: "network", wait_for_completion: true });
        expect(text).toContain(
          `Run ${run.id}, the current run of workspace "network" (${id}), is the run that deploys this configuration ` +
            "(TFC_RUN_ID): it would wait for itself.",
        );
        expect(text).toContain("`destroy -refresh=false`");
      } finally {
        if (before === undefined) delete process.env["TFC_RUN_ID"];
        else process.env["TFC_RUN_ID"] = before;
      }
    });

    test("when it cannot be read within timeout_seconds", async () => {
      acme.addWorkspace("network");
      acme.emulator.faults.add({ path: "/workspaces/network", delayMs: 300_000 });
      const text = await refusal({ workspace_name: "network", wait_for_completion: true, timeout_seconds: 1 });
      expect(text).toContain("timeout_seconds: Cannot read the current run");
      expect(text).toContain("The current run of the workspace could not be read within 1 second (GET /api/v2/");
    });

    test("when the service does not report current runs", async () => {
      const service = await ScriptedService.start();
      const relationships = {
        project: { data: { id: "prj-1", type: "projects" } },
        organization: { data: { id: "acme", type: "organizations" } },
      };
      service.script({
        body: { data: { id: "ws-1", type: "workspaces", attributes: { name: "api" }, relationships } },
      });
      const read = readDataSourceWith(service.client(), runTaskStagesDataSource, { workspace_id: "ws-1" });
      await expect(read).rejects.toMatchObject({
        diagnostics: [{ detail: expect.stringContaining("Use the ID of a run instead.") }],
      });
      await service.stop();
    });
  });
});

describe.each<[string, Fault]>([
  ["hangs", { delayMs: 300_000 }],
  ["drips", { dripMs: 5_000 }],
  ["is told to wait", { status: 429, headers: { "retry-after": "300" } }],
])("timeout_seconds includes a request that %s:", (_, fault) => {
  const wait = (runId: string) =>
    readDataSource(acme, runTaskStagesDataSource, {
      run_id: runId,
      wait_for_completion: true,
      timeout_seconds: 2,
    }).catch((error: unknown) => error);

  test("before the first read it is an error of that, and after one of the stages that are pending", async () => {
    const { run, stageId } = overridableRun();
    acme.emulator.faults.add({ path: "/task-stages", skip: 2, ...fault, times: Infinity });
    expect(await wait(run.id)).toMatchObject({
      diagnostics: [
        {
          summary: "The run did not complete within 2 seconds",
          detail:
            `- run ${run.id} is pending\n- post_plan (${stageId}) is pending\n\nIncrease timeout_seconds, or read the ` +
            "run without wait_for_completion.",
          attribute: ["timeout_seconds"],
        },
      ],
    });
    expect(await wait(run.id)).toMatchObject({
      diagnostics: [
        {
          summary: `Cannot read the task stages of run ${run.id}`,
          detail: expect.stringContaining("The task stages could not be read within 2 seconds (GET /api/v2/runs/"),
          attribute: ["timeout_seconds"],
        },
      ],
    });
  });
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

  shows("list-stages: GET /runs/:run_id/task-stages", "list-stages: page[number]", "list-stages: page[size]");
  shows("show-stage: GET /task-stages/:task_stage_id", "show-stage: include=task-results");
  shows("show-stage: include=policy-evaluations");
  test("read the stages of the run, the first with the run, and each with its results and policy evaluations", async () => {
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
    expect(requested()).toEqual([
      `/runs/${run.id}/task-stages?page[number]=1&page[size]=100`,
      `${before},run`,
      `${after},policy-evaluations`,
    ]);
  });

  shows("show-result: GET /task-results/:task_result_id");
  test("read each result if the service does not include them", async () => {
    const { run, resultId } = overridableRun();
    acme.emulator.faults.add({ path: "include=", status: 400, times: 2 });
    expect(await stagesOf(run.id)).toMatchObject([{ results: [{ id: resultId, task_name: "scan" }] }]);
    expect(requested()).toContain(`/task-results/${resultId}`);
  });
});

describe("a run that waits or ended beside its stages", () => {
  const read = (config: Readonly<Record<string, unknown>>) => readDataSource(acme, runTaskStagesDataSource, config);

  /** A run whose stages before and after the plan have these statuses. */
  function start(...statuses: TaskStageStatus[]) {
    const stages = (["pre_plan", "post_plan"] as const).slice(-statuses.length);
    const tasks = statuses.length === 0 ? [] : stages.map((stage) => ({ name: "scan", stage }));
    const run = acme.emulator.runs.start({ workspaceId: acme.addWorkspace("network"), tasks });
    for (const [index, { id }] of run.taskStages.entries()) {
      acme.emulator.runs.setTaskStageStatus(id, statuses[index]!);
    }
    return run;
  }

  test.each(RUN_CASES)("that is $name has the verdicts of the table", async ({ status, isConfirmable, expected }) => {
    const { emulator } = acme;
    const run = start("passed", "passed");
    emulator.runs.setStatus(run.id, status, { isConfirmable });
    expect(await read({ run_id: run.id })).toMatchObject({
      verdict: expected.all,
      run_status: status,
      run_verdict: expected.ofRun,
      stages: [{ verdict: "passed" }, { verdict: "passed" }],
    });
    const verdict = async (...stages: string[]) => (await read({ run_id: run.id, required_stages: stages }))["verdict"];
    expect(await verdict("pre_plan")).toBe(expected.prePlan);
    expect(await verdict("post_plan")).toBe(expected.postPlan);
    expect(await verdict("post_plan", "post_apply")).not.toBe("passed");
    emulator.runs.setTaskStageStatus(run.taskStages[1]!.id, "running");
    expect(await verdict("post_plan")).toBe(expected.running);
  });

  test.each(RUN_CASES)(
    "that is $name and has no stages has those, too",
    async ({ status, isConfirmable, expected }) => {
      const run = start();
      acme.emulator.runs.setStatus(run.id, status, { isConfirmable });
      acme.takeRequests();
      expect(await read({ run_id: run.id })).toMatchObject({ verdict: expected.none, run_status: status, stages: [] });
      const [list, its] = [`GET /api/v2/runs/${run.id}/task-stages`, `GET /api/v2/runs/${run.id}`];
      expect(acme.takeRequests()).toEqual([list, its, list]);
    },
  );

  test("shows a stage that never ran as failed", async () => {
    const run = start("passed", "pending");
    acme.emulator.runs.setStatus(run.id, "planned_and_finished");
    expect(await read({ run_id: run.id })).toMatchObject({
      verdict: "failed",
      run_verdict: "passed",
      stages: [{ verdict: "passed" }, { status: "pending", verdict: "failed" }],
    });
  });

  test("waits for required stages only", async () => {
    const run = acme.emulator.runs.start({
      workspaceId: acme.addWorkspace("network"),
      tasks: [
        { name: "scan", stage: "post_plan" },
        { name: "smoke", stage: "post_apply" },
      ],
    });
    acme.emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "passed" });
    const wait = { run_id: run.id, wait_for_completion: true };
    expect(await read({ ...wait, required_stages: ["post_plan"] })).toMatchObject({ verdict: "passed" });
    const briefly = { ...wait, timeout_seconds: 2 };
    await expect(read(briefly)).rejects.toThrow("post_apply");
    await expect(read({ ...briefly, required_stages: ["pre_apply"] })).rejects.toThrow(
      "- it has no pre_apply task stage",
    );
  });

  test("waits for a run without stages, which it reads before them from then on", async () => {
    const run = start();
    acme.emulator.runs.setStatus(run.id, "planning");
    acme.takeRequests();
    const reading = read({ run_id: run.id, wait_for_completion: true });
    await waitUntil(() => acme.emulator.requests.entries.length >= 5);
    acme.emulator.runs.setStatus(run.id, "discarded");
    expect(await reading).toMatchObject({ verdict: "failed", run_status: "discarded" });
    const [list, its] = [`GET /api/v2/runs/${run.id}/task-stages`, `GET /api/v2/runs/${run.id}`];
    expect(acme.takeRequests().slice(0, 7)).toEqual([list, its, list, its, list, its, list]);
  });

  const address = "data.tfprojects_run_task_stages.it";
  const planWith = (block: Block) =>
    inProcessTerraform().plan(
      configurationFor(acme, {
        [address]: block,
        "tfprojects_project.gated": { name: "Gated", description: reference(address, "verdict") },
      }),
    );

  test("that is not found although its stages are listed is a warning, and the stages decide", async () => {
    const run = start("passed");
    acme.emulator.faults.add({ path: "include=", status: 400, times: Infinity });
    acme.emulator.faults.add({ path: new RegExp(`/runs/${run.id}$`), status: 404, times: Infinity });
    const { ok, changes, diagnostics } = await planWith({ run_id: run.id });
    expect([ok, changes.get("tfprojects_project.gated")?.after]).toMatchObject([true, { description: "passed" }]);
    expect(diagnostics).toMatchObject([
      {
        severity: "warning",
        summary: "Run not found",
        detail: `Run ${run.id} was not found, although its task stages are listed: whether they have passed decides alone.`,
      },
    ]);
  });

  test.each([401, 403, 500])("that is answered with %i is an error", async (status) => {
    const run = start();
    acme.emulator.faults.add({ path: new RegExp(`/runs/${run.id}$`), status, times: Infinity });
    expect(await planWith({ run_id: run.id })).toMatchObject({ ok: false, diagnostics: [{ attribute: "run_id" }] });
  });

  test("that deploys the configuration is refused if it would wait for itself, and read otherwise", async () => {
    const run = start("passed");
    const before = process.env["TFC_RUN_ID"];
    process.env["TFC_RUN_ID"] = run.id;
    try {
      acme.takeRequests();
      const { ok, diagnostics } = await planWith({ run_id: run.id, wait_for_completion: true });
      expect([ok, diagnostics]).toMatchObject([
        false,
        [
          {
            attribute: "run_id",
            detail: expect.stringContaining(
              `Run ${run.id} is the run that deploys this configuration (TFC_RUN_ID): it would wait for itself.`,
            ),
          },
        ],
      ]);
      expect(acme.takeRequests().filter((request) => request.includes(run.id))).toEqual([]);
      expect(await planWith({ run_id: run.id })).toMatchObject({ ok: true, diagnostics: [] });
    } finally {
      if (before === undefined) delete process.env["TFC_RUN_ID"];
      else process.env["TFC_RUN_ID"] = before;
    }
  });

  test.each([
    ["is empty", [], "`required_stages` is empty."],
    ["has another stage", ["post_plan", "post-apply"], '"post-apply" is not.'],
  ])("needs no list of stages that %s", async (_, stages, message) => {
    const { ok, diagnostics } = await planWith({ run_id: "run-0000000000000000", required_stages: stages });
    expect([ok, diagnostics.map(({ summary, detail }) => [summary, detail])]).toEqual([
      false,
      [["Invalid required_stages", expect.stringContaining(message)]],
    ]);
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

  shows("list-stages: :run_id");
  test("when the run does not exist", async () => {
    expect(await read("run-0000000000000000")).toContain("404 not found");
  });

  shows("list-stages: :run_id");
  test("when the token cannot see the run", async () => {
    const token = acme.emulator.tokens.create({ organization: "acme", role: "team" });
    expect(await read(overridableRun().run.id, token)).toContain("404 not found");
  });

  shows("show-stage: :task_stage_id", "errors: Show task stage 404");
  test("when a stage cannot be found or seen", async () => {
    const { run, stageId } = overridableRun();
    acme.emulator.faults.add({ path: `/task-stages/${stageId}`, status: 404 });
    const detail = await read(run.id);
    expect(detail).toContain(`/task-stages/${stageId}`);
    expect(detail).toContain("404");
  });

  shows("show-result: :task_result_id", "errors: Show task result 404");
  test("when a result cannot be found or seen", async () => {
    const { run, resultId } = overridableRun();
    acme.emulator.faults.add({ path: "include=", status: 400, times: 2 });
    acme.emulator.faults.add({ path: `/task-results/${resultId}`, status: 404 });
    const detail = await read(run.id);
    expect(detail).toContain(`/task-results/${resultId}`);
    expect(detail).toContain("404");
  });
});
