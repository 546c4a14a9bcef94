import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../../src/emulator";
import { RUN_STAGES } from "../../../src/model";
import { PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

const status = (): string => emulator.state().runs[0]!.status;
const stages = (): readonly string[] => emulator.state().runs[0]!.taskStages.map((stage) => stage.status);

test("a run starts its stages in order, and is applied after all have passed", () => {
  const run = emulator.runs.start({ workspaceId, tasks: RUN_STAGES.map((stage) => ({ name: "scan", stage })) });
  const seen = [status()];
  for (const stage of run.taskStages) {
    emulator.runs.reportResult(stage.taskResults[0]!.id, { status: "running" });
    seen.push(status());
    emulator.runs.reportResult(stage.taskResults[0]!.id, { status: "passed" });
  }
  seen.push(status());

  expect(seen).toEqual([
    "pending",
    "pre_plan_running",
    "post_plan_running",
    "pre_apply_running",
    "post_apply_running",
    "applied",
  ]);
});

test("a mandatory failure ends the run: later stages are unreachable", () => {
  const run = emulator.runs.start({ workspaceId, tasks: RUN_STAGES.map((stage) => ({ name: "scan", stage })) });
  emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "passed" });
  emulator.runs.reportResult(run.taskStages[1]!.taskResults[0]!.id, { status: "failed" });

  expect(stages()).toEqual(["passed", "failed", "unreachable", "unreachable"]);
  expect(emulator.state().runs[0]!.taskStages[3]!.taskResults[0]!.status).toBe("unreachable");
  expect(status()).toBe("errored");
});

shows("stage-rules: Advisory failures alone");
test.each([
  ["failed", undefined],
  ["passed", "pass"],
] as const)("an advisory failure, of which the stage has %s, does not end the run", async (stage, advisoryFailures) => {
  await emulator.stop();
  emulator = await Emulator.start(advisoryFailures === undefined ? {} : { advisoryFailures });
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
  const run = emulator.runs.start({
    workspaceId,
    tasks: [
      { name: "scan", stage: "pre_plan", enforcementLevel: "advisory" },
      { name: "scan", stage: "post_plan" },
    ],
  });
  emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
  expect([stages(), status()]).toEqual([[stage, "pending"], "post_plan_running"]);
  emulator.runs.reportResult(run.taskStages[1]!.taskResults[0]!.id, { status: "passed" });
  expect([stages(), status()]).toEqual([[stage, "passed"], "applied"]);
});

test("a run continues after a stage with only advisory failures, even after a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-run-status-"));
  const stateFile = join(folder, "state.jsonl");
  try {
    const before = await Emulator.start({ stateFile });
    const api = before.workspaces.create({ organization: "acme", name: "api" }).id;
    const run = before.runs.start({
      workspaceId: api,
      tasks: [
        { name: "scan", stage: "pre_plan", enforcementLevel: "advisory" },
        { name: "scan", stage: "post_plan" },
      ],
    });
    before.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
    await before.stop();
    const after = await Emulator.start({ stateFile });
    after.runs.reportResult(run.taskStages[1]!.taskResults[0]!.id, { status: "passed" });
    expect(after.state().runs[0]!.status).toBe("applied");
    await after.stop();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

shows.documented(
  PAGES,
  "stage-rules: A failure after the apply",
  "Does not stop the run, regardless of the enforcement level.",
);
test("a failure after the apply does not end the run", () => {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_apply" }] });
  emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
  expect([stages(), status()]).toEqual([["failed"], "applied"]);
});

test("a run waits for a stage that awaits an override, and continues when it is overridden", async () => {
  const run = emulator.runs.start({
    workspaceId,
    overridable: true,
    tasks: [
      { name: "scan", stage: "post_plan" },
      { name: "scan", stage: "pre_apply" },
    ],
  });
  emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
  expect([stages(), status()]).toEqual([["awaiting_override", "pending"], "post_plan_awaiting_decision"]);

  await fetch(`${emulator.address}/api/v2/task-stages/${run.taskStages[0]!.id}/actions/override`, {
    method: "POST",
    headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/vnd.api+json" },
  });
  emulator.clock.advance(1);
  expect([stages(), status()]).toEqual([["passed", "pending"], "pre_apply_running"]);
});

test("a first stage that fails at the start of the run ends it", () => {
  emulator.runs.start({
    workspaceId,
    tasks: [{ name: "scan", stage: "pre_apply" }],
    policyEvaluations: [{ stage: "pre_plan", status: "failed" }],
  });
  expect([stages(), status()]).toEqual([["failed", "unreachable"], "errored"]);
});

shows.ourChoice(
  "2026-11",
  "stage-rules: Stages of an apply that a run does not need",
  "Stay pending, or become unreachable.",
  { client: "The client returns the status as sent." },
);
test("stages of an apply stay pending if the run has ended without changes", () => {
  const { id } = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_apply" }] });
  emulator.runs.setStatus(id, "planned_and_finished");
  expect([stages(), status()]).toEqual([["pending"], "planned_and_finished"]);
});

shows("stages-and-results: auto-apply, plan-only");
test("a speculative run completes after its plan", () => {
  emulator.runs.start({ workspaceId, isSpeculative: true });
  expect(status()).toBe("planned_and_finished");
});
