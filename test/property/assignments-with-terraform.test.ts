import { executePlans } from "../../src/engine/apply/execute-plans";
import { observeOrganization } from "../../src/engine/live/observe";
import { makePlan } from "../../src/engine/plan/plan";
import type { Plan } from "../../src/engine/plan/comparison";
import { readModules } from "../../src/engine/source/read-modules";
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

/** What is imported of a project: nothing, everything, or these objects, which it may not have. */
type Imported = "none" | "all" | readonly string[];
type Imports = Readonly<Record<keyof World, Imported>>;

const levels = fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom<Level[]>("read", "write", "maintain"));
const some = fc.subarray(NAMES);
const world: fc.Arbitrary<World> = fc.record({ access: levels, variableSets: some, policySets: some });
const code: fc.Arbitrary<Code> = fc
  .record({ teams: levels, variableSets: some, policySets: some, excluded: some, exclusive: fc.boolean() })
  .map((it) => ({ ...it, excluded: it.excluded.filter((name) => !it.policySets.includes(name)) }));

const imported: fc.Arbitrary<Imported> = fc.oneof(
  fc.constantFrom<Imported[]>("none", "all"),
  fc.subarray(NAMES, { minLength: 1 }),
);
const imports: fc.Arbitrary<Imports> = fc.record({ access: imported, variableSets: imported, policySets: imported });

const RESOURCES = {
  access: "tfprojects_project_team_access.web",
  variableSets: "tfprojects_project_variable_sets.web",
  policySets: "tfprojects_project_policy_sets.web",
} as const;
const PROJECT = "tfprojects_project.web";

function resourcesOf({ teams, variableSets, policySets, excluded, exclusive }: Code): Record<string, Block> {
  const project_id = reference(PROJECT, "id");
  const team = Object.entries(teams).map(([name, access]) => ({ name, access }));
  return {
    [PROJECT]: { name: "Web", adopt_existing: true },
    [RESOURCES.access]: { project_id, team, exclusive },
    [RESOURCES.variableSets]: { project_id, names: variableSets, exclusive },
    [RESOURCES.policySets]: { project_id, names: policySets, exclude: excluded, exclusive },
  };
}

interface Started {
  readonly acme: Acme;
  readonly projectId: string;
}

/** An organization with the project, and what is assigned to it. */
async function start({ access, variableSets, policySets }: World): Promise<Started> {
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

async function assigned({ acme, projectId }: Started): Promise<object> {
  return {
    access: Object.entries(await accessTo(acme, projectId)).sort(),
    variableSets: await variableSetsOf(acme, projectId),
    policySets: (await policySetsOf(acme, projectId)).sort(),
  };
}

/** What the project has after an apply: nothing is taken off that no import names, unless the code is exclusive. */
function expectedAfter(before: World, it: Code, imports: Imports): object {
  const kept = (member: keyof World, names: readonly string[]): readonly string[] => {
    const recorded = imports[member];
    return it.exclusive ? [] : names.filter((name) => typeof recorded === "string" || !recorded.includes(name));
  };
  const access = kept("access", Object.keys(before.access)).map((name) => [name, before.access[name]] as const);
  const attached = kept("policySets", before.policySets).filter((name) => !it.excluded.includes(name));
  return {
    access: Object.entries({ ...Object.fromEntries(access), ...it.teams }).sort(),
    variableSets: [...new Set([...kept("variableSets", before.variableSets), ...it.variableSets])].sort(),
    policySets: [...new Set([...attached, ...it.policySets, ...it.excluded.map((name) => `!${name}`)])].sort(),
  };
}

/** Import IDs of resources, by their addresses. @param isImported - Names of objects that are left out otherwise. */
function importIds(
  projectId: string,
  imports: Imports,
  isImported: (member: keyof World, name: string) => boolean = () => true,
): Readonly<Record<string, string>> {
  const members = ["access", "variableSets", "policySets"] as const;
  const ids = members.flatMap((member): (readonly [string, string])[] => {
    const its = imports[member];
    if (its === "none") return [];
    if (its === "all") return [[RESOURCES[member], projectId]];
    const names = its.filter((name) => isImported(member, name));
    return names.length === 0 ? [] : [[RESOURCES[member], `${projectId}:${names.join(",")}`]];
  });
  return Object.fromEntries(ids);
}

/** Terraform after an import of what the project has: Terraform cannot import anything else. */
async function terraformAfterImport({ acme, projectId }: Started, before: World, it: Code, imports: Imports) {
  const terraform = inProcessTerraform();
  const has = (member: keyof World, name: string): boolean => {
    return member === "access" ? before.access[name] !== undefined : before[member].includes(name);
  };
  for (const [address, id] of Object.entries(importIds(projectId, imports, has))) {
    const result = await terraform.import(configurationFor(acme, resourcesOf(it)), address, id);
    expect(result).toMatchObject({ ok: true });
  }
  return terraform;
}

async function planWithEngine(
  { acme, projectId }: Started,
  it: Code,
  imports: Imports,
): Promise<{ plan: Plan; view: ReturnType<Acme["view"]> }> {
  const blocks = Object.entries(importIds(projectId, imports)).map(([to, id]) => ({ to, id }));
  const content = { ...terraformJson({ resources: resourcesOf(it) }), import: blocks };
  const file = { path: "main.tf.json", content };
  const [desired] = readModules([{ name: "acme", files: [file] }], "acme").organizations;
  const view = acme.view();
  return { plan: makePlan(desired!, await observeOrganization(view, desired!)), view };
}

test("Terraform and the engine lead to what code and imports say, and then nothing is left to do for either", async () => {
  await fc.assert(
    fc.asyncProperty(world, code, imports, async (before, it, imported) => {
      const [one, other] = [await start(before), await start(before)];
      try {
        const terraform = await terraformAfterImport(one, before, it, imported);
        expect(await terraform.apply(configurationFor(one.acme, resourcesOf(it)))).toMatchObject({ ok: true });
        expect(await assigned(one)).toEqual(expectedAfter(before, it, imported));
        await expectNoChanges(terraform, configurationFor(one.acme, resourcesOf(it)));
        const { plan, view } = await planWithEngine(other, it, imported);
        expect(plan.errors).toEqual([]);
        await executePlans([{ view, plan }], { notify: () => undefined });
        expect(await assigned(other)).toEqual(await assigned(one));
        expect((await planWithEngine(one, it, imported)).plan.actions).toEqual([]);
        const after = await assigned(other);
        const later = inProcessTerraform();
        expect(await later.apply(configurationFor(other.acme, resourcesOf(it)))).toMatchObject({ ok: true });
        expect(await assigned(other)).toEqual(after);
      } finally {
        await Promise.all([one.acme.stop(), other.acme.stop()]);
      }
    }),
    { numRuns: casesOf(CASES.services) },
  );
});
