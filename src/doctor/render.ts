import { CHECKS, type Check, type CheckStatus } from "./check";
import { listedCheck, type CheckListOptions } from "../engine/report/check-list";
import { pluralize } from "../reconcile";
import { VERSION } from "../version";

/** The checks for a terminal or a file, each followed by its details and the next step. Pure. */
export function doctorForTerminal(checks: readonly Check[], options: CheckListOptions): string {
  const lines = checks.flatMap(({ name, next, ...check }) =>
    listedCheck({ ...check, label: CHECKS[name], next: next === undefined ? [] : [`Next: ${next}`] }, options),
  );
  return [`tfprojects ${VERSION}`, "", ...lines, "", summaryOf(checks)].join("\n") + "\n";
}

function summaryOf(checks: readonly Check[]): string {
  const count = (status: CheckStatus): number => checks.filter((check) => check.status === status).length;
  const [problems, warnings] = [count("failed"), count("warning")];
  if (problems + warnings === 0) return "No problems found.";
  const parts = [
    ...(problems === 0 ? ["No problems"] : [pluralize(problems, "problem")]),
    ...(warnings === 0 ? [] : [pluralize(warnings, "warning")]),
  ];
  return `${parts.join(", ")}.`;
}
