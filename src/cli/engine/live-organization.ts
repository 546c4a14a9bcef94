import { Client } from "../../api";
import {
  observe,
  OrganizationView,
  planOrganization,
  type ActualOrganization,
  type Code,
  type CodeOrganization,
  type OrganizationPlan,
  type PlanOptions,
} from "../../reconcile";
import type { Progress } from "./progress";

/** An organization of the code beside the live one, and the plan that brings them together. */
export interface LiveOrganization {
  readonly code: CodeOrganization;
  readonly view: OrganizationView;
  readonly actual: ActualOrganization;
  readonly plan: OrganizationPlan;
}

/** How organizations are looked at and planned. */
export interface PlanningOptions extends PlanOptions {
  /** @default false */
  readonly thorough?: boolean | undefined;
}

/** Looks at every organization of the code, and plans it. */
export async function planCode(
  code: Code,
  options: PlanningOptions,
  progress: Progress,
  stopSignal?: AbortSignal,
): Promise<readonly LiveOrganization[]> {
  const live: LiveOrganization[] = [];
  for (const organization of code.organizations) {
    let isReading = true;
    const { desired, connection } = organization;
    const client = new Client({
      address: connection.address ?? undefined,
      hostname: connection.hostname ?? undefined,
      token: connection.token ?? undefined,
      requestsPerSecond: connection.requestsPerSecond ?? undefined,
      stopSignal,
      // The same client carries the plan out, when changes are counted and not requests.
      onRequest: () => {
        if (isReading) progress.step();
      },
    });
    const view = new OrganizationView(client, desired.name);
    progress.begin(`Reading ${desired.name} at ${client.address}`, "requests");
    const actual = await observe(view, desired, options).finally(() => progress.end());
    isReading = false;
    live.push({ code: organization, view, actual, plan: planOrganization(desired, actual, options) });
  }
  return live;
}
