import type { DesiredOrganization } from "../organization";
import type { Action } from "./action";
import type { PlanWarning } from "./warnings";

/** Gates of the code, if there is something to apply: what an apply does with them. */
export function gateWarnings(
  { gates = [] }: Pick<DesiredOrganization, "gates">,
  actions: readonly Action[],
): readonly PlanWarning[] {
  if (gates.length === 0 || actions.length === 0) return [];
  const addresses = [...new Set(gates.map(({ address }) => address))];
  const dependents = [...new Set(gates.flatMap((gate) => gate.dependents))];
  const unknown = gates.flatMap(({ address, conditions }) =>
    conditions.flatMap((condition) => (condition.kind === "unknown" ? [`${address}: ${condition.reason}`] : [])),
  );
  return [
    {
      kind: "gate",
      addresses: [...addresses, ...dependents],
      gates: addresses,
      dependents,
      unknown: [...new Set(unknown)],
    },
  ];
}
