import type { Decoded } from "../decode";
import { arrayOf, boolean, nullable, object, string } from "../decode";
import { attribute } from "../engine/attribute";
import type { Condition, Kind, RecordOf, ServiceRequest, Store } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { toOne } from "../engine/relation";
import { memberOf } from "../engine/table";

/** A policy at the time of its evaluation. */
const evaluatedPolicy = object({
  name: string,
  description: nullable(string),
  query: nullable(string),
  enforcementLevel: string,
});

const definition = shape({
  type: "policy-set-outcomes",
  label: "Policy set outcome",
  prefix: "psout-",
  parameter: "policySetOutcome",
  parent: "policyEvaluation",
  attributes: {
    policySetName: attribute(string),
    policySetDescription: attribute(nullable(string)),
    /** Whether the set allows failures to be overridden. */
    overridable: attribute(boolean),
    policyToolVersion: attribute(string),
  },
  relations: { policyEvaluation: toOne("policy-evaluations") },
  members: { policies: arrayOf(evaluatedPolicy) },
});

export type PolicySetOutcomeRecord = RecordOf<typeof definition>;

const STATUS_FILTER = "filter[i][status]";
const LEVEL_FILTER = "filter[i][enforcement_level]";

/** What came of the policies of a set in an evaluation: all have its outcome, since the emulator runs no policy. */
export const policySetOutcomes: Kind<PolicySetOutcomeRecord> = kind(definition, {
  access: { read: "read" },
  items: ["/policy-set-outcomes/:policySetOutcome"],
  collection: "/policy-evaluations/:policyEvaluation/policy-set-outcomes",
  list: { conditions: { parameters: [STATUS_FILTER, LEVEL_FILTER], of: conditions } },
  computed: {
    outcomes: { value: ({ store }, it) => it.policies.map((policy) => outcomeOf(policy, statusOf(store, it))) },
    error: {
      value: ({ store }, it) => (statusOf(store, it) === "errored" ? "The policies could not be evaluated." : ""),
    },
    warnings: { constant: [] },
    resultCount: { value: ({ store }, it) => resultCount(store, [it]) },
  },
});

/** The status of each policy: overriding a failure does not change it. */
function statusOf(store: Store, { policyEvaluationId }: PolicySetOutcomeRecord): string {
  const status = String(memberOf(store.of("policy-evaluations").expect(policyEvaluationId), "status"));
  return status === "overridden" ? "failed" : status;
}

/** The outcome of a policy, with the keys of the OpenAPI description. */
function outcomeOf(policy: Decoded<typeof evaluatedPolicy>, status: string): object {
  return {
    enforcement_level: policy.enforcementLevel,
    query: policy.query,
    status,
    policy_name: policy.name,
    description: policy.description ?? "",
    output: null,
  };
}

/** Numbers of policies by outcome. */
export function resultCount(store: Store, outcomes: readonly PolicySetOutcomeRecord[]): object {
  const all = outcomes.flatMap((it) => {
    const status = statusOf(store, it);
    return it.policies.map(({ enforcementLevel }) => ({ status, isAdvisory: enforcementLevel === "advisory" }));
  });
  const count = (status: string, isAdvisory?: boolean): number =>
    all.filter((it) => it.status === status && (isAdvisory ?? it.isAdvisory) === it.isAdvisory).length;
  return {
    "advisory-failed": count("failed", true),
    "mandatory-failed": count("failed", false),
    passed: count("passed"),
    errored: count("errored"),
  };
}

/**
 * `filter[i][status]` and `filter[i][enforcement_level]`: the conditions of one `i` are combined with AND, the filters
 * with OR. An outcome has a policy for which they hold.
 */
function conditions({ query, store }: ServiceRequest): readonly Condition<PolicySetOutcomeRecord>[] {
  const filters = new Map<string, { status?: string; level?: string }>();
  for (const [name, wanted] of query) {
    const [, index, part] = /^filter\[(\d+)\]\[(status|enforcement_level)\]$/.exec(name) ?? [];
    if (index === undefined || wanted === "") continue;
    filters.set(index, { ...filters.get(index), [part === "status" ? "status" : "level"]: wanted });
  }
  const all = [...filters.values()];
  if (all.length === 0) return [];
  return [
    (outcome) =>
      all.some(
        ({ status = statusOf(store, outcome), level }) =>
          status === statusOf(store, outcome) &&
          outcome.policies.some(({ enforcementLevel }) => enforcementLevel === (level ?? enforcementLevel)),
      ),
  ];
}
