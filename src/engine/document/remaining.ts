import type { Plan } from "../plan/comparison";
import { progressOf, type DoneBefore } from "../plan/done-before";
import { isIncomplete } from "../plan/drift";
import { changesSince, stale } from "../source/saved-plan";

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
  const changes = all.flatMap(({ earlier, current }) => changesSince(earlier, current));
  // If the token does not see everything, there are fewer actions, although nothing may have changed: the plan says so.
  if (changes.length > 0 && !all.some(({ current }) => isIncomplete(current))) throw stale(what, changes);
  return all.map(({ earlier, current }) => progressOf(earlier, current).done);
}
