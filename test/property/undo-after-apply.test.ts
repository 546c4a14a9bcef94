import type { ActualOrganization, Plan } from "../../src/engine";
import { executePlan } from "../../src/engine/apply/execute-plan";
import { undo, undoable } from "../../src/engine";
import { observeOrganization } from "../../src/engine/live/observe";
import { makePlan } from "../../src/engine/plan/plan";
import { applyAsJson, asJson } from "../../src/engine/report/json";
import { readPlan } from "../../src/engine/source/read-plan";
import { SETTING_NAMES, settingsOf, attributeOf } from "../../src/model";
import { parsePlan } from "../../src/terraform/plan";
import { configurationFor } from "../provider/in-process";
import type { Acme } from "../support/acme";
import { casesOf, fc, SEED, seedsUntil } from "../support/property";
import { killAt, observeAll } from "./planning/on-emulator";
import { deployed, desiredWith, passedOnWithin, resourcesOf, story } from "./planning/stories";
import { planFile } from "./planning/terraform-plan-file";

/*
 * Organizations that Terraform has deployed: code is applied with Terraform or with the engine, perhaps killed at a
 * write, and undone with the document of the plan or of the apply.
 */

const LIMITS = { maxDeletes: 99, maxMoves: "all" } as const;
const NOTHING = { name: "acme", projects: [], memberships: [], references: [] } as const;

type Document = Parameters<typeof undo>[0];

const parsed = (json: string): Document => JSON.parse(json) as Record<string, unknown>;

const observed = (acme: Acme): Promise<ActualOrganization> => observeAll(acme.client, NOTHING);

/** Undoes a document, and returns the plan. */
async function undone(acme: Acme, document: Document): Promise<Plan> {
  const view = acme.view();
  const plan = undo(document, await observeOrganization(view, undoable(document)), LIMITS);
  expect(plan.errors).toEqual([]);
  const { outcomes } = await executePlan(view, plan);
  expect(outcomes.every(({ kind }) => kind === "done")).toBe(true);
  return plan;
}

/**
 * Every difference to what was before has a reason.
 *
 * @param passedOn - If Terraform has not made all changes: the workspaces that stay in their project, and change
 *   memberships. The plan says nothing of these.
 */
function expectBack(
  before: ActualOrganization,
  after: ActualOrganization,
  plan: Plan,
  passedOn?: ReadonlySet<string>,
): void {
  const left = plan.desired.undo!.left;
  const lost = new Set(
    before.projects.filter(({ id }) => !after.projects.some((it) => it.id === id)).map(({ id }) => id),
  );
  for (const { id, name, projectId } of before.workspaces) {
    const is = after.workspaces.find((it) => it.id === id)!.projectId;
    if (lost.has(projectId)) continue;
    // Terraform lets a workspace go to the default project before another membership takes it.
    if (passedOn?.has(name) === true && is === before.defaultProjectId) continue;
    const isHalfWay = left.some(
      (it) => it.cause === "moved-or-interrupted" && it.workspaces?.some((own) => own.id === id),
    );
    const expected = passedOn !== undefined && isHalfWay ? before.defaultProjectId : projectId;
    expect([id, is]).toEqual([id, expected]);
  }
  for (const project of before.projects) {
    const is = after.projects.find(({ id }) => id === project.id);
    if (is === undefined) continue;
    const [now, then] = [settingsOf(is), settingsOf(project)];
    const different = SETTING_NAMES.filter((name) => {
      // What was not known before cannot be given back.
      if (then[name] === undefined || JSON.stringify(now[name]) === JSON.stringify(then[name])) return false;
      const own = left.filter((it) => it.project?.id === project.id);
      if (name === "name") return !own.some(({ cause }) => cause === "name-taken");
      return !own.some((it) => it.cause === "not-known" && it.attributes?.includes(attributeOf(name)));
    });
    expect([project.name, different]).toEqual([project.name, []]);
  }
}

test(`after Terraform, also a killed one, undo gives back placement and settings (TFPROJECTS_SEED=${SEED})`, async () => {
  let [done, killed] = [0, 0];
  const law = fc.asyncProperty(story, fc.option(fc.nat(5), { freq: 2 }), async ({ second, ...it }, kill) => {
    const { acme, terraform } = await deployed(it);
    try {
      const before = await observed(acme);
      const configuration = configurationFor(acme, resourcesOf(second));
      const planned = await terraform.plan(configuration);
      if (!planned.ok) return;
      const [reviewed] = readPlan(parsePlan(planFile(planned, second), "plan.json"), undefined).organizations;
      if (reviewed === undefined) return;
      const actual = await observeOrganization(acme.view(), reviewed);
      const document = parsed(asJson([makePlan(reviewed, actual, LIMITS)]));
      if (kill !== null) killAt(acme, kill);
      const { ok } = await terraform.apply(configuration);
      acme.emulator.faults.clear();
      killed += kill !== null && !ok ? 1 : 0;
      const plan = await undone(acme, document);
      done += plan.actions.length > 0 ? 1 : 0;
      expectBack(before, await observed(acme), plan, ok ? undefined : passedOnWithin(it.first, second));
      expect((await undone(acme, document)).actions).toEqual([]);
    } finally {
      await acme.stop();
    }
  });
  const isEnough = (): boolean => done > casesOf(12) / 10 && killed > 0;
  for (const seed of seedsUntil(isEnough)) await fc.assert(law, { numRuns: casesOf(12), seed });
});

test(`after the engine, also a killed one, undo gives back placement and settings (TFPROJECTS_SEED=${SEED})`, async () => {
  let [done, killed] = [0, 0];
  const law = fc.asyncProperty(
    story,
    fc.option(fc.nat(5), { freq: 2 }),
    fc.boolean(),
    async ({ second, ...it }, kill, hasOutcomes) => {
      const { acme, terraform } = await deployed(it);
      try {
        const before = await observed(acme);
        const desired = desiredWith(terraform, configurationFor(acme, resourcesOf(second)));
        const view = acme.impatientView();
        const planned = makePlan(desired, await observeOrganization(view, desired), LIMITS);
        if (planned.errors.length > 0) return;
        if (kill !== null) killAt(acme, kill);
        const { outcomes } = await executePlan(view, planned);
        acme.emulator.faults.clear();
        killed += outcomes.every(({ kind }) => kind === "done") ? 0 : 1;
        const document = hasOutcomes ? parsed(applyAsJson([{ plan: planned, outcomes }])) : planned;
        const plan = await undone(acme, document);
        done += plan.actions.length > 0 ? 1 : 0;
        const after = await observed(acme);
        expectBack(before, after, plan);
        const isWhole = outcomes.every(({ kind }) => kind === "done");
        const deletes = planned.actions.some(({ kind }) => kind === "delete");
        if (hasOutcomes && isWhole && !deletes) expect(after.projects).toHaveLength(before.projects.length);
        expect((await undone(acme, document)).actions).toEqual([]);
      } finally {
        await acme.stop();
      }
    },
  );
  const isEnough = (): boolean => done > casesOf(20) / 10 && killed > 0;
  for (const seed of seedsUntil(isEnough)) await fc.assert(law, { numRuns: casesOf(20), seed });
});
