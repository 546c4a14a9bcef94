import { casesOf, fc } from "../support/property";
import type { StageInput } from "../../src/emulator/runs/stage-status";
import { stageStatus } from "../../src/emulator/runs/stage-status";
import type { AdvisoryFailures, VerdictStage } from "../../src/model";
import {
  ADVISORY_FAILURES,
  TASK_RESULT_STATUSES,
  TASK_STAGE_STATUSES,
  verdictOf,
  verdictOfStage,
  wasOverridden,
} from "../../src/model";
import { shows } from "../fidelity";

const NOTHING: VerdictStage = {
  stage: "post_plan",
  status: "passed",
  statusTimestamps: {},
  taskResults: [],
  policyEvaluationIds: [],
  policyEvaluations: [],
};
/** Of a run whose own status is not known. */
const verdict = (...statuses: string[]) => ofStages(statuses.map((status) => ({ ...NOTHING, status })));
const ofStages = (taskStages: readonly VerdictStage[], advisoryFailures?: AdvisoryFailures) =>
  verdictOf({ run: undefined, taskStages }, { advisoryFailures });
const ofStage = (it: VerdictStage, advisoryFailures?: AdvisoryFailures) =>
  verdictOfStage(it, undefined, advisoryFailures);

/** A stage with one result of each level that is given. */
const stage = (
  status: string,
  results: Partial<Record<"mandatory" | "advisory", string>>,
  more = {},
): VerdictStage => ({
  ...NOTHING,
  status,
  taskResults: Object.entries(results).map(([level, status]) => ({ status, workspaceTaskEnforcementLevel: level })),
  ...more,
});
const policies = (...evaluations: [status: string, counts: Record<string, number>][]): Partial<VerdictStage> => ({
  policyEvaluationIds: evaluations.map((_, index) => `poleval-${index}`),
  policyEvaluations: evaluations.map(([status, resultCounts]) => ({ status, resultCounts })),
});

describe("verdictOf", () => {
  shows("stage-status: pending", "stage-status: running", "stage-status: passed", "stage-status: failed");
  shows("stage-status: awaiting_override", "stage-status: errored", "stage-status: canceled");
  shows("stage-status: unreachable");
  test("every status of a single stage has its verdict", () => {
    expect(Object.fromEntries(TASK_STAGE_STATUSES.map((status) => [status, verdict(status)]))).toEqual({
      pending: "pending",
      running: "pending",
      passed: "passed",
      failed: "failed",
      awaiting_override: "awaiting_override",
      errored: "failed",
      canceled: "failed",
      unreachable: "failed",
    });
  });

  test("a run without task stages has passed", () => {
    expect(verdict()).toBe("passed");
  });

  test("a failure takes precedence over an awaited override, and that over an unfinished stage", () => {
    expect(verdict("passed", "running", "awaiting_override", "unreachable")).toBe("failed");
    expect(verdict("pending", "awaiting_override", "passed")).toBe("awaiting_override");
    expect(verdict("passed", "running")).toBe("pending");
  });

  test("an unknown status never counts as passed", () => {
    expect(verdict("passed", "quarantined")).toBe("pending");
  });

  test("an advisory failure in one stage decides the run's verdict as the stage's", () => {
    const run = [stage("passed", { mandatory: "passed" }), stage("failed", { advisory: "failed" })];
    expect(ADVISORY_FAILURES.map((advisoryFailures) => ofStages(run, advisoryFailures))).toEqual(["failed", "passed"]);
    expect(ofStages(run)).toBe("failed");
  });
});

describe("of a stage with an advisory result", () => {
  /** By the status of the stage and of the advisory result: the verdict with advisory failures blocked, and allowed. */
  const TABLE: Record<string, Record<string, readonly [block: string, allow: string]>> = {};
  for (const result of TASK_RESULT_STATUSES) {
    const ended = !["pending", "running"].includes(result);
    TABLE[result] = {
      pending: ["pending", "pending"],
      running: ["pending", "pending"],
      // What failed in a stage that passed must be advisory.
      passed: [result === "passed" ? "passed" : ended ? "failed" : "pending", "passed"],
      // Where no advisory result failed, something else did.
      failed: ["failed", result === "passed" || !ended ? "failed" : "passed"],
      awaiting_override: ["awaiting_override", "awaiting_override"],
      // These are about the stage, not about what its results said.
      errored: ["failed", "failed"],
      canceled: ["failed", "failed"],
      unreachable: ["failed", "failed"],
    };
  }

  test.each(TASK_RESULT_STATUSES.flatMap((result) => TASK_STAGE_STATUSES.map((status) => [result, status] as const)))(
    "that is %s, in a stage that is %s, the verdict is that in the table",
    (result, status) => {
      const judged = stage(status, { mandatory: "passed", advisory: result });
      const verdicts = [ofStage(judged, "block"), ofStage(judged, "allow")];
      expect(verdicts).toEqual(TABLE[result]![status]);
    },
  );

  test("a failed mandatory result is never allowed", () => {
    expect(ofStage(stage("failed", { mandatory: "failed", advisory: "failed" }), "allow")).toBe("failed");
    expect(ofStage(stage("failed", { mandatory: "failed" }), "allow")).toBe("failed");
  });

  test("a stage that passed has passed if a mandatory result failed: its status decides", () => {
    expect(ofStage(stage("passed", { mandatory: "failed" }), "block")).toBe("passed");
    expect(ofStage(stage("passed", { mandatory: "failed", advisory: "failed" }), "block")).toBe("failed");
  });

  test.each([
    ["running", { "awaiting-override-at": "2026-11-02T12:00:00Z" }, true],
    ["passed", { "awaiting-override-at": "2026-11-02T12:00:00Z" }, true],
    ["awaiting_override", { "awaiting-override-at": "2026-11-02T12:00:00Z" }, false],
    ["canceled", { "awaiting-override-at": "2026-11-02T12:00:00Z" }, false],
    ["passed", { "passed-at": "2026-11-02T12:00:00Z" }, false],
  ])("a stage that is %s with %j was overridden: %s", (status, statusTimestamps, overridden) => {
    expect(wasOverridden({ status, statusTimestamps })).toBe(overridden);
  });

  test("an override lets all failures in a stage pass", () => {
    const overridden = { statusTimestamps: { "awaiting-override-at": "2026-11-02T12:00:00Z" } };
    const judged = stage("passed", { mandatory: "failed", advisory: "failed" }, overridden);
    expect(ADVISORY_FAILURES.map((advisoryFailures) => ofStage(judged, advisoryFailures))).toEqual([
      "passed",
      "passed",
    ]);
  });

  test("a result without a level counts against the stage either way", () => {
    const unknown = { taskResults: [{ status: "failed", workspaceTaskEnforcementLevel: null }] };
    expect(ofStage(stage("passed", {}, unknown), "block")).toBe("failed");
    expect(ofStage(stage("failed", {}, unknown), "allow")).toBe("failed");
  });

  test.each<[string, Partial<VerdictStage>, string]>([
    ["passed", policies(["passed", { passed: 1 }]), "passed"],
    ["was overridden", policies(["overridden", { "mandatory-failed": 1 }]), "passed"],
    ["failed in advisory policies alone", policies(["failed", { "advisory-failed": 2 }]), "passed"],
    ["failed in a mandatory policy", policies(["failed", { "advisory-failed": 2, "mandatory-failed": 1 }]), "failed"],
    ["failed in what is not said", policies(["failed", {}]), "failed"],
    ["errored", policies(["errored", { errored: 1 }]), "failed"],
    ["was not read", { policyEvaluationIds: ["poleval-1"] }, "failed"],
  ])("where a policy evaluation %s, allowing advisory failures gives the verdict", (_, more, expected) => {
    expect(ofStage(stage("failed", { advisory: "failed" }, more), "allow")).toBe(expected);
    expect(ofStage(stage("failed", { advisory: "failed" }, more), "block")).toBe("failed");
  });

  test("a stage in which only policies failed has failed", () => {
    const judged = stage("failed", { advisory: "passed" }, policies(["failed", { "mandatory-failed": 1 }]));
    expect(ADVISORY_FAILURES.map((advisoryFailures) => ofStage(judged, advisoryFailures))).toEqual([
      "failed",
      "failed",
    ]);
  });
});

const level = fc.constantFrom("mandatory" as const, "advisory" as const);
const facts = fc.record<StageInput>({
  results: fc.array(fc.record({ status: fc.constantFrom(...TASK_RESULT_STATUSES), enforcementLevel: level }), {
    maxLength: 4,
  }),
  // Of a policy that errored, the document does not tell the level: it counts as mandatory.
  policies: fc.array(
    fc.oneof(
      fc.record({
        status: fc.constantFrom("pending" as const, "running" as const, "passed" as const, "failed" as const),
        enforcementLevel: level,
        overridable: fc.boolean(),
      }),
      fc.record({
        status: fc.constant("errored" as const),
        enforcementLevel: fc.constant("mandatory" as const),
        overridable: fc.boolean(),
      }),
    ),
    { maxLength: 2 },
  ),
  tasksOverridable: fc.boolean(),
  overridden: fc.boolean(),
  underway: fc.constant(false),
  advisoryFailures: fc.constant("fail" as const),
});

/** The stage as a service would show it. */
function shown(given: StageInput): VerdictStage {
  const count = (status: string, enforcementLevel: string) => (policy: StageInput["policies"][0]) =>
    policy.status === status && policy.enforcementLevel === enforcementLevel ? 1 : 0;
  return {
    stage: "post_plan",
    status: stageStatus(given),
    statusTimestamps: given.overridden ? { "awaiting-override-at": "2026-11-02T12:00:00Z" } : {},
    taskResults: given.results.map(({ status, enforcementLevel }) => ({
      status,
      workspaceTaskEnforcementLevel: enforcementLevel,
    })),
    policyEvaluationIds: given.policies.map((_, index) => `poleval-${index}`),
    policyEvaluations: given.policies.map((policy) => ({
      status: policy.status,
      resultCounts: {
        "advisory-failed": count("failed", "advisory")(policy),
        "mandatory-failed": count("failed", "mandatory")(policy),
        errored: count("errored", "mandatory")(policy),
      },
    })),
  };
}

test.each(ADVISORY_FAILURES)(
  "with advisoryFailures %s, the verdict does not depend on whether the service fails stages for advisory results",
  (advisoryFailures) => {
    fc.assert(
      fc.property(facts, (given) => {
        const [failing, passing] = (["fail", "pass"] as const).map((option) =>
          ofStage(shown({ ...given, advisoryFailures: option }), advisoryFailures),
        );
        expect(failing).toBe(passing);
      }),
      { numRuns: casesOf(500) },
    );
  },
);
