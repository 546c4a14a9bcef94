import { isInput, placementRuleBlock, RESOURCES } from "../model";
import type { Attribute, Body } from "../schema";

/** What plain definitions have of a resource: its arguments without those that only Terraform uses. */
export const DEFINED_ATTRIBUTES = {
  project: argumentsOf(RESOURCES.tfprojects_project, ["organization", "deletion_policy", "adopt_existing"]),
  membership: argumentsOf(RESOURCES.tfprojects_workspace_membership, ["organization", "project_id", "on_destroy"]),
  placement: argumentsOf(RESOURCES.tfprojects_workspace_placement, ["organization"]),
  rule: argumentsOf(placementRuleBlock, ["project"]),
} as const;

function argumentsOf(
  { attributes }: Body,
  without: readonly string[],
): readonly (readonly [name: string, attribute: Attribute])[] {
  return Object.entries(attributes).filter(([name, it]) => isInput(it) && !without.includes(name));
}
