import { asObject, getInteger, getString, stringMembers } from "./document";
import type { ResourceObject } from "./document";
import { resource } from "./resource";
import type { Resource } from "./resource";

export const POLICY_EVALUATION_TYPE = "policy-evaluations";

/** What the policies of one kind said in one stage of a run (facts: task stages). */
export interface PolicyEvaluation {
  /** Prefix `poleval-`. */
  readonly id: string;
  /** `pending`, `queued`, `running`, `passed`, `failed`, `overridden`, `errored`, `canceled` or `unreachable`; empty when absent. */
  readonly status: string;
  /** `sentinel` or `opa`; null when absent. */
  readonly policyKind: string | null;
  /** How many policies came to which result: `mandatory-failed` → 1. */
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
