import { runTaskStagesDataSource } from "../../src/provider/run-task-stages-data-source";
import { HttpCaller, type Resource } from "../emulator/http-caller";
import { Acme } from "../support/acme";
import { readDataSource } from "./read-data-source";

let acme: Acme;
let http: HttpCaller;

beforeEach(async () => {
  acme = await Acme.start({ now: () => Date.UTC(2026, 10, 2, 10) });
  http = new HttpCaller(acme.emulator);
});
afterEach(() => acme.stop());

async function stagesOf(runId: string): Promise<unknown> {
  return (await readDataSource(acme, runTaskStagesDataSource, { run_id: runId }))["stages"];
}

/** Fails where two fields have one value: a mapping that swaps them would not be seen. */
function expectAllDifferent(values: Readonly<Record<string, unknown>>): void {
  expect(new Set(Object.values(values)).size).toBe(Object.keys(values).length);
}

test("every field of a stage and of its results has the value that the service gives it, and no other's", async () => {
  const { emulator } = acme;
  const workspaceId = acme.addWorkspace("api");
  const task = emulator.addRunTask({ organization: "acme", name: "scan", url: "https://tasks.example.com/scan" });
  const { id: workspaceTaskId } = emulator.attachRunTask({
    workspaceId,
    taskId: task.id,
    stages: ["pre_apply"],
    enforcementLevel: "advisory",
  });
  const run = emulator.startRun({ workspaceId, isSpeculative: false, policyEvaluations: [{ stage: "pre_apply" }] });
  const [begun] = run.taskStages;
  emulator.advance(60);
  const [result] = begun!.taskResults;
  emulator.reportResult(result!.id, { status: "running", message: "Working", url: "https://scanner.example.com/1" });
  emulator.advance(60);
  emulator.reportResult(result!.id, {
    status: "failed",
    message: "2 findings.\nLook.",
    url: "https://scanner.example.com/2",
  });
  // As the service tells it, without anything of ours between.
  const stage = (await http.get(`/task-stages/${begun!.id}`)).data;
  const told = (await http.get(`/task-results/${result!.id}`)).data;
  const at = (document: Resource, attribute: string): unknown => document.attributes[attribute];
  expectAllDifferent({
    created: at(told, "created-at"),
    updated: at(told, "updated-at"),
    url: at(told, "url"),
    taskUrl: at(told, "task-url"),
    message: at(told, "message"),
  });

  const shown = await stagesOf(run.id);

  expect(shown).toEqual([
    {
      id: begun!.id,
      status: "running",
      verdict: "pending",
      stage: "pre_apply",
      status_timestamps: at(stage, "status-timestamps"),
      created_at: "2026-11-02T10:00:00.000Z",
      updated_at: "2026-11-02T10:01:00.000Z",
      is_overridable: false,
      permissions: { can_override_policy: true, can_override_tasks: false, can_override: true },
      run_id: run.id,
      policy_evaluation_ids: [begun!.policyEvaluations[0]!.id],
      results: [
        {
          id: result!.id,
          status: "failed",
          message: "2 findings.\nLook.",
          status_timestamps: {
            "running-at": "2026-11-02T10:01:00+00:00",
            "failed-at": "2026-11-02T10:02:00+00:00",
          },
          url: "https://scanner.example.com/2",
          created_at: "2026-11-02T10:00:00.000Z",
          updated_at: "2026-11-02T10:02:00.000Z",
          task_id: task.id,
          task_name: "scan",
          task_url: "https://tasks.example.com/scan",
          stage: "pre_apply",
          is_speculative: false,
          workspace_task_id: workspaceTaskId,
          workspace_task_enforcement_level: "advisory",
          task_stage_id: begun!.id,
        },
      ],
    },
  ]);
});

test.each([
  ["policies and tasks", [{ status: "failed", overridable: true }], true, [true, true, true], true],
  ["policies alone", [{ status: "failed", overridable: true }], false, [true, false, true], false],
  ["tasks alone", [], true, [false, true, true], true],
  ["nothing", [], false, [false, false, false], false],
] as const)(
  "each permission has its own place: %s can be overridden",
  async (_, policies, overridable, may, isOpen) => {
    const { emulator } = acme;
    const run = emulator.startRun({
      workspaceId: acme.addWorkspace("api"),
      tasks: [{ name: "scan", stage: "post_plan" }],
      overridable,
      policyEvaluations: [...policies],
    });
    emulator.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
    const [policy, tasks, either] = may;
    expect(await stagesOf(run.id)).toMatchObject([
      {
        permissions: { can_override_policy: policy, can_override_tasks: tasks, can_override: either },
        is_overridable: isOpen,
      },
    ]);
  },
);

test("whether a run is speculative comes through", async () => {
  const run = acme.emulator.startRun({
    workspaceId: acme.addWorkspace("api"),
    tasks: [{ name: "scan", stage: "post_plan" }],
    isSpeculative: true,
  });
  expect(await stagesOf(run.id)).toMatchObject([{ results: [{ is_speculative: true }] }]);
});
