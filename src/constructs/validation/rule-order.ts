import { Token } from "cdktf";
import { isRecord } from "../../schema";
import type { WorkspacePlacement } from "../generated/workspace-placement";
import { resolvedIn } from "./project-keys";

/** An iterator is a map or a set for Terraform, which sorts both: of these, only numbers stay in the order of code. */
export function lostRuleOrder(placement: WorkspacePlacement): string[] {
  if (!Token.isUnresolved(placement.ruleInput)) return [];
  const { cdktfStack, friendlyUniqueId, terraformResourceType } = placement;
  let block = resolvedIn(cdktfStack, placement.toTerraform());
  for (const key of ["resource", terraformResourceType, friendlyUniqueId, "dynamic", "rule"]) {
    block = isRecord(block) ? block[key] : undefined;
  }
  if (!isRecord(block)) return [];
  const list = block["for_each"];
  return typeof list === "string" && /^\$\{(toset\()?range\(/.test(list) ? [] : [UNORDERED];
}

const UNORDERED =
  "rule: The order of rules matters, and Terraform sorts the maps and sets that an iterator goes through. Use an " +
  "array of rules. If only Terraform knows how many they are, iterate over their positions, which stay in order: " +
  "TerraformIterator.fromList(Fn.range(0, Fn.lengthOf(list))), with Fn.element(list, iterator.value) in the rule.";
