import { executePlan } from "../../src/engine/apply/execute-plan";
import { observeOrganization } from "../../src/engine/live/observe";
import { makePlan } from "../../src/engine/plan/plan";
import type { Block, Configuration } from "../in-process-terraform";
import { desiredWith } from "../property/planning/stories";
import { configurationFor, inProcessTerraform } from "../provider/in-process";
import { Acme } from "../support/acme";

type OnDestroy = "default-project" | "retain";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

function codeWith(exclusive: boolean, onDestroy: OnDestroy): Configuration {
  const project_id = acme.project("Net")!.id;
  const membership: Block = { project_id, workspace_names: ["own"], exclusive, on_destroy: onDestroy };
  return configurationFor(acme, { "tfprojects_workspace_membership.net": membership });
}

/** Applies a membership of `own` with Terraform. Then someone puts `entered` into the project. */
async function deployed(exclusive: boolean) {
  acme.addProject("Net");
  acme.addWorkspace("own");
  const entered = acme.addWorkspace("entered");
  const terraform = inProcessTerraform();
  expect(await terraform.apply(codeWith(exclusive, "default-project"))).toMatchObject({ ok: true });
  acme.emulator.workspaces.move(entered, acme.project("Net")!.id);
  return terraform;
}

async function applyWithEngine(code: Configuration, { state }: Parameters<typeof desiredWith>[0]): Promise<void> {
  const desired = desiredWith({ state }, code);
  const view = acme.view();
  const plan = makePlan(desired, await observeOrganization(view, desired));
  expect(plan.errors).toEqual([]);
  await executePlan(view, plan);
}

describe.each<[was: boolean, is: boolean, OnDestroy, stays: boolean]>([
  [true, false, "default-project", false],
  [true, false, "retain", true],
  [false, true, "default-project", false],
  [false, true, "retain", false],
])("exclusive from %s to %s, with on_destroy = %s", (was, is, onDestroy, stays) => {
  const others = stays ? { Net: ["entered", "own"] } : { Net: ["own"], "Default Project": ["entered"] };

  test(`${stays ? "keeps" : "moves"} what entered, with Terraform`, async () => {
    const terraform = await deployed(was);
    expect(await terraform.apply(codeWith(is, onDestroy))).toMatchObject({ ok: true });
    expect(acme.world).toMatchObject(others);
  });

  test(`${stays ? "keeps" : "moves"} what entered, with the engine and Terraform's state`, async () => {
    const terraform = await deployed(was);
    await applyWithEngine(codeWith(is, onDestroy), terraform);
    expect(acme.world).toMatchObject(others);
  });
});

test("without a state, a membership that is not exclusive any more keeps what entered", async () => {
  await deployed(true);
  await applyWithEngine(codeWith(false, "default-project"), { state: new Map() });
  expect(acme.world).toMatchObject({ Net: ["entered", "own"] });
});
