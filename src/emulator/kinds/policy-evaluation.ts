import { ENFORCEMENT_LEVELS, idPrefix } from "../../model";
import { boolean, oneOf, record, string } from "../decode";
import { attribute } from "../engine/attribute";
import type { ChangeOf, Kind, RecordOf, Store } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { toOne } from "../engine/relation";
import { create } from "../engine/write";
import type { PolicyKind } from "./policy-kind";
import { POLICY_KINDS } from "./policy-kind";
import type { PolicySetOutcomeRecord } from "./policy-set-outcome";
import { policySetOutcomes, resultCount } from "./policy-set-outcome";

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

/** The newest versions of the tools, `latest` (our choice; that of OPA is in HashiCorp's documentation). */
const TOOL_VERSIONS = { opa: "0.44.0", sentinel: "0.26.0" } as const satisfies Record<PolicyKind, string>;

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
    /** Whether the policy sets allow failures to be overridden. */
    overridable: boolean,
    /** Whether it passes when the run reaches its stage; others wait for an outcome out of band. */
    passes: boolean,
  },
});

/** A policy evaluation of a task stage. */
export type PolicyEvaluationRecord = RecordOf<typeof definition>;

/** Policy evaluations, each of all policies of a kind, which the emulator does not run; runs/ has what they do. */
export const policyEvaluations: Kind<PolicyEvaluationRecord> = kind(definition, {
  access: { read: "read" },
  items: ["/policy-evaluations/:policyEvaluation"],
  collection: "/task-stages/:taskStage/policy-evaluations",
  list: {},
  computed: {
    policyToolVersion: { value: (_, { policyKind }) => TOOL_VERSIONS[policyKind] },
    resultCount: {
      value: ({ store }, { id }) =>
        resultCount(store, store.table(policySetOutcomes).where("policyEvaluationId", id).all()),
    },
  },
  related: {
    policyAttachable: { identifiers: (_, { taskStageId }) => [{ id: taskStageId, type: "task-stages" }] },
    policySetOutcomes: {
      links: (_, { id }) => ({ related: `/api/v2/policy-evaluations/${id}/policy-set-outcomes` }),
    },
  },
});

/** A policy set in an evaluation. */
export type EvaluatedSet = Pick<
  PolicySetOutcomeRecord,
  "policySetName" | "policySetDescription" | "overridable" | "policies"
> & {
  /** @default the newest one */
  readonly toolVersion?: string | undefined;
};

/** Creates a policy evaluation with the outcomes of its sets. */
export function createEvaluation(
  store: Store,
  change: ChangeOf<PolicyEvaluationRecord> & Pick<PolicyEvaluationRecord, "policyKind">,
  sets: readonly EvaluatedSet[],
): void {
  const mandatory = sets.filter(({ policies }) => policies.some((it) => it.enforcementLevel !== "advisory"));
  const { id } = create(store, policyEvaluations, {
    ...change,
    enforcementLevel: mandatory.length > 0 ? "mandatory" : "advisory",
    overridable: (mandatory.length > 0 ? mandatory : sets).every((set) => set.overridable),
  });
  for (const { toolVersion, ...set } of sets) {
    const policyToolVersion =
      toolVersion === undefined || toolVersion === "latest" ? TOOL_VERSIONS[change.policyKind] : toolVersion;
    create(store, policySetOutcomes, { ...set, policyToolVersion, policyEvaluationId: id });
  }
}
