import { Emulator } from "../../../src/emulator";
import { RUN_STAGES } from "../../../src/model";
import { HttpClient } from "../http-client";
import type { Resource } from "../http-client";
import { KNOWS_PATH, NO_LINKS, OPENAPI, PAGES, REJECTED_BY_CLIENT, shows } from "../../fidelity";

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

describe.each(Object.keys(RESPONSES))("the response to %s carries the documented attributes", (response) => {
  const read = (): Promise<Resource> => RESPONSES[response]!();

  shows.field("stage: id", "Begins with `ts-`.");
  shows.field("stage: type", "Always `task-stages`.", { terraform: REJECTED_BY_CLIENT });
  shows.field("stage: links.self", "Path of the stage.", { client: KNOWS_PATH, terraform: NO_LINKS });
  test("id, type and link", async () => {
    const { id, type, links } = await read();
    expect(id).toMatch(/^ts-[A-Za-z0-9]{16}$/);
    expect([id, type, links["self"]]).toEqual([stage, "task-stages", `/api/v2/task-stages/${stage}`]);
  });

  shows.field("stage: attributes.status", "See [Run task stage status](#run-task-stage-status).");
  shows.field(
    "stage: attributes.stage",
    "The run stage; `post_plan` for post-plan. For the others see [below](#task-stages-and-results).",
  );
  test("status and run stage", async () => {
    const status = response === "override" ? "running" : "awaiting_override";
    expect((await read()).attributes).toMatchObject({ status, stage: "post_plan" });
  });

  shows.field(
    "stage: attributes.status-timestamps",
    "Map of `<status>-at` to timestamps; `passed-at`, `running-at` and `awaiting-override-at` occur.",
  );
  test("the time of each status", async () => {
    expect((await read()).attributes["status-timestamps"]).toMatchObject({
      "awaiting-override-at": "2026-11-02T12:00:05+00:00",
      "running-at": expect.stringMatching(/^2026-11-02T12:00:0[05]\+00:00$/),
    });
  });

  shows.field("stage: attributes.created-at", "Timestamp.");
  shows.field("stage: attributes.updated-at", "Timestamp.");
  test("the times of its creation and last change", async () => {
    const { attributes } = await read();
    expect(attributes["created-at"]).toBe("2026-11-02T12:00:00.000Z");
    expect(attributes["updated-at"]).toBe("2026-11-02T12:00:05.000Z");
  });

  shows.field(
    "stage: attributes.permissions",
    "In the response to override: booleans `can-override-policy`, `can-override-tasks`, `can-override`.",
    { case: "override" },
  );
  shows.behavior("authentication: Override permissions", "Are in `attributes.permissions` of each stage.");
  shows.documented(
    OPENAPI,
    "stages-and-results: permissions and actions on every stage",
    "The OpenAPI description has them on every stage, samples do not. The emulator sends them; the client does " +
      "not need them.",
  );
  test("the permissions of the caller", async () => {
    expect((await read()).attributes["permissions"]).toMatchObject({
      "can-override-policy": expect.any(Boolean),
      "can-override-tasks": true,
      "can-override": true,
    });
  });

  shows.field("stage: attributes.actions", "In the response to override: boolean `is-overridable`.", {
    case: "override",
  });
  shows("stages-and-results: permissions and actions on every stage");
  test("whether it can be overridden", async () => {
    expect((await read()).attributes["actions"]).toEqual({ "is-overridable": response !== "override" });
  });

  shows.field("stage: relationships.run.data", "`id` with prefix `run-`, and `type` = `runs`.");
  shows.field(
    "stage: relationships.task-results.data",
    "Array of `id` (prefix `taskrs-`) and `type` = `task-results`; may be empty.",
  );
  shows.field(
    "stage: relationships.policy-evaluations.data",
    "Array of `id` (prefix `poleval-`) and `type` = `policy-evaluations`.",
  );
  test("the run, the results and the policy evaluations", async () => {
    expect((await read()).relationships).toMatchObject({
      run: { data: { id: run, type: "runs" } },
      "task-results": { data: [{ id: result, type: "task-results" }] },
      "policy-evaluations": { data: [{ id: policy, type: "policy-evaluations" }] },
    });
    expect([run.slice(0, 4), result.slice(0, 7), policy.slice(0, 8)]).toEqual(["run-", "taskrs-", "poleval-"]);
  });
});

shows("stage: attributes.permissions");
test.each([
  ["policies and tasks", true, true, true],
  ["policies alone", true, false, true],
  ["tasks alone", false, true, true],
  ["nothing", false, false, false],
])("each permission is separate: %s can be overridden", async (_, policies, tasks, either) => {
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

shows.documented(PAGES, "stage-rules: status-timestamps", "Keys `<status>-at` with hyphens; earlier ones are kept.");
shows("stage: attributes.status-timestamps");
test("a stage that has passed has the times of all its statuses", async () => {
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

shows.documented(PAGES, "stages-and-results: The run stage pre_plan", "A value of `stage`.", { case: "pre_plan" });
shows.documented(PAGES, "stages-and-results: The run stage post_plan", "A value of `stage`.", { case: "post_plan" });
shows.documented(PAGES, "stages-and-results: The run stage pre_apply", "A value of `stage`.", { case: "pre_apply" });
shows.documented(PAGES, "stages-and-results: The run stage post_apply", "A value of `stage`.", { case: "post_apply" });
test.each(RUN_STAGES)("returns the run stage %s", async (name) => {
  const { id: workspaceId } = emulator.workspaces.find("acme", "api")!;
  const started = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: name }] });
  const { list } = await http.get(`/runs/${started.id}/task-stages`);
  expect(list.map((it) => it.attributes["stage"])).toEqual([name]);
});

shows("stage: relationships.task-results.data");
test("a stage without tasks has an empty list of results", async () => {
  const { id: workspaceId } = emulator.workspaces.find("acme", "api")!;
  const started = emulator.runs.start({ workspaceId, tasks: [], policyEvaluations: [{}] });
  const { data } = await http.get(`/task-stages/${started.taskStages[0]!.id}`);
  expect(data.relationships["task-results"]!.data).toEqual([]);
});
