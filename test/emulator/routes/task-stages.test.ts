import { Emulator } from "../../../src/emulator";
import { RUN_STAGES, TASK_STAGE_STATUSES } from "../../../src/model";
import { HttpClient } from "../http-client";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

const NOON = Date.UTC(2026, 10, 2, 12);

beforeEach(async () => {
  emulator = await Emulator.start({ now: () => NOON });
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

/** A run with one mandatory post-plan task that has failed and can be overridden. */
function awaitingOverride(): { readonly stage: string; readonly result: string; readonly run: string } {
  const run = emulator.runs.start({ workspaceId, overridable: true, tasks: [{ name: "scan", stage: "post_plan" }] });
  const [stage] = run.taskStages;
  const [result] = stage!.taskResults;
  emulator.runs.reportResult(result!.id, { status: "failed", message: "2 findings" });
  return { run: run.id, stage: stage!.id, result: result!.id };
}

describe("list", () => {
  test("returns the stages in the order of the run @list-in-run-order", async () => {
    const tasks = [...RUN_STAGES].reverse().map((stage) => ({ name: stage, stage }));
    const run = emulator.runs.start({ workspaceId, tasks });

    const response = await http.get(`/runs/${run.id}/task-stages`);

    expect(response.status).toBe(200);
    expect(response.list.map((stage) => stage.attributes["stage"])).toEqual(RUN_STAGES);
    expect(response.list.map((stage) => stage.type)).toEqual(Array(4).fill("task-stages"));
  });

  test("returns the requested page @list-pages", async () => {
    const run = emulator.runs.start({ workspaceId, tasks: RUN_STAGES.map((stage) => ({ name: stage, stage })) });
    const at = `/runs/${run.id}/task-stages`;

    const response = await http.get(at, { "page[size]": "3", "page[number]": "2" });

    expect(response.list.map((stage) => stage.attributes["stage"])).toEqual(["post_apply"]);
    expect(response.document.meta!.pagination).toMatchObject({ "prev-page": 1, "next-page": null, "total-count": 4 });
    expect((await http.get(at, { "page[size]": "101" })).status).toBe(422);
  });

  test("returns the first page, of 20, by default @list-first-page-default", async () => {
    const run = emulator.runs.start({ workspaceId, tasks: RUN_STAGES.map((stage) => ({ name: stage, stage })) });
    const page = async (query: Record<string, string>) => {
      const { list, document } = await http.get(`/runs/${run.id}/task-stages`, query);
      const { "current-page": number, "page-size": size } = document.meta!.pagination;
      return [number, size, ...list.map((stage) => stage.attributes["stage"])];
    };
    expect(await page({})).toEqual([1, 20, ...RUN_STAGES]);
    expect(await page({ "page[size]": "1" })).toEqual([1, 1, RUN_STAGES[0]]);
    expect(await page({ "page[number]": "2" })).toEqual([2, 20]);
  });

  test("a run without tasks has no stages, and an unknown run is not found @list-none-or-missing", async () => {
    const run = emulator.runs.start({ workspaceId, tasks: [] });
    expect((await http.get(`/runs/${run.id}/task-stages`)).list).toEqual([]);
    expect((await http.get("/runs/run-0000000000000000/task-stages")).status).toBe(404);
  });
});

describe("show", () => {
  test("every documented attribute is there @show", async () => {
    const run = emulator.runs.start({
      workspaceId,
      tasks: [
        { name: "scan", stage: "post_plan" },
        { name: "cost", stage: "post_plan" },
      ],
      policyEvaluations: [{ status: "pending" }],
    });
    const [stage] = run.taskStages;
    emulator.runs.reportResult(stage!.taskResults[0]!.id, { status: "running" });

    const { status, data } = await http.get(`/task-stages/${stage!.id}`);

    expect(status).toBe(200);
    expect(data).toEqual({
      id: expect.stringMatching(/^ts-[A-Za-z0-9]{16}$/) as string,
      type: "task-stages",
      attributes: {
        status: "running",
        stage: "post_plan",
        "status-timestamps": { "running-at": "2026-11-02T12:00:00+00:00" },
        "created-at": "2026-11-02T12:00:00.000Z",
        "updated-at": "2026-11-02T12:00:00.000Z",
        permissions: { "can-override-policy": true, "can-override-tasks": false, "can-override": true },
        actions: { "is-overridable": false },
      },
      relationships: {
        run: { data: { id: run.id, type: "runs" } },
        "task-results": { data: stage!.taskResults.map(({ id }) => ({ id, type: "task-results" })) },
        "policy-evaluations": { data: [{ id: stage!.policyEvaluations[0]!.id, type: "policy-evaluations" }] },
      },
      links: { self: `/api/v2/task-stages/${stage!.id}` },
    });
    expect(stage!.policyEvaluations[0]!.id).toMatch(/^poleval-/);
  });

  test.each(TASK_STAGE_STATUSES)("returns each status @status-%s", async (status) => {
    const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_apply" }] });
    const [stage] = run.taskStages;
    emulator.runs.setTaskStageStatus(stage!.id, status);
    expect((await http.get(`/task-stages/${stage!.id}`)).data.attributes["status"]).toBe(status);
  });

  test.each([
    ["run", ["runs"]],
    ["run.workspace", ["runs", "workspaces"]],
    ["task-results", ["task-results"]],
    ["task_results", ["task-results"]],
    ["policy-evaluations", ["policy-evaluations"]],
    ["policy_evaluations", ["policy-evaluations"]],
    ["run,task_results,run.workspace", ["runs", "task-results", "workspaces"]],
  ])("include returns the given resources @include=%s", async (include, types) => {
    const run = emulator.runs.start({
      workspaceId,
      tasks: [{ name: "scan", stage: "post_plan" }],
      policyEvaluations: [{}],
    });
    for (const path of [`/task-stages/${run.taskStages[0]!.id}`, `/runs/${run.id}/task-stages`]) {
      const { document } = await http.get(path, { include });
      expect(document.included!.map((included) => included.type)).toEqual(types);
    }
  });

  test("includes nothing by default, and rejects an unknown value: 400 @include-none-or-unknown", async () => {
    const { stage } = awaitingOverride();
    expect((await http.get(`/task-stages/${stage}`)).document).not.toHaveProperty("included");
    const response = await http.get(`/task-stages/${stage}`, { include: "task-results,plan" });
    expect(response.status).toBe(400);
    expect(response.errors[0]!.detail).toContain("Invalid include parameter: plan");
  });

  test("a stage that does not exist or is not visible is not found @show-missing", async () => {
    const { stage } = awaitingOverride();
    emulator.organizations.create("other");
    const stranger = new HttpClient(emulator, emulator.tokens.create({ organization: "other", role: "owner" }));

    for (const response of [
      await http.get("/task-stages/ts-0000000000000000"),
      await stranger.get(`/task-stages/${stage}`),
    ]) {
      expect([response.status, response.errors[0]!.title]).toEqual([404, "not found"]);
    }
  });

  test("lists the policy evaluations of a stage @list-policy-evaluations", async () => {
    const policyEvaluations = [{ status: "failed", overridable: true, policyKind: "sentinel" }] as const;
    const run = emulator.runs.start({ workspaceId, policyEvaluations });
    const { list } = await http.get(`/task-stages/${run.taskStages[0]!.id}/policy-evaluations`);
    expect(list[0]!.attributes).toMatchObject({
      status: "failed",
      "policy-kind": "sentinel",
      "result-count": { "mandatory-failed": 1, passed: 0 },
    });
  });
});

describe("override", () => {
  test("the response has status running, both timestamps, and is not overridable @override-response", async () => {
    const { stage } = awaitingOverride();
    emulator.clock.advance(60);

    const response = await http.post(`/task-stages/${stage}/actions/override`);

    expect(response.status).toBe(200);
    expect(response.data.attributes).toMatchObject({
      status: "running",
      "status-timestamps": {
        "awaiting-override-at": "2026-11-02T12:00:00+00:00",
        "running-at": "2026-11-02T12:01:00+00:00",
      },
      permissions: { "can-override-policy": false, "can-override-tasks": true, "can-override": true },
      actions: { "is-overridable": false },
    });
  });

  test("a stage is overridable while it awaits an override", async () => {
    const { stage } = awaitingOverride();
    expect((await http.get(`/task-stages/${stage}`)).data.attributes).toMatchObject({
      status: "awaiting_override",
      actions: { "is-overridable": true },
    });
  });

  test("the stage passes after one second of the emulator's clock, and not before @override-passes-later", async () => {
    const { stage, run } = awaitingOverride();
    const status = async (): Promise<unknown> => (await http.get(`/task-stages/${stage}`)).data.attributes["status"];
    await http.post(`/task-stages/${stage}/actions/override`);

    expect(await status()).toBe("running");
    emulator.clock.advance(0.999);
    expect(await status()).toBe("running");
    emulator.clock.advance(0.001);
    expect(await status()).toBe("passed");
    expect((await http.get(`/runs/${run}`)).data.attributes["status"]).toBe("applied");
  });

  test("a failed overridable policy evaluation is overridden with its stage @override-policy", async () => {
    const run = emulator.runs.start({ workspaceId, policyEvaluations: [{ status: "failed", overridable: true }] });
    const [stage] = run.taskStages;
    expect(stage!.status).toBe("awaiting_override");

    const { data } = await http.post(`/task-stages/${stage!.id}/actions/override`);
    expect(data.attributes["permissions"]).toEqual({
      "can-override-policy": true,
      "can-override-tasks": false,
      "can-override": true,
    });
    emulator.clock.advance(1);

    expect(emulator.state().runs[0]!.taskStages[0]).toMatchObject({
      status: "passed",
      policyEvaluations: [{ status: "overridden" }],
    });
  });

  test.each(TASK_STAGE_STATUSES.filter((status) => status !== "awaiting_override"))(
    "a stage with status %s cannot be overridden: 409, and nothing changes @override-conflict",
    async (status) => {
      const { stage } = awaitingOverride();
      emulator.runs.setTaskStageStatus(stage, status);

      const response = await http.post(`/task-stages/${stage}/actions/override`);

      expect(response.status).toBe(409);
      expect(response.errors).toMatchObject([{ status: "409", title: "transition not allowed" }]);
      expect(emulator.state().runs[0]!.taskStages[0]!.status).toBe(status);
    },
  );

  test("accepts a comment, which some clients send @override-comment", async () => {
    const { stage } = awaitingOverride();
    expect((await http.post(`/task-stages/${stage}/actions/override`, { comment: "known" })).status).toBe(200);
  });

  test("an unknown stage is not found @override-missing", async () => {
    expect((await http.post("/task-stages/ts-0000000000000000/actions/override")).status).toBe(404);
  });

  test.each(["read-only", "manage-projects", "organization"] as const)(
    "a caller with role %s can read the stage but not override it: 404",
    async (role) => {
      const { stage } = awaitingOverride();
      const principal = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role }));

      expect((await principal.get(`/task-stages/${stage}`)).status).toBe(200);
      expect((await principal.post(`/task-stages/${stage}/actions/override`)).status).toBe(404);
      expect(emulator.state().runs[0]!.taskStages[0]!.status).toBe("awaiting_override");
    },
  );
});
