import { undo, undoable, type Plan } from "../../src/engine";
import { executePlan } from "../../src/engine/apply/execute-plan";
import { observeOrganization } from "../../src/engine/live/observe";
import { makePlan } from "../../src/engine/plan/plan";
import { applyAsJson } from "../../src/engine/report/json";
import { configurationFor } from "../provider/in-process";
import type { Acme } from "../support/acme";
import { casesOf, fc, SEED, seedsUntil } from "../support/property";
import {
  assignedIn,
  assigningDeployed,
  assigningResources,
  assigningStory,
  keyOf,
  resourcesOf,
} from "./planning/assigned";
import { killAt } from "./planning/on-emulator";
import { desiredWith } from "./planning/stories";

/** Undoes a document, and returns the plan. */
async function undone(acme: Acme, document: Parameters<typeof undo>[0]): Promise<Plan> {
  const view = acme.view();
  const plan = undo(document, await observeOrganization(view, undoable(document)), { maxDeletes: 1 });
  expect(plan.errors).toEqual([]);
  const { outcomes } = await executePlan(view, plan);
  expect(outcomes.every(({ kind }) => kind === "done")).toBe(true);
  return plan;
}

test(`after the engine, also a killed one, undo restores what was assigned (TFPROJECTS_SEED=${SEED})`, async () => {
  let [done, killed, kept] = [0, 0, 0];
  const cases = casesOf(12);
  const law = fc.asyncProperty(
    assigningStory,
    fc.option(fc.nat(7), { freq: 3 }),
    fc.boolean(),
    fc.boolean(),
    async (story, kill, hasOutcomes, isUsed) => {
      const { acme, terraform } = await assigningDeployed(story);
      try {
        const before = assignedIn(acme);
        // A project that the code creates is assigned the same as an existing one.
        const resources = { ...assigningResources(story.second), ...resourcesOf("new", "New", story.second.web) };
        const desired = desiredWith(terraform, configurationFor(acme, resources));
        const view = acme.impatientView();
        const planned = makePlan(desired, await observeOrganization(view, desired));
        if (kill !== null) killAt(acme, kill);
        const { outcomes } = await executePlan(view, planned);
        acme.emulator.faults.clear();
        killed += outcomes.every(({ kind }) => kind === "done") ? 0 : 1;
        const document = hasOutcomes
          ? (JSON.parse(applyAsJson([{ plan: planned, outcomes }])) as Record<string, unknown>)
          : planned;
        const created = acme.project("New");
        if (isUsed && created !== undefined) acme.addWorkspace("theirs", created.id);
        const plan = await undone(acme, document);
        kept += acme.project("New") === undefined ? 0 : 1;
        done += plan.actions.length > 0 ? 1 : 0;
        // A policy set of which only the first of two requests was made is neither as before nor as planned.
        const left = plan.desired.undo!.left.flatMap(({ action, cause, project, attributes = [] }) => {
          if (action === "create New" || cause === "skipped") return [];
          expect(cause).toBe("changed-since");
          return `${project!.name}: ${attributes[0]!}`;
        });
        const others = (texts: readonly string[]) => texts.filter((it) => !left.includes(keyOf(it)));
        expect(others(assignedIn(acme))).toEqual(others(before));
        expect((await undone(acme, document)).actions).toEqual([]);
      } finally {
        await acme.stop();
      }
    },
  );
  const isEnough = (): boolean => done > cases / 3 && killed > cases / 10 && kept > cases / 10;
  for (const seed of seedsUntil(isEnough)) await fc.assert(law, { numRuns: cases, seed });
});
