import type { DesiredOrganization } from "../organization";
import { formatList, pluralize } from "../../reconcile/text";
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
  const [it, is, run] = addresses.length === 1 ? ["it", "is", "its run"] : ["all of them", "are", "their runs"];
  const them = addresses.length === 1 ? "it" : "them";
  const depend = dependents.length === 1 ? "depends" : "depend";
  const unknown = gates.flatMap(({ address, conditions }) =>
    conditions.flatMap((condition) => (condition.kind === "unknown" ? [`${address}: ${condition.reason}`] : [])),
  );
  const message = [
    `The code has ${pluralize(addresses.length, "gate")}: ${formatList(addresses)}.`,
    unknown.length === 0
      ? `An apply first reads ${run}, and changes nothing unless ${it} ${is} open.`
      : `An apply changes nothing, unless it ignores gates: ${[...new Set(unknown)].join(" ")}`,
    dependents.length === 0
      ? `Nothing in this plan depends on ${them}.`
      : `${formatList(dependents)} ${depend} on ${them}.`,
  ].join(" ");
  return [{ kind: "gate", message, addresses: [...addresses, ...dependents] }];
}
