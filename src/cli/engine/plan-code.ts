import { Client, type ClientOptions } from "../../api";
import { nameKey } from "../../model";
import {
  observe,
  OrganizationView,
  planOrganization,
  type ActualOrganization,
  type Configuration,
  type OrganizationConfiguration,
  type ObserveOptions,
  type OrganizationPlan,
  type PlanOptions,
} from "../../reconcile";
import { CliError } from "../errors";
import type { Progress } from "./progress";

/** An organization of the code beside the live one, and the plan that brings them together. */
export interface LiveOrganization {
  readonly code: OrganizationConfiguration;
  readonly view: OrganizationView;
  readonly actual: ActualOrganization;
  readonly plan: OrganizationPlan;
}

/** How organizations are looked at and planned. */
export interface PlanningOptions extends PlanOptions, ObserveOptions {}

/**
 * Looks at every organization of the code, and plans it.
 *
 * @throws Problem when the code has one organization under several addresses; nothing is read then.
 */
export async function planCode(
  code: Configuration,
  options: PlanningOptions,
  progress: Progress,
  signal?: AbortSignal,
): Promise<readonly LiveOrganization[]> {
  // The same clients carry the plans out, when changes are counted and not requests.
  let isReading = true;
  const onRequest = (): void => {
    if (isReading) progress.increment();
  };
  const organizations = code.organizations.map((organization) => ({
    organization,
    view: createView(organization, { onRequest, shutdownSignal: signal }),
  }));
  checkDistinct(organizations.map(({ view }) => view));
  const live: LiveOrganization[] = [];
  for (const { organization, view } of organizations) {
    const { desired } = organization;
    progress.start(`Reading ${desired.name} at ${view.client.address}`, "requests");
    const actual = await observe(view, desired, options).finally(() => progress.stop());
    live.push({ code: organization, view, actual, plan: planOrganization(desired, actual, options) });
  }
  isReading = false;
  return live;
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
  return new OrganizationView(client, desired.name);
}

/** An organization of which parts were planned singly could lose with one plan what another one makes. */
function checkDistinct(views: readonly OrganizationView[]): void {
  const seen = new Set<string>();
  for (const { client, name } of views) {
    const key = `${client.address}/${nameKey(name)}`;
    if (seen.has(key)) {
      throw new CliError(
        `The code reaches organization ${name} at ${client.address} in several ways, and an organization is planned as one.`,
        "Say its address in the same way everywhere: with address, with hostname, or with the environment alone.",
      );
    }
    seen.add(key);
  }
}
