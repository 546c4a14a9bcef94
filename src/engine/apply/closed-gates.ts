import { closedGate, type GateReading } from "../../diagnostics";
import { groupBy } from "../../lists";
import { pluralize } from "../../reconcile/text";
import { UserError } from "../../user-error";

/**
 * Checks that all gates are open.
 *
 * @param readings - Those of all organizations, which may have the same gates.
 * @throws UserError when one of them is closed, or was not read. Nothing has been changed.
 */
export function checkGates(readings: readonly GateReading[]): void {
  const byAddress = groupBy(readings, ({ address }) => address);
  const problems = [...byAddress].flatMap(([address, its]) => closedGate(address, its));
  if (problems.length === 0) return;
  const count = `${pluralize(problems.length, "gate")} ${problems.length === 1 ? "is" : "are"}`;
  const summary = `Nothing was changed: ${count} not open.`;
  throw new UserError(
    [summary, ...problems.map(({ where, detail }) => `${where}:\n  ${detail}`)].join("\n"),
    "Wait for the run, override its failures or use another run, and apply again.",
    { code: "GATE_CLOSED", summary, problems, remedy: { kind: "ignore-gates" } },
  );
}
