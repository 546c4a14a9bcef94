import { ENFORCEMENT_LEVELS, idPrefix } from "../../model";
import { boolean, oneOf, record, string } from "../decode";
import { attribute } from "../engine/attribute";
import type { Kind, RecordOf, ServiceRequest } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { resourcePage } from "../engine/lists";
import { visible } from "../engine/path";
import { toOne } from "../engine/relation";
import type { Resource } from "../engine/resource";
import type { RouteResult } from "../http/route";
import { POLICY_KINDS } from "./policy-set";

/** Statuses of a policy evaluation in the OpenAPI description. */
export const POLICY_EVALUATION_STATUSES = [
  "pending",
  "queued",
  "running",
  "passed",
  "failed",
  "overridden",
  "errored",
  "canceled",
  "unreachable",
] as const;
/** The status of a policy evaluation. */
export type PolicyEvaluationStatus = (typeof POLICY_EVALUATION_STATUSES)[number];

/** Versions of the tools that would evaluate policies (our choice; that of OPA is in HashiCorp's documentation). */
const TOOL_VERSIONS = { opa: "0.44.0", sentinel: "0.26.0" } as const satisfies Record<string, string>;

const definition = shape({
  type: "policy-evaluations",
  label: "Policy evaluation",
  prefix: idPrefix("policyEvaluation"),
  parameter: "policyEvaluation",
  parent: "taskStage",
  attributes: {
    status: attribute(oneOf(POLICY_EVALUATION_STATUSES), { initial: "pending", writable: "never" }),
    policyKind: attribute(oneOf(POLICY_KINDS)),
    statusTimestamps: attribute(record(string), { initial: {}, writable: "never" }),
    createdAt: attribute(string, { stamp: "created" }),
    updatedAt: attribute(string, { stamp: "created" }),
  },
  relations: { taskStage: toOne("task-stages", { hidden: true }) },
  members: {
    enforcementLevel: oneOf(ENFORCEMENT_LEVELS),
    /** Whether the policy set allows failures to be overridden. */
    overridable: boolean,
  },
});

/** A policy evaluation of a task stage. */
export type PolicyEvaluationRecord = RecordOf<typeof definition>;

/** Policy evaluations, each of a single policy, which Terraform prints; runs/ has what they do. */
export const policyEvaluations: Kind<PolicyEvaluationRecord> = kind(definition, {
  access: { read: "read" },
  items: ["/policy-evaluations/:policyEvaluation"],
  collection: "/task-stages/:taskStage/policy-evaluations",
  list: {},
  computed: {
    policyToolVersion: { value: (_, { policyKind }) => TOOL_VERSIONS[policyKind] },
    resultCount: { value: (_, it) => resultCount(it) },
  },
  related: {
    policyAttachable: { identifiers: (_, { taskStageId }) => [{ id: taskStageId, type: "task-stages" }] },
    policySetOutcomes: {
      links: (_, { id }) => ({ related: `/api/v2/policy-evaluations/${id}/policy-set-outcomes` }),
    },
  },
  routes: [
    {
      method: "GET",
      path: "/policy-evaluations/:policyEvaluation/policy-set-outcomes",
      query: { emulated: ["filter[i][status]", "filter[i][enforcement_level]"] },
      handle: listOutcomes,
    },
  ],
});

/** Numbers of policies by outcome. */
function resultCount({ status, enforcementLevel }: PolicyEvaluationRecord): object {
  const failed = status === "failed" || status === "overridden";
  return {
    "advisory-failed": failed && enforcementLevel === "advisory" ? 1 : 0,
    "mandatory-failed": failed && enforcementLevel === "mandatory" ? 1 : 0,
    passed: status === "passed" ? 1 : 0,
    errored: status === "errored" ? 1 : 0,
  };
}

/** The outcome of the policy: overriding a failure does not change it. */
function policyOutcomeStatus({ status }: PolicyEvaluationRecord): string {
  return status === "overridden" ? "failed" : status;
}

/** The outcome of the policy set, with the keys of the OpenAPI description. */
function policySetOutcome(evaluation: PolicyEvaluationRecord): Resource {
  const { id, status, enforcementLevel, policyKind } = evaluation;
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
          output: null,
        },
      ],
      error: status === "errored" ? "The policy could not be evaluated." : "",
      warnings: [],
      overridable: evaluation.overridable,
      "policy-set-name": "emulator",
      "policy-set-description": null,
      "policy-tool-version": TOOL_VERSIONS[policyKind],
      "result-count": resultCount(evaluation),
    },
    relationships: { "policy-evaluation": { data: { id, type: "policy-evaluations" } } },
  };
}

/** Each evaluation has one policy set. */
function listOutcomes(request: ServiceRequest): RouteResult {
  const found = [visible(request, policyEvaluations)].filter(filterMatcher(request.query)).map(policySetOutcome);
  return resourcePage(request, found);
}

/**
 * `filter[i][status]` and `filter[i][enforcement_level]`: the conditions of one `i` are combined with AND, the filters
 * with OR.
 */
function filterMatcher(query: URLSearchParams): (evaluation: PolicyEvaluationRecord) => boolean {
  const filters = new Map<string, ((evaluation: PolicyEvaluationRecord) => boolean)[]>();
  for (const [name, wanted] of query) {
    const [, index, part] = /^filter\[(\d+)\]\[(status|enforcement_level)\]$/.exec(name) ?? [];
    if (index === undefined || wanted === "") continue;
    const holds = (it: PolicyEvaluationRecord): boolean =>
      (part === "status" ? policyOutcomeStatus(it) : it.enforcementLevel) === wanted;
    filters.set(index, [...(filters.get(index) ?? []), holds]);
  }
  const all = [...filters.values()];
  return (evaluation) => all.length === 0 || all.some((conditions) => conditions.every((holds) => holds(evaluation)));
}
