import type { OrganizationView } from "../../reconcile/view";
import { during, type Host } from "../host";
import { executePlan } from "./execute-plan";
import type { Result, Skipped } from "../result";

/** The plan of an organization, and the view that it was made from. */
export interface CurrentPlan extends Pick<Result, "plan" | "doneBefore"> {
  readonly view: OrganizationView;
}

const AFTER_ANOTHER: Skipped = { kind: "skipped", reason: "earlier-organization" };

/**
 * Executes the plans of organizations one after the other, until one of them is not applied completely. That they may
 * be applied was checked before.
 */
export async function executePlans(planned: readonly CurrentPlan[], host: Host): Promise<readonly Result[]> {
  const results: Result[] = [];
  let isComplete = true;
  for (const { view, ...organization } of planned) {
    const { plan } = organization;
    const work = { kind: "apply", organization: plan.organization, actions: plan.actions.length } as const;
    const result: Omit<Result, "plan"> = isComplete
      ? await during(host.notify, work, () => executePlan(view, plan, host))
      : { outcomes: plan.actions.map(() => AFTER_ANOTHER) };
    isComplete &&= result.outcomes.every(({ kind }) => kind === "done");
    results.push({ ...organization, ...result });
  }
  return results;
}
