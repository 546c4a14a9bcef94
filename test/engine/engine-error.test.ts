import { ApiError, ERROR_CODES, type ErrorCode } from "../../src/api";
import { EngineError } from "../../src/engine";
import { BlockedPlanError } from "../../src/engine/blocked-plan-error";
import type { Plan } from "../../src/engine/plan/comparison";
import {
  COMMAND_ERRORS,
  ENGINE_ERRORS,
  serviceErrorCode,
  type DocumentErrorCode,
} from "../../src/engine/report/error-codes";
import { OutcomeUnknownError, ReconcileError, type ReconcileErrorCode } from "../../src/reconcile";
import { UserError, type UserErrorCode } from "../../src/user-error";

class SampleApiError extends ApiError {
  constructor(
    readonly code: ErrorCode,
    readonly outcomeUnknown: boolean,
  ) {
    super("It failed.");
  }
}

class SampleReconcileError extends ReconcileError {
  constructor(readonly code: ReconcileErrorCode) {
    super("It failed.");
  }
}

const LOST_CREATE = { kind: "create", organization: "acme", project: { id: undefined, name: "Platform" } } as const;

/** The codes of errors that are found during an apply: those of the engine only, and those of blocked plans, too. */
const RECONCILE_CODES = [
  ...(Object.keys(ENGINE_ERRORS) as (keyof typeof ENGINE_ERRORS)[]),
  "NOT_FOUND_OR_UNAUTHORIZED",
  "NAME_TAKEN",
  "PROJECT_NOT_EMPTY",
  "DEFAULT_PROJECT",
  "UNKNOWN_WORKSPACE",
  "TAGS_NOT_REPORTED",
] as const satisfies readonly ReconcileErrorCode[];

/** Each code, whether the outcome of a request is unknown, and an error that has the code. */
const CASES: readonly (readonly [code: DocumentErrorCode, isUnknown: boolean, error: unknown])[] = [
  ...(Object.keys(COMMAND_ERRORS) as UserErrorCode[]).map(
    (code) => [code, false, new UserError("Nothing was changed.", "Correct it.", { code })] as const,
  ),
  ["PLAN_BLOCKED", false, new BlockedPlanError({ organization: "acme", errors: [] } as unknown as Plan)],
  ...RECONCILE_CODES.filter((code) => code !== "OUTCOME_UNKNOWN").map(
    (code) => [code, false, new SampleReconcileError(code)] as const,
  ),
  ["OUTCOME_UNKNOWN", true, new OutcomeUnknownError(LOST_CREATE, new Error("lost"), undefined)],
  ...ERROR_CODES.flatMap((code) =>
    [false, true].map((isUnknown) => [serviceErrorCode(code), isUnknown, new SampleApiError(code, isUnknown)] as const),
  ),
  ["INTERNAL", false, new TypeError("undefined is not a function")],
  ["INTERNAL", false, "broken"],
  ["INTERNAL", false, null],
];

describe("the outcome is unknown only where a request was sent whose outcome is unknown", () => {
  test.each(CASES)("%s: %s", (code, isUnknown, cause) => {
    const error = EngineError.from(cause);
    expect({ code: error.code, outcomeUnknown: error.outcomeUnknown }).toEqual({ code, outcomeUnknown: isUnknown });
  });

  test.each(CASES.filter(([code]) => code !== "INTERNAL"))(
    "as the error of an action, %s: %s",
    (code, isUnknown, cause) => {
      const error = EngineError.ofAction(cause);
      expect({ code: error.code, outcomeUnknown: error.outcomeUnknown }).toEqual({ code, outcomeUnknown: isUnknown });
    },
  );

  test("a bug during an action may have sent its request", () => {
    expect(EngineError.ofAction(new TypeError("undefined is not a function")).outcomeUnknown).toBe(true);
  });
});
