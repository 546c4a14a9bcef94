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
  /** Version of the tool that evaluates the policies; null when absent. */
  readonly policyToolVersion: string | null;
  /** Number of policies by result: `mandatory-failed` → 1. */
  readonly resultCounts: Readonly<Record<string, number>>;
  /** `<status>-at` → ISO 8601 timestamp. */
  readonly statusTimestamps: Readonly<Record<string, string>>;
  /** ISO 8601 timestamp; empty when absent, as is {@link updatedAt}. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Numbers of policies by result, most severe first; null where the service does not send them. */
export interface PolicyResultCount {
  readonly mandatory_failed: number | null;
  readonly errored: number | null;
  readonly advisory_failed: number | null;
  readonly passed: number | null;
}

export function policyResultCount({ resultCounts }: Pick<PolicyEvaluation, "resultCounts">): PolicyResultCount {
  return {
    mandatory_failed: resultCounts["mandatory-failed"] ?? null,
    errored: resultCounts["errored"] ?? null,
    advisory_failed: resultCounts["advisory-failed"] ?? null,
    passed: resultCounts["passed"] ?? null,
  };
}

/** A policy evaluation as in Terraform's state and in JSON documents. */
export interface PolicyEvaluationJson {
  readonly id: string;
  readonly status: string;
  readonly policy_kind: string | null;
  readonly policy_tool_version: string | null;
  readonly result_count: PolicyResultCount;
  readonly status_timestamps: Readonly<Record<string, string>>;
  readonly created_at: string;
  readonly updated_at: string;
}

export function policyEvaluationJson(evaluation: PolicyEvaluation): PolicyEvaluationJson {
  return {
    id: evaluation.id,
    status: evaluation.status,
    policy_kind: evaluation.policyKind,
    policy_tool_version: evaluation.policyToolVersion,
    result_count: policyResultCount(evaluation),
    status_timestamps: evaluation.statusTimestamps,
    created_at: evaluation.createdAt,
    updated_at: evaluation.updatedAt,
  };
}

/** Whether a policy evaluation has not ended. */
export function isOpenPolicyEvaluation({ status }: Pick<PolicyEvaluation, "status">): boolean {
  return status === "pending" || status === "queued" || status === "running";
}
