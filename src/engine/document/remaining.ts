import type { Plan } from "../plan/comparison";
import { progressOf, type DoneBefore } from "../plan/done-before";
import { isIncomplete } from "../plan/drift";
import { changesSince, stale } from "./saved-plan";

/** A plan that waited, and the same code planned again. */
export interface Replanned {
  readonly earlier: Plan;
  readonly current: Plan;
}

/**
 * What of plans that waited had been done before, of each.
 *
 * @param what - What messages call the plans.
 * @throws UserError when an organization requires other changes than its plan has.
 */
export function doneBeforeOf(what: string, all: readonly Replanned[]): readonly (readonly DoneBefore[])[] {
  const compared = all.map(({ earlier, current }) => {
    const progress = progressOf(earlier, current);
    return { done: progress.done, changes: changesSince(earlier, current, progress) };
  });
  const changes = compared.flatMap((it) => it.changes);
  // If the token does not see everything, there are fewer actions, although nothing may have changed: the plan says so.
  if (changes.length > 0 && !all.some(({ current }) => isIncomplete(current))) throw stale(what, changes);
  return compared.map(({ done }) => done);
}
