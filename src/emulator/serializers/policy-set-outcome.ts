import type { PolicyEvaluationRecord } from "../store/records";
import type { Resource } from "./resource";
import { identifier } from "./resource";
import { resultCount } from "./policy-evaluation";

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
