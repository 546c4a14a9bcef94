import { messageOf } from "../../src/model";
import type { Configuration, InProcessTerraform } from "../in-process-terraform";
import { executePlan } from "../../src/engine/apply/execute-plan";
import { observeOrganization } from "../../src/engine/live/observe";
import type { DesiredOrganization } from "../../src/engine/organization";
import type { Plan } from "../../src/engine/plan/comparison";
import { makePlan } from "../../src/engine/plan/plan";
import { readPlan } from "../../src/engine/source/read-plan";
import { parsePlan } from "../../src/terraform/plan";
import { configurationFor } from "../provider/in-process";
import type { Acme } from "../support/acme";
import { ownSettings } from "../support/project-settings";
import { CASES, casesOf, fc, SEED } from "../support/property";
import { deployed, desiredWith, resourcesOf, story, type CodeProject } from "./planning/stories";
import { planFile } from "./planning/terraform-plan-file";

const PLANNING = { maxDeletes: 99 };

async function plannedByEngine(
  { acme, terraform }: Awaited<ReturnType<typeof deployed>>,
  code: readonly CodeProject[],
) {
  const desired = desiredWith(terraform, configurationFor(acme, resourcesOf(code)));
  const view = acme.view();
  const actual = await observeOrganization(view, desired);
  return {
    view,
    plan: makePlan(desired, actual, PLANNING),
    desired,
    actual,
  };
}

/** Address → what happens to the project, as Terraform names it. */
function projectChanges({ actions }: Plan, { inState }: DesiredOrganization): Record<string, string> {
  const addressOf = new Map(inState?.droppedProjects.map(({ id, address }) => [id, address]));
  return Object.fromEntries(
    actions.flatMap((action) =>
      action.kind === "move" || action.kind === "set" || action.kind === "unset"
        ? []
        : [[action.kind === "delete" ? addressOf.get(action.projectId)! : action.address, action.kind]],
    ),
  );
}

/** Terraform renames in no particular order: if a name is given up too late for another project, it needs a rerun. */
async function applyTwice(terraform: InProcessTerraform, configuration: Configuration): Promise<{ ok: boolean }> {
  const first = await terraform.apply(configuration);
  return first.ok || !first.plan.ok ? first : terraform.apply(configuration);
}

/** Whether the service sees anything of the change of a project: a retained one leaves the state alone. */
function isChanged(address: string, first: readonly CodeProject[], second: readonly CodeProject[]): boolean {
  const of = (code: readonly CodeProject[]) => code.find(({ key }) => address === `tfprojects_project.${key}`);
  const [before, after] = [of(first), of(second)];
  if (after === undefined) return before?.deletionPolicy !== "retain";
  return before?.name !== after.name || before.description !== after.description || before.mode !== after.mode;
}

/** Whether a project takes a name that another one gives up: Terraform has no order for that. */
function handsNamesOver(first: readonly CodeProject[], second: readonly CodeProject[]): boolean {
  const before = new Map(first.map(({ key, name }) => [name.toLowerCase(), key]));
  return second.some(({ key, name }) => {
    const holder = before.get(name.toLowerCase());
    return holder !== undefined && holder !== key;
  });
}

async function world(acme: Acme): Promise<object> {
  const { projects } = acme.emulator.state().organizations[0]!;
  const all = projects.map(async ({ id, name, description, workspaces }) => {
    const { mode } = await ownSettings(acme.emulator, id);
    return {
      name,
      description,
      mode,
      workspaces: workspaces.map((it) => it.name).sort(),
    };
  });
  return (await Promise.all(all)).sort((one, other) => (one.name < other.name ? -1 : 1));
}

test(`with Terraform's state, the engine does what Terraform does (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(story, async (it) => {
      const { first, movedByHand, strangers, second } = it;
      const [withTerraform, withEngine] = [await deployed(it), await deployed(it)];
      try {
        for (const { acme } of [withTerraform, withEngine]) {
          const { projects } = acme.emulator.state().organizations[0]!;
          const moved = projects.flatMap((it) => it.workspaces).filter(({ name }) => movedByHand.includes(name));
          for (const { id } of moved) acme.emulator.workspaces.move(id, acme.defaultProjectId);
          const all = projects.flatMap((it) => it.workspaces);
          for (const [name, project] of Object.entries(strangers)) {
            acme.emulator.workspaces.move(all.find((it) => it.name === name)!.id, acme.project(project)!.id);
          }
        }
        const before = await world(withTerraform.acme);
        const configuration = configurationFor(withTerraform.acme, resourcesOf(second));
        const { actions: planned, ok: isPlanned } = await withTerraform.terraform.plan(configuration);
        const applied = await applyTwice(withTerraform.terraform, configuration);
        const { view, plan, desired, actual } = await plannedByEngine(withEngine, second);
        if (!applied.ok && plan.errors.length === 0) {
          // Terraform refuses the plan where a name is handed over in an order that only the engine knows.
          expect({
            isPlanned,
            world: await world(withTerraform.acme),
          }).toEqual({ isPlanned: false, world: before });
          expect(handsNamesOver(first, second)).toBe(true);
          return;
        }
        expect(plan.errors.map(messageOf)).toEqual(applied.ok ? [] : expect.anything());
        if (!applied.ok) return;
        // What only Terraform keeps, in its state, is an update for Terraform alone.
        const ofProjects = Object.entries(planned).filter(
          ([address, action]) =>
            address.startsWith("tfprojects_project.") && (action === "create" || isChanged(address, first, second)),
        );
        expect(projectChanges(plan, desired)).toEqual(Object.fromEntries(ofProjects));
        // Terraform's own plan, reviewed by the engine, has the same actions.
        const own = await withEngine.terraform.plan(configurationFor(withEngine.acme, resourcesOf(second)));
        const [reviewed] = readPlan(parsePlan(planFile(own, second), "plan.json"), undefined).organizations;
        const review = reviewed && makePlan(reviewed, actual, PLANNING);
        expect({
          actions: review?.actions ?? [],
          errors: review?.errors ?? [],
        }).toEqual({
          actions: plan.actions,
          errors: [],
        });
        await executePlan(view, plan);
        expect(await world(withEngine.acme)).toEqual(await world(withTerraform.acme));
      } finally {
        await Promise.all([withTerraform.acme.stop(), withEngine.acme.stop()]);
      }
    }),
    { numRuns: casesOf(CASES.services) },
  );
});
