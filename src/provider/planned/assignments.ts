import { AssignmentClaims } from "../../decide";
import type { AssignmentType } from "../../model";
import type { ResourceKey } from "./resource-key";

/** The objects that resources assign to projects, as planned and applied so far. */
export class PlannedAssignments extends AssignmentClaims<ResourceKey> {
  readonly #set = new Set<string>();

  /** Records that a resource has assigned the object. */
  recordSet(...assigned: readonly [type: AssignmentType, projectId: string, objectId: string]): void {
    this.#set.add(assigned.join(" "));
  }

  /**
   * Whether a resource of this plan or apply assigns the object. One that gives it up then leaves it alone: Terraform
   * applies the two in no particular order.
   */
  isAssigned(...assigned: readonly [type: AssignmentType, projectId: string, objectId: string]): boolean {
    return this.#set.has(assigned.join(" ")) || this.has(...assigned);
  }
}
