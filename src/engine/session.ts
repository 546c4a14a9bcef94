import type { Client, ClientOptions } from "../api";
import { KeyedLock } from "../reconcile/keyed-lock";
import type { OrganizationView } from "../reconcile/view";
import { shownSource } from "../source";
import type { ProcessContext } from "../process-context";
import { checkGates } from "./apply/closed-gates";
import { executePlans, type CurrentPlan } from "./apply/execute-plans";
import type { Result } from "./result";
import { during } from "./host";
import { GateReader, type GateOptions } from "./live/gates";
import { observeOrganization, clientKey, readEach, type OrganizationClient, type Reading } from "./live/observe";
import { withRelatedObjects } from "./live/related-objects";
import type { ActualOrganization } from "./actual-organization";
import { organizationKey, type DesiredOrganization, type Gate, type Tokens } from "./organization";
import { checkApplicable, checkNotBlocked } from "./blocked-plan-error";
import { nameInPrograms, withNextSteps, type OptionName } from "./option-name";
import type { Drift, Plan } from "./plan/comparison";
import { detectDrift, decideChanges, completePlan } from "./plan/plan";
import { checkPrunable, type DriftOptions, type ObserveOptions } from "./plan/plan-options";
import { isWarning, type GateReading } from "../diagnostics";
import { checkSameChanges, readSavedPlan, codeAsPlanned } from "./document/saved-plan";
import { withHostTokens } from "./source/plan-credentials";
import { readCode, readSource, type Code, type CodeOptions, type CodeToRead } from "./source/read-code";
import { checkUnchanged, checkUnlocked, expectedStates, statesOf } from "./source/state-files";
import { readDocument, type DocumentedChanges } from "./undo/read-document";
import { organizationBefore, organizationToRead, type UndoOptions } from "./undo/organization-before";

/*
 * The order of things, and nothing else: each step is a function of its own module, which has the details.
 *
 * - To plan, or to undo: open, observe, decide, related objects, complete. A saved plan: open, states, then the same.
 * - For drift: open, observe, compare.
 * - To apply what was planned: blocked, states, gates, approval; then, in turn, states again, as planned, execution.
 *
 * Each step says which requests it sends, if any, and how it fails. What fails before the execution is an error, with
 * nothing changed; what fails later is an outcome. The client repeats a failed request until its deadline; then, or if
 * that cannot help, the error has the code of the client (`UNAUTHORIZED`, `DEADLINE_EXCEEDED`).
 */

export type { CurrentPlan } from "./apply/execute-plans";

/** What the steps take from the program that runs them. */
export interface Session extends Reading {
  /** Makes a client; undefined options are the environment's. @throws ApiError (`CONFIGURATION`) without a token. */
  readonly connect: (options: Connection) => Client;
  readonly context: ProcessContext;
  /** The address of organizations that say none themselves, and what messages call that option. */
  readonly fallback?: { readonly address: string | undefined; readonly option: string } | undefined;
  /** How the gates of code are read. @default as outside of a run */
  readonly gates?: SessionGates | undefined;
  /** What messages call the options of a plan. @default their names in programs */
  readonly optionName?: OptionName | undefined;
}

interface SessionGates extends Pick<GateOptions, "ownRunId"> {
  /** Whether they are not read, and stop no apply. @default false */
  readonly isIgnored?: boolean | undefined;
}

/** Where an organization is, and the token for it. */
type Connection = Pick<ClientOptions, "address" | "hostname" | "token" | "requestsPerSecond">;

/** The content of a path: code or a plan of Terraform, which are read next, or plans that were saved. */
export type Opened = CodeToRead | SavedPlans;

export interface SavedPlans {
  readonly kind: "saved-plan";
  readonly path: string;
  readonly plans: readonly Plan[];
}

/** The changes of a document, by organization. */
export interface OpenedDocument {
  readonly path: string;
  readonly changes: readonly DocumentedChanges[];
}

/** A current plan, or one that was made before, maybe with another token. */
type PlanToApply = CurrentPlan | { readonly client: Client; readonly plan: Plan };

/**
 * Open, the first step: reads the file at a path once. No requests.
 *
 * @throws UserError when it cannot be read, or is none of these (`UNREADABLE_CODE`), or is a saved plan that was
 *   changed or has another format (`INVALID_PLAN`).
 */
export async function open(path: string): Promise<Opened> {
  const source = await readSource(path);
  if (source.kind !== "saved-plan") return source;
  return { kind: "saved-plan", path, plans: readSavedPlan(path, source.content) };
}

/**
 * Open, for code: runs a CDK app if the caller can do that, and reads all files of the root modules with their
 * Terraform states; or takes the code from Terraform's plan. No requests.
 *
 * @throws UserError when the code cannot be read without Terraform (`UNREADABLE_CODE`), is invalid
 *   (`INVALID_CONFIGURATION`) or empty (`NO_CODE`), when a state cannot be used (`INVALID_STATE`), or when Terraform's
 *   plan is for an address that no token is for (`ADDRESS_MISMATCH`).
 */
export async function openCode(
  source: CodeToRead,
  options: Omit<CodeOptions, "context">,
  { context, host }: Session,
): Promise<Code> {
  const code = await readCode(source, { ...options, context }, host.notify);
  if (source.kind !== "terraform-plan") return code;
  const { organizations, tokens } = code;
  const file = { path: shownSource(source.path) };
  return { organizations, tokens: withHostTokens(organizations, tokens, file, context.env) };
}

/**
 * Open, for an undo: reads a saved plan, or the JSON of `plan` or `apply`. No requests.
 *
 * @throws UserError when it is none of these (`INVALID_PLAN`).
 */
export async function openDocument(path: string): Promise<OpenedDocument> {
  return { path, changes: await readDocument(path) };
}

/**
 * Reads the organizations of the code one after the other, and plans each once it was read.
 *
 * @throws UserError when two organizations of the code are one at their addresses (`INVALID_CONFIGURATION`), or when
 *   this is not all of the code that `prune` needs (`UNREADABLE_CODE`); nothing is read then. The error of a request
 *   ends it for all.
 */
export async function planOrganizations(
  { organizations, tokens }: Code,
  options: ObserveOptions,
  session: Session,
): Promise<readonly CurrentPlan[]> {
  for (const it of organizations) checkPrunable(it, options);
  const readGates = gateReader(session);
  return readEach(organizations, connectorWith(session, tokens), session, async (view, desired) => {
    return { view, plan: await readAndPlan(view, desired, options, session, { readGates }) };
  });
}

/**
 * Reads the organizations of the code as to plan them, without related objects, and compares them. Nothing is checked
 * for `prune`, as drift deletes nothing.
 *
 * @throws UserError when two organizations of the code are one at their addresses (`INVALID_CONFIGURATION`).
 */
export async function compareOrganizations(
  { organizations, tokens }: Code,
  options: DriftOptions,
  session: Session,
): Promise<readonly Drift[]> {
  return readEach(organizations, connectorWith(session, tokens), session, async (view, desired) =>
    detectDrift(desired, await observeOrganization(view, desired, options), options),
  );
}

/**
 * Reads the organizations of a document as to plan code, and plans the way back to what was before its changes. Gates
 * are in the code only, so an undo has none.
 *
 * @throws UserError when the document is for an address that no token is for (`ADDRESS_MISMATCH`).
 */
export async function planUndos(
  { path, changes }: OpenedDocument,
  options: UndoOptions & Pick<ObserveOptions, "impact">,
  session: Session,
): Promise<readonly CurrentPlan[]> {
  const undone = changes.map((its) => ({ its, desired: organizationToRead(its) }));
  const code = undone.map(({ desired }) => desired);
  const connected = connectorFor(path, code, session);
  const clientFor = ({ desired }: (typeof undone)[number]): OrganizationClient => connected(desired);
  return readEach(undone, clientFor, session, async (view, { its, desired }) => {
    const codeOf = (observed: ActualOrganization): DesiredOrganization => organizationBefore(its, observed, options);
    return { view, plan: await readAndPlan(view, desired, options, session, { codeOf }) };
  });
}

/**
 * Reads the organizations of saved plans as to plan code, and plans again what they have: an interrupted apply may have
 * made a part. An apply that follows at once does not read them once more: without a question, and without a queue.
 *
 * @throws UserError when a plan is for an address that no token is for (`ADDRESS_MISMATCH`), or when a Terraform state,
 *   or what the plans change, has changed since (`STALE_PLAN`).
 */
export async function planSaved(
  { path, plans }: SavedPlans,
  options: Pick<ObserveOptions, "impact">,
  session: Session,
): Promise<readonly CurrentPlan[]> {
  const what = `the saved plan ${path}`;
  const code = plans.map(({ desired }) => desired);
  const connected = connectorFor(path, code, session);
  await checkUnchanged(statesOf(code), what, session.context);
  const earlier = plans.map((plan) => ({ plan, client: connected(plan.desired).client }));
  const read = gateReader(session);
  return planAgain(earlier, what, options, session, () => read);
}

/**
 * Applies plans: all of them are checked and approved before the first change, and executed one after the other until
 * one is not applied completely. The actions of those after it are skipped.
 *
 * @throws UserError with nothing changed. Later errors are outcomes.
 */
export async function applyPlans(plans: readonly PlanToApply[], session: Session): Promise<readonly Result[]> {
  const { context, host } = session;
  const code = plans.map(({ plan }) => plan.desired);
  // Blocked, without requests: errors, and what the token may not do (`PLAN_BLOCKED`). An earlier plan may have been
  // made with another token, so its permissions are checked when it is planned again.
  for (const it of plans) (isCurrent(it) ? checkApplicable : checkNotBlocked)(it.plan);
  // States, without requests: Terraform may be changing the same projects (`STATE_LOCKED`). From here on they have to
  // stay the same: those of code as when it was read, those beside what is undone as they are now.
  checkUnlocked(code, context);
  const states = await expectedStates(code, context);
  await checkGatesOf(plans, session);
  const approval = await host.ask?.(plans.map(({ plan }) => plan));
  // One apply at a time for each organization, in this process: two could otherwise both find it as planned.
  return APPLYING.runExclusive(plans.map(clientOf).map(clientKey), async (wasQueued) => {
    // States again, without requests, also without a question: Terraform may have begun (`STATE_LOCKED`), or ended
    // (`STALE_PLAN`).
    checkUnlocked(code, context);
    await checkUnchanged(states, "the plan", context);
    const isFresh = !wasQueued && approval?.hasWaited !== true && plans.every(isCurrent);
    const current = isFresh ? plans : await asPlanned(plans, session);
    // Execution: one write for each action or batch, and reads that tell whether a lost response was a success. The
    // first organization with a failure is the last one that is changed.
    return executePlans(current, host);
  });
}

const APPLYING = new KeyedLock();

/**
 * As planned, for plans that waited: for an answer, for another apply, or in a program. Requests as to observe; code
 * and gates are not read again.
 *
 * @throws UserError when an organization requires other changes now (`STALE_PLAN`), or a plan has errors now, or this
 *   token may not make its changes (`PLAN_BLOCKED`).
 */
async function asPlanned(plans: readonly PlanToApply[], session: Session): Promise<readonly CurrentPlan[]> {
  // The impact is for the approval, which is over.
  const current = await planAgain(plans, "the plan", { impact: false }, session, ({ plan }) => {
    return () => readingsIn(plan);
  });
  for (const { plan } of current) checkApplicable(plan);
  return current;
}

/**
 * Plans the code of earlier plans again: of their changes, what was made meanwhile is done.
 *
 * @throws UserError when an organization requires other changes now (`STALE_PLAN`).
 */
async function planAgain(
  plans: readonly PlanToApply[],
  what: string,
  { impact }: Pick<ObserveOptions, "impact">,
  session: Session,
  gatesOf: (earlier: PlanToApply) => ReadGates,
): Promise<readonly CurrentPlan[]> {
  const again = await readEach(plans, clientOf, session, async (view, it) => {
    const { plan: earlier } = it;
    const options = { ...earlier.options, impact };
    const readGates = gatesOf(it);
    return { view, earlier, current: await readAndPlan(view, codeAsPlanned(earlier), options, session, { readGates }) };
  });
  const done = checkSameChanges(what, again);
  return again.map(({ view, current }, index) => ({ view, plan: current, doneBefore: done[index] ?? [] }));
}

/**
 * Reads an organization and plans it. What is wrong with the code is an error of the plan, which blocks it.
 *
 * @param codeOf - The code, if it depends on the organization. @default what is read
 * @param readGates - Reads the gates of the code. @default they are not read
 */
async function readAndPlan(
  view: OrganizationView,
  desired: DesiredOrganization,
  options: ObserveOptions,
  { optionName = nameInPrograms }: Session,
  {
    codeOf = () => desired,
    readGates,
  }: {
    readonly codeOf?: (observed: ActualOrganization) => DesiredOrganization;
    readonly readGates?: ReadGates;
  },
): Promise<Plan> {
  // Observe: requests for the organization, for each 100 projects and each 100 workspaces, and for each project of
  // the code whose auto-destroy duration the list lacks, unless durations are skipped. Projects are read again that
  // the list may have missed, or that have more workspaces than it shows. If the code assigns access or sets to
  // projects: the list of these objects, and one list for each of the projects. A token that cannot read the
  // organization is an error (`ORGANIZATION_NOT_FOUND`), as is a project that is deleted meanwhile (`PROJECT_GONE`);
  // other objects that it cannot read are an error of the plan.
  const observed = await observeOrganization(view, desired, options);
  // Decide: pure. Finds the changes, their order, and the errors.
  const decision = decideChanges(codeOf(observed), observed, options);
  // Related objects, only for `impact`: the requests of each kind of `impact/kinds.ts`. What the token may not read is
  // left out, and the report says so; other failures are errors.
  const actual = options.impact === true ? await withRelatedObjects(view, decision) : undefined;
  // Gates, only with changes: requests for the run of each, once for all organizations. None of their errors is one of
  // the plan: it says which were not read, and why.
  const gates = decision.changes.actions.length === 0 ? undefined : await readGates?.(view.client, desired.gates ?? []);
  // Complete: pure. Adds warnings, numbers, and the impact on related objects if they were read. `diagnostics/` has the
  // texts of errors and warnings.
  return withNextSteps(completePlan(decision, actual, gates), optionName);
}

/** Reads the gates of an organization; undefined if they are not read. */
type ReadGates = (client: Client, gates: readonly Gate[]) => Promise<readonly GateReading[]> | Readings;
type Readings = readonly GateReading[] | undefined;

/** Reads each run once, however many organizations have gates on it. */
function gateReader({ gates: { isIgnored = false, ownRunId } = {}, host: { notify, signal } }: Session): ReadGates {
  const reader = new GateReader({
    ownRunId,
    signal,
    onWarning: (message) => void notify({ kind: "warning", message }),
  });
  return (client, gates) => (isIgnored ? undefined : reader.read(client, gates));
}

/** The gates of a plan with changes, as they were read for it. */
function readingsIn({ warnings }: Plan): Readings {
  return warnings.find(isWarning("gate"))?.data.gates;
}

/**
 * Gates, unless they are ignored or there is nothing to apply: requests for the run of each gate, once, if they were
 * not read for this plan. They are not read again after the approval, which was given for gates that were open.
 *
 * @throws UserError when one is closed, or cannot be read (`GATE_CLOSED`).
 */
async function checkGatesOf(plans: readonly PlanToApply[], session: Session): Promise<void> {
  const isEmpty = plans.every(({ plan }) => plan.actions.length === 0);
  if (session.gates?.isIgnored === true || isEmpty) return;
  const known = plans.map((it) => ({ it, readings: isCurrent(it) ? readingsIn(it.plan) : undefined }));
  const unread = known.filter(({ it, readings }) => readings === undefined && (it.plan.desired.gates ?? []).length > 0);
  const read = gateReader(session);
  const readAll = (): Promise<readonly Readings[]> =>
    Promise.all(unread.map(async ({ it }) => read(clientOf(it).client, it.plan.desired.gates ?? [])));
  const later = unread.length === 0 ? [] : await during(session.host.notify, { kind: "read-gates" }, readAll);
  checkGates([...known.map(({ readings }) => readings), ...later].flatMap((readings) => readings ?? []));
}

function isCurrent(plan: PlanToApply): plan is CurrentPlan {
  return "view" in plan;
}

function clientOf(it: PlanToApply): OrganizationClient {
  return { client: isCurrent(it) ? it.view.client : it.client, name: it.plan.organization };
}

/** For organizations of a file. It may come from someone else, so tokens are those for its hosts. */
function connectorFor(path: string, organizations: readonly DesiredOrganization[], session: Session): Connector {
  const file = { path, ...session.fallback };
  return connectorWith(session, withHostTokens(organizations, new Map(), file, session.context.env));
}

type Connector = (organization: DesiredOrganization) => OrganizationClient;

function connectorWith({ connect, fallback }: Session, tokens: Tokens): Connector {
  return (organization) => {
    const { address, hostname, requestsPerSecond } = organization.connection ?? {};
    const client = connect({
      address: address ?? (hostname ? undefined : fallback?.address),
      hostname: hostname ?? undefined,
      requestsPerSecond: requestsPerSecond ?? undefined,
      token: tokens.get(organizationKey(organization)),
    });
    return { client, name: organization.name };
  };
}
