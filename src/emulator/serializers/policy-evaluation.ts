import type { PolicyEvaluationRecord } from "../store/records";
import type { Resource } from "./resource";
import { identifier } from "./resource";

/** A policy evaluation with a single policy. */
export function policyEvaluationResource(evaluation: PolicyEvaluationRecord): Resource {
  const self = `/api/v2/policy-evaluations/${evaluation.id}`;
  return {
    id: evaluation.id,
    type: "policy-evaluations",
    attributes: {
      status: evaluation.status,
      "policy-kind": evaluation.policyKind,
      "result-count": resultCount(evaluation),
      "status-timestamps": evaluation.statusTimestamps,
      "created-at": evaluation.createdAt,
      "updated-at": evaluation.updatedAt,
    },
    relationships: {
      "policy-attachable": { data: identifier("task-stages", evaluation.taskStageId) },
      "policy-set-outcomes": { links: { related: `${self}/policy-set-outcomes` } },
    },
    links: { self },
  };
}

/** Numbers of policies by outcome. */
export function resultCount({ status, enforcementLevel }: PolicyEvaluationRecord): object {
  const failed = status === "failed" || status === "overridden";
  return {
    "advisory-failed": failed && enforcementLevel === "advisory" ? 1 : 0,
    "mandatory-failed": failed && enforcementLevel === "mandatory" ? 1 : 0,
    passed: status === "passed" ? 1 : 0,
    errored: status === "errored" ? 1 : 0,
  };
}
