import type { ActualOrganization, DesiredOrganization } from "../organization";
import type { Drift, Plan } from "./comparison";
import { describeComparison, type Decision } from "./describe";
import { placeWorkspaces } from "./destinations";
import { isDrift, isIncomplete } from "./drift";
import { refusalsOf } from "./guards";
import { identifyProjects } from "./identity";
import { requiredChanges } from "./pending-actions";
import { planOptionsOf, type DriftOptions, type PlanningOptions, type PlanOptions } from "./plan-options";

/**
 * Plans the changes that the code requires. Pure: no I/O, no clock, no randomness; equal input gives an equal plan, and
 * the order in which the service lists things changes nothing.
 */
export function planOrganization(
  desired: DesiredOrganization,
  actual: ActualOrganization,
  options: PlanOptions = {},
): Plan {
  return planOf(decidePlan(desired, actual, options));
}

/** Compares an organization with the code. Pure, as {@link planOrganization} is. */
export function compareOrganization(
  desired: DesiredOrganization,
  actual: ActualOrganization,
  { ignore, strict }: DriftOptions = {},
): Drift {
  // Only these: with the options of a plan there would be deletions, too.
  const decision = decide(desired, actual, { ignore, strict, mode: "drift" });
  const comparison = describeComparison(decision, decision.identified.actual);
  return { kind: "drift", hasDrift: isDrift(comparison), isComplete: !isIncomplete(comparison), ...comparison };
}

/** What a plan changes: {@link planOf} makes the plan of it. */
export function decidePlan(desired: DesiredOrganization, actual: ActualOrganization, options: PlanOptions): Decision {
  return decide(desired, actual, { ...options, mode: "plan" });
}

/** @param actual - The organization, with what was read because of the changes. @default as it was */
export function planOf(decision: Decision, actual: ActualOrganization = decision.identified.actual): Plan {
  return { kind: "plan", options: planOptionsOf(decision.options), ...describeComparison(decision, actual) };
}

function decide(desired: DesiredOrganization, actual: ActualOrganization, options: PlanningOptions): Decision {
  const identified = identifyProjects(desired, actual);
  const places = placeWorkspaces(identified, options.ignore);
  const changes = requiredChanges(identified, places, options);
  const refusals = refusalsOf(identified, places, changes, options);
  return { identified, places, changes, refusals, options };
}
