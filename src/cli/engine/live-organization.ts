import { Client, type ClientOptions } from "../../api";
import { nameKey } from "../../model";
import {
  observe,
  OrganizationView,
  planOrganization,
  type ActualOrganization,
  type Code,
  type CodeOrganization,
  type ObserveOptions,
  type OrganizationPlan,
  type PlanOptions,
} from "../../reconcile";
import { Problem } from "../problem";
import type { Progress } from "./progress";

/** An organization of the code beside the live one, and the plan that brings them together. */
export interface LiveOrganization {
  readonly code: CodeOrganization;
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
  code: Code,
  options: PlanningOptions,
  progress: Progress,
  stopSignal?: AbortSignal,
): Promise<readonly LiveOrganization[]> {
  // The same clients carry the plans out, when changes are counted and not requests.
  let isReading = true;
  const onRequest = (): void => {
    if (isReading) progress.step();
  };
  const reached = code.organizations.map((organization) => ({
    organization,
    view: viewOf(organization, { onRequest, stopSignal }),
  }));
  checkDistinct(reached.map(({ view }) => view));
  const live: LiveOrganization[] = [];
  for (const { organization, view } of reached) {
    const { desired } = organization;
    progress.begin(`Reading ${desired.name} at ${view.client.address}`, "requests");
    const actual = await observe(view, desired, options).finally(() => progress.end());
    live.push({ code: organization, view, actual, plan: planOrganization(desired, actual, options) });
  }
  isReading = false;
  return live;
}

function viewOf({ connection, desired }: CodeOrganization, options: ClientOptions): OrganizationView {
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
      throw new Problem(
        `The code reaches organization ${name} at ${client.address} in several ways, and an organization is planned as one.`,
        "Say its address in the same way everywhere: with address, with hostname, or with the environment alone.",
      );
    }
    seen.add(key);
  }
}
