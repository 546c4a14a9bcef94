import type { Client } from "../api";
import { KeyedLock } from "../reconcile/keyed-lock";
import type { OrganizationView } from "../reconcile/view";
import type { Surroundings } from "../surroundings";
import { checkGates } from "./apply/closed-gates";
import {
  executePlans,
  plansOf,
  type CurrentPlan,
  type ExecutedPlan,
  type ExecutionOptions,
} from "./apply/execute-plans";
import { during } from "./events";
import type { Connect } from "./live/connect";
import { observeOrganization, placeKey, readEach, type Place, type Reading } from "./live/observe";
import { withRelatedObjects } from "./live/related-objects";
import type { ActualOrganization, DesiredOrganization } from "./organization";
import { checkApplicable, checkNotBlocked } from "./findings/blocked-plan-error";
import type { Drift, Plan } from "./plan/comparison";
import { compareOrganization, decidePlan, planOf } from "./plan/plan";
import { checkPrunable, type DriftOptions, type ObserveOptions } from "./plan/plan-options";
import { doneBeforeOf, withSelections } from "./document/saved-plan";
import { checkUnchanged, checkUnlocked, statesOf, statesToKeep, statesToLock } from "./source/state-check";
import type { DocumentedChanges } from "./undo/changes";
import { organizationBefore, organizationToRead, type UndoOptions } from "./undo/undo";

/*
 * The order of things, and nothing else: each step is a function of its own module. What is opened is code or a plan of
 * Terraform (`source/read-code.ts`), a saved plan (`document/saved-plan.ts`) or a document to undo
 * (`undo/read-document.ts`). Then:
 *
 * | step            | what it does                                                        | requests             |
 * | --------------- | ------------------------------------------------------------------- | -------------------- |
 * | observe         | reads organizations, one after the other                            | see `observe.ts`     |
 * | plan            | decides on the changes                                              | none: pure           |
 * | related objects | reads what the changes affect besides, with `impact`                | `related-objects.ts` |
 * | findings        | describes the plan                                                  | none: pure           |
 *
 * and to apply plans, all of them before the first change:
 *
 * | step            | refuses                                                             | requests             |
 * | --------------- | ------------------------------------------------------------------- | -------------------- |
 * | blocked         | errors, and what the token may not do (`PLAN_BLOCKED`)              | none                 |
 * | states          | while Terraform holds a lock (`STATE_LOCKED`)                       | none                 |
 * | gates           | unless all are open (`GATE_CLOSED`)                                 | once for each run    |
 * | approve         | what the caller shows and is not approved                           | none                 |
 * | states again    | the lock, or another version (`STALE_PLAN`)                         | none                 |
 * | as planned      | after a wait: other changes (`STALE_PLAN`), or errors               | as for observe       |
 * | execute         | no more: what fails is an outcome                                   | one for each action  |
 */

/** What the steps take from the program that runs them. */
export interface Session extends Reading {
  readonly connect: Connect;
  readonly surroundings: Surroundings;
}

/** A plan that was made before, maybe with another token. */
interface EarlierPlan {
  readonly client: Client;
  readonly plan: Plan;
}

type PlanToApply = CurrentPlan | EarlierPlan;

/** How plans are applied. */
export interface ApplySteps extends ExecutionOptions {
  /**
   * Shows the plans and has them approved.
   *
   * @returns whether that took time: then the organizations are read again.
   * @throws when they are not approved, or cannot be shown; nothing is changed then.
   * @default they were approved before
   */
  readonly approve?: (() => Promise<{ readonly hasWaited: boolean }>) | undefined;
  /** Whether gates are not read. @default false */
  readonly ignoreGates?: boolean | undefined;
  /** The run in which this process runs, if it is one of the service's. */
  readonly ownRunId?: string | undefined;
}

/**
 * Reads and plans every organization of the code.
 *
 * @throws UserError when the code configures an organization in more than one way, or is not all of the code that
 *   `prune` needs; nothing is read then.
 */
export async function planOrganizations(
  code: readonly DesiredOrganization[],
  options: ObserveOptions,
  session: Session,
): Promise<readonly CurrentPlan[]> {
  for (const it of code) checkPrunable(it, options);
  return readEach(code, connectedBy(session), session, async (view, desired) => {
    const observed = await observeOrganization(view, desired, options);
    return { view, plan: await planObserved(view, desired, observed, options) };
  });
}

/** Reads every organization of the code, and compares it with the code. */
export async function compareOrganizations(
  code: readonly DesiredOrganization[],
  options: DriftOptions,
  session: Session,
): Promise<readonly Drift[]> {
  return readEach(code, connectedBy(session), session, async (view, desired) =>
    compareOrganization(desired, await observeOrganization(view, desired, options), options),
  );
}

/** Reads the organizations of a document, and plans what puts them back to where they were before its changes. */
export async function planUndos(
  document: readonly DocumentedChanges[],
  options: UndoOptions & Pick<ObserveOptions, "impact">,
  session: Session,
): Promise<readonly CurrentPlan[]> {
  const placeOf = (it: DocumentedChanges): Place => connectedBy(session)(organizationToRead(it));
  return readEach(document, placeOf, session, async (view, changes) => {
    const observed = await observeOrganization(view, organizationToRead(changes));
    const before = organizationBefore(changes, observed, options);
    return { view, plan: await planObserved(view, before, observed, options) };
  });
}

/**
 * Reads the organizations of saved plans, and plans again what they have.
 *
 * @param what - What messages call the plans.
 * @throws UserError when a Terraform state, or what the plans change, has changed since.
 */
export async function planAgain(
  saved: readonly Plan[],
  what: string,
  options: Pick<ObserveOptions, "impact">,
  session: Session,
): Promise<readonly CurrentPlan[]> {
  await checkUnchanged(statesOf(saved.map(({ desired }) => desired)), what, session.surroundings);
  const plans = saved.map((plan) => ({ plan, client: session.connect(plan.desired) }));
  return restOf(plans, what, options, session);
}

/**
 * Applies plans: all of them are checked and approved before the first change, and executed one after the other.
 *
 * @throws UserError with nothing changed. Later errors are outcomes.
 */
export async function applyPlans(
  plans: readonly PlanToApply[],
  steps: ApplySteps,
  session: Session,
): Promise<readonly ExecutedPlan[]> {
  const { surroundings, listener } = session;
  const code = plans.map(({ plan }) => plan.desired);
  // An earlier plan may have been made with another token: its permissions are checked when it is planned again.
  for (const it of plans) (isCurrent(it) ? checkApplicable : checkNotBlocked)(it.plan);
  const locks = statesToLock(code);
  checkUnlocked(locks, surroundings);
  const states = await statesToKeep(code, surroundings);
  await readGates(plans, steps, session);
  const approval = await steps.approve?.();
  return APPLYING.runExclusive(plans.map(placeOf).map(placeKey), async (hasWaited) => {
    // Terraform may have begun in the meantime.
    checkUnlocked(locks, surroundings);
    await checkUnchanged(states, "the plan", surroundings);
    const isNew = !hasWaited && approval?.hasWaited !== true && plans.every(isCurrent);
    if (isNew) return executePlans(plans, steps, listener);
    const current = await restOf(plans, "the plan", {}, session);
    plansOf(current).forEach(checkApplicable);
    return executePlans(current, steps, listener);
  });
}

/**
 * By organization: two plans that were made at the same time could otherwise both find the organization as planned, and
 * be applied together.
 */
const APPLYING = new KeyedLock();

/** The plan of an organization that was read, with what it changes besides if that is wanted. */
async function planObserved(
  view: OrganizationView,
  desired: DesiredOrganization,
  observed: ActualOrganization,
  options: ObserveOptions,
): Promise<Plan> {
  const decision = decidePlan(desired, observed, options);
  return planOf(decision, options.impact === true ? await withRelatedObjects(view, decision) : undefined);
}

/** Plans again what plans have, and leaves out what holds. @throws UserError when other changes are required. */
async function restOf(
  plans: readonly PlanToApply[],
  what: string,
  { impact }: Pick<ObserveOptions, "impact">,
  session: Session,
): Promise<readonly CurrentPlan[]> {
  const again = await readEach(plans, placeOf, session, async (view, { plan: earlier }) => {
    const options = { ...earlier.options, impact };
    const desired = withSelections(earlier);
    const observed = await observeOrganization(view, desired, options);
    return { view, earlier, current: await planObserved(view, desired, observed, options) };
  });
  const done = doneBeforeOf(what, again);
  return again.map(({ view, current }, index) => ({ view, plan: current, doneBefore: done[index] ?? [] }));
}

/** @throws UserError when a gate of the code is not open. Gates are not read if there is nothing to apply. */
async function readGates(
  plans: readonly PlanToApply[],
  { ignoreGates = false, ownRunId, signal }: ApplySteps,
  { listener }: Session,
): Promise<void> {
  const organizations = plans.map((it) => ({ client: placeOf(it).client, gates: it.plan.desired.gates ?? [] }));
  const isEmpty = plans.every(({ plan }) => plan.actions.length === 0);
  if (ignoreGates || isEmpty || organizations.every(({ gates }) => gates.length === 0)) return;
  await during(listener, { kind: "read-gates" }, () => checkGates(organizations, { ownRunId, signal }));
}

function isCurrent(plan: PlanToApply): plan is CurrentPlan {
  return "view" in plan;
}

function placeOf(it: PlanToApply): Place {
  return { client: isCurrent(it) ? it.view.client : it.client, name: it.plan.organization };
}

function connectedBy({ connect }: Session): (organization: DesiredOrganization) => Place {
  return (organization) => ({ client: connect(organization), name: organization.name });
}
