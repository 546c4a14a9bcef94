import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { EmulatorOptions } from "../../../../src/emulator";
import { Emulator } from "../../../../src/emulator";
import { Clock } from "../../../../src/emulator/clock";
import { createRun } from "../../../../src/emulator/runs/runs";
import { RunTaskDispatcher } from "../../../../src/emulator/runs/webhooks/run-task-dispatcher";
import { taskResults } from "../../../../src/emulator/kinds/task-result";
import { workspaces } from "../../../../src/emulator/kinds/workspace";
import { applySeed } from "../../../../src/emulator/seed";
import { TableStore } from "../../../../src/emulator/engine/store";
import { KINDS } from "../../../../src/emulator/service-kinds";
import { HttpClient, resource } from "../../http-client";
import { sendCallback, RunTaskServer, signature } from "../../run-task-server";
import { waitUntil } from "../../../support/wait-until";
import { PAGES, shows } from "../../../fidelity";

let task: RunTaskServer;
let emulator: Emulator;
let workspaceId: string;

const begin = async (options: EmulatorOptions = {}): Promise<void> => {
  emulator = await Emulator.start(options);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
};

beforeEach(async () => {
  task = await RunTaskServer.start();
});
afterEach(async () => {
  await emulator.stop();
  await task.stop();
});

const stages = () => emulator.state().runs[0]!.taskStages;
const resultIn = (stage: number) => stages()[stage]!.taskResults[0]!;

shows.documented(
  PAGES,
  "run-tasks: The payload",
  "A POST to the task's URL; names with underscores, `payload_version` 1, and the documented members.",
);
shows.documented(
  PAGES,
  "run-tasks: Headers of the request",
  "`Content-Type: application/json` and the service's `User-Agent`.",
);
shows.documented(
  PAGES,
  "run-tasks: X-TFC-Task-Signature",
  "HMAC-SHA512 of the body with the task's key; empty without a key. Hexadecimal is our choice.",
);
test("sends the documented payload and headers, signed with the HMAC key", async () => {
  await begin({ now: () => Date.UTC(2026, 10, 2, 12) });
  const { id: taskId } = emulator.runTasks.create({
    organization: "acme",
    name: "scan",
    url: task.url,
    hmacKey: "secret",
  });
  emulator.runTasks.attach({ workspaceId, taskId, stages: ["post_plan"], enforcementLevel: "advisory" });

  const created = await new HttpClient(emulator).post(
    "/runs",
    resource("runs", { message: "hello" }, { workspace: { data: { type: "workspaces", id: workspaceId } } }),
  );
  const [call] = await task.received(1);

  const runId = created.data.id;
  const { id } = resultIn(0);
  const [organization] = emulator.state().organizations;
  expect([call!.method, call!.path]).toEqual(["POST", "/check?strict=1"]);
  expect(call!.headers).toMatchObject({
    "content-type": "application/json",
    "user-agent": "TFC/1.0 (+https://app.terraform.io; TFC)",
    "x-tfc-task-signature": signature("secret", call!.body),
  });
  expect(call!.payload).toEqual({
    payload_version: 1,
    stage: "post_plan",
    access_token: emulator.runs.accessToken(id),
    capabilities: { outcomes: true },
    configuration_version_download_url: null,
    configuration_version_id: expect.stringMatching(/^cv-/),
    is_speculative: false,
    organization_name: "acme",
    project_app_url: `${emulator.address}/app/acme/projects/${organization!.defaultProjectId}`,
    project_id: organization!.defaultProjectId,
    project_name: "Default Project",
    plan_json_api_url: expect.stringMatching(/\/api\/v2\/plans\/plan-\w+\/json-output$/),
    run_app_url: `${emulator.address}/app/acme/api/runs/${runId}`,
    run_created_at: "2026-11-02T12:00:00.000Z",
    run_created_by: "admin",
    run_id: runId,
    run_message: "hello",
    task_result_callback_url: `${emulator.address}/api/v2/task-results/${id}/callback`,
    task_result_enforcement_level: "advisory",
    task_result_id: id,
    vcs_branch: null,
    vcs_commit_hash: null,
    vcs_commit_url: null,
    vcs_pull_request_url: null,
    vcs_repo_url: null,
    workspace_app_url: `${emulator.address}/app/acme/api`,
    workspace_id: workspaceId,
    workspace_name: "api",
    workspace_working_directory: "",
  });
});

test("sends the configuration version of the run, and its creator", async () => {
  await begin();
  const http = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "owner", user: "alice" }));
  const { id: taskId } = emulator.runTasks.create({ organization: "acme", name: "scan", url: task.url });
  emulator.runTasks.attach({ workspaceId, taskId, stages: ["pre_plan"] });
  const version = (
    await http.post(
      `/workspaces/${workspaceId}/configuration-versions`,
      resource("configuration-versions", { "auto-queue-runs": false }),
    )
  ).data;
  await fetch(String(version.attributes["upload-url"]), { method: "PUT", body: "content" });
  const of = { workspace: { data: { type: "workspaces", id: workspaceId } } };
  await http.post("/runs", resource("runs", {}, of));
  const [call] = await task.received(1);
  expect(call!.payload).toMatchObject({ configuration_version_id: version.id, run_created_by: "alice" });
});

shows.documented(PAGES, "run-tasks: plan_json_api_url", "Only once there is a plan.");
shows("run-tasks: X-TFC-Task-Signature");
test("sends no plan before the plan, and an empty signature without a key", async () => {
  await begin();
  emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan", url: task.url }] });
  const [call] = await task.received(1);
  expect(call!.payload).not.toHaveProperty("plan_json_api_url");
  expect(call!.headers["x-tfc-task-signature"]).toBe("");
});

shows.ourChoice("2026-11", "stage-rules: A result from pending to running", "When its task has accepted the request.");
shows.documented(
  PAGES,
  "run-tasks: A task that responds with 200",
  "Is running; it reports the rest through its callback.",
);
test("a result is running from the response 200 to the callback", async () => {
  await begin();
  emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan", url: task.url }] });
  const [call] = await task.received(1);
  await waitUntil(() => resultIn(0).status === "running");

  expect(await sendCallback(call!, { status: "failed", message: "2 findings", url: "https://s.example.com/1" })).toBe(
    200,
  );

  expect(stages()).toMatchObject([
    { status: "failed", taskResults: [{ status: "failed", message: "2 findings", url: "https://s.example.com/1" }] },
  ]);
  expect(task.requests).toHaveLength(1);
});

shows.documented(PAGES, "run-tasks: Tasks of later stages", "Are called when the previous stage has passed.");
test("sends the requests of a stage only after the previous one has passed", async () => {
  await begin();
  const tasks = (["pre_plan", "post_plan", "pre_apply"] as const).map((stage) => ({
    name: stage,
    stage,
    url: task.url,
  }));
  emulator.runs.start({ workspaceId, tasks });
  const [first] = await task.received(1);
  expect(first!.payload["stage"]).toBe("pre_plan");
  await sleep(30);
  expect(task.requests).toHaveLength(1);

  await sendCallback(first!, { status: "passed" });
  const [, second] = await task.received(2);
  expect(second!.payload["stage"]).toBe("post_plan");
  await sendCallback(second!, { status: "failed" });
  await sleep(30);

  expect(task.requests).toHaveLength(2);
  expect(stages().map(({ status }) => status)).toEqual(["passed", "failed", "unreachable"]);
});

shows.documented(PAGES, "run-tasks: A task that does not respond with 200", "Is called again.");
test("retries unless the response is 200", async () => {
  await begin();
  task.responses.push(500, "silence");
  emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan", url: task.url }] });
  await task.received(3);
  await waitUntil(() => resultIn(0).status === "running");
  expect(task.requests[2]!.payload).toEqual(task.requests[0]!.payload);
});

shows.ourChoice(
  "2026-11",
  "stage-rules: A result from pending to unreachable",
  "When its task never accepts the request, or the run does not reach it.",
);
shows.ourChoice(
  "2026-11",
  "run-tasks: A task that never responds with 200",
  "Is unreachable in the end, and fails the stage if it is mandatory.",
);
test("a result is unreachable with the reason if no response is 200", async () => {
  await begin();
  task.responses.push(404, 404, 404, 404, 404);
  emulator.runs.start({
    workspaceId,
    tasks: [
      { name: "scan", stage: "pre_plan", url: task.url },
      { name: "cost", stage: "pre_plan" },
    ],
  });
  await waitUntil(() => resultIn(0).status === "unreachable");
  emulator.runs.reportResult(stages()[0]!.taskResults[1]!.id, { status: "passed" });

  expect(resultIn(0).message).toBe("The run task could not be called after 4 attempts: it responded with status 404.");
  expect(task.requests).toHaveLength(4);
  expect(stages()[0]!.status).toBe("failed");
});

shows("run-tasks: Tasks on other hosts");
test("does not follow redirects, which may leave the machine", async () => {
  await begin();
  task.responses.push(302, 302, 302, 302);
  emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan", url: task.url }] });
  await waitUntil(() => resultIn(0).status === "unreachable");
  expect(task.requests.map(({ path }) => path)).toEqual(Array(4).fill("/check?strict=1"));
});

test("does not retry or reset a result that is reported before the response", async () => {
  await begin();
  task.responses.push("never");
  emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan", url: task.url }] });
  const [call] = await task.received(1);
  expect(await sendCallback(call!, { status: "passed" })).toBe(200);
  await sleep(30);
  expect(task.requests).toHaveLength(1);
  expect(resultIn(0).status).toBe("passed");
});

test("sends no requests for a canceled run", async () => {
  await begin();
  task.responses.push(500, 500, 500, 500);
  const { id } = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan", url: task.url }] });
  await task.received(1);
  emulator.runs.cancel(id);
  await sleep(250);
  expect(task.requests).toHaveLength(1);
  expect(resultIn(0).status).toBe("canceled");
});

shows.ourChoice(
  "2026-11",
  "run-tasks: Tasks on other hosts",
  "The emulator calls only loopback addresses, and follows no redirects.",
);
test.each(["https://run-tasks.example.com/scan", "http://192.0.2.1/", "http://127.0.0.1.example.com/"])(
  "sends no request to %s, which is not on the loopback interface: the result waits for a report",
  async (url) => {
    await begin({ callRunTasks: "loopback" });
    emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan", url }] });
    await sleep(150);
    expect(resultIn(0)).toMatchObject({ status: "pending", message: null });
  },
);

test('sends no requests with callRunTasks "never"', async () => {
  await begin({ callRunTasks: "never" });
  emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan", url: task.url }] });
  await sleep(100);
  expect(task.requests).toEqual([]);
  expect(resultIn(0).status).toBe("pending");
});

test("sends the requests of a stage that a timer starts, without any other request", async () => {
  await begin();
  const run = emulator.runs.start({
    workspaceId,
    tasks: [{ name: "scan", stage: "post_plan", url: task.url }],
    policyEvaluations: [{ stage: "pre_plan", status: "failed", overridable: true }],
  });
  const before = Date.now();
  await new HttpClient(emulator).post(`/task-stages/${run.taskStages[0]!.id}/actions/override`);
  const [call] = await task.received(1);
  // One second of real time, without a request.
  expect(Date.now() - before).toBeGreaterThanOrEqual(1000);
  expect(call!.payload["stage"]).toBe("post_plan");
});

test.each(["127.0.0.1", "localhost"])(
  "does not call the emulator itself at %s: the result is unreachable at once",
  async (host) => {
    await begin();
    const url = `http://${host}:${new URL(emulator.address).port}/api/v2/ping`;
    emulator.runs.start({
      workspaceId,
      tasks: [
        { name: "self", stage: "pre_plan", url, enforcementLevel: "advisory" },
        { name: "self", stage: "post_plan", url, enforcementLevel: "advisory" },
        { name: "scan", stage: "pre_apply", url: task.url },
      ],
    });
    expect(resultIn(0)).toMatchObject({
      status: "unreachable",
      message: `The run task was not called: its URL ${url} is the emulator's own address.`,
    });
    await waitUntil(() => resultIn(2).status === "running");
    expect(stages().map((stage) => stage.taskResults[0]!.status)).toEqual(["unreachable", "unreachable", "running"]);
    expect(emulator.requests.entries).toEqual([]);
  },
);

test("attempts to save do not count as attempts to call the run task", async () => {
  const store = new TableStore(KINDS, new Clock());
  applySeed(store, { organizations: [{ name: "acme", workspaces: ["api"] }] });
  const [workspace] = store.table(workspaces).values();
  createRun(store, workspace!, {
    createdBy: "emulator",
    autoApply: true,
    tasks: [
      {
        taskId: "task-1",
        name: "scan",
        url: task.url,
        stage: "pre_plan",
        enforcementLevel: "mandatory",
        workspaceTaskId: null,
      },
    ],
    policies: [],
    tasksOverridable: false,
  });
  const result = (): unknown => [...store.table(taskResults).values()][0]!.status;
  let isFull = true;
  const dispatcher = new RunTaskDispatcher(store, () => {
    if (isFull) throw new Error("no space left on device");
  });
  dispatcher.start("http://127.0.0.1:1");
  // Longer than all attempts of a request.
  await sleep(900);
  for (let commits = 0; commits < 10; commits++) dispatcher.dispatch();
  await sleep(50);
  expect([result(), task.requests]).toEqual(["pending", []]);

  isFull = false;
  dispatcher.dispatch();
  await waitUntil(() => result() === "running");
  expect(task.requests).toHaveLength(1);
  await dispatcher.stop();
});

test("sends no requests after it has stopped", async () => {
  await begin();
  task.responses.push("never", "never");
  emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan", url: task.url }] });
  await task.received(1);
  await emulator.stop();
  await sleep(250);
  expect(task.requests).toHaveLength(1);
  expect(resultIn(0).status).toBe("pending");
});

describe("with a state file", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tfprojects-calls-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("sends the requests that the previous process has not sent", async () => {
    const stateFile = join(folder, "state.jsonl");
    // Without requests to run tasks, the file is that of an emulator that was killed before its request.
    await begin({ stateFile, callRunTasks: "never" });
    emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan", url: task.url }] });
    await emulator.stop();

    emulator = await Emulator.start({ stateFile });
    const [call] = await task.received(1);
    expect(await sendCallback(call!, { status: "passed" })).toBe(200);
    expect(stages()[0]!.status).toBe("passed");
    await emulator.stop();

    emulator = await Emulator.start({ stateFile });
    await sleep(50);
    expect(task.requests).toHaveLength(1);
    expect(stages()[0]!.status).toBe("passed");
  });
});
