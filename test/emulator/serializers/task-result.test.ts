import { Emulator } from "../../../src/emulator";
import { RUN_STAGES } from "../../../src/model";
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

test.each(RUN_STAGES)("a result has the run stage of its task stage @run-stage-%s", async (stage) => {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage }] });
  const { id } = run.taskStages[0]!.taskResults[0]!;
  expect((await http.get(`/task-results/${id}`)).data.attributes["stage"]).toBe(stage);
});

test.each(["mandatory", "advisory"] as const)(
  "a result has the enforcement level @enforcement-level-%s",
  async (enforcementLevel) => {
    const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan", enforcementLevel }] });
    const { id } = run.taskStages[0]!.taskResults[0]!;
    const { attributes } = (await http.get(`/task-results/${id}`)).data;
    expect(attributes["workspace-task-enforcement-level"]).toBe(enforcementLevel);
  },
);

test("a result without a report has null for message and url @unreported-null", async () => {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });
  const { id } = run.taskStages[0]!.taskResults[0]!;
  expect((await http.get(`/task-results/${id}`)).data.attributes).toMatchObject({
    status: "pending",
    message: null,
    url: null,
    "is-speculative": false,
  });
});

test("a result included in its stage is the same as in show", async () => {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });
  const [stage] = run.taskStages;
  const { data } = await http.get(`/task-results/${stage!.taskResults[0]!.id}`);
  const { included } = (await http.get(`/task-stages/${stage!.id}`, { include: "task-results" })).document;
  expect(included).toEqual([data]);
});
