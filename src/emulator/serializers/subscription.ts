import type { OrganizationRecord } from "../store/records";
import type { Resource } from "./resource";
import { identifier } from "./resource";

/*
 * Subscriptions and the feature set: clients check whether a feature is available before they use it. All organizations
 * have the same feature set, with everything that is emulated.
 */

const FEATURE_SET_ID = "fs-emulator00000000";
export const FEATURE_SET_NAME = "Emulator";

export function subscriptionId({ id }: OrganizationRecord): string {
  return id.replace(/^org-/, "sub-");
}

export function subscriptionResource(organization: OrganizationRecord): Resource {
  return {
    id: subscriptionId(organization),
    type: "subscriptions",
    attributes: {
      "is-active": true,
      "start-at": organization.createdAt,
      "end-at": null,
      "runs-ceiling": null,
      "agents-ceiling": null,
      "contract-start-at": null,
      "contract-user-limit": null,
      "contract-apply-limit": null,
      "is-public-free-tier": false,
      "is-self-serve-trial": false,
    },
    relationships: {
      organization: { data: identifier("organizations", organization.name) },
      "billing-account": { data: null },
      "feature-set": { data: identifier("feature-sets", FEATURE_SET_ID) },
    },
    links: { self: `/api/v2/subscriptions/${subscriptionId(organization)}` },
  };
}

export function featureSetResource(): Resource {
  return {
    id: FEATURE_SET_ID,
    type: "feature-sets",
    attributes: {
      name: FEATURE_SET_NAME,
      description: "Everything that is emulated.",
      identifier: "emulator",
      "is-current": true,
      "is-free-tier": false,
      cost: 0,
      plan: null,
      "private-run-tasks": true,
      "run-tasks": true,
      "global-run-tasks": true,
    },
  };
}
