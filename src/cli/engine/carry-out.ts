import { apply, mayHaveBeenDone, type Action, type Outcome, type Outcomes } from "../../reconcile";
import type { LiveOrganization } from "./live-organization";
import type { Progress } from "./progress";

/** How the plan of one organization was carried out. */
export interface CarriedOut {
  readonly live: LiveOrganization;
  readonly outcomes: Outcomes;
}

/** How it all ended: `partly` when some actions are done and some are not. */
export type Result = "done" | "partly" | "nothing";

/** Applies the plans of organizations, one after the other; after one that was not done wholly no other is begun. */
export async function carryOut(
  live: readonly LiveOrganization[],
  progress: Progress,
  stopSignal: AbortSignal,
): Promise<readonly CarriedOut[]> {
  const carried: CarriedOut[] = [];
  let isWhole = true;
  for (const organization of live) {
    const { plan, view } = organization;
    const { actions } = plan;
    if (!isWhole) {
      carried.push({ live: organization, outcomes: new Map(actions.map(({ id }) => [id, { kind: "not-begun" }])) });
      continue;
    }
    progress.begin(`Applying to ${plan.organization}`, "changes", actions.length);
    const outcomes = await apply(view, plan, {
      stopSignal,
      onProgress: (_action: Action, outcome) => {
        if (outcome !== "begun") progress.step();
      },
    });
    progress.end();
    isWhole = [...outcomes.values()].every(({ kind }) => kind === "done");
    carried.push({ live: organization, outcomes });
  }
  return carried;
}

export function resultOf(carried: readonly CarriedOut[]): Result {
  const outcomes = carried.flatMap((it) => [...it.outcomes.values()]);
  if (outcomes.every(({ kind }) => kind === "done")) return "done";
  return outcomes.some(mayBeDone) ? "partly" : "nothing";
}

/** Of a write whose answer was lost nobody knows. */
function mayBeDone(outcome: Outcome): boolean {
  return outcome.kind === "done" || (outcome.kind === "failed" && mayHaveBeenDone(outcome.error));
}
