import type { Check } from "./check";
import { toDocument } from "../engine/report/json";

/** The checks as a JSON document. Pure. */
export function doctorAsJson(checks: readonly Check[], healthy: boolean): string {
  return toDocument("doctor", {
    healthy,
    checks: checks.map(({ name, status, message, details, code, next, values }) => ({
      name,
      status,
      message,
      ...(details.length === 0 ? {} : { details }),
      ...(code === undefined ? {} : { code }),
      ...(next === undefined ? {} : { next }),
      values,
    })),
  });
}
