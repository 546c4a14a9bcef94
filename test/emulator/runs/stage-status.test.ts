import type { StageInput } from "../../../src/emulator/runs/stage-status";
import { allowsRunToContinue, STAGE_RULES, stageStatus } from "../../../src/emulator/runs/stage-status";
import type { EnforcementLevel, TaskResultStatus } from "../../../src/model";

const NONE: StageInput = {
  results: [],
  policies: [],
  tasksOverridable: false,
  overridden: false,
  underway: false,
  advisoryFailures: "fail",
};

const result = (
  status: TaskResultStatus,
  enforcementLevel: EnforcementLevel = "mandatory",
): StageInput["results"][0] => ({
  status,
  enforcementLevel,
});
const policy = (
  status: "failed" | "errored" | "queued" | "passed",
  overridable = false,
  enforcementLevel: EnforcementLevel = "mandatory",
): StageInput["policies"][0] => ({
  status,
  overridable,
  enforcementLevel,
});

test.each<[string, Partial<StageInput>, string]>([
  ["nothing has started @nothing-begun", { results: [result("pending"), result("pending")] }, "pending"],
  ["the first has started", { results: [result("running"), result("pending")] }, "running"],
  ["one of two has passed", { results: [result("passed"), result("pending")] }, "running"],
  ["one of two has failed @one-of-two-failed", { results: [result("failed"), result("pending")] }, "running"],
  ["a policy is queued", { results: [result("passed")], policies: [policy("queued")] }, "running"],
  ["all passed", { results: [result("passed"), result("passed", "advisory")] }, "passed"],
  [
    "only an advisory task failed @only-advisory-failed",
    { results: [result("passed"), result("failed", "advisory")] },
    "failed",
  ],
  ["only advisory tasks were unreachable", { results: [result("unreachable", "advisory")] }, "failed"],
  ["only an advisory policy failed", { policies: [policy("failed", false, "advisory")] }, "passed"],
  [
    "an advisory task failed, and a mandatory one that can be overridden",
    { results: [result("failed", "advisory"), result("failed")], tasksOverridable: true },
    "awaiting_override",
  ],
  ["a mandatory task failed @mandatory-failed", { results: [result("passed"), result("failed")] }, "failed"],
  ["a mandatory task errored", { results: [result("passed"), result("errored")] }, "failed"],
  ["a mandatory task was canceled", { results: [result("canceled")] }, "failed"],
  ["one of two was unreachable", { results: [result("passed"), result("unreachable")] }, "failed"],
  [
    "all were unreachable @all-unreachable",
    { results: [result("unreachable"), result("unreachable", "advisory")] },
    "unreachable",
  ],
  ["a policy errored @policy-errored", { results: [result("failed")], policies: [policy("errored")] }, "errored"],
  ["only an advisory policy errored", { policies: [policy("passed"), policy("errored", false, "advisory")] }, "passed"],
  ["a policy failed", { policies: [policy("failed")] }, "failed"],
  [
    "an overridable policy failed @overridable-policy-failed",
    { policies: [policy("failed", true), policy("passed")] },
    "awaiting_override",
  ],
  [
    "an overridable task failed @overridable-task-failed",
    { results: [result("failed")], tasksOverridable: true },
    "awaiting_override",
  ],
  [
    "an overridable policy and a task that is not overridable failed",
    { results: [result("failed")], policies: [policy("failed", true)] },
    "failed",
  ],
  ["it was just overridden", { results: [result("failed")], overridden: true, underway: true }, "running"],
  ["it was overridden", { results: [result("failed")], policies: [policy("failed")], overridden: true }, "passed"],
  ["it is empty", {}, "passed"],
])("derives the status of a stage when %s", (_, facts, status) => {
  expect(stageStatus({ ...NONE, ...facts })).toBe(status);
});

test.each(["failed", "errored", "canceled", "unreachable"] as const)(
  "a stage with only the advisory status %s lets its run continue, and fails or passes by option",
  (status) => {
    const facts = { ...NONE, results: [result("passed"), result(status, "advisory")] };
    expect([stageStatus(facts), allowsRunToContinue(facts)]).toEqual(["failed", true]);
    expect(stageStatus({ ...facts, advisoryFailures: "pass" })).toBe("passed");
    expect(allowsRunToContinue({ ...facts, results: [result(status), result(status, "advisory")] })).toBe(false);
  },
);

test("every status except canceled has a rule", () => {
  expect([...new Set(STAGE_RULES.map((rule) => rule.status))].sort()).toEqual(
    ["awaiting_override", "errored", "failed", "passed", "pending", "running", "unreachable"].sort(),
  );
});
