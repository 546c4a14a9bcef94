import { isFinalResultStatus, TASK_RESULT_STATUSES } from "../../src/model";

test("a result is final unless its task is still expected to report", () => {
  expect(TASK_RESULT_STATUSES.filter((status) => !isFinalResultStatus(status))).toEqual(["pending", "running"]);
  expect(isFinalResultStatus("quarantined")).toBe(true);
});
