import { organizationExecution } from "../store/execution";
import type { OrganizationRecord } from "../store/records";
import { agentPoolRelationship } from "./agent-pool";
import type { SerializerContext, Resource } from "./resource";
import { identifier, organizationPath } from "./resource";
import { subscriptionId } from "./subscription";

/** An organization; its ID is its name. The same for both values of the option `documents`. */
export function organizationResource({ principal }: SerializerContext, organization: OrganizationRecord): Resource {
  const manages = principal.canInOrganization("manage", organization);
  const createsProjects = principal.canInOrganization("create-project", organization);
  const path = organizationPath(organization.name);
  const execution = organizationExecution(organization);
  return {
    id: organization.name,
    type: "organizations",
    attributes: {
      ...DEFAULTS,
      ...organization.attributes,
      name: organization.name,
      "external-id": organization.id,
      "created-at": organization.createdAt,
      "default-execution-mode": execution.mode,
      permissions: { ...permissions(manages), "can-create-project": createsProjects },
    },
    relationships: {
      ...organization.relationships,
      "default-project": { data: identifier("projects", organization.defaultProjectId) },
      "default-agent-pool": agentPoolRelationship(execution),
      "entitlement-set": {
        data: identifier("entitlement-sets", organization.id),
        links: { related: `${path}/entitlement-set` },
      },
      subscription: {
        data: identifier("subscriptions", subscriptionId(organization)),
        links: { related: `${path}/subscription` },
      },
    },
    links: { self: path },
  };
}

/** The entitlements of an organization: the features that the emulator has. */
export function entitlementSetResource(organization: OrganizationRecord): Resource {
  return {
    id: organization.id,
    type: "entitlement-sets",
    attributes: ENTITLEMENTS,
    links: { self: `/api/v2/entitlement-sets/${organization.id}` },
  };
}

/** Permissions to use features that the emulator has; false for the rest. */
function permissions(manages: boolean): object {
  return {
    "can-update": manages,
    "can-destroy": manages,
    "can-access-via-teams": true,
    "can-create-workspace": manages,
    "can-traverse": true,
    "can-update-agent-pools": manages,
    "can-manage-tags": manages,
    "can-manage-run-tasks": manages,
    "can-read-run-tasks": true,
    ...NOT_EMULATED,
  };
}

const NOT_EMULATED = Object.fromEntries(
  [
    "can-create-module",
    "can-create-provider",
    "can-create-team",
    "can-create-workspace-migration",
    "can-deploy-no-code-modules",
    "can-enable-stacks",
    "can-manage-auditing",
    "can-manage-no-code-modules",
    "can-manage-public-modules",
    "can-manage-public-providers",
    "can-manage-sso",
    "can-manage-subscription",
    "can-manage-users",
    "can-manage-varsets",
    "can-update-api-token",
    "can-update-oauth",
    "can-update-sentinel",
    "can-update-ssh-keys",
    "can-view-users",
  ].map((permission) => [permission, false]),
);

/** Defaults of the service. */
const DEFAULTS = {
  email: null,
  "session-timeout": null,
  "session-remember": null,
  "collaborator-auth-policy": "password",
  "plan-expired": false,
  "plan-expires-at": null,
  "plan-is-trial": false,
  "plan-is-enterprise": false,
  "cost-estimation-enabled": false,
  "send-passing-statuses-for-untriggered-speculative-plans": false,
  "aggregated-commit-status-enabled": true,
  "speculative-plan-management-enabled": true,
  "allow-force-delete-workspaces": false,
  "fair-run-queuing-enabled": false,
  "saml-enabled": false,
  "owners-team-saml-role-id": null,
  "two-factor-conformant": false,
  "assessments-enforced": false,
  "is-unified": false,
  "stacks-enabled": false,
  "stacks-default-execution-mode": "remote",
  "enforce-hyok": false,
  "user-tokens-enabled": true,
  "max-ttl-enabled": false,
};

const ENTITLEMENTS = {
  agents: true,
  operations: true,
  "private-run-tasks": true,
  "run-tasks": true,
  "global-run-tasks": true,
  "state-storage": false,
  teams: false,
  "audit-logging": false,
  "configuration-designer": false,
  "cost-estimation": false,
  "policy-enforcement": false,
  "policy-limit": null,
  "policy-mandatory-enforcement-limit": null,
  "policy-set-limit": null,
  "private-module-registry": false,
  "run-task-limit": null,
  "run-task-mandatory-enforcement-limit": null,
  "run-task-workspace-limit": null,
  "self-serve-billing": false,
  sentinel: false,
  sso: false,
  "usage-reporting": false,
  "user-limit": null,
  "vcs-integrations": false,
  "versioned-policy-set-limit": null,
};
