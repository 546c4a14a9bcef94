import { Emulator } from "../../../src/emulator";
import type { StartRunOptions } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { GO_CLIENT, NO_RUNS, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start({ now: () => Date.UTC(2026, 10, 2, 12) });
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

const start = (options: Omit<StartRunOptions, "workspaceId"> = {}) =>
  emulator.runs.start({ workspaceId, autoApply: false, ...options });
const now = () => emulator.state().runs[0]!;
const act = async (action: string): Promise<number> =>
  (await http.post(`/runs/${now().id}/actions/${action}`, { comment: "as agreed" })).status;

shows.documented(
  PAGES,
  "stages-and-results: auto-apply, plan-only",
  "A run waits to be confirmed, unless it or its workspace has auto-apply; a plan-only run ends after its plan.",
  { client: NO_RUNS },
);
test("a run waits for confirmation, unless it or its workspace applies automatically", async () => {
  const auto = emulator.workspaces.create({ organization: "acme", name: "auto" }).id;
  const other = emulator.workspaces.create({ organization: "acme", name: "other" }).id;
  await http.patch(`/workspaces/${auto}`, resource("workspaces", { "auto-apply": true }));
  const create = async (workspace: string, attributes: object): Promise<unknown> => {
    const of = { workspace: { data: { type: "workspaces", id: workspace } } };
    return (await http.post("/runs", resource("runs", attributes, of))).data.attributes["status"];
  };
  expect([
    await create(workspaceId, {}),
    await create(other, { "auto-apply": true }),
    await create(auto, {}),
    await create(auto, { "auto-apply": false }),
    await create(workspaceId, { "plan-only": true }),
  ]).toEqual(["planned", "applied", "applied", "planned", "planned_and_finished"]);
});

shows.documented(PAGES, "stages-and-results: Apply a run", "202, once, if the run waits for it; otherwise 409.", {
  client: NO_RUNS,
});
test("the apply is confirmed once, and its stages start only then", async () => {
  const { id, taskStages } = start({
    tasks: [
      { name: "scan", stage: "post_plan" },
      { name: "scan", stage: "pre_apply" },
    ],
  });
  const [before, after] = taskStages.map((stage) => stage.taskResults[0]!.id);
  expect(await act("apply")).toBe(409);
  emulator.runs.reportResult(before!, { status: "passed" });
  expect((await http.get(`/runs/${id}`)).data.attributes).toMatchObject({
    status: "post_plan_completed",
    actions: { "is-confirmable": true, "is-discardable": true, "is-cancelable": false, "is-force-cancelable": false },
  });
  // Stages that the run has not reached do not time out.
  emulator.clock.advance(24 * 3600);
  expect(now().taskStages[1]!.status).toBe("pending");

  expect(await act("apply")).toBe(202);

  expect(now().status).toBe("pre_apply_running");
  expect(await act("apply")).toBe(409);
  emulator.runs.reportResult(after!, { status: "passed" });
  expect((await http.get(`/runs/${id}`)).data.attributes).toMatchObject({
    status: "applied",
    "status-timestamps": {
      "post-plan-completed-at": "2026-11-02T12:00:00+00:00",
      "confirmed-at": "2026-11-03T12:00:00+00:00",
      "applied-at": "2026-11-03T12:00:00+00:00",
    },
  });
});

shows.documented(PAGES, "stages-and-results: Discard a run", "202 before it is applied; the rest of it is canceled.", {
  client: NO_RUNS,
});
test("a run can be discarded before it is applied, which cancels its remaining stages", async () => {
  start({
    tasks: [
      { name: "scan", stage: "post_plan" },
      { name: "scan", stage: "pre_apply" },
    ],
  });
  emulator.runs.reportResult(now().taskStages[0]!.taskResults[0]!.id, { status: "passed" });
  expect(await act("discard")).toBe(202);
  expect(now().status).toBe("discarded");
  expect(now().taskStages.map(({ status }) => status)).toEqual(["passed", "canceled"]);
  for (const action of ["apply", "cancel", "discard", "force-cancel"]) expect(await act(action)).toBe(409);
});

shows.observed("2025-07-30", "stages-and-results: Discard a run while its post-plan tasks run", "Is possible.", {
  client: NO_RUNS,
});
test.each([
  ["post_plan", 202, ["discarded", "canceled"]],
  ["pre_plan", 409, ["pre_plan_running", "running"]],
] as const)("a run whose %s tasks run is discarded with %d", async (stage, status, left) => {
  const { taskStages } = start({ tasks: [{ name: "scan", stage }] });
  emulator.runs.reportResult(taskStages[0]!.taskResults[0]!.id, { status: "running" });
  expect(await act("discard")).toBe(status);
  expect([now().status, now().taskStages[0]!.status]).toEqual(left);
});

shows.documented(
  GO_CLIENT,
  "stage-rules: A run with a stage that awaits an override",
  "Waits, as `post_plan_awaiting_decision` after the plan.",
);
test("a run that awaits an override can also be discarded", async () => {
  const { taskStages } = start({ overridable: true, tasks: [{ name: "scan", stage: "post_plan" }] });
  emulator.runs.reportResult(taskStages[0]!.taskResults[0]!.id, { status: "failed" });
  expect(now().status).toBe("post_plan_awaiting_decision");
  expect(await act("discard")).toBe(202);
  expect(now().taskStages[0]!.status).toBe("canceled");
});

test("a canceled run has the times of its cancellation and of a possible force-cancel, without an offset", async () => {
  const times = async () => {
    const { attributes } = (await http.get(`/runs/${now().id}`)).data;
    return [attributes["canceled-at"], attributes["force-cancel-available-at"]];
  };
  start({ tasks: [{ name: "scan", stage: "post_plan" }] });
  expect(await times()).toEqual([null, undefined]);
  expect(await act("cancel")).toBe(202);
  expect(await times()).toEqual(["2026-11-02T12:00:00.000Z", "2026-11-02T12:01:00.000Z"]);
});

shows.ourChoice(
  "2026-11",
  "stages-and-results: Force-cancel a run",
  "Always 409, because runs never hang in the emulator.",
  { client: NO_RUNS },
);
shows("error-documents: Rejected transition");
test("a run can never be force-canceled, and rejections contain the reason", async () => {
  start({ tasks: [{ name: "scan", stage: "post_plan" }] });
  const response = await http.post(`/runs/${now().id}/actions/force-cancel`);
  expect(response.status).toBe(409);
  expect(response.errors).toEqual([
    {
      status: "409",
      title: "transition not allowed",
      detail: "The run does not allow force-cancel: its status is pending.",
    },
  ]);
  expect(now().status).toBe("pending");
});

test("no action is permitted without permission to run: 404", async () => {
  start();
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  for (const action of ["apply", "cancel", "discard", "force-cancel"]) {
    expect((await reader.post(`/runs/${now().id}/actions/${action}`)).status).toBe(404);
  }
  expect(now().status).toBe("planned");
});

shows("stages-and-results: Runs of a workspace");
test("lists runs by status, with the requested includes", async () => {
  start({ isSpeculative: true });
  const { id } = start({ tasks: [{ name: "scan", stage: "post_plan" }] });
  const at = `/workspaces/${workspaceId}/runs`;
  const { list, document } = await http.get(at, { "filter[status]": "pending,errored", include: "task_stages" });
  expect(list.map((run) => run.id)).toEqual([id]);
  expect(document.included!.map(({ type }) => type)).toEqual(["task-stages"]);
});
