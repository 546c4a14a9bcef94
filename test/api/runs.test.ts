import { Client, NotFoundError } from "../../src/api";
import { Emulator, type StartRunOptions } from "../../src/emulator";
import { verdictOf } from "../../src/model";
import { shows } from "../fidelity";
import { ScriptedService, type ScriptedResponse } from "./scripted-service";

describe("a run", () => {
  let emulator: Emulator;
  let client: Client;

  beforeEach(async () => {
    emulator = await Emulator.start();
    client = new Client({ address: emulator.address, token: emulator.token, env: {} });
  });
  afterEach(async () => {
    client.close();
    await emulator.stop();
  });

  function start(options: Partial<StartRunOptions> = {}) {
    const workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
    const run = emulator.runs.start({ workspaceId, tasks: [], ...options });
    emulator.requests.clear();
    return run;
  }
  const paths = (): string[] =>
    emulator.requests.entries.map(({ path }) =>
      decodeURIComponent(path.replace("/api/v2", "").replace(/\?page.*/, "")),
    );

  test.each([
    ["plan-only", { isSpeculative: true }, { status: "planned_and_finished", isPlanOnly: true, isConfirmable: false }],
    ["confirmable", { autoApply: false }, { status: "planned", isPlanOnly: false, isConfirmable: true }],
    ["applied", {}, { status: "applied", isPlanOnly: false, isConfirmable: false }],
  ])("that is %s is read", async (_, options, expected) => {
    const { id } = start(options);
    expect(await client.runs.get(id)).toMatchObject({ id, ...expected });
    await expect(client.runs.get("run-0000000000000000")).rejects.toThrow(NotFoundError);
  });

  test("comes with its first stage that has results, without a request of its own", async () => {
    const tasks = (["pre_plan", "post_plan"] as const).map((stage) => ({ name: "scan", stage }));
    const run = start({ tasks, policyEvaluations: [{ stage: "pre_plan" }] });
    expect(await client.taskStages.listWithRun(run.id)).toMatchObject({
      run: { id: run.id, status: "pending" },
      taskStages: [
        { stage: "pre_plan", taskResults: [{}], policyEvaluations: [{}] },
        { stage: "post_plan", taskResults: [{}], policyEvaluations: [] },
      ],
      isRunIncluded: true,
    });
    const [first, second] = run.taskStages.map(({ id }) => `/task-stages/${id}?include=task-results`);
    expect(paths()).toEqual([`/runs/${run.id}/task-stages`, `${first},policy-evaluations,run`, second]);
  });

  shows("stage-rules: A run with a stage that awaits an override");
  test("that awaits an override says after which stage", async () => {
    const run = start({ tasks: [{ name: "scan", stage: "post_plan" }], overridable: true });
    emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
    const read = await client.taskStages.listWithRun(run.id);
    expect([read.run?.status, verdictOf(read)]).toEqual(["post_plan_awaiting_decision", "awaiting_override"]);
  });

  shows("stage-rules: A failure after the apply");
  test("that was applied has not passed with a failure after the apply", async () => {
    const run = start({ tasks: [{ name: "smoke", stage: "post_apply" }] });
    emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
    const read = await client.taskStages.listWithRun(run.id);
    expect([read.run?.status, verdictOf(read)]).toEqual(["applied", "failed"]);
  });

  test("without task stages is read before they are listed, at once if that is known", async () => {
    const { id } = start();
    const expected = { run: { id, status: "applied" }, taskStages: [], isRunIncluded: false };
    expect(await client.taskStages.listWithRun(id)).toMatchObject(expected);
    expect(paths()).toEqual([`/runs/${id}/task-stages`, `/runs/${id}`, `/runs/${id}/task-stages`]);
    emulator.requests.clear();
    expect(await client.taskStages.listWithRun(id, { readsRunFirst: true })).toMatchObject(expected);
    expect(paths()).toEqual([`/runs/${id}`, `/runs/${id}/task-stages`]);
  });

  test("is undefined if only its stages are found; any other error is one", async () => {
    const { id } = start();
    emulator.faults.add({ path: new RegExp(`/runs/${id}$`), status: 404 });
    expect(await client.taskStages.listWithRun(id)).toEqual({ run: undefined, taskStages: [], isRunIncluded: false });
    emulator.faults.add({ path: new RegExp(`/runs/${id}$`), status: 403 });
    await expect(client.taskStages.listWithRun(id)).rejects.toThrow("403");
    await expect(client.taskStages.listWithRun("run-0000000000000000")).rejects.toThrow(NotFoundError);
  });
});

describe("on a release that differs, a run", () => {
  let service: ScriptedService;
  beforeEach(async () => (service = await ScriptedService.start()));
  afterEach(() => service.stop());

  const relationships = (results: readonly string[]) => ({
    run: { data: { id: "run-1", type: "runs" } },
    "task-results": { data: results.map((id) => ({ id, type: "task-results" })) },
  });
  const stage = (id: string, status: string, results: readonly string[]) => ({
    id,
    type: "task-stages",
    attributes: { status, stage: "post_plan" },
    relationships: relationships(results),
  });
  const result = { id: "taskrs-1", type: "task-results" };
  const run = { id: "run-1", type: "runs", attributes: { status: "applied" } };
  const list: ScriptedResponse = { body: { data: [stage("ts-1", "passed", ["taskrs-1"])] } };
  const alone: ScriptedResponse = { body: { data: stage("ts-1", "passed", ["taskrs-1"]), included: [result] } };

  test.each<[string, readonly object[]]>([
    ["not included", []],
    ["included without a status", [{ id: "run-1", type: "runs" }]],
    ["included for another run", [{ ...run, id: "run-2" }]],
  ])("that is %s is read, and then its stages again", async (_, included) => {
    const sent: ScriptedResponse = {
      body: { data: stage("ts-1", "running", ["taskrs-1"]), included: [result, ...included] },
    };
    service.script(list, sent, { body: { data: run } }, list, alone);
    expect(await service.client().taskStages.listWithRun("run-1")).toMatchObject({
      run: { status: "applied", isPlanOnly: undefined, isConfirmable: undefined },
      taskStages: [{ status: "passed" }],
      isRunIncluded: false,
    });
    expect(service.requests).toHaveLength(5);
  });

  test("that is included makes a stage without results be read again, which is older in the list", async () => {
    service.script(
      { body: { data: [stage("ts-0", "running", []), stage("ts-1", "running", ["taskrs-1"])] } },
      { body: { data: stage("ts-1", "passed", ["taskrs-1"]), included: [result, run] } },
      { body: { data: stage("ts-0", "passed", []) } },
    );
    expect(await service.client().taskStages.listWithRun("run-1")).toMatchObject({
      run: { status: "applied" },
      taskStages: [
        { id: "ts-0", status: "passed" },
        { id: "ts-1", status: "passed" },
      ],
    });
    expect(service.requests).toHaveLength(3);
  });
});
