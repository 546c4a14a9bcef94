import { Client, type ClientOptions } from "../../api";
import { nameKey } from "../../model";
import {
  describeWrite,
  observe,
  OrganizationView,
  planOrganization,
  planWithImpact,
  type ActualOrganization,
  type Configuration,
  type DesiredOrganization,
  type ObserveOptions,
  type OrganizationConfiguration,
  type OrganizationPlan,
  type PlanOptions,
  type UnconfirmedWrite,
} from "../../reconcile";
import { CliError } from "../errors";
import { sanitize } from "../render/sanitize";
import { printErr } from "../terminal";
import type { Progress } from "./progress";

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
 * @throws CliError when the code configures an organization in more than one way; nothing is read then.
 */
export async function planCode(
  code: Configuration,
  options: PlanningOptions,
  progress: Progress,
  signal?: AbortSignal,
): Promise<readonly LiveOrganization[]> {
  const onRequest = (): void => progress.increment("requests");
  const organizations = code.organizations.map((organization) => ({
    organization,
    view: createView(organization, { onRequest, shutdownSignal: signal, deadlineMs: options.deadlineMs }),
  }));
  checkDistinct(organizations.map(({ view }) => view));
  const live: LiveOrganization[] = [];
  for (const { organization, view } of organizations) {
    const { desired } = organization;
    progress.start(`Reading ${desired.name} at ${view.client.address}`, "requests");
    const planned = await observeAndPlan(view, desired, options).finally(() => progress.stop());
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

function createView({ connection, desired }: OrganizationConfiguration, options: ClientOptions): OrganizationView {
  const { address, hostname, token, requestsPerSecond } = connection;
  const client = new Client({
    address: address ?? undefined,
    hostname: hostname ?? undefined,
    token: token ?? undefined,
    requestsPerSecond: requestsPerSecond ?? undefined,
    ...options,
  });
  return new OrganizationView(client, desired.name, { verifyMs: options.deadlineMs, onVerifying: printVerifying });
}

function printVerifying(write: UnconfirmedWrite, until: Date): void {
  const time = `${until.toISOString().slice(11, 19)} UTC`;
  printErr(
    sanitize(
      `The response to a change was lost. Verifying until ${time} whether ${describeWrite(write)}; Ctrl-C stops.`,
    ),
  );
}

/** If parts of an organization were planned separately, one plan could undo the changes of another. */
function checkDistinct(views: readonly OrganizationView[]): void {
  const seen = new Set<string>();
  for (const { client, name } of views) {
    const key = `${client.address}/${nameKey(name)}`;
    if (seen.has(key)) {
      throw new CliError(
        `Conflicting configuration: organization ${name} at ${client.address} is configured in more than one way.`,
        "Set its address in the same way everywhere (address, hostname or environment), so that it gets one plan.",
        { code: "INVALID_CONFIGURATION" },
      );
    }
    seen.add(key);
  }
}
