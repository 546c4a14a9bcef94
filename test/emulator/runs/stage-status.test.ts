import type { StageInput } from "../../../src/emulator/runs/stage-status";
import { allowsRunToContinue, STAGE_RULES, stageStatus } from "../../../src/emulator/runs/stage-status";
import type { EnforcementLevel, TaskResultStatus } from "../../../src/model";
import { PAGES, shows } from "../../fidelity";

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

shows.ourChoice("2026-11", "stage-rules: Pending", "While nothing in the stage has started.", {
  case: "nothing has started",
});
shows.ourChoice(
  "2026-11",
  "stage-rules: Running",
  "While anything in the stage has not completed, even if something has failed already.",
  { case: "one of two has failed" },
);
shows.ourChoice("2026-11", "stage-rules: All unreachable", "The stage is unreachable.", {
  case: "all were unreachable",
});
shows.ourChoice(
  "2026-11",
  "stage-rules: An overridable failure",
  "The stage awaits an override: for policies as documented, for tasks if the run allows it.",
  { case: "an overridable policy failed" },
);
shows.documented(
  PAGES,
  "stage-rules: A mandatory failure",
  "The stage has failed and the run stops: later stages cannot be executed.",
  { case: "a mandatory task failed" },
);
shows.ourChoice("2026-11", "stage-rules: An errored policy evaluation", "The stage has errored.", {
  case: "a policy errored",
});
shows.documented(
  PAGES,
  "stage-rules: Advisory failures alone",
  "The stage has failed (documented: one or more results failed), and the run continues. With an option, the " +
    "stage passes, as on the public service.",
  { case: "only an advisory task failed" },
);
shows.case("an overridable task failed", "stage-rules: An overridable failure");
test.each<[string, Partial<StageInput>, string]>([
  ["nothing has started", { results: [result("pending"), result("pending")] }, "pending"],
  ["the first has started", { results: [result("running"), result("pending")] }, "running"],
  ["one of two has passed", { results: [result("passed"), result("pending")] }, "running"],
  ["one of two has failed", { results: [result("failed"), result("pending")] }, "running"],
  ["a policy is queued", { results: [result("passed")], policies: [policy("queued")] }, "running"],
  ["all passed", { results: [result("passed"), result("passed", "advisory")] }, "passed"],
  ["only an advisory task failed", { results: [result("passed"), result("failed", "advisory")] }, "failed"],
  ["only advisory tasks were unreachable", { results: [result("unreachable", "advisory")] }, "failed"],
  ["only an advisory policy failed", { policies: [policy("failed", false, "advisory")] }, "passed"],
  [
    "an advisory task failed, and a mandatory one that can be overridden",
    { results: [result("failed", "advisory"), result("failed")], tasksOverridable: true },
    "awaiting_override",
  ],
  ["a mandatory task failed", { results: [result("passed"), result("failed")] }, "failed"],
  ["a mandatory task errored", { results: [result("passed"), result("errored")] }, "failed"],
  ["a mandatory task was canceled", { results: [result("canceled")] }, "failed"],
  ["one of two was unreachable", { results: [result("passed"), result("unreachable")] }, "failed"],
  ["all were unreachable", { results: [result("unreachable"), result("unreachable", "advisory")] }, "unreachable"],
  ["a policy errored", { results: [result("failed")], policies: [policy("errored")] }, "errored"],
  ["only an advisory policy errored", { policies: [policy("passed"), policy("errored", false, "advisory")] }, "passed"],
  ["a policy failed", { policies: [policy("failed")] }, "failed"],
  ["an overridable policy failed", { policies: [policy("failed", true), policy("passed")] }, "awaiting_override"],
  ["an overridable task failed", { results: [result("failed")], tasksOverridable: true }, "awaiting_override"],
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
