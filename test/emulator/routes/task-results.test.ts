import { Emulator } from "../../../src/emulator";
import { TASK_RESULT_STATUSES } from "../../../src/model";
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

test("returns every documented attribute @show", async () => {
  const run = emulator.runs.start({
    workspaceId,
    isSpeculative: true,
    tasks: [{ name: "scan", stage: "pre_plan", url: "https://scanner.example.com" }],
  });
  const [stage] = run.taskStages;
  const { id } = stage!.taskResults[0]!;
  emulator.clock.advance(5);
  emulator.runs.reportResult(id, { status: "running" });
  emulator.clock.advance(5);
  emulator.runs.reportResult(id, { status: "passed", message: "all\ngood", url: "https://scanner.example.com/1" });

  const response = await http.get(`/task-results/${id}`);

  expect(response.status).toBe(200);
  expect(response.data).toEqual({
    id: expect.stringMatching(/^taskrs-[A-Za-z0-9]{16}$/) as string,
    type: "task-results",
    attributes: {
      status: "passed",
      message: "all\ngood",
      url: "https://scanner.example.com/1",
      "status-timestamps": {
        "running-at": "2026-11-02T12:00:05+00:00",
        "passed-at": "2026-11-02T12:00:10+00:00",
      },
      "created-at": "2026-11-02T12:00:00.000Z",
      "updated-at": "2026-11-02T12:00:10.000Z",
      "task-id": expect.stringMatching(/^task-/) as string,
      "task-name": "scan",
      "task-url": "https://scanner.example.com",
      stage: "pre_plan",
      "is-speculative": true,
      "workspace-task-id": expect.stringMatching(/^wstask-/) as string,
      "workspace-task-enforcement-level": "mandatory",
    },
    relationships: { "task-stage": { data: { id: stage!.id, type: "task-stages" } } },
    links: { self: `/api/v2/task-results/${id}` },
  });
});

test.each(TASK_RESULT_STATUSES)("returns each status @status-%s", async (status) => {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_apply" }] });
  const { id } = run.taskStages[0]!.taskResults[0]!;
  emulator.runs.reportResult(id, { status });
  expect((await http.get(`/task-results/${id}`)).data.attributes["status"]).toBe(status);
});

test("a result that does not exist or is not visible is not found @show-missing", async () => {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan" }] });
  const result = run.taskStages[0]!.taskResults[0]!.id;
  const member = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "team" }));

  for (const response of [
    await http.get("/task-results/taskrs-0000000000000000"),
    await member.get(`/task-results/${result}`),
  ]) {
    expect([response.status, response.errors[0]!.title]).toEqual([404, "not found"]);
  }
});
