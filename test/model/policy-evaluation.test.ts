import { isOpenPolicyEvaluation, policyEvaluationJson, policyResultCount } from "../../src/model";

test("counts that the service does not send are null, and unknown ones are left out", () => {
  expect(policyResultCount({ resultCounts: { passed: 2, "advisory-failed": 0, "flagged-for-review": 1 } })).toEqual({
    mandatory_failed: null,
    errored: null,
    advisory_failed: 0,
    passed: 2,
  });
  const nothing = { mandatory_failed: null, errored: null, advisory_failed: null, passed: null };
  expect(policyResultCount({ resultCounts: {} })).toEqual(nothing);
});

test("a policy evaluation has the names of Terraform's state in JSON documents", () => {
  expect(
    policyEvaluationJson({
      id: "poleval-1",
      status: "failed",
      policyKind: "opa",
      policyToolVersion: "0.44.0",
      resultCounts: { passed: 1, "advisory-failed": 2, "mandatory-failed": 3, errored: 4 },
      statusTimestamps: { "failed-at": "2026-11-02T10:02:00+00:00" },
      createdAt: "2026-11-02T10:00:00.000Z",
      updatedAt: "2026-11-02T10:02:00.000Z",
    }),
  ).toEqual({
    id: "poleval-1",
    status: "failed",
    policy_kind: "opa",
    policy_tool_version: "0.44.0",
    result_count: { passed: 1, advisory_failed: 2, mandatory_failed: 3, errored: 4 },
    status_timestamps: { "failed-at": "2026-11-02T10:02:00+00:00" },
    created_at: "2026-11-02T10:00:00.000Z",
    updated_at: "2026-11-02T10:02:00.000Z",
  });
});

test.each([
  ["pending", true],
  ["queued", true],
  ["running", true],
  ["passed", false],
  ["overridden", false],
  ["errored", false],
])("a policy evaluation that is %s has not ended: %s", (status, isOpen) => {
  expect(isOpenPolicyEvaluation({ status })).toBe(isOpen);
});
