import { Client, ConflictError, NotFoundError } from "../../src/api";
import { Emulator } from "../../src/emulator";
import { RUN_STAGES, TASK_RESULT_STATUSES, TASK_STAGE_STATUSES } from "../../src/model";
import { ScriptedService } from "./scripted-service";
import type { ScriptedResponse } from "./scripted-service";
import { shows } from "../fidelity";

describe("the task stages of a run", () => {
  let emulator: Emulator;
  let client: Client;
  let workspaceId: string;

  beforeEach(async () => {
    emulator = await Emulator.start();
    client = new Client({ address: emulator.address, token: emulator.token, env: {} });
    workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
  });
  afterEach(async () => {
    client.close();
    await emulator.stop();
  });

  test("come with their results, in order, with one request and one more per stage", async () => {
    const tasks = RUN_STAGES.flatMap((stage) => [1, 2].map((number) => ({ name: `${stage}-${number}`, stage })));
    const run = emulator.runs.start({ workspaceId, tasks });
    const stages = await client.taskStages.listWithResults(run.id);
    expect(stages.map(({ stage }) => stage)).toEqual(RUN_STAGES);
    expect(stages.flatMap(({ taskResults }) => taskResults.map(({ taskName }) => taskName))).toEqual(
      tasks.map(({ name }) => name),
    );
    expect(emulator.requests.entries).toHaveLength(1 + RUN_STAGES.length);
  });

  test("have every documented attribute", async () => {
    const run = emulator.runs.start({
      workspaceId,
      tasks: [{ name: "scan", stage: "post_plan", enforcementLevel: "advisory" }],
    });
    const [listed] = await client.taskStages.listWithResults(run.id);
    const [result] = listed!.taskResults;
    emulator.runs.reportResult(result!.id, { status: "passed", message: "two\nlines", url: "https://scan.example/1" });

    const stage = await client.taskStages.get(listed!.id);
    expect(stage).toMatchObject({
      id: listed!.id,
      status: "passed",
      stage: "post_plan",
      runId: run.id,
      taskResultIds: [result!.id],
      policyEvaluationIds: [],
      statusTimestamps: { "passed-at": expect.any(String) as string },
      createdAt: expect.stringMatching(/^\d{4}-/) as string,
      updatedAt: expect.stringMatching(/^\d{4}-/) as string,
      taskResults: [],
      run: undefined,
    });
    expect(await client.taskResults.get(result!.id)).toMatchObject({
      id: result!.id,
      status: "passed",
      message: "two\nlines",
      url: "https://scan.example/1",
      statusTimestamps: { "passed-at": expect.any(String) as string },
      createdAt: expect.stringMatching(/^\d{4}-/) as string,
      updatedAt: expect.stringMatching(/^\d{4}-/) as string,
      taskId: expect.stringMatching(/^task-/) as string,
      taskName: "scan",
      taskUrl: expect.any(String) as string,
      stage: "post_plan",
      isSpeculative: false,
      workspaceTaskId: expect.stringMatching(/^wstask-/) as string,
      workspaceTaskEnforcementLevel: "advisory",
      taskStageId: stage.id,
    });
  });

  shows("stages-and-results: Several values of include");
  test("include the run, the workspace, the results and the policy evaluations on request", async () => {
    const run = emulator.runs.start({
      workspaceId,
      tasks: [{ name: "scan", stage: "post_plan" }],
      policyEvaluations: [{ stage: "post_plan", status: "failed" }],
    });
    const [listed] = await client.taskStages.listWithResults(run.id);
    const stage = await client.taskStages.get(listed!.id, {
      include: ["run", "run.workspace", "task-results", "policy-evaluations"],
    });
    expect(stage.run).toMatchObject({ id: run.id, status: "post_plan_running", isPlanOnly: false });
    expect(stage.workspace).toMatchObject({ id: workspaceId, name: "api" });
    expect(stage.taskResults).toHaveLength(1);
    expect(stage.policyEvaluations).toMatchObject([{ status: "failed", policyKind: "opa" }]);
  });

  test("come with policy evaluations and results in one request", async () => {
    const run = emulator.runs.start({
      workspaceId,
      tasks: [{ name: "scan", stage: "post_plan" }],
      policyEvaluations: [{ status: "failed", enforcementLevel: "advisory" }],
    });
    const [stage] = await client.taskStages.listWithResults(run.id);
    expect(stage!.policyEvaluations).toMatchObject([{ status: "failed", resultCounts: { "advisory-failed": 1 } }]);
    expect(emulator.requests.entries).toHaveLength(2);
  });

  test("come with policy evaluations where they have no results", async () => {
    const run = emulator.runs.start({
      workspaceId,
      tasks: [],
      policyEvaluations: [{ status: "failed", policyKind: "sentinel", enforcementLevel: "mandatory" }],
    });
    const [stage] = await client.taskStages.listWithResults(run.id);
    expect(stage).toMatchObject({
      taskResults: [],
      policyEvaluations: [
        {
          id: stage!.policyEvaluationIds[0],
          status: "failed",
          policyKind: "sentinel",
          policyToolVersion: "0.26.0",
          resultCounts: { "mandatory-failed": 1 },
          statusTimestamps: { "failed-at": expect.any(String) as string },
          createdAt: expect.stringMatching(/^\d{4}-/) as string,
          updatedAt: expect.stringMatching(/^\d{4}-/) as string,
        },
      ],
    });
  });

  describe("whose policy evaluations are not included", () => {
    const startRun = () =>
      emulator.runs.start({
        workspaceId,
        tasks: [],
        policyEvaluations: [{ status: "failed" }, { status: "passed", policyKind: "sentinel" }],
      });

    shows("stages-and-results: GET /task-stages/:id/policy-evaluations");
    test("come with those that are listed", async () => {
      const run = startRun();
      emulator.faults.add({ path: "include=", status: 400, times: 2 });
      const [stage] = await client.taskStages.listWithResults(run.id);
      expect(stage!.policyEvaluations.map(({ id, policyKind }) => [id, policyKind])).toEqual([
        [stage!.policyEvaluationIds[0], "opa"],
        [stage!.policyEvaluationIds[1], "sentinel"],
      ]);
      expect(emulator.requests.entries.map(({ path }) => path.replace(/\?.*/, ""))).toContain(
        `/api/v2/task-stages/${stage!.id}/policy-evaluations`,
      );
    });

    test.each([403, 404])("come without them if they cannot be listed (%s)", async (status) => {
      const run = startRun();
      emulator.faults.add({ path: "include=", status: 400, times: 2 });
      emulator.faults.add({ path: "/policy-evaluations", status });
      const [stage] = await client.taskStages.listWithResults(run.id);
      expect([stage!.policyEvaluationIds.length, stage!.policyEvaluations]).toEqual([2, []]);
    });

    test("are an error if the list fails otherwise", async () => {
      const run = startRun();
      emulator.faults.add({ path: "include=", status: 400, times: 2 });
      emulator.faults.add({ path: "/policy-evaluations", status: 422 });
      await expect(client.taskStages.listWithResults(run.id)).rejects.toThrow("policy-evaluations");
    });
  });

  shows.case("pending", "stage-status: pending");
  shows.case("running", "stage-status: running");
  shows.case("passed", "stage-status: passed");
  shows.case("failed", "stage-status: failed");
  shows.case("awaiting_override", "stage-status: awaiting_override");
  shows.case("errored", "stage-status: errored");
  shows.case("canceled", "stage-status: canceled");
  shows.case("unreachable", "stage-status: unreachable");
  test.each(TASK_STAGE_STATUSES)("may have the status %s", async (status) => {
    const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });
    const [stage] = await client.taskStages.listWithResults(run.id);
    emulator.runs.setTaskStageStatus(stage!.id, status);
    expect((await client.taskStages.get(stage!.id)).status).toBe(status);
  });

  shows.case("pending", "result-status: pending");
  shows.case("running", "result-status: running", "stage-rules: A result from pending to running");
  shows.case("passed", "result-status: passed", "stage-rules: A result from running to passed");
  shows.case("failed", "result-status: failed");
  shows.case("errored", "result-status: errored", "stage-rules: A result from running to errored");
  shows.case("errored", "stage-rules: A result from pending to errored");
  shows.case("errored", "run-tasks: More than 60 minutes in total");
  shows.case("canceled", "result-status: canceled", "stage-rules: A result from pending to canceled");
  shows.case("unreachable", "result-status: unreachable", "stage-rules: A result from pending to unreachable");
  shows.case("unreachable", "run-tasks: A task that never responds with 200");
  test.each(TASK_RESULT_STATUSES)("may have a result with the status %s", async (status) => {
    const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });
    const [stage] = await client.taskStages.listWithResults(run.id);
    emulator.runs.reportResult(stage!.taskResults[0]!.id, { status });
    expect((await client.taskResults.get(stage!.taskResults[0]!.id)).status).toBe(status);
  });

  test("a run without tasks has none; a missing run is not found", async () => {
    const run = emulator.runs.start({ workspaceId, tasks: [] });
    expect(await client.taskStages.listWithResults(run.id)).toEqual([]);
    await expect(client.taskStages.listWithResults("run-0000000000000000")).rejects.toThrow(NotFoundError);
  });

  describe("that await an override", () => {
    async function awaiting(): Promise<string> {
      const run = emulator.runs.start({
        workspaceId,
        tasks: [{ name: "scan", stage: "post_plan" }],
        overridable: true,
      });
      const [stage] = await client.taskStages.listWithResults(run.id);
      emulator.runs.reportResult(stage!.taskResults[0]!.id, { status: "failed" });
      return stage!.id;
    }

    test("continue when they are overridden, and cannot be overridden again", async () => {
      const id = await awaiting();
      expect((await client.taskStages.get(id)).status).toBe("awaiting_override");
      expect(await client.taskStages.override(id)).toMatchObject({
        status: "running",
        isOverridable: false,
        permissions: { canOverride: true },
        statusTimestamps: {
          "awaiting-override-at": expect.any(String) as string,
          "running-at": expect.any(String) as string,
        },
      });
      await expect(client.taskStages.override(id)).rejects.toThrow(ConflictError);
    });

    test("are overridden once when the response is lost, with an unknown outcome", async () => {
      const id = await awaiting();
      emulator.requests.clear();
      emulator.faults.add({ method: "POST", drop: "after" });
      await expect(client.taskStages.override(id)).rejects.toMatchObject({ outcomeUnknown: true });
      expect(emulator.requests.entries).toHaveLength(1);
      expect((await client.taskStages.get(id)).status).not.toBe("awaiting_override");
    });
  });
});

describe("a release that differs", () => {
  let service: ScriptedService;

  beforeEach(async () => {
    service = await ScriptedService.start();
  });
  afterEach(async () => {
    await service.stop();
  });

  const stage = {
    id: "ts-1",
    type: "task-stages",
    relationships: { "task-results": { data: [{ id: "taskrs-1", type: "task-results" }] } },
  };
  const result = { data: { id: "taskrs-1", type: "task-results" } };
  const list: ScriptedResponse = { body: { data: [stage] } };

  test("and rejects including results is read one result at a time", async () => {
    const refusal: ScriptedResponse = { status: 400, body: { errors: ["Invalid include parameter"] } };
    service.script(list, refusal, refusal, { body: { data: stage } }, { body: result });
    const [read] = await service.client().taskStages.listWithResults("run-1");
    expect(read!.taskResults.map(({ id }) => id)).toEqual(["taskrs-1"]);
  });

  shows("stages-and-results: include with underscores");
  test("and supports only underscores in include is sent hyphens once", async () => {
    service.script(
      list,
      { status: 400, body: { errors: ["Invalid include parameter"] } },
      { body: { data: stage, included: [result.data] } },
    );
    const client = service.client();
    const [read] = await client.taskStages.listWithResults("run-1");
    expect(read!.taskResults.map(({ id }) => id)).toEqual(["taskrs-1"]);
    const again = await client.taskStages.get("ts-1", { include: ["run", "task-results"] });
    expect(again.taskResults.map(({ id }) => id)).toEqual(["taskrs-1"]);
    const includes = service.requests.map(({ path }) => new URL(path, service.address).searchParams.get("include"));
    expect(includes).toEqual([null, "task-results", "task_results", "run,task_results"]);
  });

  shows("override: A comment");
  test("is sent a comment with an override as HashiCorp's client sends it, and no body without one", async () => {
    service.script({ body: { data: { ...stage, attributes: { status: "running" } } } });
    const { taskStages } = service.client();
    await taskStages.override("ts-1", { comment: "accepted in CHG-1042" });
    await taskStages.override("ts-1");
    await expect(taskStages.override("ts-1", { comment: " " })).rejects.toThrow("comment must not be blank");
    expect(service.requests.map(({ method, body, headers }) => [method, body, headers["content-type"]])).toEqual([
      ["POST", '{"comment":"accepted in CHG-1042"}', "application/vnd.api+json"],
      ["POST", "", "application/vnd.api+json"],
    ]);
  });

  test("and rejects both spellings yields the error of the first", async () => {
    service.script(
      { status: 400, body: { errors: ["Invalid include parameter: task-results"] } },
      { status: 400, body: { errors: ["Invalid include parameter: task_results"] } },
    );
    const read = service.client().taskStages.get("ts-1", { include: ["task-results"] });
    await expect(read).rejects.toThrow("400 Invalid include parameter: task-results");
  });

  test("and sends an incomplete included workspace is read without it", async () => {
    service.script({ body: { data: stage, included: [{ id: "ws-1", type: "workspaces" }] } });
    const read = await service.client().taskStages.get("ts-1", { include: ["run.workspace"] });
    expect(read).toMatchObject({ id: "ts-1", workspace: undefined });
  });

  test("and ignores including results is read one result at a time", async () => {
    service.script(list, { body: { data: stage } }, { body: result });
    const [read] = await service.client().taskStages.listWithResults("run-1");
    expect(read!.taskResults.map(({ id }) => id)).toEqual(["taskrs-1"]);
  });

  test.each<[string, object]>([
    ["no relationships", {}],
    ["null for its results", { relationships: { "task-results": { data: null } } }],
    ["a result without an id", { relationships: { "task-results": { data: [{ type: "task-results" }] } } }],
  ])("and lists a stage with %s is read again, instead of assuming no results", async (_, sent) => {
    const silent = { id: "ts-1", type: "task-stages", attributes: { status: "passed" }, ...sent };
    const silentList: ScriptedResponse = { body: { data: [silent] } };
    service.script(silentList, { body: { data: stage, included: [result.data] } });
    const [read] = await service.client().taskStages.listWithResults("run-1");
    expect(read!.taskResults.map(({ id }) => id)).toEqual(["taskrs-1"]);

    service.script(silentList, { body: { data: silent } });
    await expect(service.client().taskStages.listWithResults("run-1")).rejects.toThrow(
      "ts-1 has no relationship `task-results`",
    );
  });

  test("and tells nothing but ids, is read with what is missing empty", async () => {
    service.script({ body: { data: [{ id: "ts-1", type: "task-stages" }] } });
    const page = await service.client().taskStages.listPage("run-1");
    expect(page.items).toEqual([
      {
        id: "ts-1",
        status: "",
        stage: "",
        statusTimestamps: {},
        createdAt: "",
        updatedAt: "",
        permissions: { canOverridePolicy: undefined, canOverrideTasks: undefined, canOverride: undefined },
        isOverridable: undefined,
        runId: "run-1",
        taskResultIds: [],
        policyEvaluationIds: [],
        attributes: {},
        relationships: {},
      },
    ]);
    service.script({ body: result });
    expect(await service.client().taskResults.get("taskrs-1")).toMatchObject({
      status: "",
      message: null,
      url: null,
      isSpeculative: false,
    });
    service.script({ body: { data: [{ id: "poleval-1", type: "policy-evaluations" }] } });
    for await (const evaluation of service.client().taskStages.listPolicyEvaluations("ts-1"))
      expect(evaluation).toEqual({
        id: "poleval-1",
        status: "",
        policyKind: null,
        policyToolVersion: null,
        resultCounts: {},
        statusTimestamps: {},
        createdAt: "",
        updatedAt: "",
        attributes: {},
        relationships: {},
      });
    expect(service.requests).toHaveLength(1);
  });
});
