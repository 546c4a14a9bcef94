import { compareStrings, groupBy } from "../../lists";
import { formatList, pluralize } from "../../reconcile/text";
import { UserError, type AddressedProblem } from "../../user-error";
import type { GateReading } from "../plan/warnings";

/**
 * Checks that all gates are open.
 *
 * @param readings - Those of all organizations, which may have the same gates.
 * @throws UserError when one of them is closed, or was not read. Nothing has been changed.
 */
export function checkGates(readings: readonly GateReading[]): void {
  const byAddress = groupBy(readings, ({ address }) => address);
  const problems = [...byAddress].flatMap(([address, its]) => problemOf(address, its));
  if (problems.length === 0) return;
  const count = `${pluralize(problems.length, "gate")} ${problems.length === 1 ? "is" : "are"}`;
  const summary = `Nothing was changed: ${count} not open.`;
  throw new UserError(
    [summary, ...problems.map(({ address, message }) => `${address}:\n  ${message}`)].join("\n"),
    "Wait for the run, override its failures or use another run, and apply again.",
    { code: "GATE_CLOSED", summary, problems, remedy: { kind: "ignore-gates" } },
  );
}

/** Why a gate is not open; nothing if it is. @param its - What was read of it, for each organization. */
function problemOf(address: string, its: readonly GateReading[]): readonly AddressedProblem[] {
  if (its.every(({ status }) => status === "open")) return [];
  const reasons = [...new Set(its.flatMap((gate) => gate.reasons))];
  const dependents = [...new Set(its.flatMap((gate) => gate.dependents))].sort(compareStrings);
  const depend = dependents.length === 1 ? "depends" : "depend";
  const effect = dependents.length === 0 ? [] : [`${formatList(dependents)} ${depend} on it.`];
  return [{ address, message: [...reasons, ...effect].join(" "), dependents }];
}
