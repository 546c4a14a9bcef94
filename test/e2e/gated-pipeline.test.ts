import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { RunState } from "../../src/emulator";
import { Deployment } from "../support/deployment";
import { describeWithTerraform, unwrapped } from "../support/terraform";
import { TSX } from "../support/tsx";
import { waitUntil } from "../support/wait-until";

const ROOT = resolve(__dirname, "../..");

let code: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "gated-pipeline-"));
  await promisify(execFile)(process.execPath, [...TSX, join(ROOT, "examples/gated-pipeline/main.ts")], {
    cwd: folder,
    env: { ...process.env, CDKTF_OUTDIR: folder, TSX_TSCONFIG_PATH: join(ROOT, "tsconfig.json") },
  });
  code = readFileSync(join(folder, "stacks/platform/cdk.tf.json"), "utf8");
  rmSync(folder, { recursive: true });
});

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

const apply = (...more: string[]) => deployment.terraform.run(["apply", "-auto-approve", "-input=false", ...more]);
const world = () => deployment.acme.world;

/** A run of network-prod that awaits an override after its plan: a review and a policy failed. */
function startNetworkRun(): RunState {
  const { acme } = deployment;
  const { emulator } = acme;
  const workspaceId = emulator.workspaces.find("acme", "network-prod")?.id ?? acme.addWorkspace("network-prod");
  return emulator.runs.start({
    workspaceId,
    tasks: [
      { name: "security-review", stage: "post_plan" },
      { name: "smoke-test", stage: "post_apply" },
    ],
    policyEvaluations: [{ status: "failed", overridable: true }],
    overridable: true,
  });
}

interface State {
  serial: number;
  readonly resources: readonly {
    readonly type: string;
    readonly instances: readonly { attributes: Record<string, unknown> }[];
  }[];
}

const resultIn = (run: RunState, stage: string) => run.taskStages.find((it) => it.stage === stage)!.taskResults[0]!.id;

describeWithTerraform("the pipeline of examples/gated-pipeline, over a gate that is a terraform_data", () => {
  beforeEach(async () => {
    // In place of the file that names the required providers, which the stack does itself.
    await deployment.terraform.write("versions.tf.json", code).init();
  });

  test("is blocked while the current run of the other workspace awaits an override, then waits for its last stage", async () => {
    const { acme, terraform } = deployment;
    const { emulator } = acme;
    acme.addWorkspace("checkout-prod");
    const run = startNetworkRun();
    const [reviewed] = run.taskStages;
    emulator.runs.reportResult(resultIn(run, "post_plan"), { status: "failed", message: "2 findings" });

    const closed = await apply();
    expect(closed.status).toBe(1);
    expect(unwrapped(closed.stderr)).toContain(
      `Run ${run.id} (post_plan_awaiting_decision) has the verdict awaiting_override. ` +
        `post_plan (${reviewed!.id}) is awaiting_override. ` +
        `Override it (on the page of the run, or with tfprojects override ${reviewed!.id}) and deploy again`,
    );
    expect(Object.keys(world())).toEqual(["Default Project"]);

    await acme.client.taskStages.override(reviewed!.id, { comment: "accepted in CHG-1042" });
    const opening = apply();
    // It waits until the run of the other workspace is applied, and its test has passed.
    const waiting = () => emulator.requests.entries.filter(({ path }) => path.includes(`/runs/${run.id}/`)).length > 2;
    await waitUntil(waiting);
    expect(Object.keys(world())).toEqual(["Default Project"]);
    emulator.clock.advance(1);
    emulator.runs.reportResult(resultIn(run, "post_apply"), { status: "passed" });
    expect(await opening).toMatchObject({ status: 0 });
    expect(world()).toEqual({ "Default Project": ["network-prod"], Production: ["checkout-prod"] });
    expect(await terraform.outputs()).toMatchObject({
      network_run: run.id,
      network_policies: [
        {
          status: "overridden",
          policy_kind: "opa",
          policy_tool_version: "0.44.0",
          result_count: { passed: 0, advisory_failed: 0, mandatory_failed: 1, errored: 0 },
        },
      ],
    });
    await deployment.expectSettled({ readsData: true });

    // The next run of the other workspace decides anew.
    const next = startNetworkRun();
    emulator.runs.reportResult(resultIn(next, "post_plan"), { status: "failed" });
    const again = await deployment.plan();
    expect([again.status, unwrapped(again.stderr)]).toEqual([
      1,
      expect.stringContaining(`Run ${next.id} (post_plan_awaiting_decision) has`),
    ]);
  });

  test("fails if it would wait for its own run, and if the workspace has no run", async () => {
    deployment.acme.addWorkspace("checkout-prod");
    const missing = await deployment.plan();
    expect([missing.status, unwrapped(missing.stderr)]).toEqual([
      1,
      expect.stringContaining('Cannot read the current run of workspace "network-prod"'),
    ]);
    deployment.acme.addWorkspace("network-prod");
    const idle = await deployment.plan();
    expect([idle.status, unwrapped(idle.stderr)]).toEqual([1, expect.stringContaining("has no run. Start one")]);
    const run = startNetworkRun();
    const own = await deployment.terraform.run(["plan", "-input=false"], { env: { TFC_RUN_ID: run.id } });
    expect([own.status, unwrapped(own.stderr)]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`Run ${run.id}, the current run of .* is the run that deploys this configuration \\(TFC_RUN_ID\\)`),
      ),
    ]);
  });

  test("is closed by a run that was discarded after all had passed, or awaits a decision on its policies", async () => {
    const { emulator } = deployment.acme;
    deployment.acme.addWorkspace("checkout-prod");
    const run = startNetworkRun();
    for (const { id } of run.taskStages) emulator.runs.setTaskStageStatus(id, "passed");
    emulator.runs.setStatus(run.id, "discarded");
    const discarded = await deployment.plan();
    expect([discarded.status, unwrapped(discarded.stderr)]).toEqual([
      1,
      expect.stringContaining(`Run ${run.id} (discarded) has the verdict failed. Use a new run.`),
    ]);
    emulator.runs.setStatus(run.id, "tf_policy_override");
    const waits = await deployment.plan();
    expect([waits.status, unwrapped(waits.stderr)]).toEqual([
      1,
      expect.stringContaining(
        `Run ${run.id} (tf_policy_override) has the verdict awaiting_override. It awaits a decision on its policies: ` +
          "override or discard it on the page of the run, and deploy again.",
      ),
    ]);
    emulator.runs.setStatus(run.id, "applied");
    expect((await deployment.plan()).status).toBe(0);
  });

  test("has a state that an earlier version could have written, without the attributes of the run", async () => {
    deployment.acme.addWorkspace("checkout-prod");
    const run = startNetworkRun();
    for (const { id } of run.taskStages) deployment.acme.emulator.runs.setTaskStageStatus(id, "passed");
    deployment.acme.emulator.runs.setStatus(run.id, "applied");
    await deployment.apply();
    const { terraform } = deployment;
    const state = JSON.parse((await terraform.succeed(["state", "pull"])).stdout) as State;
    const [stages] = state.resources.filter(({ type }) => type === "tfprojects_run_task_stages");
    const { attributes } = stages!.instances[0]!;
    expect(attributes).toMatchObject({ required_stages: ["post_plan", "post_apply"], run_status: "applied" });
    const { required_stages: _stages, run_status: _status, run_verdict: _verdict, ...earlier } = attributes;
    stages!.instances[0]!.attributes = earlier;
    state.serial += 1;
    writeFileSync(terraform.path("earlier.json"), JSON.stringify(state));
    await terraform.succeed(["state", "push", "earlier.json"]);
    await deployment.expectSettled({ readsData: true });
    deployment.acme.emulator.runs.setStatus(run.id, "discarded");
    const closed = await deployment.plan();
    expect([closed.status, unwrapped(closed.stderr)]).toEqual([1, expect.stringContaining("(discarded)")]);
  });
});
