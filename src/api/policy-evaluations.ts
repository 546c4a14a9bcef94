import { resource } from "./document";
import type { Resource, ResourceObject } from "./document";
import { asObject, getInteger, getString, stringMembers } from "./json";

export const POLICY_EVALUATION_TYPE = "policy-evaluations";

/**
 * The results of the policies of one kind in one stage of a run.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/policy-evaluations
 */
export interface PolicyEvaluation {
  /** Prefix `poleval-`. */
  readonly id: string;
  /**
   * `pending`, `queued`, `running`, `passed`, `failed`, `overridden`, `errored`, `canceled` or `unreachable`; empty
   * when absent.
   */
  readonly status: string;
  /** `sentinel` or `opa`; null when absent. */
  readonly policyKind: string | null;
  /** Number of policies by result: `mandatory-failed` → 1. */
  readonly resultCounts: Readonly<Record<string, number>>;
  /** `<status>-at` → ISO 8601 timestamp. */
  readonly statusTimestamps: Readonly<Record<string, string>>;
}

export function parsePolicyEvaluation(sent: ResourceObject): Resource<PolicyEvaluation> {
  const { attributes } = sent;
  const counts = asObject(attributes["result-count"]);
  const evaluation: PolicyEvaluation = {
    id: sent.id,
    status: getString(attributes, "status") ?? "",
    policyKind: getString(attributes, "policy-kind") ?? null,
    resultCounts: Object.fromEntries(Object.keys(counts).map((name) => [name, getInteger(counts, name) ?? 0])),
    statusTimestamps: stringMembers(asObject(attributes["status-timestamps"])),
  };
  return resource(evaluation, sent);
}
