import { executePlans } from "../../src/engine/apply/execute-plans";
import { statusOf } from "../../src/engine/result";
import { observeOrganization } from "../../src/engine/live/observe";
import type { Plan } from "../../src/engine/plan/comparison";
import { makePlan } from "../../src/engine/plan/plan";
import type { InProcessTerraform } from "../in-process-terraform";
import { configurationFor, expectNoChanges } from "../provider/in-process";
import type { Acme } from "../support/acme";
import { casesOf, fc, SEED } from "../support/property";
import {
  assignByHand,
  assignedIn,
  assigningDeployed,
  assigningResources,
  assigningStory,
  byHand,
  type AssigningCode,
} from "./planning/assigned";
import { desiredWith } from "./planning/stories";

/*
 * Terraform has deployed code, whose next version names other objects: what it no longer names is in Terraform's state.
 * Terraform and the engine with this state lead to the same, also where somebody has assigned more by hand, and then
 * neither has anything to do.
 */

interface Deployed {
  readonly acme: Acme;
  readonly terraform: InProcessTerraform;
}

const configuration = ({ acme }: Deployed, code: AssigningCode) => configurationFor(acme, assigningResources(code));

async function planned(it: Deployed, code: AssigningCode): Promise<{ plan: Plan; view: ReturnType<Acme["view"]> }> {
  const desired = desiredWith(it.terraform, configuration(it, code));
  const view = it.acme.view();
  const plan = makePlan(desired, await observeOrganization(view, desired));
  expect(plan.errors).toEqual([]);
  return { plan, view };
}

test(`the engine with Terraform's state does what Terraform does, and either continues (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(assigningStory, byHand, async (story, changes) => {
      const [one, other] = [await assigningDeployed(story), await assigningDeployed(story)];
      try {
        // Terraform's refresh takes what an exclusive resource does not have for its own, and then removes it.
        const isKept = ({ project }: (typeof changes)[number]) =>
          !story.first[project].exclusive || story.second[project].exclusive;
        for (const it of [one, other]) await assignByHand(it.acme, changes.filter(isKept));
        expect(await one.terraform.apply(configuration(one, story.second))).toMatchObject({ ok: true });
        const after = assignedIn(one.acme);

        expect(statusOf(await executePlans([await planned(other, story.second)], { notify: () => undefined }))).toBe(
          "complete",
        );
        expect(assignedIn(other.acme)).toEqual(after);

        expect((await planned(one, story.second)).plan.actions).toEqual([]);
        expect(await other.terraform.apply(configuration(other, story.second))).toMatchObject({ ok: true });
        expect(assignedIn(other.acme)).toEqual(after);
        await expectNoChanges(other.terraform, configuration(other, story.second));
      } finally {
        await Promise.all([one.acme.stop(), other.acme.stop()]);
      }
    }),
    { numRuns: casesOf(8) },
  );
});
