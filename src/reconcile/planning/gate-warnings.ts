import type { DesiredOrganization } from "../organization";
import { formatList, pluralize } from "../text";
import type { Action } from "./action";
import type { PlanWarning } from "./warnings";

/** Gates of the code, if there is something to apply: only Terraform awaits them. */
export function gateWarnings(
  { gates = [] }: Pick<DesiredOrganization, "gates">,
  actions: readonly Action[],
): readonly PlanWarning[] {
  if (gates.length === 0 || actions.length === 0) return [];
  const addresses = [...new Set(gates.map(({ address }) => address))];
  const dependents = [...new Set(gates.flatMap((gate) => gate.dependents))];
  const [it, depends] = [addresses.length === 1 ? "it" : "them", dependents.length === 1 ? "depends" : "depend"];
  const effect =
    dependents.length === 0
      ? `Nothing in this plan depends on ${it}.`
      : `${formatList(dependents)} ${depends} on ${it}, and an apply without Terraform changes ` +
        `${dependents.length === 1 ? "it" : "them"} at once. To await ${it}, deploy with Terraform.`;
  const count = pluralize(addresses.length, "gate");
  const message = `The code has ${count} that only Terraform awaits: ${formatList(addresses)}. ${effect}`;
  return [{ kind: "gate", message, addresses: [...addresses, ...dependents] }];
}
