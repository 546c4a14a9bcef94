import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { GO_CLIENT, NO_RUNS, OPENAPI, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

const run = (attributes: object = {}): object =>
  resource("runs", attributes, { workspace: { data: { type: "workspaces", id: workspaceId } } });

shows.behavior("overview: A run reads run tasks", "A new run reads the run tasks of its workspace.");
test("a run has a stage for each run stage with tasks, and a result for each task", async () => {
  const scan = (
    await http.post(
      "/organizations/acme/tasks",
      resource("tasks", { name: "scan", url: "https://s.example.com", category: "task" }),
    )
  ).data.id;
  const cost = emulator.runTasks.create({ organization: "acme", name: "cost" }).id;
  const attached = resource(
    "workspace-tasks",
    { "enforcement-level": "advisory", stages: ["post_plan", "pre_plan"] },
    { task: { data: { type: "tasks", id: scan } } },
  );
  expect((await http.post(`/workspaces/${workspaceId}/tasks`, attached)).status).toBe(201);
  emulator.runTasks.attach({ workspaceId, taskId: cost });

  const response = await http.post("/runs", run({ message: "hello" }));

  expect(response.status).toBe(201);
  expect(response.data.attributes).toMatchObject({ status: "pending", message: "hello", "plan-only": false });
  expect(
    emulator.state().runs[0]!.taskStages.map(({ stage, status, taskResults }) => ({
      stage,
      status,
      tasks: taskResults.map((result) => `${result.taskName} ${result.status}`),
    })),
  ).toEqual([
    { stage: "pre_plan", status: "pending", tasks: ["scan pending"] },
    { stage: "post_plan", status: "pending", tasks: ["scan pending", "cost pending"] },
  ]);
});

shows.observed(
  "2023-12-17",
  "stages-and-results: meta.status-counts of runs",
  "How many have each status, and `total`.",
  {
    client: NO_RUNS,
  },
);
test("the runs of a workspace are counted by their status, whatever is filtered", async () => {
  for (const attributes of [{ "plan-only": true }, { "auto-apply": true }, { "plan-only": true }, {}]) {
    await http.post("/runs", run(attributes));
  }
  const { document } = await http.get(`/workspaces/${workspaceId}/runs`, { "filter[status]": "applied" });
  expect(document.meta).toMatchObject({
    "status-counts": { applied: 1, planned: 1, "planned-and-finished": 2, errored: 0, total: 4 },
    pagination: { "total-count": 1 },
  });
});

shows.documented(
  OPENAPI,
  "stages-and-results: GET /runs/:run_id/tf-policy-evaluations",
  "Lists the evaluations of Terraform policies of a run; those of the emulator have none.",
  { client: "The client sees from the status of the run that it waits for policies." },
);
test("a run has no evaluations of Terraform policies", async () => {
  const { id } = (await http.post("/runs", run())).data;
  const { status, document } = await http.get(`/runs/${id}/tf-policy-evaluations`);
  expect([status, document.data, document.meta!.pagination["total-count"]]).toEqual([200, [], 0]);
  expect((await http.get("/runs/run-unknown/tf-policy-evaluations")).status).toBe(404);
});

test("a run without a message has that of the service", async () => {
  const { data } = await http.post("/runs", run());
  expect(data.attributes["message"]).toBe("Queued manually via the Terraform Enterprise API");
});

shows.documented(PAGES, "stages-and-results: is-destroy and refresh-only", "Are mutually exclusive: 422.", {
  client: NO_RUNS,
});
test("a run that destroys cannot be refresh-only", async () => {
  const { status, pointers } = await http.post("/runs", run({ "is-destroy": true, "refresh-only": true }));
  expect([status, pointers]).toEqual([422, ["/data/attributes/refresh-only"]]);
  expect(emulator.state().runs).toEqual([]);
  for (const attributes of [{ "is-destroy": true }, { "refresh-only": true }]) {
    expect((await http.post("/runs", run(attributes))).data.attributes).toMatchObject(attributes);
  }
});

test("a run was created by the account of its token", async () => {
  const account = (await http.get("/account/details")).data;
  expect((await http.post("/runs", run())).data.relationships["created-by"]!.data).toEqual({
    type: "users",
    id: account.id,
  });
});

shows.documented(GO_CLIENT, "stages-and-results: GET /runs/:id?include=task_stages", "Shows a run with its stages.", {
  client: "The client lists the task stages of a run instead.",
});
test("a run can include its stages, with hyphens and with underscores", async () => {
  const { id, taskStages } = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan" }] });

  for (const include of ["task_stages", "task-stages"]) {
    const { data, document } = await http.get(`/runs/${id}`, { include });
    expect(data.relationships["workspace"]!.data).toEqual({ type: "workspaces", id: workspaceId });
    expect(document.included!.map((stage) => stage.id)).toEqual(taskStages.map((stage) => stage.id));
  }
  expect((await http.get(`/runs/${id}`, { include: "workspace" })).document.included![0]!.id).toBe(workspaceId);
  expect((await http.get(`/runs/${id}`, { include: "everything" })).errors[0]!.title).toBe("bad request");
  const known = await http.get(`/runs/${id}`, { include: "tf_policy_evaluations,cost_estimate" });
  expect([known.status, known.document.included]).toEqual([200, []]);
});

shows.documented(
  PAGES,
  "stages-and-results: Runs of a workspace",
  "Newest first; with `filter[status]` and `include`.",
  { client: NO_RUNS },
);
test("lists the runs of a workspace, newest first", async () => {
  const ids = [1, 2, 3].map(() => emulator.runs.start({ workspaceId }).id);
  expect((await http.get(`/workspaces/${workspaceId}/runs`)).list.map((it) => it.id)).toEqual([...ids].reverse());
});

shows.documented(
  PAGES,
  "stages-and-results: Cancel a run",
  "Stages and results that have completed keep their status.",
  { client: NO_RUNS },
);
shows.ourChoice("2026-11", "stage-rules: A canceled run", "Cancels everything that had not completed.");
shows.ourChoice("2026-11", "stage-rules: A result from pending to canceled", "With its run.");
test("canceling a run cancels only what has not completed", async () => {
  const { id, taskStages } = emulator.runs.start({
    workspaceId,
    tasks: [
      { name: "done", stage: "pre_plan" },
      { name: "open", stage: "post_plan" },
    ],
  });
  emulator.runs.reportResult(taskStages[0]!.taskResults[0]!.id, { status: "passed" });

  expect((await http.post(`/runs/${id}/actions/cancel`)).status).toBe(202);

  const [canceled] = emulator.state().runs;
  expect(canceled!.status).toBe("canceled");
  expect(canceled!.taskStages.map((stage) => stage.status)).toEqual(["passed", "canceled"]);
  expect(canceled!.taskStages.map((stage) => stage.taskResults[0]!.status)).toEqual(["passed", "canceled"]);
  const again = await http.post(`/runs/${id}/actions/cancel`);
  expect([again.status, again.errors[0]!.title]).toEqual([409, "transition not allowed"]);
});

test("a stage that awaits an override is canceled with its run, and cannot be overridden then", async () => {
  const { id, taskStages } = emulator.runs.start({
    workspaceId,
    overridable: true,
    tasks: [{ name: "scan", stage: "post_plan" }],
  });
  emulator.runs.reportResult(taskStages[0]!.taskResults[0]!.id, { status: "failed" });
  emulator.runs.cancel(id);

  expect(emulator.state().runs[0]!.taskStages[0]!.status).toBe("canceled");
  expect((await http.post(`/task-stages/${taskStages[0]!.id}/actions/override`)).status).toBe(409);
});

test("a run requires an existing workspace, and permission to run in it", async () => {
  expect((await http.post("/runs", resource("runs", {}))).pointers).toEqual(["/data/relationships/workspace"]);
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  expect((await reader.post("/runs", run())).status).toBe(404);
  emulator.workspaces.delete(workspaceId);
  expect((await http.post("/runs", run())).status).toBe(404);
  expect(emulator.state().runs).toEqual([]);
});

test("deleting a workspace deletes its runs, stages and results", async () => {
  const { id, taskStages } = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan" }] });
  emulator.workspaces.delete(workspaceId);
  for (const path of [
    `/runs/${id}`,
    `/task-stages/${taskStages[0]!.id}`,
    `/task-results/${taskStages[0]!.taskResults[0]!.id}`,
  ]) {
    expect((await http.get(path)).status).toBe(404);
  }
});
