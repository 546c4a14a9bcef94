import { isInput, RESOURCES, type Definition } from "../model";
import type { Attribute } from "../schema";

/** What plain definitions have of a resource: its arguments without those that only Terraform uses. */
export const DEFINED_ATTRIBUTES = {
  project: argumentsOf(RESOURCES.tfprojects_project, ["organization", "deletion_policy", "adopt_existing"]),
  membership: argumentsOf(RESOURCES.tfprojects_workspace_membership, ["organization", "project_id", "on_destroy"]),
} as const;

function argumentsOf(
  { attributes }: Definition,
  without: readonly string[],
): readonly (readonly [name: string, attribute: Attribute])[] {
  return Object.entries(attributes).filter(([name, it]) => isInput(it) && !without.includes(name));
}
