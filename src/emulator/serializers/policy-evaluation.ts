import type { PolicyEvaluationRecord } from "../store/records";
import type { Resource } from "./resource";
import { identifier } from "./resource";

/** Versions of the tools that would evaluate policies (our choice; that of OPA is in HashiCorp's documentation). */
const TOOL_VERSIONS = { opa: "0.44.0", sentinel: "0.26.0" } as const satisfies Record<string, string>;

/** A policy evaluation with a single policy. */
export function policyEvaluationResource(evaluation: PolicyEvaluationRecord): Resource {
  const self = `/api/v2/policy-evaluations/${evaluation.id}`;
  return {
    id: evaluation.id,
    type: "policy-evaluations",
    attributes: {
      status: evaluation.status,
      "policy-kind": evaluation.policyKind,
      "policy-tool-version": TOOL_VERSIONS[evaluation.policyKind],
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

/** The outcome of the policy: overriding a failure does not change it. */
export function policyOutcomeStatus({ status }: PolicyEvaluationRecord): string {
  return status === "overridden" ? "failed" : status;
}

/** The outcome of the policy set, with the keys of the OpenAPI description. */
export function policySetOutcomeResource(evaluation: PolicyEvaluationRecord): Resource {
  const { id, status, enforcementLevel } = evaluation;
  return {
    // Each evaluation has one.
    id: id.replace(/^poleval-/, "psout-"),
    type: "policy-set-outcomes",
    attributes: {
      outcomes: [
        {
          enforcement_level: enforcementLevel,
          query: "data.emulator.deny",
          status: policyOutcomeStatus(evaluation),
          policy_name: "emulator",
          description: "A policy whose outcome is set through the emulator.",
        },
      ],
      error: status === "errored" ? "The policy could not be evaluated." : "",
      warnings: [],
      overridable: evaluation.overridable,
      "policy-set-name": "emulator",
      "policy-set-description": null,
      "result-count": resultCount(evaluation),
    },
    relationships: { "policy-evaluation": { data: identifier("policy-evaluations", id) } },
  };
}
