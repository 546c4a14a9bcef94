import { Client, type ClientOptions } from "../api";
import { nameKey } from "../model";
import { OrganizationView } from "../reconcile";
import { observeOrganization } from "./live/observe";
import type { Drift, Plan } from "./plan/comparison";
import type { DoneBefore } from "./plan/done-before";
import { compareOrganization, draftPlan, planOrganization, reportPlan } from "./plan/plan";
import type { DriftOptions, ObserveOptions } from "./plan/plan-options";
import { withRelatedObjects } from "./live/related-objects";
import type { DesiredOrganization } from "./organization";
import type { OrganizationConfiguration } from "./source/organizations";
import type { DocumentedChanges } from "./undo/changes";
import { organizationBefore, organizationToRead, type UndoOptions } from "./undo/undo";
import { UserError } from "../user-error";
import { during, type Listener } from "./events";

/** An organization of the code with its plan, and the view of it that the plan was made from. */
export interface LiveOrganization {
  readonly code: OrganizationConfiguration;
  readonly view: OrganizationView;
  readonly plan: Plan;
  /** What of a saved plan, whose rest this plan is, had been done before. @default nothing */
  readonly doneBefore?: readonly DoneBefore[];
}

/** How organizations are read. */
export interface ReadOptions {
  /** Time limit of a call, and for verifying a lost response, in milliseconds. @default - the limit of each */
  readonly deadlineMs?: number | undefined;
}

/**
 * Reads and plans every organization of the code.
 *
 * @throws UserError when the code configures an organization in more than one way; nothing is read then.
 */
export async function planCode(
  code: readonly OrganizationConfiguration[],
  options: ObserveOptions & ReadOptions,
  listener: Listener,
  signal?: AbortSignal,
): Promise<readonly LiveOrganization[]> {
  return forEachOrganization(code, options, listener, signal, async (view, it) => {
    return { code: it, view, plan: await observeAndPlan(view, it.desired, options) };
  });
}

/** Reads every organization of the code, and compares it with the code. @throws UserError as {@link planCode} does. */
export async function compareCode(
  code: readonly OrganizationConfiguration[],
  options: DriftOptions & ReadOptions,
  listener: Listener,
): Promise<readonly Drift[]> {
  return forEachOrganization(code, options, listener, undefined, async (view, { desired }) =>
    compareOrganization(desired, await observeOrganization(view, desired, options), options),
  );
}

/** The changes of a document, and how to connect to the organization. */
export interface ChangesToUndo {
  readonly code: OrganizationConfiguration;
  readonly changes: DocumentedChanges;
}

/** Reads the organizations of a document, and plans what puts them back to where they were before its changes. */
export async function planUndos(
  documents: readonly ChangesToUndo[],
  options: UndoOptions & Pick<ObserveOptions, "impact"> & ReadOptions,
  listener: Listener,
  signal?: AbortSignal,
): Promise<readonly LiveOrganization[]> {
  const changesOf = new Map(documents.map(({ code, changes }) => [code, changes]));
  const code = documents.map((it) => it.code);
  return forEachOrganization(code, options, listener, signal, async (view, it) => {
    const changes = changesOf.get(it);
    if (changes === undefined) throw new Error(`There are no changes of ${view.name}.`);
    const observed = await observeOrganization(view, organizationToRead(changes));
    const desired = organizationBefore(changes, observed, options);
    const actual =
      options.impact === true ? await withRelatedObjects(view, draftPlan(desired, observed, options)) : observed;
    return { code: { ...it, desired }, view, plan: planOrganization(desired, actual, options) };
  });
}

async function forEachOrganization<T>(
  code: readonly OrganizationConfiguration[],
  options: ReadOptions,
  listener: Listener,
  signal: AbortSignal | undefined,
  read: (view: OrganizationView, organization: OrganizationConfiguration) => Promise<T>,
): Promise<readonly T[]> {
  const organizations = code.map((organization) => ({
    organization,
    view: createView(organization, { shutdownSignal: signal, deadlineMs: options.deadlineMs }, listener),
  }));
  checkDistinct(organizations.map(({ view }) => view));
  const results: T[] = [];
  for (const { organization, view } of organizations) {
    const work = { kind: "read", organization: view.name, address: view.client.address } as const;
    results.push(await during(listener, work, () => read(view, organization)));
  }
  return results;
}

async function observeAndPlan(
  view: OrganizationView,
  desired: DesiredOrganization,
  options: ObserveOptions,
): Promise<Plan> {
  const actual = await observeOrganization(view, desired, options);
  if (options.impact !== true) return planOrganization(desired, actual, options);
  const draft = draftPlan(desired, actual, options);
  return reportPlan({ ...draft, actual: await withRelatedObjects(view, draft) }, options);
}

function createView(
  { connection, desired }: OrganizationConfiguration,
  options: ClientOptions,
  listener: Listener,
): OrganizationView {
  const { address, hostname, token, requestsPerSecond } = connection;
  const client = new Client({
    address: address ?? undefined,
    hostname: hostname ?? undefined,
    token: token ?? undefined,
    requestsPerSecond: requestsPerSecond ?? undefined,
    onRequest: () => listener({ kind: "request" }),
    ...options,
  });
  return new OrganizationView(client, desired.name, {
    verifyMs: options.deadlineMs,
    onVerifying: (write, until) => listener({ kind: "verifying", write, until }),
  });
}

/** If parts of an organization were planned separately, one plan could undo the changes of another. */
function checkDistinct(views: readonly OrganizationView[]): void {
  const seen = new Set<string>();
  for (const { client, name } of views) {
    const key = `${client.address}/${nameKey(name)}`;
    if (seen.has(key)) {
      throw new UserError(
        `Conflicting configuration: organization ${name} at ${client.address} is configured in more than one way.`,
        "Set its address in the same way everywhere (address, hostname or environment), so that it gets one plan.",
        { code: "INVALID_CONFIGURATION" },
      );
    }
    seen.add(key);
  }
}
