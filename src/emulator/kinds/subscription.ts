import type { Decoded } from "../decode";
import { integer, nullable, object, oneOf, optional, string } from "../decode";
import { attribute } from "../engine/attribute";
import type { Resource } from "../engine/resource";

/*
 * Subscriptions, feature sets and entitlements of organizations: clients check whether a feature is available before
 * they use it. A new organization has everything that is emulated.
 */

/** The features that a plan can have. */
const FEATURES = [
  "agents",
  "audit-logging",
  "configuration-designer",
  "cost-estimation",
  "global-run-tasks",
  "infragraph",
  "infragraph-with-nrtu",
  "operations",
  "policy-enforcement",
  "private-module-registry",
  "private-policy-agents",
  "private-run-tasks",
  "private-vcs",
  "run-tasks",
  "self-serve-billing",
  "sentinel",
  "sso",
  "state-storage",
  "teams",
  "usage-reporting",
  "vcs-integrations",
  "waypoint-actions",
  "waypoint-templates-and-addons",
] as const;
type Feature = (typeof FEATURES)[number];

/** Limits of plans; null means none. */
const LIMITS = [
  "policy-limit",
  "policy-mandatory-enforcement-limit",
  "policy-set-limit",
  "run-task-limit",
  "run-task-mandatory-enforcement-limit",
  "run-task-workspace-limit",
  "user-limit",
  "versioned-policy-set-limit",
] as const;

interface Plan {
  readonly id: string;
  readonly name: string;
  readonly identifier: string;
  readonly features: readonly Feature[];
  readonly isFree?: boolean;
}

const EMULATED: readonly Feature[] = ["agents", "operations", "private-run-tasks", "run-tasks", "global-run-tasks"];
const STANDARD: readonly Feature[] = [
  ...["agents", "audit-logging", "cost-estimation", "global-run-tasks", "infragraph", "operations"],
  ...["policy-enforcement", "waypoint-templates-and-addons"],
  ...["private-module-registry", "private-run-tasks", "run-tasks", "sentinel", "sso", "state-storage", "teams"],
  ...["vcs-integrations"],
].flatMap((name) => FEATURES.find((feature) => feature === name) ?? []);

const EMULATOR_PLAN: Plan = {
  id: "fs-emulator00000000",
  name: "Emulator",
  identifier: "emulator",
  features: EMULATED,
};
/** Names are those of the service's feature sets, which HashiCorp's Go client searches for. */
const PLANS: readonly Plan[] = [
  EMULATOR_PLAN,
  {
    id: "fs-free000000000000",
    name: "Free",
    identifier: "free",
    isFree: true,
    features: ["operations", "run-tasks", "state-storage", "vcs-integrations", "private-module-registry"],
  },
  { id: "fs-standard00000000", name: "Standard (entitlement)", identifier: "standard_entitlement", features: STANDARD },
  { id: "fs-business00000000", name: "Business", identifier: "business", features: FEATURES },
];

const PLAN_IDS = PLANS.map(({ id }) => id);

/** What a request can change of a subscription, beside its plan. */
export const TERMS = {
  endAt: attribute(nullable(string)),
  runsCeiling: attribute(nullable(integer)),
  agentsCeiling: attribute(nullable(integer)),
  contractStartAt: attribute(nullable(string)),
  contractUserLimit: attribute(nullable(integer)),
  contractApplyLimit: attribute(nullable(integer)),
};

/** What is known of an organization's subscription. */
export const subscription = object({
  featureSetId: oneOf(PLAN_IDS),
  endAt: optional(TERMS.endAt.schema),
  runsCeiling: optional(TERMS.runsCeiling.schema),
  agentsCeiling: optional(TERMS.agentsCeiling.schema),
  contractStartAt: optional(TERMS.contractStartAt.schema),
  contractUserLimit: optional(TERMS.contractUserLimit.schema),
  contractApplyLimit: optional(TERMS.contractApplyLimit.schema),
});
type Subscription = Decoded<typeof subscription>;

/** An organization, as far as its subscription depends on it. */
interface Subscriber {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly subscription: Subscription | undefined;
}

function planOf(of: Pick<Subscriber, "subscription">): Plan {
  return PLANS.find(({ id }) => id === of.subscription?.featureSetId) ?? EMULATOR_PLAN;
}

/** The identifier of the plan, as organizations have it. */
export function planIdentifier(organization: Pick<Subscriber, "subscription">): string {
  return planOf(organization).identifier;
}

/** Whether the organization can use a feature. Global run tasks are ignored where it cannot. */
export function isEntitledTo(organization: Pick<Subscriber, "subscription">, feature: Feature): boolean {
  return planOf(organization).features.includes(feature);
}

/** Whether modules can be deployed without code, which only one plan has. */
export function hasNoCodeModules(organization: Pick<Subscriber, "subscription">): boolean {
  return planOf(organization).identifier === "business";
}

export function featureSets(): readonly Resource[] {
  return PLANS.map(featureSetOf);
}

export function isFeatureSet(id: string): boolean {
  return PLAN_IDS.includes(id);
}

function subscriptionId({ id }: Pick<Subscriber, "id">): string {
  return id.replace(/^org-/, "sub-");
}

/** The subscription of an organization, and its feature set. */
export function subscriptionResources(organization: Subscriber): readonly [Resource, Resource] {
  const { name, createdAt, subscription: own } = organization;
  const id = subscriptionId(organization);
  const featureSet = featureSetOf(planOf(organization));
  const resource: Resource = {
    id,
    type: "subscriptions",
    attributes: {
      "is-active": true,
      "start-at": createdAt,
      "end-at": own?.endAt ?? null,
      "runs-ceiling": own?.runsCeiling ?? null,
      "agents-ceiling": own?.agentsCeiling ?? null,
      "contract-start-at": own?.contractStartAt ?? null,
      "contract-user-limit": own?.contractUserLimit ?? null,
      "contract-apply-limit": own?.contractApplyLimit ?? null,
      "contract-managed-resources-limit": null,
      "is-public-free-tier": planOf(organization).isFree === true,
      "is-self-serve-trial": false,
      "is-change-approved": true,
      "free-apply-monthly-limit-starts-at": null,
      "free-apply-monthly-limit": null,
      "free-apply-monthly-limit-remaining": null,
      "free-resource-under-management-monthly-limit": null,
      "rum-alert-threshold": null,
      "rum-threshold-alert-sent-at": null,
      "hcp-organization-id": null,
      "hcp-project-id": null,
      ...Object.fromEntries(LIMITS.filter((limit) => limit !== "user-limit").map((limit) => [limit, null])),
    },
    relationships: {
      organization: { data: { id: name, type: "organizations" } },
      "billing-account": { data: null },
      "hcp-billing-account": { data: null },
      "next-subscription": { data: null },
      "feature-set": { data: { id: featureSet.id, type: featureSet.type } },
    },
    links: { self: `/api/v2/subscriptions/${id}` },
  };
  return [resource, featureSet];
}

/** The entitlements of an organization, with the ID of the organization. */
export function entitlementSet(organization: Subscriber): Resource {
  return {
    id: organization.id,
    type: "entitlement-sets",
    attributes: { ...featuresOf(planOf(organization)), ...NO_LIMITS },
    links: { self: `/api/v2/entitlement-sets/${organization.id}` },
  };
}

const NO_LIMITS = Object.fromEntries(LIMITS.map((limit) => [limit, null]));

function featuresOf({ features }: Plan): Readonly<Record<string, boolean>> {
  return Object.fromEntries(FEATURES.map((feature) => [feature, features.includes(feature)]));
}

function featureSetOf(plan: Plan): Resource {
  return {
    id: plan.id,
    type: "feature-sets",
    attributes: {
      name: plan.name,
      description: `The plan ${plan.name} of the emulator.`,
      identifier: plan.identifier,
      "is-current": true,
      "is-free-tier": plan.isFree === true,
      cost: 0,
      plan: null,
      ...NOT_EMULATED,
      ...Object.fromEntries(PLAN_FEATURES.map((feature) => [feature, plan.features.includes(feature)])),
      ...NO_LIMITS,
    },
  };
}

/** The features that feature sets have, too; entitlement sets have all. */
const PLAN_FEATURES: readonly Feature[] = [
  ...(["audit-logging", "cost-estimation", "global-run-tasks", "policy-enforcement", "private-policy-agents"] as const),
  ...(["private-run-tasks", "private-vcs", "run-tasks", "self-serve-billing", "sentinel", "sso", "teams"] as const),
  ...(["waypoint-actions", "waypoint-templates-and-addons"] as const),
];

/** Features that no plan of the emulator has. */
const NOT_EMULATED = {
  ...Object.fromEntries(
    [
      "assessments",
      "can-self-service-downgrade",
      "change-requests",
      "hyok",
      "is-managed-resource-plan",
      "module-deprecations",
      "module-revocations",
      "module-tests-agent-support",
      "module-tests-generation",
      "no-code-modules",
      "private-networking",
      "recoverable-items",
      "stacks",
      "terraform-actions",
      "uses-hcp-rum-billing-resource",
    ].map((feature) => [feature, false]),
  ),
  "default-agents-ceiling": 0,
  "default-runs-ceiling": 0,
};
