import type { EmulatorOptions } from "../../../src/emulator";
import { Emulator } from "../../../src/emulator";
import { TASK_RESULT_STATUSES } from "../../../src/model";
import { HttpClient } from "../http-client";
import { KNOWS_PATH, NO_LINKS, OPENAPI, REJECTED_BY_CLIENT, shows } from "../../fidelity";

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

shows.field("result: id", "Begins with `taskrs-`.");
shows.field("result: type", "Always `task-results`.", { terraform: REJECTED_BY_CLIENT });
shows.field("result: attributes.status", "See [Run task result status](#run-task-result-status).");
shows.field("result: attributes.message", "Free text; may contain line breaks.");
shows.field("result: attributes.status-timestamps", "As on a stage; `passed-at` and `running-at` occur.");
shows.field("result: attributes.url", "URL of the task's details of this result.");
shows.field("result: attributes.created-at", "Timestamp.");
shows.field("result: attributes.updated-at", "Timestamp.");
shows.field("result: attributes.task-id", "Begins with `task-`.");
shows.field("result: attributes.task-name", "Name of the run task.");
shows.field("result: attributes.task-url", "URL of the task.");
shows.field("result: attributes.stage", "The run stage, with the values of a stage.");
shows.field("result: attributes.is-speculative", "Boolean.");
shows.field("result: attributes.workspace-task-id", "Begins with `wstask-`.");
shows.field("result: relationships.task-stage.data", "`id` with prefix `ts-`, and `type` = `task-stages`.");
shows.field("result: links.self", "Path of the result.", { client: KNOWS_PATH, terraform: NO_LINKS });
shows.operation("show-result: GET /task-results/:task_result_id", "Shows a task result; 200.");
shows.documented(OPENAPI, "success: Show a task result", "200.");
test("returns every documented attribute", async () => {
  await restart({ documents: "documented" });
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

shows.case("pending", "result-status: pending");
shows.case("running", "result-status: running");
shows.case("passed", "result-status: passed");
shows.case("failed", "result-status: failed");
shows.case("errored", "result-status: errored");
shows.case("canceled", "result-status: canceled");
shows.case("unreachable", "result-status: unreachable");
test.each(TASK_RESULT_STATUSES)("returns the status %s", async (status) => {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_apply" }] });
  const { id } = run.taskStages[0]!.taskResults[0]!;
  emulator.runs.reportResult(id, { status });
  expect((await http.get(`/task-results/${id}`)).data.attributes["status"]).toBe(status);
});

shows.parameter("show-result: :task_result_id", "ID of the result.");
shows.error("errors: Show task result 404", "Result not found, or caller not authorized.");
test("a result that does not exist or is not visible is not found", async () => {
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
