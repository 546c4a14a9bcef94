import type { EmulatorOptions } from "../../../src/emulator";
import { Emulator } from "../../../src/emulator";
import { RUN_STAGES, TASK_STAGE_STATUSES } from "../../../src/model";
import { HttpClient } from "../http-client";
import { GO_CLIENT, NO_ATTRIBUTE, OPENAPI, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

const NOON = Date.UTC(2026, 10, 2, 12);

const start = async (options?: EmulatorOptions): Promise<void> => {
  emulator = await Emulator.start({ now: () => NOON, ...options });
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
};
const restart = async (options: EmulatorOptions): Promise<void> => {
  await emulator.stop();
  await start(options);
};
beforeEach(() => start());
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
  shows.operation("list-stages: GET /runs/:run_id/task-stages", "Lists the task stages of a run; 200.");
  shows.documented(OPENAPI, "success: List task stages", "200.");
  test("returns the stages in the order of the run", async () => {
    const tasks = [...RUN_STAGES].reverse().map((stage) => ({ name: stage, stage }));
    const run = emulator.runs.start({ workspaceId, tasks });

    const response = await http.get(`/runs/${run.id}/task-stages`);

    expect(response.status).toBe(200);
    expect(response.list.map((stage) => stage.attributes["stage"])).toEqual(RUN_STAGES);
    expect(response.list.map((stage) => stage.type)).toEqual(Array(4).fill("task-stages"));
  });

  shows.parameter("list-stages: page[number]", "The first page by default.");
  shows.parameter("list-stages: page[size]", "20 by default.");
  shows.documented(GO_CLIENT, "pages: Lists of task stages", "May lack totals and links; the emulator sends them.");
  test("returns the requested page", async () => {
    const run = emulator.runs.start({ workspaceId, tasks: RUN_STAGES.map((stage) => ({ name: stage, stage })) });
    const at = `/runs/${run.id}/task-stages`;

    const response = await http.get(at, { "page[size]": "3", "page[number]": "2" });

    expect(response.list.map((stage) => stage.attributes["stage"])).toEqual(["post_apply"]);
    expect(response.document.meta!.pagination).toMatchObject({ "prev-page": 1, "next-page": null, "total-count": 4 });
    expect((await http.get(at, { "page[size]": "101" })).status).toBe(422);
  });

  shows("list-stages: page[number]", "list-stages: page[size]", "limits: Default page size (task stages)");
  test("returns the first page, of 20, by default", async () => {
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

  shows.parameter("list-stages: :run_id", "The run whose stages are listed.");
  test("a run without tasks has no stages, and an unknown run is not found", async () => {
    const run = emulator.runs.start({ workspaceId, tasks: [] });
    expect((await http.get(`/runs/${run.id}/task-stages`)).list).toEqual([]);
    expect((await http.get("/runs/run-0000000000000000/task-stages")).status).toBe(404);
  });
});

describe("show", () => {
  shows.operation("show-stage: GET /task-stages/:task_stage_id", "Shows a task stage; 200.");
  shows.documented(OPENAPI, "success: Show a task stage", "200.");
  test("every documented attribute is there", async () => {
    await restart({ documents: "documented" });
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

  shows.case("pending", "stage-status: pending");
  shows.case("running", "stage-status: running");
  shows.case("passed", "stage-status: passed");
  shows.case("failed", "stage-status: failed");
  shows.case("awaiting_override", "stage-status: awaiting_override");
  shows.case("errored", "stage-status: errored");
  shows.case("canceled", "stage-status: canceled");
  shows.case("unreachable", "stage-status: unreachable");
  test.each(TASK_STAGE_STATUSES)("returns the status %s", async (status) => {
    const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_apply" }] });
    const [stage] = run.taskStages;
    emulator.runs.setTaskStageStatus(stage!.id, status);
    expect((await http.get(`/task-stages/${stage!.id}`)).data.attributes["status"]).toBe(status);
  });

  shows.parameter("show-stage: include=run", "The run.", { terraform: NO_ATTRIBUTE, case: "run" });
  shows.parameter("show-stage: include=run.workspace", "The workspace.", {
    terraform: NO_ATTRIBUTE,
    case: "run.workspace",
  });
  shows.parameter("show-stage: include=task-results", "The results of the stage.", { case: "task-results" });
  shows.parameter("show-stage: include=policy-evaluations", "The policy evaluations of the stage.", {
    case: "policy-evaluations",
  });
  shows.documented(
    OPENAPI,
    "stages-and-results: include with underscores",
    "`task_results` and `policy_evaluations` are what real clients send: both spellings are accepted.",
    { case: "task_results" },
  );
  shows.observed("2026-11", "stages-and-results: include on the list of stages", "Is supported there too.", {
    client: "The client sends it only for single stages, as documented.",
  });
  shows.documented(
    PAGES,
    "stages-and-results: Several values of include",
    "Separated by commas; `included` is flat, each resource once.",
    { case: "run,task_results,run.workspace" },
  );
  shows.case("policy_evaluations", "stages-and-results: include with underscores");
  test.each([
    ["run", ["runs"]],
    ["run.workspace", ["runs", "workspaces"]],
    ["task-results", ["task-results"]],
    ["task_results", ["task-results"]],
    ["policy-evaluations", ["policy-evaluations"]],
    ["policy_evaluations", ["policy-evaluations"]],
    ["run,task_results,run.workspace", ["runs", "task-results", "workspaces"]],
  ])("include returns the given resources: %s", async (include, types) => {
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

  shows.documented(PAGES, "error-documents: Invalid include", "400; the text contains `Invalid include parameter`.");
  shows("show-stage: GET /task-stages/:task_stage_id");
  test("includes nothing by default, and rejects an unknown value: 400", async () => {
    const { stage } = awaitingOverride();
    expect((await http.get(`/task-stages/${stage}`)).document).not.toHaveProperty("included");
    const response = await http.get(`/task-stages/${stage}`, { include: "task-results,plan" });
    expect(response.status).toBe(400);
    expect(response.errors[0]!.detail).toContain("Invalid include parameter: plan");
  });

  shows.parameter("show-stage: :task_stage_id", "ID of the stage.");
  shows.error("errors: Show task stage 404", "Stage not found, or caller not authorized.");
  test("a stage that does not exist or is not visible is not found", async () => {
    const { stage } = awaitingOverride();
    emulator.organizations.create({ name: "other" });
    const stranger = new HttpClient(emulator, emulator.tokens.create({ organization: "other", role: "owner" }));

    for (const response of [
      await http.get("/task-stages/ts-0000000000000000"),
      await stranger.get(`/task-stages/${stage}`),
    ]) {
      expect([response.status, response.errors[0]!.title]).toEqual([404, "not found"]);
    }
  });

  shows.documented(
    OPENAPI,
    "stages-and-results: GET /task-stages/:id/policy-evaluations",
    "Lists the policy evaluations of a stage.",
  );
  test("lists the policy evaluations of a stage", async () => {
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
  shows.transition(
    "stage-status: awaiting_override → running",
    "By overriding a stage whose run tasks failed; the response shows `awaiting-override-at`, `running-at` and " +
      "`is-overridable` false.",
  );
  shows.operation(
    "override-stage: POST /task-stages/:task_stage_id/actions/override",
    "Overrides a stage that awaits it; no body.",
  );
  shows.behavior(
    "override-stage: Response of override",
    "`data` is the stage after the override, with status `running`.",
    { terraform: "People override stages, with `tfprojects override` or on the page of the run." },
  );
  shows.documented(OPENAPI, "success: Override a task stage", "200, with the stage.");
  test("the response has status running, both timestamps, and is not overridable", async () => {
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

  shows.ourChoice(
    "2026-11",
    "override: After the override",
    "The stage is running, and has passed a second later, with its failed policies overridden.",
  );
  test("the stage passes after one second of the emulator's clock, and not before", async () => {
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

  shows.ourChoice(
    "2026-11",
    "override: can-override",
    "True if one of the two others is: for policies if there are any, for tasks if the run allows it.",
  );
  shows("override: After the override");
  test("a failed overridable policy evaluation is overridden with its stage", async () => {
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

  shows.observed("2026-11", "error-documents: Rejected transition", "409 `transition not allowed`.");
  shows.documented(OPENAPI, "override: A stage that does not await an override", "409, and nothing changes.");
  test.each(TASK_STAGE_STATUSES.filter((status) => status !== "awaiting_override"))(
    "a stage with status %s cannot be overridden: 409, and nothing changes",
    async (status) => {
      const { stage } = awaitingOverride();
      emulator.runs.setTaskStageStatus(stage, status);

      const response = await http.post(`/task-stages/${stage}/actions/override`);

      expect(response.status).toBe(409);
      expect(response.errors).toMatchObject([{ status: "409", title: "transition not allowed" }]);
      expect(emulator.state().runs[0]!.taskStages[0]!.status).toBe(status);
    },
  );

  shows.documented(GO_CLIENT, "override: A comment", "Sent by some clients, and accepted.");
  test("accepts a comment, which some clients send", async () => {
    const { stage } = awaitingOverride();
    expect((await http.post(`/task-stages/${stage}/actions/override`, { comment: "known" })).status).toBe(200);
  });

  shows.parameter("override-stage: :task_stage_id", "ID of the stage.");
  shows.ourChoice("2026-11", "override: A stage that does not exist", "404, as for show.");
  test("an unknown stage is not found", async () => {
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
