import {
  RUN_STATUSES,
  stagesNotPassed,
  verdictOf,
  verdictOfRun,
  verdictOfStage,
  type VerdictRun,
  type VerdictStage,
} from "../../src/model";
import { RUN_CASES } from "../support/run-verdicts";

const stage = (name: string, status: string, more: Partial<VerdictStage> = {}) => ({
  id: `ts-${name}`,
  stage: name,
  status,
  statusTimestamps: {},
  taskResults: [],
  policyEvaluationIds: [],
  policyEvaluations: [],
  ...more,
});
const run = (status: string, more: Partial<VerdictRun> = {}): VerdictRun => ({
  status,
  isPlanOnly: false,
  isConfirmable: false,
  ...more,
});

describe.each(RUN_CASES)("a run that is $name", ({ status, isConfirmable, expected }) => {
  const its = run(status, { isConfirmable });
  const of = (taskStages: readonly VerdictStage[], ...requiredStages: string[]) =>
    verdictOf({ run: its, taskStages }, { requiredStages });
  const passed = [stage("pre_plan", "passed"), stage("post_plan", "passed")];

  test("has the verdicts of the table", () => {
    expect({
      ofRun: verdictOfRun(its),
      all: of(passed),
      none: of([]),
      prePlan: of(passed, "pre_plan"),
      postPlan: of(passed, "post_plan"),
      running: of([stage("post_plan", "running")], "post_plan"),
    }).toEqual(expected);
  });

  test("never passes with a stage that failed, or that is required and missing", () => {
    expect(of([stage("post_plan", "failed")])).toBe("failed");
    expect(of([stage("post_plan", "failed")], "post_plan")).toBe("failed");
    expect(of(passed, "post_plan", "pre_apply")).not.toBe("passed");
  });
});

test("the table has every status of a run", () => {
  expect(RUN_CASES.filter(({ isConfirmable }) => !isConfirmable).map(({ status }) => status)).toEqual(RUN_STATUSES);
});

test("an unknown status of a run is pending, also if it waits for confirmation", () => {
  expect(["thinking", "constructor", ""].map((status) => verdictOfRun(run(status, { isConfirmable: true })))).toEqual([
    "pending",
    "pending",
    "pending",
  ]);
});

test("a run that does not say whether it waits for confirmation is pending", () => {
  expect(verdictOfRun(run("planned", { isConfirmable: undefined }))).toBe("pending");
});

test("a run that was not read leaves the verdict to its stages", () => {
  const of = (...taskStages: VerdictStage[]) => verdictOf({ run: undefined, taskStages });
  expect([of(), of(stage("post_plan", "passed")), of(stage("post_plan", "running"))]).toEqual([
    "passed",
    "passed",
    "pending",
  ]);
  expect(verdictOf({ run: undefined, taskStages: [] }, { requiredStages: ["post_plan"] })).toBe("pending");
});

test("only required stages decide", () => {
  const taskStages = [stage("pre_plan", "failed"), stage("post_plan", "passed"), stage("post_apply", "pending")];
  const of = (...requiredStages: string[]) => verdictOf({ run: run("applying"), taskStages }, { requiredStages });
  expect([of("post_plan"), of("post_plan", "post_apply"), of("pre_plan", "post_plan"), of()]).toEqual([
    "passed",
    "pending",
    "failed",
    "failed",
  ]);
});

test.each(["pending", "running", "awaiting_override", "thinking"])(
  "a stage that is %s when its run has ended has failed, and not before",
  (status) => {
    const its = stage("post_apply", status);
    expect(verdictOfStage(its, run("applied"))).toBe("failed");
    expect(verdictOfStage(its, run("post_apply_running"))).not.toBe("failed");
    expect(verdictOf({ run: run("applied"), taskStages: [its] })).toBe("failed");
  },
);

test("an advisory result that is pending when its run has ended has failed, unless advisory failures are allowed", () => {
  const taskResults = [{ status: "running", workspaceTaskEnforcementLevel: "advisory" }];
  const read = { run: run("applied"), taskStages: [stage("post_plan", "passed", { taskResults })] };
  expect(verdictOf(read)).toBe("failed");
  expect(verdictOf(read, { advisoryFailures: "allow" })).toBe("passed");
});

describe("a run that had nothing to apply", () => {
  const taskStages = [stage("post_plan", "passed"), stage("pre_apply", "unreachable"), stage("post_apply", "pending")];
  const of = (isPlanOnly: boolean | undefined, ...requiredStages: string[]) =>
    verdictOf({ run: run("planned_and_finished", { isPlanOnly }), taskStages }, { requiredStages });

  test("passes without the stages of the apply", () => {
    expect(of(false)).toBe("passed");
    expect(of(false, "post_plan")).toBe("passed");
  });

  test.each(["pre_apply", "post_apply"])("fails if %s is required", (required) => {
    expect(of(false, required)).toBe("failed");
  });

  test("fails if it was plan-only, or does not say so", () => {
    expect([of(true), of(undefined)]).toEqual(["failed", "failed"]);
  });
});

test("what keeps stages from having passed is named, with stages that are missing or never ran", () => {
  const taskStages = [
    stage("pre_plan", "passed"),
    stage("post_plan", "awaiting_override"),
    stage("pre_apply", "errored"),
  ];
  const of = (status: string, ...requiredStages: string[]) =>
    stagesNotPassed({ run: run(status), taskStages }, { requiredStages });
  expect(of("post_plan_awaiting_decision")).toEqual([
    "post_plan (ts-post_plan) is awaiting_override",
    "pre_apply (ts-pre_apply) is errored",
  ]);
  expect(of("planning", "pre_plan", "post_apply")).toEqual(["it has no post_apply task stage"]);
  expect(of("applied", "post_plan", "pre_apply", "post_apply")).toEqual([
    "post_plan (ts-post_plan) is awaiting_override, and the run ended without it",
    "pre_apply (ts-pre_apply) is errored",
    "it ended without a post_apply task stage",
  ]);
});
