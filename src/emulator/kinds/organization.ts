import { nameKey } from "../../model";
import { boolean, decode, integer, nullable, oneOf, optional, shown, string, stringWith } from "../decode";
import type { OrganizationPermission } from "../engine/access";
import { attribute, setting } from "../engine/attribute";
import type { Kind, RecordOf, ServiceRequest, Store } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { objectDocument, resourcePage } from "../engine/lists";
import { nameContains } from "../engine/listable";
import { outOfBand } from "../engine/out-of-band";
import { toOptional } from "../engine/relation";
import { readAttributes, readChange } from "../engine/input";
import { visible } from "../engine/path";
import { permissionsDocument } from "../engine/permissions-document";
import { create } from "../engine/write";
import { invalidAt, notFound, rejectInvalid } from "../errors";
import { readRelationship, readResource } from "../http/request-document";
import type { RouteResult } from "../http/route";
import { ok } from "../http/route";
import type { EffectiveExecution } from "./execution";
import { DEFAULT_EXECUTION_KEYS, executionMode, readExecution } from "./execution";
import { resourceCount } from "./state-version";
import {
  entitlementSet,
  featureSets,
  hasNoCodeModules,
  isFeatureSet,
  planIdentifier,
  subscription,
  subscriptionResources,
  TERMS,
} from "./subscription";

/** The service's rule, which also makes a name safe to print for a shell. */
const NAME = /^[A-Za-z0-9_-]+$/;

const storedName = stringWith(
  (name) => NAME.test(name),
  (name) => `is ${shown(name)}; an organization's name can only include letters, numbers, -, and _.`,
);

const flag = (defaultValue: boolean) => setting(boolean, defaultValue);

const definition = shape({
  type: "organizations",
  label: "Organization",
  prefix: "org-",
  parameter: "organization",
  attributes: {
    /** Letters, numbers, `-` and `_`. */
    name: attribute(string, {
      stored: storedName,
      unique: true,
      check: (name) => (NAME.test(name) ? [] : ["Name can only include letters, numbers, -, and _."]),
    }),
    /** @default made of the name, out of band */
    email: attribute(string),
    createdAt: attribute(string, { stamp: "created" }),
  },
  settings: {
    sessionTimeout: setting(nullable(integer), null),
    sessionRemember: setting(nullable(integer), null),
    collaboratorAuthPolicy: setting(oneOf(["password", "two_factor_mandatory"]), "password"),
    costEstimationEnabled: flag(false),
    sendPassingStatusesForUntriggeredSpeculativePlans: flag(false),
    aggregatedCommitStatusEnabled: flag(true),
    speculativePlanManagementEnabled: flag(true),
    allowForceDeleteWorkspaces: flag(false),
    ownersTeamSamlRoleId: setting(nullable(string), null),
    assessmentsEnforced: flag(false),
    globalModuleSharing: flag(false),
    globalProviderSharing: flag(false),
    stacksEnabled: flag(false),
    recoverableItemsEnabled: flag(false),
    stacksDefaultExecutionMode: setting(oneOf(["remote", "agent"]), "remote"),
    // Attributes that clients send, and the OpenAPI description lacks.
    enforceHyok: flag(false),
    userTokensEnabled: flag(true),
    maxTtlEnabled: flag(false),
    registryMonorepoSupportEnabled: flag(false),
  },
  relations: {
    defaultAgentPool: toOptional("agent-pools", { onDelete: "refuse" }),
  },
  members: { executionMode, defaultProjectId: optional(string), subscription: optional(subscription) },
});

export type OrganizationRecord = RecordOf<typeof definition>;

const made = outOfBand(definition, {
  name: "organizations",
  path: "/organizations",
  summary: "Creates an organization with its default project.",
  example: () => ({ name: "another" }),
  settings: [],
  defaults: { email: ({ name }) => `admin@${String(name).toLowerCase()}.example.com` },
  derived: {
    defaultProjectId: (_: Store, { defaultProjectId = "" }: OrganizationRecord): string => defaultProjectId,
  },
  partOf: [],
});

export const organizations: Kind<OrganizationRecord, typeof made> = kind(definition, {
  access: { read: "read", update: "manage", delete: "manage" },
  place: ({ id }) => ({ organizationId: id }),
  wireId: ({ name }) => name,
  find: (store, name) => findOrganization(store, name),
  items: ["/organizations/:organization"],
  collection: "/organizations",
  offers: ["list", "show", "update", "delete"],
  outOfBand: made,
  list: {
    filters: {
      q: (text) => {
        const key = nameKey(text);
        return ({ name, email }) => nameKey(name).includes(key) || nameKey(email).includes(key);
      },
      "q[name]": nameContains,
      "q[email]":
        (text) =>
        ({ email }) =>
          nameKey(email).includes(nameKey(text)),
    },
  },
  computed: {
    externalId: { value: (_, { id }) => id },
    defaultExecutionMode: { value: (_, it) => organizationExecution(it).mode },
    planIdentifier: { value: (_, it) => planIdentifier(it) },
    samlEnabled: { constant: false },
    twoFactorConformant: { constant: false },
    managedResourceCount: {
      value: ({ store }, { id }) =>
        store
          .of("workspaces")
          .where("organizationId", id)
          .all()
          .reduce((count, workspace) => count + resourceCount(store, workspace.id), 0),
    },
    planExpired: { constant: false },
    planExpiresAt: { constant: null },
    planIsTrial: { constant: false },
    planIsEnterprise: { constant: false },
    fairRunQueuingEnabled: { constant: false },
    hcpId: { constant: null },
    isUnified: { constant: false },
    isInDegradedMode: { constant: false },
    moduleConsumingOrganizationsCount: { constant: 0 },
    providerConsumingOrganizationsCount: { constant: 0 },
    overStacksResourceLimit: { constant: false },
    // As in responses of the service; modules of the registry are not emulated.
    remainingTestableCount: { constant: 5 },
    testGenerationEnabled: { constant: false },
    permissions: {
      value: ({ principal }, organization) => {
        const place = { organizationId: organization.id };
        const shown = hasNoCodeModules(organization) ? permissionsWithNoCode : permissions;
        return shown((permission) => principal.can(permission, place));
      },
    },
  },
  related: {
    defaultProject: {
      to: "projects",
      records: ({ store }, { defaultProjectId = "" }) => store.of("projects").get(defaultProjectId),
      links: (_, { defaultProjectId = "" }) => ({ related: `/api/v2/projects/${defaultProjectId}` }),
    },
    defaultAgentPool: {
      to: "agent-pools",
      records: ({ store }, { defaultAgentPoolId }) => store.of("agent-pools").get(defaultAgentPoolId ?? ""),
    },
    stacksDefaultAgentPool: { constant: { data: null } },
    entitlementSet: {
      resources: (_, it) => [entitlementSet(it)],
      links: (_, { name }) => ({ related: `${organizationPath(name)}/entitlement-set` }),
    },
    subscription: {
      resources: (_, it) => subscriptionResources(it),
      links: (_, { name }) => ({ related: `${organizationPath(name)}/subscription` }),
    },
    dataRetentionPolicy: { constant: { data: null } },
    moduleProducers: { constant: { data: [] } },
    providerProducers: { constant: { data: [] } },
    primaryHyokConfiguration: { constant: { data: null } },
    oauthTokens: { links: (_, { name }) => ({ related: `${organizationPath(name)}/oauth-tokens` }) },
    authenticationToken: { links: (_, { name }) => ({ related: `${organizationPath(name)}/authentication-token` }) },
    auditTrailsAuthenticationToken: {
      links: (_, { name }) => ({ related: `${organizationPath(name)}/authentication-token?token=audit-trails` }),
    },
  },
  includes: ["default-project", "entitlement-set", "subscription"],
  read: (resource, { before, organizationId }, { store }) => {
    const own = { mode: before?.executionMode, agentPoolId: before?.defaultAgentPoolId ?? null };
    const read = readExecution(resource, DEFAULT_EXECUTION_KEYS, { store, organizationId, own, inherited: "remote" });
    const { execution, problems } = read;
    if (execution === undefined) return { change: {}, problems };
    return { change: { executionMode: execution.mode, defaultAgentPoolId: execution.agentPoolId }, problems };
  },
  routes: [
    { method: "POST", path: "/organizations", handle: post },
    {
      method: "GET",
      path: "/organizations/:organization/entitlement-set",
      handle: (request) => ok({ data: entitlementSet(visible(request, organizations)) }),
    },
    {
      method: "GET",
      path: "/organizations/:organization/subscription",
      handle: (request) => {
        const [data, featureSet] = subscriptionResources(visible(request, organizations));
        return ok({ data, included: [featureSet] });
      },
    },
    { method: "POST", path: "/admin/organizations/:organization/subscription", handle: subscribe },
    { method: "GET", path: "/admin/feature-sets", query: { emulated: ["q"] }, handle: listFeatureSets },
    {
      method: "GET",
      path: "/organizations/:organization/stacks",
      query: { emulated: ["filter[project][id]", "search[name]", "sort", "include"] },
      handle: listStacks,
    },
  ],
});

function findOrganization(store: Store, name: string): OrganizationRecord | undefined {
  return store.table(organizations).find("name", "", name);
}

function organizationPath(name: string): string {
  return `/api/v2/organizations/${encodeURIComponent(name)}`;
}

/** The settings of an organization, which its projects inherit. */
export function organizationExecution(organization: OrganizationRecord): EffectiveExecution {
  const { executionMode: mode, defaultAgentPoolId } = organization;
  return { mode: mode ?? "remote", agentPoolId: defaultAgentPoolId, overwritten: true };
}

function post(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  if (!principal.canCreateOrganizations) throw notFound();
  const resource = readResource(request.body, organizations.type);
  const scope = { organizationId: "", parent: undefined, before: undefined };
  const { change, problems } = readChange(request, organizations, resource, scope);
  rejectInvalid(problems);
  const organization = create(store, organizations, change);
  principal.becomeOwner(organization.id);
  return ok(objectDocument(request, organizations, organization, "create"), 201);
}

/** Changes the plan of an organization, as a site admin. The Go client's tests do so before they use paid features. */
function subscribe(request: ServiceRequest): RouteResult {
  if (!request.principal.canCreateOrganizations) throw notFound();
  const organization = visible(request, organizations);
  const resource = readResource(request.body, "subscription");
  const featureSetId =
    readRelationship(resource, "feature-set", "feature-sets") ?? organization.subscription?.featureSetId;
  if (featureSetId === undefined || !isFeatureSet(featureSetId)) {
    throw invalidAt("/data/relationships/feature-set", "Feature set must exist");
  }
  const { values, problems } = readAttributes(TERMS, resource.attributes, true);
  rejectInvalid(problems);
  const changed = decode(subscription, { ...organization.subscription, featureSetId, ...values });
  const [data, featureSet] = subscriptionResources(
    request.store.table(organizations).put({ ...organization, subscription: changed }),
  );
  return ok({ data, included: [featureSet] });
}

/** Requires a principal who can create organizations, instead of a site admin. */
function listFeatureSets(request: ServiceRequest): RouteResult {
  if (!request.principal.canCreateOrganizations) throw notFound();
  const searched = nameKey(request.query.get("q") ?? "");
  const found = featureSets().filter(({ attributes }) => nameKey(String(attributes["name"])).includes(searched));
  return resourcePage(request, found);
}

/** Organizations of the emulator have no stacks; clients list them before they delete an organization. */
function listStacks(request: ServiceRequest): RouteResult {
  visible(request, organizations);
  return resourcePage(request, []);
}

const NOT_EMULATED: Readonly<Record<string, false>> = Object.fromEntries(
  [
    "can-create-module",
    "can-create-project-in-hcp",
    "can-manage-assessments",
    "can-manage-custom-providers",
    "can-manage-groups-in-hcp",
    "can-manage-org-public-modules",
    "can-manage-org-public-providers",
    "can-read-assessments",
    "can-update-authentication-token",
    "can-update-hyok-configuration",
    "can-view-explorer",
    "can-view-usage",
    "can-create-provider",
    "can-create-workspace-migration",
    "can-enable-stacks",
    "can-manage-auditing",
    "can-manage-public-modules",
    "can-manage-public-providers",
    "can-manage-sso",
    "can-manage-subscription",
    "can-update-api-token",
    "can-update-oauth",
  ].map((permission) => [permission, false]),
);

/** Permissions to use features that the emulator has; false for the rest. */
const PERMISSIONS = {
  "can-update": "manage",
  "can-destroy": "manage",
  "can-access-via-teams": true,
  "can-create-project": "create-project",
  "can-create-team": "manage-teams",
  "can-create-workspace": "manage",
  "can-deploy-no-code-modules": false,
  "can-manage-no-code-modules": false,
  "can-manage-users": "manage-membership",
  "can-manage-varsets": "manage-variable-sets",
  "can-read-varsets": true,
  "can-traverse": true,
  "can-update-agent-pools": "manage-agent-pools",
  "can-update-sentinel": "manage-policies",
  "can-update-ssh-keys": "manage-vcs-settings",
  "can-view-authentication": "manage",
  "can-view-users": true,
  "can-manage-tags": "manage",
  "can-manage-run-tasks": "manage-run-tasks",
  "can-read-run-tasks": true,
  ...NOT_EMULATED,
} as const satisfies Readonly<Record<string, OrganizationPermission | boolean>>;

const permissions = permissionsDocument<OrganizationPermission>(PERMISSIONS);
const permissionsWithNoCode = permissionsDocument<OrganizationPermission>({
  ...PERMISSIONS,
  "can-deploy-no-code-modules": "manage",
  "can-manage-no-code-modules": "manage",
});
