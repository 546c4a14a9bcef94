import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { PAGES, shows } from "../../fidelity";

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

const stage = (index = 0) => emulator.state().runs[0]!.taskStages[index]!;
const attributes = async (id: string) => (await http.get(`/task-results/${id}`)).data.attributes;
const says = async (id: string, status: string): Promise<number> => {
  const task = new HttpClient(emulator, emulator.runs.accessToken(id));
  return (await task.patch(`/task-results/${id}/callback`, resource("task-results", { status }))).status;
};

shows.ourChoice(
  "2026-11",
  "stage-rules: A result from pending to errored",
  "When its task does not report for ten minutes.",
);
shows.documented(
  PAGES,
  "run-tasks: No progress for 10 minutes",
  "The result ends. That it has errored rather than failed is our choice: sources differ.",
);
shows.observed("2026", "run-tasks: The message of a timeout", "`Task result timed out.`, with a `url` of null.");
test("a result without a report for ten minutes errors, and not before", async () => {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });
  const { id } = run.taskStages[0]!.taskResults[0]!;
  emulator.clock.advance(599.999);
  expect(stage()).toMatchObject({ status: "pending", taskResults: [{ status: "pending" }] });

  emulator.clock.advance(0.001);

  expect(stage().status).toBe("failed");
  expect(emulator.state().runs[0]!.status).toBe("errored");
  expect(await attributes(id)).toMatchObject({
    status: "errored",
    message: "Task result timed out.",
    url: null,
  });
});

test("a result times out at its deadline, even if it is read much later", async () => {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });
  emulator.clock.advance(24 * 3600);
  expect(await attributes(run.taskStages[0]!.taskResults[0]!.id)).toMatchObject({
    "status-timestamps": { "errored-at": "2026-11-02T12:10:00+00:00" },
    "updated-at": "2026-11-02T12:10:00.000Z",
  });
  const shown = (await http.get(`/task-stages/${run.taskStages[0]!.id}`)).data.attributes;
  expect(shown["status-timestamps"]).toMatchObject({ "failed-at": "2026-11-02T12:10:00+00:00" });
  expect((await http.get(`/runs/${run.id}`)).data.attributes["status-timestamps"]).toEqual({
    "plan-queueable-at": "2026-11-02T12:00:00+00:00",
    "queuing-at": "2026-11-02T12:00:00+00:00",
    "plan-queued-at": "2026-11-02T12:00:00+00:00",
    "planning-at": "2026-11-02T12:00:00+00:00",
    "planned-at": "2026-11-02T12:00:00+00:00",
    "errored-at": "2026-11-02T12:10:00+00:00",
  });
});

shows.ourChoice("2026-11", "stage-rules: A result from running to errored", "After the timeout.");
shows.documented(
  PAGES,
  "run-tasks: More than 60 minutes in total",
  "The result ends, regardless of how often its task has reported.",
);
test("each report extends the deadline by 10 minutes, up to 60 in total", async () => {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });
  const { id } = run.taskStages[0]!.taskResults[0]!;
  for (let reported = 0; reported < 6; reported++) {
    emulator.clock.advance(590);
    expect(await says(id, "running")).toBe(200);
  }
  emulator.clock.advance(59);
  expect(stage().taskResults[0]!.status).toBe("running");

  emulator.clock.advance(1);

  expect(await attributes(id)).toMatchObject({
    status: "errored",
    message: "Task result timed out.",
    "status-timestamps": { "errored-at": "2026-11-02T13:00:00+00:00" },
  });
  expect(await says(id, "passed")).toBe(409);
});

test("the deadlines of a stage start when the run reaches it, even by another deadline", () => {
  emulator.runs.start({
    workspaceId,
    tasks: [
      { name: "scan", stage: "pre_plan", enforcementLevel: "advisory" },
      { name: "scan", stage: "post_plan" },
    ],
  });
  emulator.clock.advance(1199);
  expect([stage(0).status, stage(1).status]).toEqual(["failed", "pending"]);
  emulator.clock.advance(1);
  expect([stage(0).status, stage(1).status]).toEqual(["failed", "failed"]);
});

test("a stage can await an override without a limit, and the deadlines of the next stage start after it", async () => {
  const run = emulator.runs.start({
    workspaceId,
    overridable: true,
    tasks: [
      { name: "scan", stage: "pre_plan" },
      { name: "scan", stage: "post_plan" },
    ],
  });
  emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
  emulator.clock.advance(7 * 24 * 3600);
  expect([stage(0).status, stage(1).status]).toEqual(["awaiting_override", "pending"]);
  await http.post(`/task-stages/${run.taskStages[0]!.id}/actions/override`);
  emulator.clock.advance(1 + 599);
  expect([stage(0).status, stage(1).status]).toEqual(["passed", "pending"]);
  emulator.clock.advance(1);
  expect(stage(1).status).toBe("awaiting_override");
});

test("a result that is reset out of band after an hour has ten minutes again", () => {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });
  const { id } = run.taskStages[0]!.taskResults[0]!;
  emulator.clock.advance(2 * 3600);
  emulator.runs.reportResult(id, { status: "running" });
  emulator.clock.advance(599);
  expect(stage()).toMatchObject({ status: "running", taskResults: [{ status: "running" }] });
  emulator.clock.advance(1);
  expect(stage()).toMatchObject({ status: "failed", taskResults: [{ status: "errored" }] });
});

test("10,000 pending results all time out at their deadlines", async () => {
  const tasks = Array.from({ length: 100 }, (_, index) => ({ name: `task-${index}`, stage: "pre_plan" as const }));
  // Plan-only runs are not queued.
  for (let run = 0; run < 100; run++) emulator.runs.start({ workspaceId, tasks, isSpeculative: true });
  // Scanning all results for each timer would take longer than a test may take.
  for (let look = 0; look < 20_000; look++) emulator.clock.advance(0);

  emulator.clock.advance(600);
  expect((await http.get("/organizations/acme/runs")).list[0]!.attributes["status"]).toBe("errored");
  expect(new Set(emulator.state().runs.map(({ status }) => status))).toEqual(new Set(["errored"]));
});
