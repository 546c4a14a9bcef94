import type { RunStage } from "../../model";
import type { Store } from "../engine/kind";
import { policies } from "../kinds/policy";
import type { EvaluatedSet, PolicyEvaluationStatus } from "../kinds/policy-evaluation";
import type { PolicyKind } from "../kinds/policy-kind";
import { policyKindOf, POLICY_KINDS } from "../kinds/policy-kind";
import { setsOfWorkspace } from "../kinds/policy-set/applied";
import type { PolicySetRecord } from "../kinds/policy-set/shape";
import type { WorkspaceRecord } from "../kinds/workspace/shape";

/** A policy evaluation of a new run. */
export interface NewPolicyEvaluation {
  readonly stage: RunStage;
  readonly status: PolicyEvaluationStatus;
  readonly policyKind: PolicyKind;
  readonly passes: boolean;
  readonly sets: readonly EvaluatedSet[];
}

/**
 * The policy evaluations of a new run of the workspace: one for each kind, of the policy sets that apply to it and have
 * policies with code (our choice: undocumented). Policies that are checked rather than evaluated are not emulated.
 */
export function evaluationsOfWorkspace(store: Store, workspace: WorkspaceRecord): readonly NewPolicyEvaluation[] {
  const sets = setsOfWorkspace(store, workspace).filter(({ settings }) => settings.agentEnabled === true);
  return POLICY_KINDS.flatMap((policyKind) => {
    const evaluated = sets
      .filter((set) => policyKindOf(set) === policyKind)
      .map((set) => evaluatedSet(store, set))
      .filter((set) => set.policies.length > 0);
    return evaluated.length === 0
      ? []
      : [{ stage: "post_plan", status: "pending", policyKind, passes: true, sets: evaluated }];
  });
}

function evaluatedSet(store: Store, { name, settings, policyIds }: PolicySetRecord): EvaluatedSet {
  const found = policyIds.flatMap((id) => store.table(policies).get(id) ?? []);
  return {
    policySetName: name,
    policySetDescription: settings.description ?? null,
    overridable: settings.overridable === true,
    toolVersion: settings.policyToolVersion ?? undefined,
    policies: found
      .filter(({ code }) => code !== undefined)
      .map((policy) => ({
        name: policy.name,
        description: policy.settings.description ?? null,
        query: policy.settings.query ?? null,
        enforcementLevel: policy.enforcementLevel,
      })),
  };
}
