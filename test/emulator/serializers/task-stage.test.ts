import { Emulator } from "../../../src/emulator";
import { RUN_STAGES } from "../../../src/model";
import { HttpClient } from "../http-client";
import type { Resource } from "../http-client";

const NOON = Date.UTC(2026, 10, 2, 12);

let emulator: Emulator;
let http: HttpClient;
let run: string;
let stage: string;
let result: string;
let policy: string;

/** A stage that awaits an override, with a failed task and a policy evaluation that passed. */
beforeEach(async () => {
  emulator = await Emulator.start({ now: () => NOON });
  http = new HttpClient(emulator);
  const { id: workspaceId } = emulator.workspaces.create({ organization: "acme", name: "api" });
  const started = emulator.runs.start({
    workspaceId,
    overridable: true,
    tasks: [{ name: "scan", stage: "post_plan" }],
    policyEvaluations: [{ status: "passed" }],
  });
  run = started.id;
  const [first] = started.taskStages;
  stage = first!.id;
  result = first!.taskResults[0]!.id;
  policy = first!.policyEvaluations[0]!.id;
  emulator.clock.advance(5);
  emulator.runs.reportResult(result, { status: "failed" });
});
afterEach(() => emulator.stop());

const RESPONSES: Readonly<Record<string, () => Promise<Resource>>> = {
  list: async () => (await http.get(`/runs/${run}/task-stages`)).list[0]!,
  show: async () => (await http.get(`/task-stages/${stage}`)).data,
  override: async () => (await http.post(`/task-stages/${stage}/actions/override`)).data,
};

describe.each(Object.keys(RESPONSES))("the response carries the documented attributes @response-%s", (response) => {
  const read = (): Promise<Resource> => RESPONSES[response]!();

  test("id, type and link @id-type-link", async () => {
    const { id, type, links } = await read();
    expect(id).toMatch(/^ts-[A-Za-z0-9]{16}$/);
    expect([id, type, links["self"]]).toEqual([stage, "task-stages", `/api/v2/task-stages/${stage}`]);
  });

  test("status and run stage @status-and-run-stage", async () => {
    const status = response === "override" ? "running" : "awaiting_override";
    expect((await read()).attributes).toMatchObject({ status, stage: "post_plan" });
  });

  test("the time of each status @status-times", async () => {
    expect((await read()).attributes["status-timestamps"]).toMatchObject({
      "awaiting-override-at": "2026-11-02T12:00:05+00:00",
      "running-at": expect.stringMatching(/^2026-11-02T12:00:0[05]\+00:00$/),
    });
  });

  test("the times of its creation and last change @created-and-updated", async () => {
    const { attributes } = await read();
    expect(attributes["created-at"]).toBe("2026-11-02T12:00:00.000Z");
    expect(attributes["updated-at"]).toBe("2026-11-02T12:00:05.000Z");
  });

  test("the permissions of the caller @permissions", async () => {
    expect((await read()).attributes["permissions"]).toMatchObject({
      "can-override-policy": expect.any(Boolean),
      "can-override-tasks": true,
      "can-override": true,
    });
  });

  test("whether it can be overridden @overridable", async () => {
    expect((await read()).attributes["actions"]).toEqual({ "is-overridable": response !== "override" });
  });

  test("the run, the results and the policy evaluations @relationships", async () => {
    expect((await read()).relationships).toMatchObject({
      run: { data: { id: run, type: "runs" } },
      "task-results": { data: [{ id: result, type: "task-results" }] },
      "policy-evaluations": { data: [{ id: policy, type: "policy-evaluations" }] },
    });
    expect([run.slice(0, 4), result.slice(0, 7), policy.slice(0, 8)]).toEqual(["run-", "taskrs-", "poleval-"]);
  });
});

test.each([
  ["policies and tasks", true, true, true],
  ["policies alone", true, false, true],
  ["tasks alone", false, true, true],
  ["nothing", false, false, false],
])("each permission is separate: %s can be overridden @each-permission", async (_, policies, tasks, either) => {
  const { id: workspaceId } = emulator.workspaces.find("acme", "api")!;
  const started = emulator.runs.start({
    workspaceId,
    tasks: [{ name: "scan", stage: "post_plan" }],
    overridable: tasks,
    policyEvaluations: policies ? [{ status: "failed", overridable: true }] : [],
  });
  expect((await http.get(`/task-stages/${started.taskStages[0]!.id}`)).data.attributes["permissions"]).toEqual({
    "can-override-policy": policies,
    "can-override-tasks": tasks,
    "can-override": either,
  });
});

test("a stage that has passed has the times of all its statuses @passed-at", async () => {
  await RESPONSES["override"]!();
  emulator.clock.advance(1);
  const { attributes } = await RESPONSES["show"]!();
  expect(Object.keys(attributes["status-timestamps"] as object)).toEqual(
    expect.arrayContaining(["awaiting-override-at", "running-at", "passed-at"]),
  );
  expect(attributes).toMatchObject({
    status: "passed",
    "status-timestamps": { "passed-at": "2026-11-02T12:00:06+00:00" },
  });
});

test.each(RUN_STAGES)("returns the run stage @run-stage-%s", async (name) => {
  const { id: workspaceId } = emulator.workspaces.find("acme", "api")!;
  const started = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: name }] });
  const { list } = await http.get(`/runs/${started.id}/task-stages`);
  expect(list.map((it) => it.attributes["stage"])).toEqual([name]);
});

test("a stage without tasks has an empty list of results @no-results", async () => {
  const { id: workspaceId } = emulator.workspaces.find("acme", "api")!;
  const started = emulator.runs.start({ workspaceId, tasks: [], policyEvaluations: [{}] });
  const { data } = await http.get(`/task-stages/${started.taskStages[0]!.id}`);
  expect(data.relationships["task-results"]!.data).toEqual([]);
});
