import { executePlan } from "../../../src/engine/apply/execute-plan";
import { observeOrganization } from "../../../src/engine/live/observe";
import { makePlan } from "../../../src/engine/plan/plan";
import type { InProcessTerraform } from "../../in-process-terraform";
import { desiredWith } from "../../property/planning/stories";
import type { Acme } from "../../support/acme";
import { configurationFor, expectNoChanges, inProcessTerraform } from "../in-process";
import { accessTo, POLICY_SETS, policySetsOf, startWith, TEAM_ACCESS, VARIABLE_SETS, variableSetsOf } from "./assigned";

/* Two stacks, each with a state of its own, assign different objects to one project. */

let acme: Acme;
let projectId: string;
let one: InProcessTerraform;
let other: InProcessTerraform;
beforeEach(async () => {
  ({ acme, projectId, terraform: one } = await startWith("web", "platform"));
  other = inProcessTerraform();
  const { variableSets, policySets } = acme.emulator;
  for (const name of ["aws", "gcp"]) variableSets.create({ organization: "acme", name });
  for (const name of ["cis", "pci"]) policySets.create({ organization: "acme", name });
});
afterEach(() => acme.stop());

const stack = (team: string, set: string, policy: string) =>
  configurationFor(acme, {
    [TEAM_ACCESS]: { project_id: projectId, team: [{ name: team, access: "read" }] },
    [VARIABLE_SETS]: { project_id: projectId, names: [set] },
    [POLICY_SETS]: { project_id: projectId, names: [policy] },
  });
const first = () => stack("web", "aws", "cis");
const second = () => stack("platform", "gcp", "pci");

const assigned = async (): Promise<readonly unknown[]> => [
  await accessTo(acme, projectId),
  await variableSetsOf(acme, projectId),
  await policySetsOf(acme, projectId),
];
const BOTH = [{ web: "read", platform: "read" }, ["aws", "gcp"], ["cis", "pci"]];
const FIRST = [{ web: "read" }, ["aws"], ["cis"]];

async function applyBoth(): Promise<void> {
  for (const [terraform, code] of [
    [one, first()],
    [other, second()],
  ] as const) {
    expect(await terraform.apply(code)).toMatchObject({ ok: true, diagnostics: [] });
  }
}

test("neither removes what the other one assigns, and to destroy one leaves the other", async () => {
  await applyBoth();
  expect(await assigned()).toEqual(BOTH);
  await expectNoChanges(one, first());
  await expectNoChanges(other, second());
  expect(await other.destroy(second())).toMatchObject({ ok: true, diagnostics: [] });
  expect(await assigned()).toEqual(FIRST);
  await expectNoChanges(one, first());
});

test("the engine removes what the state of a stack has and its code no longer names, and leaves the other", async () => {
  await applyBoth();
  const desired = desiredWith(other, configurationFor(acme, {}));
  const view = acme.view();
  const plan = makePlan(desired, await observeOrganization(view, desired));
  expect(plan.actions.map(({ kind }) => kind)).toEqual(["unset", "unset", "unset"]);
  const { outcomes } = await executePlan(view, plan);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["done", "done", "done"]);
  expect(await assigned()).toEqual(FIRST);
});
