import type { Deviation } from "../fidelity/service-deviations";
import { attributes, deviations, relationships } from "../fidelity/service-deviations";

const within = (member: string, names: readonly string[]): readonly string[] => names.map((it) => `${member}/${it}`);

/** Members that are newer than the recordings without them. */
const NEWER: readonly Deviation[] = [
  ...deviations("unknown", "A later recording has it.", [
    ...attributes("organizations", ["managed-resource-count"]),
    ...relationships("organizations", ["subscription/data"]),
    ...attributes("workspaces", [
      ...within("permissions", ["can-read-change-requests", "can-update-change-requests"]),
      "unarchived-workspace-change-requests-count",
    ]),
    ...relationships("workspaces", ["tag-bindings", "effective-tag-bindings"]),
    "workspaces/links/self-html",
  ]),
  ...deviations("unknown", "Runs had fewer statuses then.", [
    ...within("list of workspaces/meta/status-counts", [
      ...["fetching", "fetching-completed", "queuing", "queuing-apply", "planned-and-saved", "force-canceled"],
      ...["pre-plan-running", "pre-plan-completed", "pre-plan-awaiting-decision", "post-plan-running"],
      ...["post-plan-completed", "post-plan-awaiting-decision", "pre-apply-awaiting-decision"],
      ...["post-apply-running", "post-apply-completed", "post-apply-awaiting-decision"],
      ...["assessing", "assessed", "tf-policy-checked", "tf-policy-override"],
    ]),
  ]),
  ...deviations("unknown", "HashiCorp's Go client of 2026 reads it.", [
    ...attributes("organizations", [
      ...["enforce-hyok", "max-ttl-enabled", "registry-monorepo-support-enabled", "user-tokens-enabled"],
      ...within("permissions", ["can-create-workspace-migration", "can-manage-auditing"]),
    ]),
    ...attributes("workspaces", ["migration-environment"]),
    ...attributes("entitlement-sets", [
      ...["global-run-tasks", "infragraph", "infragraph-with-nrtu", "policy-enforcement", "private-policy-agents"],
      ...["private-run-tasks", "private-vcs", "run-tasks", "waypoint-actions", "waypoint-templates-and-addons"],
      ...["policy-limit", "policy-set-limit", "versioned-policy-set-limit", "policy-mandatory-enforcement-limit"],
      ...["run-task-limit", "run-task-workspace-limit", "run-task-mandatory-enforcement-limit"],
    ]),
  ]),
  ...deviations("unknown", "The service's document of 2026-08 has it.", [
    ...attributes("projects", [
      ...["hcp-id", "is-unified", "stacks-default-execution-mode"],
      ...within("permissions", ["can-manage-stacks", "can-update-stacks", "can-view-stacks"]),
      ...within("setting-overwrites", ["stacks-default-agent-pool", "stacks-default-execution-mode"]),
    ]),
    ...relationships("projects", ["stacks-default-agent-pool"]),
  ]),
  ...deviations("unknown", "HashiCorp documents pages of this list, which the service did not send in 2021.", [
    ...within("list of organizations", ["links", "meta"]),
  ]),
];

/** What the emulator does not have, or has otherwise. */
const NOT_EMULATED: readonly Deviation[] = [
  ...deviations("status", "The emulator does not have the operation.", ["GET /workspaces/ws-…/resources"]),
  ...deviations("missing", "It is at another host, to which the emulator leads no client.", ["document/versions.v1"]),
  ...deviations("missing", "It is for browsers; no client of the API reads it.", [
    ...within("headers", ["referrer-policy", "strict-transport-security", "x-content-type-options", "x-frame-options"]),
  ]),
  ...deviations("missing", "The service's document of 2026-08 does not have it.", [
    ...relationships("organizations", ["meta"]),
    ...attributes("organizations", [
      ...within("permissions", ["can-start-trial", "can-update-authentication", "can-use-new-pnp-activation-ui"]),
    ]),
  ]),
  ...deviations("missing", "Users that a response includes have less than the account itself.", [
    ...attributes("users", ["permissions"]),
    ...within("users", ["links", "relationships"]),
  ]),
  ...deviations("missing", "A password is never returned.", attributes("users", ["password"])),
  ...deviations("missing", "The emulator reads no repository, and returns what it was given.", [
    ...attributes("workspaces", [
      ...within("vcs-repo", ["display-identifier", "repository-http-url", "service-provider", "webhook-url"]),
    ]),
  ]),
  ...deviations("null", "The plan of an organization is no trial, and limits no users.", [
    ...attributes("organizations", ["plan-expires-at"]),
    ...attributes("entitlement-sets", ["user-limit"]),
  ]),
  ...deviations("null", "Users have no pictures, and service accounts no addresses.", [
    ...attributes("users", ["avatar-url", "email"]),
  ]),
  ...deviations("null", "Runs take no time, and failed ones are not counted.", [
    ...attributes("workspaces", ["apply-duration-average", "plan-duration-average", "run-failures"]),
  ]),
  ...deviations("null", "Configurations are not kept.", relationships("workspaces", ["readme/data"])),
  ...deviations("value", "States are not kept, and so no outputs.", relationships("workspaces", ["outputs/data"])),
  ...deviations("null", "Only an applied run makes a state version.", [
    ...relationships("workspaces", ["current-state-version/data"]),
  ]),
  ...deviations("missing", "Only an applied run makes a state version.", [
    ...relationships("workspaces", ["current-state-version/links"]),
  ]),
];

/**
 * Where the emulator answers otherwise than the service once did. `missing` is what only the service sent, `unknown`
 * what only the emulator sends. Members of the service's document that recordings before 2025 lack are newer than
 * these, and not listed.
 */
export const DIFFERENCES: readonly Deviation[] = [
  ...NEWER,
  ...NOT_EMULATED,
  ...deviations("unknown", 'With `tagRelationships: "tagged"`, the emulator has it only beside tags, too.', [
    ...relationships("projects", ["tag-bindings", "effective-tag-bindings"]),
  ]),
  ...deviations("unknown", "Its author has left it out.", within("list of runs", ["links", "meta"])),
  ...deviations("value", "The workspace is older than the attribute.", [
    ...attributes("workspaces", ["source", "structured-run-output-enabled"]),
  ]),
];
