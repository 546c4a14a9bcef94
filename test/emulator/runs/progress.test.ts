import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../../src/emulator";
import { Clock } from "../../../src/emulator/clock";
import { discardRun } from "../../../src/emulator/runs/events";
import { runStatus } from "../../../src/emulator/runs/run-status";
import { createRun as createRunIn } from "../../../src/emulator/runs/runs";
import { runs } from "../../../src/emulator/kinds/run";
import { workspaces } from "../../../src/emulator/kinds/workspace";
import { applySeed } from "../../../src/emulator/seed";
import { TableStore } from "../../../src/emulator/engine/store";
import { KINDS } from "../../../src/emulator/service-kinds";
import { HttpClient, resource } from "../http-client";
import { GO_CLIENT, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start({ now: () => Date.UTC(2026, 10, 2, 12) });
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

async function createRun(attributes: object = {}): Promise<string> {
  const of = { workspace: { data: { type: "workspaces", id: workspaceId } } };
  return (await http.post("/runs", resource("runs", attributes, of))).data.id;
}
const status = async (run: string): Promise<unknown> => (await http.get(`/runs/${run}`)).data.attributes["status"];
const act = async (run: string, action: string): Promise<number> =>
  (await http.post(`/runs/${run}/actions/${action}`)).status;
const workspace = async () => (await http.get(`/workspaces/${workspaceId}`, { include: "locked_by" })).document;

shows.documented(
  PAGES,
  "other-clients: The queue of a workspace",
  "A run that applies stays pending until the previous one has ended; a plan-only run does not wait.",
);
test("the second run of a workspace stays pending until the first one has completed", async () => {
  const [first, second, third] = [await createRun(), await createRun(), await createRun()];
  expect([await status(first), await status(second), await status(third)]).toEqual(["planned", "pending", "pending"]);

  expect(await act(first, "apply")).toBe(202);
  expect([await status(first), await status(second), await status(third)]).toEqual(["applied", "planned", "pending"]);

  expect(await act(second, "discard")).toBe(202);
  expect(await status(third)).toBe("planned");
});

shows("other-clients: The queue of a workspace");
test("a queued run can be canceled, and is skipped then", async () => {
  const [first, second, third] = [await createRun(), await createRun(), await createRun()];
  expect(await act(second, "apply")).toBe(409);
  expect(await act(second, "cancel")).toBe(202);
  await act(first, "discard");
  expect([await status(second), await status(third)]).toEqual(["canceled", "planned"]);
});

shows("other-clients: The queue of a workspace");
test("a plan-only run neither waits nor makes others wait", async () => {
  await createRun();
  expect(await status(await createRun({ "plan-only": true }))).toBe("planned_and_finished");
});

shows("other-clients: The queue of a workspace");
test("the stages of a queued run do not start or time out before the run does", async () => {
  const first = await createRun();
  const { id, taskStages } = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan" }] });
  emulator.clock.advance(24 * 3600);
  expect(await status(id)).toBe("pending");
  await act(first, "discard");
  emulator.clock.advance(599);
  expect((await http.get(`/task-stages/${taskStages[0]!.id}`)).data.attributes["status"]).toBe("pending");
  emulator.clock.advance(1);
  expect(await status(id)).toBe("errored");
});

shows.documented(
  PAGES,
  "other-clients: A run in progress and its workspace",
  "The run is the workspace's current run and locks it until the run has ended.",
);
test("the active run locks its workspace, and is its current run", async () => {
  const first = await createRun();
  await createRun();
  const { data, included } = (await workspace()) as unknown as {
    data: { attributes: object; relationships: object };
    included: object[];
  };
  expect(data.attributes).toMatchObject({ locked: true });
  expect(data.relationships).toMatchObject({
    "locked-by": { data: { type: "runs", id: first } },
    "current-run": { data: { type: "runs", id: first } },
  });
  expect(included).toMatchObject([{ type: "runs", id: first }]);
  for (const action of ["lock", "unlock", "force-unlock", "safe-delete"]) {
    const response = await http.post(`/workspaces/${workspaceId}/actions/${action}`);
    expect([response.status, response.errors[0]!.detail]).toEqual([
      409,
      expect.stringContaining(`locked by Run ${first}`),
    ]);
  }
});

shows("other-clients: A run in progress and its workspace");
test("a workspace is unlocked after its runs have completed", async () => {
  await act(await createRun(), "apply");
  expect((await http.get(`/workspaces/${workspaceId}`)).data.attributes["locked"]).toBe(false);
});

shows.documented(
  GO_CLIENT,
  "other-clients: Attributes of a run",
  "Who created and who confirmed it, and when; including its plan or apply is not emulated.",
);
test("a run has the users who created and confirmed it, and its times", async () => {
  const run = await createRun();
  await act(run, "apply");
  const { data, document } = await http.get(`/runs/${run}`, { include: "created_by,confirmed_by,cost_estimate" });
  expect(data.attributes["status-timestamps"]).toMatchObject({
    "plan-queueable-at": "2026-11-02T12:00:00+00:00",
    "confirmed-at": "2026-11-02T12:00:00+00:00",
  });
  const [user] = document.included!;
  expect(user).toMatchObject({ type: "users", attributes: { username: expect.any(String) } });
  expect(data.relationships).toMatchObject({
    "created-by": { data: { type: "users", id: user!.id } },
    "confirmed-by": { data: { type: "users", id: user!.id } },
    "configuration-version": { data: null },
  });
});

shows("other-clients: Attributes of a run");
test("plan and apply can be included with a run, and what the service does not know is rejected", async () => {
  const path = `/runs/${await createRun()}`;
  const { data, document } = await http.get(path, { include: "plan,apply" });
  expect(document.included!.map(({ id, type }) => ({ data: { id, type } }))).toMatchObject([
    { data: (data.relationships["plan"] as { readonly data: object }).data },
    { data: (data.relationships["apply"] as { readonly data: object }).data },
  ]);
  const unknown = await http.get(path, { include: "nonsense" });
  expect([unknown.status, unknown.errors[0]!.title]).toEqual([400, "bad request"]);
  expect(unknown.errors[0]!.detail).toContain("nonsense");
});

describe("in a workspace that a user has locked", () => {
  const lock = async (action: string): Promise<number> =>
    (await http.post(`/workspaces/${workspaceId}/actions/${action}`)).status;

  test.each(["unlock", "force-unlock"])("runs wait for its %s, in their order", async (unlock) => {
    expect(await lock("lock")).toBe(200);
    const [first, second] = [await createRun({ "auto-apply": true }), await createRun()];
    expect([await status(first), await status(second)]).toEqual(["pending", "pending"]);
    expect((await http.get(`/runs/${first}`)).data.attributes["status-timestamps"]).toEqual({});
    expect(await act(first, "apply")).toBe(409);

    expect(await lock(unlock)).toBe(200);

    expect([await status(first), await status(second)]).toEqual(["applied", "planned"]);
    expect(await lock("lock")).toBe(409);
  });

  test("plan-only runs do not wait", async () => {
    await lock("lock");
    expect(await status(await createRun({ "plan-only": true }))).toBe("planned_and_finished");
  });

  test("a run that waits is the current run, can be canceled, and has not started its stages", async () => {
    await lock("lock");
    const { id, taskStages } = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan" }] });
    emulator.clock.advance(24 * 3600);
    expect(emulator.state().runs[0]).toMatchObject({ status: "pending", taskStages: [{ status: "pending" }] });
    const { data } = (await http.get(`/workspaces/${workspaceId}`)) as { data: { relationships: object } };
    expect(data.relationships).toMatchObject({
      "current-run": { data: { id } },
      "locked-by": { data: { type: "users" } },
    });
    expect(await act(id, "cancel")).toBe(202);
    await lock("unlock");
    expect(emulator.state().runs[0]).toMatchObject({ status: "canceled", taskStages: [{ id: taskStages[0]!.id }] });
  });

  test("it waits after a restart, too", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tfprojects-locked-"));
    const stateFile = join(folder, "state.jsonl");
    try {
      await emulator.stop();
      emulator = await Emulator.start({ stateFile });
      http = new HttpClient(emulator);
      workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
      await lock("lock");
      const run = await createRun({ "auto-apply": true });
      await emulator.stop();
      emulator = await Emulator.start({ stateFile });
      http = new HttpClient(emulator);
      expect(await status(run)).toBe("pending");
      expect(await lock("unlock")).toBe(200);
      expect(await status(run)).toBe("applied");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("with 8,000 queued runs", () => {
  const begin = (): { readonly run: string; readonly result: string } => {
    const first = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan" }] });
    for (let queued = 0; queued < 8000; queued++) emulator.runs.start({ workspaceId });
    return { run: first.id, result: first.taskStages[0]!.taskResults[0]!.id };
  };
  const statuses = (): readonly string[] => emulator.state().runs.map((run) => run.status);

  test("all of them proceed when the first one is canceled", () => {
    const { run } = begin();
    expect(new Set(statuses())).toEqual(new Set(["pending"]));
    emulator.runs.cancel(run);
    const [first, ...others] = statuses();
    expect([first, new Set(others)]).toEqual(["canceled", new Set(["applied"])]);
  });

  test("all of them proceed when the first one completes", () => {
    emulator.runs.reportResult(begin().result, { status: "passed" });
    expect(new Set(statuses())).toEqual(new Set(["applied"]));
  });

  test("all of them proceed when a user unlocks the workspace", async () => {
    const { run } = begin();
    emulator.runs.cancel(run);
    await http.post(`/workspaces/${workspaceId}/actions/lock`);
    for (let queued = 0; queued < 8000; queued++) emulator.runs.start({ workspaceId });
    expect((await http.post(`/workspaces/${workspaceId}/actions/unlock`)).status).toBe(200);
    expect(statuses().filter((it) => it === "applied")).toHaveLength(16_000);
  });
});

test("an error in the middle of what follows from an event undoes all of it", () => {
  const store = new TableStore(KINDS, new Clock(() => 0));
  applySeed(store, { organizations: [{ name: "acme", workspaces: ["api"] }] });
  const [workspace] = store.table(workspaces).values();
  const start = (autoApply: boolean) =>
    createRunIn(store, workspace!, {
      createdBy: "emulator",
      autoApply,
      tasks: [],
      policies: [],
      tasksOverridable: false,
    });
  const first = start(false);
  const others = [start(true), start(true), start(true)];
  const before = JSON.stringify([...store.contents()]);
  const changes: string[] = [];
  store.onChange((change) => changes.push(change.id));
  const table = store.table(runs);
  const original = table.put.bind(table);
  const put = jest.spyOn(table, "put").mockImplementation((record) => {
    if (record.id === others[1]!.id) throw new Error("a bug");
    return original(record);
  });

  expect(() => discardRun(store, first, "somebody")).toThrow("a bug");

  expect(JSON.stringify([...store.contents()])).toBe(before);
  expect(changes).toEqual([]);
  put.mockRestore();
  discardRun(store, first, "somebody");
  expect([first, ...others].map((run) => runStatus(store, table.expect(run.id)))).toEqual([
    "discarded",
    "applied",
    "applied",
    "applied",
  ]);
  const changedRuns = changes.filter((id) => id.startsWith("run-"));
  expect(new Set(changedRuns)).toEqual(new Set([first, ...others].map(({ id }) => id)));
});

describe("the times of a run", () => {
  const times = async (run: string) => (await http.get(`/runs/${run}`)).data.attributes["status-timestamps"];
  const [noon, later] = ["2026-11-02T12:00:00+00:00", "2026-11-02T12:01:00+00:00"];
  /** Those of a run that was planned at once, or when its tasks had passed. */
  const planned = (at: string): object => ({
    "plan-queueable-at": noon,
    "queuing-at": at,
    "plan-queued-at": at,
    "planning-at": at,
    "planned-at": at,
  });

  test("include those of its plan, confirmation and apply", async () => {
    const run = await createRun();
    expect(await times(run)).toEqual(planned(noon));
    emulator.clock.advance(60);
    await act(run, "apply");
    expect(await times(run)).toEqual({
      ...planned(noon),
      "confirmed-at": later,
      "applying-at": later,
      "applied-at": later,
    });
  });

  test("are those of its stages, and it is confirmed by auto-apply too", async () => {
    const { id, taskStages } = emulator.runs.start({
      workspaceId,
      tasks: [
        { name: "scan", stage: "pre_plan" },
        { name: "scan", stage: "pre_apply" },
      ],
    });
    const pass = (stage: number): void =>
      emulator.runs.reportResult(taskStages[stage]!.taskResults[0]!.id, { status: "passed" });
    expect(await times(id)).toEqual({ "plan-queueable-at": noon });
    emulator.clock.advance(60);
    pass(0);
    expect(await times(id)).toEqual({
      ...planned(later),
      "confirmed-at": later,
      "pre-apply-running-at": later,
    });
    emulator.clock.advance(60);
    pass(1);
    const end = "2026-11-02T12:02:00+00:00";
    expect(await times(id)).toMatchObject({ "applying-at": end, "applied-at": end });
  });

  test("of a plan-only run end with its plan", async () => {
    expect(await times(await createRun({ "plan-only": true }))).toEqual({
      ...planned(noon),
      "planned-and-finished-at": noon,
    });
  });

  test("of a run that was canceled in the queue have no plan", async () => {
    await createRun();
    const queued = await createRun();
    await act(queued, "cancel");
    expect(await times(queued)).toEqual({ "canceled-at": noon });
  });
});
