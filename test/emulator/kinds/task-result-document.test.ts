import { Emulator } from "../../../src/emulator";
import { RUN_STAGES } from "../../../src/model";
import { HttpClient } from "../http-client";
import { OPENAPI, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

shows("result: attributes.stage");
shows.case("pre_plan", "stages-and-results: The run stage pre_plan");
shows.case("post_plan", "stages-and-results: The run stage post_plan");
shows.case("pre_apply", "stages-and-results: The run stage pre_apply");
shows.case("post_apply", "stages-and-results: The run stage post_apply");
test.each(RUN_STAGES)("a result has the run stage %s of its task stage", async (stage) => {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage }] });
  const { id } = run.taskStages[0]!.taskResults[0]!;
  expect((await http.get(`/task-results/${id}`)).data.attributes["stage"]).toBe(stage);
});

shows.field("result: attributes.workspace-task-enforcement-level", "`mandatory` occurs.", { case: "mandatory" });
shows.documented(
  PAGES,
  "stages-and-results: Enforcement level mandatory",
  "A value of `workspace-task-enforcement-level`.",
  { case: "mandatory" },
);
shows.documented(
  PAGES,
  "stages-and-results: Enforcement level advisory",
  "A value of `workspace-task-enforcement-level`.",
  { case: "advisory" },
);
test.each(["mandatory", "advisory"] as const)("a result has the enforcement level %s", async (enforcementLevel) => {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan", enforcementLevel }] });
  const { id } = run.taskStages[0]!.taskResults[0]!;
  const { attributes } = (await http.get(`/task-results/${id}`)).data;
  expect(attributes["workspace-task-enforcement-level"]).toBe(enforcementLevel);
});

shows.documented(OPENAPI, "stages-and-results: A task that has not reported", "`message` and `url` are null.");
test("a result without a report has null for message and url", async () => {
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
