import { Registry } from "../../decide";
import { assignmentConflict, type AssignmentType } from "../../model";
import type { ResourceKey } from "./resource-key";

/** What a resource assigns to a project. */
export interface AssignmentClaim {
  /** Names for messages, by the IDs of the objects. */
  readonly objects: ReadonlyMap<string, string>;
  readonly exclusive: boolean;
}

/** Another resource with which one conflicts, and how: `exclusive`, or the names of the objects that both assign. */
export interface ConflictingClaim {
  readonly claim: AssignmentClaim;
  readonly conflict: "exclusive" | readonly string[];
}

/**
 * The objects that resources assign to projects, as planned and applied so far: each assignment belongs to one resource
 * of its type, and with `exclusive`, all of a project do.
 */
export class PlannedAssignments {
  readonly #claims = new Registry<string, AssignmentClaim, ResourceKey>();
  readonly #set = new Set<string>();

  /** Records what a resource assigns to an existing project. Returns its conflicts with others, planned before. */
  claim(
    type: AssignmentType,
    projectId: string,
    resource: ResourceKey,
    claim: AssignmentClaim,
  ): readonly ConflictingClaim[] {
    const key = keyOf(type, projectId);
    this.#claims.take(key, resource, claim);
    return this.#claims.others(key, resource).flatMap(({ entry }) => {
      const conflict = assignmentConflict(owned(claim), owned(entry));
      if (conflict === undefined) return [];
      const names = (ids: readonly string[]) => ids.map((id) => claim.objects.get(id) ?? id);
      return [{ claim: entry, conflict: conflict === "exclusive" ? conflict : names(conflict) }];
    });
  }

  /** Records that a resource has assigned the object. */
  recordSet(type: AssignmentType, projectId: string, objectId: string): void {
    this.#set.add(keyOf(type, projectId, objectId));
  }

  /**
   * Whether a resource of this plan or apply assigns the object. One that gives it up then leaves it alone: Terraform
   * applies the two in no particular order.
   */
  isAssigned(type: AssignmentType, projectId: string, objectId: string): boolean {
    if (this.#set.has(keyOf(type, projectId, objectId))) return true;
    const holders = this.#claims.others(keyOf(type, projectId), NOBODY);
    return holders.some(({ entry }) => entry.objects.has(objectId));
  }
}

const NOBODY: ResourceKey = {};

function keyOf(...parts: readonly string[]): string {
  return parts.join(" ");
}

function owned({ objects, exclusive }: AssignmentClaim) {
  return { objects: [...objects.keys()], exclusive };
}
