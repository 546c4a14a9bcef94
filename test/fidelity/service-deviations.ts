import { SERVICE_TYPES } from "./service-document";
import type { What } from "./service-finding";

/** Where the emulator differs from the service's document on purpose. */
export interface Deviation {
  /** As in a finding. */
  readonly where: string;
  /** `read-only`: the document does not say so of an attribute, but it is. */
  readonly what: What | "read-only";
  readonly reason: string;
}

/** All deviations. A test fails for those that are no longer needed. */
export const DEVIATIONS: readonly Deviation[] = [
  ...deviations("read-only", "The service computes it; HashiCorp's clients only read it.", [
    ...attributes("organizations", ["permissions", "saml-enabled", "two-factor-conformant"]),
    ...attributes("projects", ["permissions", "workspace-count", "team-count", "hcp-id", "is-unified"]),
    ...attributes("workspaces", [
      ...["permissions", "actions", "resource-count", "apply-duration-average", "plan-duration-average"],
      ...["policy-check-failures", "run-failures", "workspace-kpis-runs-count", "latest-change-at", "environment"],
      ...["auto-destroy-status", "last-assessment-result-at", "effective-state-version-retention-desc"],
      ...["effective-run-data-retention-desc", "vcs-repo-identifier", "vcs-repo.display-identifier"],
    ]),
    ...attributes("runs", ["permissions", "actions", "status", "status-timestamps", "has-changes", "trigger-reason"]),
    ...attributes("runs", ["source", "triggering-source-name"]),
    ...attributes("configuration-versions", ["status", "status-timestamps", "error", "error-message", "source"]),
    ...attributes("users", ["permissions"]),
    ...attributes("vars", ["version-id"]),
  ]),
  ...deviations("read-only", "Locking is an action of its own, with the reason.", [
    ...attributes("workspaces", ["locked", "locked-reason"]),
  ]),
  ...deviations("read-only", "Tags are written as relationships; this is the list of their names.", [
    ...attributes("workspaces", ["tag-names"]),
  ]),
  ...deviations("read-only", "It follows from the tag selectors.", [...attributes("policy-sets", ["scoping-type"])]),
  ...deviations("read-only", "The service computes it from the repository.", [
    ...["display-identifier", "repository-http-url", "service-provider", "webhook-url"].map(
      (name) => `policy-sets/attributes/vcs-repo.${name}`,
    ),
  ]),
  ...deviations("read-only", "The API documentation has source-name and source-url for clients.", [
    ...attributes("workspaces", ["source"]),
  ]),
  ...deviations("unknown", "go-tfe 1.109 reads it.", [
    ...attributes("organizations", ["enforce-hyok", "user-tokens-enabled", "max-ttl-enabled"]),
    ...attributes("organizations", ["permissions.can-manage-auditing", "permissions.can-create-workspace-migration"]),
    ...attributes("runs", ["status-timestamps.plan-queueable-at"]),
    ...attributes("configuration-versions", ["status-timestamps.finished-at"]),
    ...relationships("projects", ["effective-tag-bindings"]),
    ...relationships("workspaces", ["tag-bindings", "effective-tag-bindings"]),
  ]),
  ...deviations("unknown", "go-tfe has it since August 2026, and the service requires it.", [
    ...attributes("policy-sets", ["tag-selector-matching-logic"]),
  ]),
  ...deviations("unknown", "The samples of the API documentation have it.", [
    ...attributes("policy-evaluations", ["policy-tool-version"]),
    ...attributes("users", ["permissions.can-create-organizations"]),
    ...attributes("configuration-versions", ["changed-files"]),
    ...relationships("subscriptions", ["billing-account"]),
    "tags",
  ]),
  ...deviations("unknown", "Published responses of the service have it.", [
    ...attributes("organizations", ["managed-resource-count"]),
    ...attributes("projects", ["stack-count"]),
    ...attributes("workspaces", ["unarchived-workspace-change-requests-count"]),
    ...attributes("workspaces", ["permissions.can-read-change-requests", "permissions.can-update-change-requests"]),
  ]),
  ...deviations("unknown", "Responses of the service have it, and clients show it.", [
    ...attributes("task-stages", ["duration"]),
    ...attributes("task-results", ["duration"]),
  ]),
  ...deviations("missing", "Only as long as the configuration is to be uploaded.", [
    ...attributes("configuration-versions", ["upload-url"]),
  ]),
  ...deviations("missing", "Responses of the service have it only while there is one.", [
    ...relationships("workspaces", ["locked-by", "ssh-key"]),
  ]),
  ...deviations("missing", "A password is never returned.", [...attributes("users", ["password"])]),
  ...deviations("unknown", "hashicorp/tfe sends it, and go-tfe reads it.", [
    ...attributes("organizations", ["registry-monorepo-support-enabled"]),
    ...attributes("workspaces", ["migration-environment"]),
  ]),
  ...deviations("null", "No organization of the emulator is linked to HCP.", [
    ...attributes("organizations", ["hcp-id"]),
  ]),
  ...deviations("missing", "Only a canceled run has it.", [...attributes("runs", ["force-cancel-available-at"])]),
  ...deviations("value", "The API documentation has the type comments.", [...relationships("runs", ["comments"])]),
  ...deviations("missing", "Users that a response includes have less than the account itself.", [
    ...attributes("users", ["permissions"]),
    ...relationships("users", ["authenticated-resource", "authentication-tokens", "github-app-oauth-tokens"]),
  ]),
  ...deviations("missing", "Only workspaces made of a no-code module have it.", [
    ...attributes("workspaces", ["source-module-id", "no-code-upgrade-available"]),
  ]),
  ...deviations("missing", "A tag of the workspace or project itself is not inherited.", [
    ...relationships("effective-tag-bindings", ["inherited-from"]),
  ]),
  ...deviations("untested", "The emulator does not have Terraform policies.", [
    "GET /runs/:run_id/tf-policy-evaluations",
  ]),
  ...deviations("status", "The API documentation and the service say 201.", [
    "POST /organizations/:organization_name/agent-pools",
  ]),
  ...deviations("parameter", "Parameters of tags have an index, such as filter[tagged][0][key].", [
    "GET /organizations/:organization_name/workspaces ?filter[tagged]",
    "GET /organizations/:organization_name/workspaces ?filter[tagged][value]",
  ]),
];

/** Whether an attribute is read-only, though the document does not say so. */
export function isReadOnlyInFact(type: string, attribute: string): boolean {
  return DEVIATIONS.some(({ what, where }) => what === "read-only" && where === `${type}/attributes/${attribute}`);
}

/** The deviations for read-only attributes that the document does not have, or marks as read-only itself. */
export function unneededReadOnly(): readonly string[] {
  const needed = [...SERVICE_TYPES].flatMap(([type, facts]) =>
    [...(facts.attributes?.values() ?? [])]
      .filter(({ readOnly }) => !readOnly)
      .map(({ name }) => `${type}/attributes/${name}`),
  );
  return DEVIATIONS.filter(({ what, where }) => what === "read-only" && !needed.includes(where)).map(
    ({ where }) => where,
  );
}

export function deviations(what: Deviation["what"], reason: string, places: readonly string[]): readonly Deviation[] {
  return places.map((where) => ({ where, what, reason }));
}

export function attributes(type: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${type}/attributes/${name}`);
}

export function relationships(type: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${type}/relationships/${name}`);
}
