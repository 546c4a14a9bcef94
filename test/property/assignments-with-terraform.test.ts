import { executePlans } from "../../src/engine/apply/execute-plans";
import { observeOrganization } from "../../src/engine/live/observe";
import { planOrganization } from "../../src/engine/plan/plan";
import type { Plan } from "../../src/engine/plan/comparison";
import { readConfiguration } from "../../src/engine/source/read-configuration";
import { reference, type Block } from "../in-process-terraform";
import { accessTo, policySetsOf, variableSetsOf } from "../provider/assignment/assigned";
import { configurationFor, expectNoChanges, inProcessTerraform } from "../provider/in-process";
import { Acme } from "../support/acme";
import { CASES, casesOf, fc } from "../support/property";
import { terraformJson } from "../support/terraform-json";

/*
 * Random access and sets, by Terraform and by the engine from the same organization: both lead to the same, and then
 * neither has anything to do.
 */

const NAMES = ["a", "b", "c"];
type Level = "read" | "write" | "maintain";

interface World {
  /** Team → its access before. */
  readonly access: Readonly<Record<string, Level>>;
  readonly variableSets: readonly string[];
  readonly policySets: readonly string[];
}

interface Code {
  readonly teams: Readonly<Record<string, Level>>;
  readonly variableSets: readonly string[];
  readonly policySets: readonly string[];
  readonly excluded: readonly string[];
  readonly exclusive: boolean;
}

const levels = fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom<Level[]>("read", "write", "maintain"));
const some = fc.subarray(NAMES);
const world: fc.Arbitrary<World> = fc.record({ access: levels, variableSets: some, policySets: some });
const code: fc.Arbitrary<Code> = fc
  .record({ teams: levels, variableSets: some, policySets: some, excluded: some, exclusive: fc.boolean() })
  .map((it) => ({ ...it, excluded: it.excluded.filter((name) => !it.policySets.includes(name)) }));

const PROJECT = "tfprojects_project.web";

function resourcesOf({ teams, variableSets, policySets, excluded, exclusive }: Code): Record<string, Block> {
  const project_id = reference(PROJECT, "id");
  const team = Object.entries(teams).map(([name, access]) => ({ name, access }));
  return {
    [PROJECT]: { name: "Web", adopt_existing: true },
    "tfprojects_project_team_access.web": { project_id, team, exclusive },
    "tfprojects_project_variable_sets.web": { project_id, names: variableSets, exclusive },
    "tfprojects_project_policy_sets.web": { project_id, names: policySets, exclude: excluded, exclusive },
  };
}

/** An organization with the project, and what is assigned to it. */
async function start({ access, variableSets, policySets }: World): Promise<{ acme: Acme; projectId: string }> {
  const acme = await Acme.start();
  const projectId = acme.addProject("Web");
  const projectIds = (assigned: boolean) => (assigned ? [projectId] : []);
  for (const name of NAMES) {
    const { emulator } = acme;
    const { id: teamId } = emulator.teams.create({ organization: "acme", name });
    const level = access[name];
    if (level !== undefined) emulator.teams.grant({ teamId, projectId, access: level });
    const inAcme = { organization: "acme", name };
    emulator.variableSets.create({ ...inAcme, projectIds: projectIds(variableSets.includes(name)) });
    emulator.policySets.create({ ...inAcme, projectIds: projectIds(policySets.includes(name)) });
  }
  return { acme, projectId };
}

async function assigned(acme: Acme, projectId: string): Promise<object> {
  return {
    access: Object.entries(await accessTo(acme, projectId)).sort(),
    variableSets: await variableSetsOf(acme, projectId),
    policySets: (await policySetsOf(acme, projectId)).sort(),
  };
}

async function planWithEngine(acme: Acme, it: Code): Promise<{ plan: Plan; view: ReturnType<Acme["view"]> }> {
  const file = { path: "main.tf.json", content: terraformJson({ resources: resourcesOf(it) }) };
  const [desired] = readConfiguration([{ name: "acme", files: [file] }], "acme").organizations;
  const view = acme.view();
  return { plan: planOrganization(desired!, await observeOrganization(view, desired!)), view };
}

test("Terraform and the engine assign the same, and then nothing is left to do for either", async () => {
  await fc.assert(
    fc.asyncProperty(world, code, async (before, it) => {
      const [one, other] = [await start(before), await start(before)];
      try {
        const terraform = inProcessTerraform();
        expect(await terraform.apply(configurationFor(one.acme, resourcesOf(it)))).toMatchObject({ ok: true });
        await expectNoChanges(terraform, configurationFor(one.acme, resourcesOf(it)));
        const { plan, view } = await planWithEngine(other.acme, it);
        expect(plan.refusals).toEqual([]);
        await executePlans([{ view, plan }], {}, () => undefined);
        expect(await assigned(other.acme, other.projectId)).toEqual(await assigned(one.acme, one.projectId));
        expect((await planWithEngine(one.acme, it)).plan.actions).toEqual([]);
        const after = await assigned(other.acme, other.projectId);
        const later = inProcessTerraform();
        expect(await later.apply(configurationFor(other.acme, resourcesOf(it)))).toMatchObject({ ok: true });
        expect(await assigned(other.acme, other.projectId)).toEqual(after);
      } finally {
        await Promise.all([one.acme.stop(), other.acme.stop()]);
      }
    }),
    { numRuns: casesOf(CASES.services) },
  );
});
