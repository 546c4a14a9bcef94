import { Client, type ClientOptions } from "../api";
import { nameKey } from "../model";
import { OrganizationView } from "../reconcile";
import { observe, type ObserveOptions } from "./live/observe";
import { planOrganization, type OrganizationPlan } from "./plan/plan";
import type { PlanOptions } from "./plan/plan-options";
import { planWithImpact } from "./live/related-objects";
import type { ActualOrganization, DesiredOrganization } from "./organization";
import type { Configuration } from "./source/read-configuration";
import type { OrganizationConfiguration } from "./source/organizations";
import { UserError } from "../user-error";
import { during, type Listener } from "./events";

/** An organization as the code describes it and as it is, and the plan that changes the one into the other. */
export interface LiveOrganization {
  readonly code: OrganizationConfiguration;
  readonly view: OrganizationView;
  readonly actual: ActualOrganization;
  readonly plan: OrganizationPlan;
}

/** Options for reading and planning organizations. */
export interface PlanningOptions extends PlanOptions, ObserveOptions {
  /** Whether to read what moves and deletions change beside the projects: team access, variable sets and so on. */
  readonly impact?: boolean | undefined;
  /** Time limit of a call, and for verifying a lost response, in milliseconds. @default those of each */
  readonly deadlineMs?: number | undefined;
}

/**
 * Reads and plans every organization of the code.
 *
 * @throws UserError when the code configures an organization in more than one way; nothing is read then.
 */
export async function planCode(
  code: Configuration,
  options: PlanningOptions,
  listener: Listener,
  signal?: AbortSignal,
): Promise<readonly LiveOrganization[]> {
  const organizations = code.organizations.map((organization) => ({
    organization,
    view: createView(organization, { shutdownSignal: signal, deadlineMs: options.deadlineMs }, listener),
  }));
  checkDistinct(organizations.map(({ view }) => view));
  const live: LiveOrganization[] = [];
  for (const { organization, view } of organizations) {
    const { desired } = organization;
    const work = { kind: "read", organization: desired.name, address: view.client.address } as const;
    const planned = await during(listener, work, () => observeAndPlan(view, desired, options));
    live.push({ code: organization, view, ...planned });
  }
  return live;
}

async function observeAndPlan(
  view: OrganizationView,
  desired: DesiredOrganization,
  options: PlanningOptions,
): Promise<Pick<LiveOrganization, "actual" | "plan">> {
  const actual = await observe(view, desired, options);
  // What a fast read leaves out may well be reported.
  const planning = { ...options, sendsUnreported: options.sendsUnreported !== false && options.skipDurations !== true };
  return options.impact === true
    ? planWithImpact(view, desired, actual, planning)
    : { actual, plan: planOrganization(desired, actual, planning) };
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
