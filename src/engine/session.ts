import type { Client } from "../api";
import { nameKey } from "../model";
import { OrganizationView } from "../reconcile/view";
import type { Surroundings } from "../surroundings";
import { UserError } from "../user-error";
import { checkGates } from "./apply/closed-gates";
import { executePlans, type CurrentPlan, type ExecutedPlan, type ExecutionOptions } from "./apply/execute-plans";
import { oneAtATime } from "./apply/one-at-a-time";
import { checkPermitted } from "./apply/permission-check";
import { doneBeforeOf } from "./document/remaining";
import { during, type Listener } from "./events";
import type { Connect } from "./live/connect";
import { observeOrganization } from "./live/observe";
import { withRelatedObjects } from "./live/related-objects";
import type { ActualOrganization, DesiredOrganization } from "./organization";
import { BlockedPlanError } from "./findings/blocked-plan-error";
import type { Drift, Plan } from "./plan/comparison";
import { compareOrganization, decidePlan, planOf } from "./plan/plan";
import type { DriftOptions, ObserveOptions } from "./plan/plan-options";
import { checkPrunable } from "./source/read-code";
import { withSelections } from "./source/saved-plan";
import { checkUnchanged, checkUnlocked, statesOf, statesToKeep, statesToLock } from "./source/state-check";
import type { DocumentedChanges } from "./undo/changes";
import { organizationBefore, organizationToRead, type UndoOptions } from "./undo/undo";

/*
 * The order of things, and nothing else: each step is a function of its own module. A plan is made of what was opened
 * (code, Terraform's plan, a saved plan, or a document to undo) in these steps:
 *
 *     observe → plan → related objects → findings
 *
 * and applied in these:
 *
 *     blocked → states unlocked → gates → show and approve
 *       → states unlocked and unchanged → organization as planned → execute
 */

/** What the steps take from the program that runs them. */
export interface Session {
  readonly connect: Connect;
  readonly surroundings: Surroundings;
  readonly listener: Listener;
  /** For verifying a lost response, in milliseconds. @default two minutes */
  readonly verifyMs?: number | undefined;
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
  const organizations = connected(
    code.map((desired) => ({ desired })),
    session,
  );
  return readEach(organizations, session, async ({ view, desired }) => {
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
  const organizations = connected(
    code.map((desired) => ({ desired })),
    session,
  );
  return readEach(organizations, session, async ({ view, desired }) =>
    compareOrganization(desired, await observeOrganization(view, desired, options), options),
  );
}

/** Reads the organizations of a document, and plans what puts them back to where they were before its changes. */
export async function planUndos(
  document: readonly DocumentedChanges[],
  options: UndoOptions & Pick<ObserveOptions, "impact">,
  session: Session,
): Promise<readonly CurrentPlan[]> {
  const organizations = connected(
    document.map((changes) => ({ changes, desired: organizationToRead(changes) })),
    session,
  );
  return readEach(organizations, session, async ({ view, changes, desired }) => {
    const observed = await observeOrganization(view, desired);
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
  const states = statesOf(saved.map(({ desired }) => desired));
  await checkUnchanged(states, what, session.surroundings);
  const organizations = connected(
    saved.map((earlier) => ({ earlier, desired: withSelections(earlier) })),
    session,
  );
  return restOf(organizations, what, options, session);
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
  const { surroundings } = session;
  const code = plans.map(({ plan }) => plan.desired);
  checkApplicable(plans);
  const locks = statesToLock(code);
  checkUnlocked(locks, surroundings);
  const states = await statesToKeep(code, surroundings);
  await readGates(plans, steps, session);
  const approval = await steps.approve?.();
  return oneAtATime(
    plans.map((it) => placeOf(clientOf(it), it.plan.organization)),
    async (hasWaited) => {
      // Terraform may have begun in the meantime.
      checkUnlocked(locks, surroundings);
      await checkUnchanged(states, "the plan", surroundings);
      const isNew = !hasWaited && approval?.hasWaited !== true && plans.every(isCurrent);
      return executePlans(isNew ? plans : await asPlanned(plans, session), steps, session.listener);
    },
  );
}

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

/** Reads organizations again. @throws UserError when they require other changes than the plans have. */
async function restOf(
  plans: readonly { readonly view: OrganizationView; readonly earlier: Plan; readonly desired: DesiredOrganization }[],
  what: string,
  { impact }: Pick<ObserveOptions, "impact">,
  session: Session,
): Promise<readonly CurrentPlan[]> {
  const again = await readEach(plans, session, async ({ view, earlier, desired }) => {
    const options = { ...earlier.options, impact };
    const observed = await observeOrganization(view, desired, options);
    return { view, earlier, current: await planObserved(view, desired, observed, options) };
  });
  const done = doneBeforeOf(what, again);
  return again.map(({ view, current }, index) => ({ view, plan: current, doneBefore: done[index] ?? [] }));
}

/** Plans that waited, as they are to be executed. @throws UserError when the organization is not as planned. */
async function asPlanned(plans: readonly PlanToApply[], session: Session): Promise<readonly CurrentPlan[]> {
  const earlier = plans.map((it) => ({
    earlier: it.plan,
    desired: withSelections(it.plan),
    view: viewOf(clientOf(it), it.plan.organization, session),
  }));
  const current = await restOf(earlier, "the plan", {}, session);
  for (const { plan } of current) checkNotBlocked(plan);
  return current;
}

function isCurrent(plan: PlanToApply): plan is CurrentPlan {
  return "view" in plan;
}

function clientOf(plan: PlanToApply): Client {
  return isCurrent(plan) ? plan.view.client : plan.client;
}

/** @throws BlockedPlanError when a plan is blocked, or the token that it was made with may not make a change of it. */
function checkApplicable(plans: readonly PlanToApply[]): void {
  for (const { plan } of plans) checkNotBlocked(plan);
  checkPermitted(plans.filter(isCurrent).map(({ plan }) => plan));
}

function checkNotBlocked(plan: Plan): void {
  if (plan.refusals.length > 0) throw new BlockedPlanError(plan);
}

/** @throws UserError when a gate of the code is not open. */
async function readGates(
  plans: readonly PlanToApply[],
  { ignoreGates = false, ownRunId, signal }: ApplySteps,
  { listener }: Session,
): Promise<void> {
  const organizations = plans.map((it) => ({ client: clientOf(it), gates: it.plan.desired.gates ?? [] }));
  const isEmpty = plans.every(({ plan }) => plan.actions.length === 0);
  if (ignoreGates || isEmpty || organizations.every(({ gates }) => gates.length === 0)) return;
  await during(listener, { kind: "read-gates" }, () => checkGates(organizations, { ownRunId, signal }));
}

/** With their views. @throws UserError when an organization is configured in more than one way. */
function connected<T extends { readonly desired: DesiredOrganization }>(
  organizations: readonly T[],
  session: Session,
): readonly (T & { readonly view: OrganizationView })[] {
  const all = organizations.map((it) => {
    return { ...it, view: viewOf(session.connect(it.desired), it.desired.name, session) };
  });
  checkDistinct(all.map(({ view }) => view));
  return all;
}

function viewOf(client: Client, name: string, { verifyMs, listener }: Session): OrganizationView {
  return new OrganizationView(client, name, {
    verifyMs,
    onVerifying: (write, until) => listener({ kind: "verifying", write, until }),
  });
}

/** Reads organizations one after the other. */
async function readEach<T extends { readonly view: OrganizationView }, R>(
  organizations: readonly T[],
  { listener }: Session,
  read: (organization: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (const it of organizations) {
    const work = { kind: "read", organization: it.view.name, address: it.view.client.address } as const;
    results.push(await during(listener, work, () => read(it)));
  }
  return results;
}

/** If parts of an organization were planned separately, one plan could undo the changes of another. */
function checkDistinct(views: readonly OrganizationView[]): void {
  const seen = new Set<string>();
  for (const { client, name } of views) {
    const place = placeOf(client, name);
    if (seen.has(place)) {
      throw new UserError(
        `Conflicting configuration: organization ${name} at ${client.address} is configured in more than one way.`,
        "Set its address in the same way everywhere (address, hostname or environment), so that it gets one plan.",
        { code: "INVALID_CONFIGURATION" },
      );
    }
    seen.add(place);
  }
}

/** Identifies an organization among those of all services. */
function placeOf({ address }: Client, organization: string): string {
  return `${address}/${nameKey(organization)}`;
}
