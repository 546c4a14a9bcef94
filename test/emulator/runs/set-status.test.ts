import { Emulator } from "../../../src/emulator";
import { isFinalRunStatus, RUN_STATUSES } from "../../../src/model";
import { HttpClient } from "../http-client";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

const start = (stage: "pre_plan" | "post_plan" = "post_plan", autoApply = true) =>
  emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage }], autoApply });
const attributesOf = async (run: string) => (await http.get(`/runs/${run}`)).data.attributes;
const act = async (run: string, action: string): Promise<number> =>
  (await http.post(`/runs/${run}/actions/${action}`)).status;

test.each(RUN_STATUSES)("a run can have the status %s, and its stages do not change", async (status) => {
  const run = start();
  emulator.runs.setStatus(run.id, status);
  const isWaiting = status === "planned" || status === "post_plan_completed";
  expect(await attributesOf(run.id)).toMatchObject({
    status,
    actions: { "is-confirmable": isWaiting, "is-cancelable": !isFinalRunStatus(status) && !isWaiting },
  });
  emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "running" });
  const [state] = emulator.state().runs;
  expect([state!.status, state!.taskStages.map((stage) => stage.status)]).toEqual([status, ["running"]]);
});

test("whether it can be confirmed is set with the status", async () => {
  const { id } = start();
  for (const isConfirmable of [true, false]) {
    emulator.runs.setStatus(id, "policy_checked", { isConfirmable });
    expect(await attributesOf(id)).toMatchObject({ actions: { "is-confirmable": isConfirmable } });
    expect(await act(id, "apply")).toBe(isConfirmable ? 202 : 409);
  }
});

test("a status that was set ends when the run is confirmed, discarded or canceled", async () => {
  for (const [status, action, after] of [
    ["cost_estimated", "apply", "post_plan_running"],
    ["policy_override", "discard", "discarded"],
    ["planning", "cancel", "canceled"],
  ] as const) {
    const { id } = start("post_plan", false);
    emulator.runs.setStatus(id, status, { isConfirmable: action === "apply" });
    expect([await act(id, action), (await attributesOf(id))["status"]]).toEqual([202, after]);
    if (after === "post_plan_running") await act(id, "cancel");
  }
});

test("a final status lets the next run of the workspace start, and another one takes that back", () => {
  const first = start("pre_plan");
  const second = start("pre_plan");
  emulator.runs.setStatus(first.id, "policy_soft_failed");
  emulator.runs.setStatus(first.id, "planning");
  expect(emulator.state().runs.map(({ status }) => status)).toEqual(["planning", "pending"]);
  emulator.runs.setStatus(first.id, "force_canceled");
  emulator.runs.reportResult(second.taskStages[0]!.taskResults[0]!.id, { status: "running" });
  expect(emulator.state().runs.map(({ status }) => status)).toEqual(["force_canceled", "pre_plan_running"]);
});

test("over HTTP, an unknown status is rejected", async () => {
  const { id } = start();
  const set = (body: object) =>
    fetch(`${emulator.address}/_emulator/runs/${id}`, { method: "PATCH", body: JSON.stringify(body) });
  expect((await set({ status: "policy_checked", isConfirmable: true })).status).toBe(204);
  expect(await attributesOf(id)).toMatchObject({ status: "policy_checked", actions: { "is-confirmable": true } });
  expect((await set({ status: "thinking" })).status).toBe(400);
});
