import { checkGates } from "../../../src/engine/apply/closed-gates";
import { GateReader } from "../../../src/engine/live/gates";
import type { GateRequirement } from "../../../src/engine/organization";
import type { RunStage, Verdict } from "../../../src/model";
import { UserError } from "../../../src/user-error";
import { Acme } from "../../support/acme";
import { RUN_CASES } from "../../support/run-verdicts";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** Starts a run whose stages before and after the plan have passed. */
function start(stages: readonly RunStage[] = ["pre_plan", "post_plan"]) {
  const tasks = stages.map((stage) => ({ name: "scan", stage }));
  const run = acme.emulator.runs.start({ workspaceId: acme.addWorkspace("network"), tasks });
  for (const { id } of run.taskStages) acme.emulator.runs.setTaskStageStatus(id, "passed");
  acme.takeRequests();
  return run;
}

type Condition = Partial<Exclude<GateRequirement, { readonly kind: "unknown" }>>;

/** Why the gate of an engine's plan is closed; undefined if it is open. */
async function reasonAgainst(runId: string, more: Condition = {}, ownRunId?: string): Promise<string | undefined> {
  const condition = { kind: "verdict", run: { runId }, advisoryFailures: "block", ...more } as const;
  const gates = [{ address: "terraform_data.gate", dependents: [], conditions: [condition] }];
  try {
    checkGates(await new GateReader({ ownRunId }).read(acme.client, gates));
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.problems.map(({ detail }) => detail).join(" ");
  }
}

async function verdict(runId: string, more: Condition = {}): Promise<Verdict> {
  const reason = await reasonAgainst(runId, more);
  return reason === undefined ? "passed" : (/has the verdict (\w+)/.exec(reason)![1] as Verdict);
}

test.each(RUN_CASES)(
  "a gate on a run that is $name is as in the table",
  async ({ status, isConfirmable, expected }) => {
    const { emulator } = acme;
    const run = start();
    emulator.runs.setStatus(run.id, status, { isConfirmable });
    expect(await verdict(run.id)).toBe(expected.all);
    expect(await verdict(run.id, { requiredStages: ["pre_plan"] })).toBe(expected.prePlan);
    expect(await verdict(run.id, { requiredStages: ["post_plan"] })).toBe(expected.postPlan);
    expect(await reasonAgainst(run.id, { requiredStages: ["post_plan", "post_apply"] })).toContain(`(${status})`);
    const waits = await reasonAgainst(run.id, { kind: "completed" });
    expect(waits === undefined).toBe(expected.all !== "pending");
    emulator.runs.setTaskStageStatus(run.taskStages[1]!.id, "running");
    expect(await verdict(run.id, { requiredStages: ["post_plan"] })).toBe(expected.running);
  },
);

test.each(RUN_CASES)(
  "a gate on a run that is $name and has no stages is, too",
  async ({ status, isConfirmable, expected }) => {
    const run = start([]);
    acme.emulator.runs.setStatus(run.id, status, { isConfirmable });
    expect(await verdict(run.id)).toBe(expected.none);
    const [list, its] = [`GET /api/v2/runs/${run.id}/task-stages`, `GET /api/v2/runs/${run.id}`];
    expect(acme.takeRequests()).toEqual([list, its, list]);
  },
);

test("the reason names the run's status, and what its stages lack", async () => {
  const { runs } = acme.emulator;
  const run = start(["post_plan"]);
  runs.setStatus(run.id, "discarded");
  expect(await reasonAgainst(run.id)).toBe(`Run ${run.id} (discarded) has the verdict failed.`);
  runs.setStatus(run.id, "planned_and_finished");
  expect(await reasonAgainst(run.id, { requiredStages: ["post_plan", "post_apply"] })).toBe(
    `Run ${run.id} (planned_and_finished) has the verdict failed: it ended without a post_apply task stage.`,
  );
});

test("a gate that waits for the run that it is in is closed, and any other is read", async () => {
  const { id } = start();
  acme.emulator.runs.setStatus(id, "applying");
  expect(await reasonAgainst(id, { waits: true }, id)).toContain("it would wait for itself");
  expect(acme.takeRequests()).toEqual([]);
  expect(await reasonAgainst(id, {}, id)).toBeUndefined();
});
