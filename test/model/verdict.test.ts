import { TASK_STAGE_STATUSES, verdictOf } from "../../src/model";

const verdict = (...statuses: string[]) => verdictOf(statuses.map((status) => ({ status })));

describe("verdictOf", () => {
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

  test("a failure outweighs an override that is awaited, and that outweighs a stage that has not ended", () => {
    expect(verdict("passed", "running", "awaiting_override", "unreachable")).toBe("failed");
    expect(verdict("pending", "awaiting_override", "passed")).toBe("awaiting_override");
    expect(verdict("passed", "running")).toBe("pending");
  });

  test("a status of a later service is never taken for passed", () => {
    expect(verdict("passed", "quarantined")).toBe("pending");
  });
});
