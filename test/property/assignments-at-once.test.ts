import { executePlan } from "../../src/engine/apply/execute-plan";
import { observeOrganization } from "../../src/engine/live/observe";
import { makePlan } from "../../src/engine/plan/plan";
import { configurationFor, inProcessTerraform } from "../provider/in-process";
import { casesOf, fc, SEED } from "../support/property";
import { assignedIn, assigningDeployed, assigningResources, assigningStory, wantedBy } from "./planning/assigned";
import { desiredWith } from "./planning/stories";

/*
 * Two processes apply the same code at once, each planned before the other has begun: the service refuses what the
 * other one has done. What is as the code has it is done.
 */

test(`two applies of the engine at once (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(assigningStory, async (story) => {
      const { acme, terraform } = await assigningDeployed(story);
      try {
        const desired = desiredWith(terraform, configurationFor(acme, assigningResources(story.second)));
        const planned = async () => {
          const view = acme.view();
          return { view, plan: makePlan(desired, await observeOrganization(view, desired)) };
        };
        const both = [await planned(), await planned()];
        const executed = await Promise.all(both.map(({ view, plan }) => executePlan(view, plan)));
        expect(executed.flatMap(({ outcomes }) => outcomes).filter(({ kind }) => kind !== "done")).toEqual([]);
        expect((await planned()).plan.actions).toEqual([]);
      } finally {
        await acme.stop();
      }
    }),
    { numRuns: casesOf(8) },
  );
});

test(`two applies of Terraform at once, neither of which has a state (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(assigningStory, async (story) => {
      const { acme } = await assigningDeployed(story);
      try {
        const code = configurationFor(acme, assigningResources(story.second));
        const both = [inProcessTerraform(), inProcessTerraform()];
        const plans = await Promise.all(both.map((it) => it.plan(code)));
        const applied = await Promise.all(both.map((it, index) => it.apply(plans[index]!)));
        expect(
          applied.flatMap(({ diagnostics }) => diagnostics.filter(({ severity }) => severity === "error")),
        ).toEqual([]);
        expect(assignedIn(acme)).toEqual(expect.arrayContaining([...wantedBy(story.second)]));
      } finally {
        await acme.stop();
      }
    }),
    { numRuns: casesOf(8) },
  );
});
