import type { PolicyEvaluation } from "../model";
import { resource } from "./document";
import type { Resource, ResourceObject } from "./document";
import { asObject, getInteger, getString, stringMembers } from "../json";

export const POLICY_EVALUATION_TYPE = "policy-evaluations";

export function parsePolicyEvaluation(sent: ResourceObject): Resource<PolicyEvaluation> {
  const { attributes } = sent;
  const counts = asObject(attributes["result-count"]);
  const evaluation: PolicyEvaluation = {
    id: sent.id,
    status: getString(attributes, "status") ?? "",
    policyKind: getString(attributes, "policy-kind") ?? null,
    policyToolVersion: getString(attributes, "policy-tool-version") ?? null,
    resultCounts: Object.fromEntries(Object.keys(counts).map((name) => [name, getInteger(counts, name) ?? 0])),
    statusTimestamps: stringMembers(asObject(attributes["status-timestamps"])),
    createdAt: getString(attributes, "created-at") ?? "",
    updatedAt: getString(attributes, "updated-at") ?? "",
  };
  return resource(evaluation, sent);
}
