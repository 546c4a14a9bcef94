import {
  ASSIGNMENT_TYPES,
  assignmentOwners,
  ASSIGNMENTS,
  assignmentWithTwoOwners,
  readAssignments,
  tfeObjectReferredTo,
  type AssignmentType,
} from "../../model";
import type { JsonObject } from "../../json";
import { isKnown, UNKNOWN } from "../../schema";
import { blocksOf, isPerInstance, literalIn, nameOf, type Block, type TwoOwnersWarning } from "./stack-blocks";

/**
 * Finds team access, variable sets and policy sets of a project that resources of `hashicorp/tfe` in the same stack
 * assign, too. Compares what is known at synth: projects by their expressions, objects by references and names.
 *
 * @param stack - The Terraform JSON of the stack.
 */
export function assignmentsWithTwoOwners(stack: JsonObject): readonly TwoOwnersWarning[] {
  return ASSIGNMENT_TYPES.flatMap((type) => ofType(stack, type));
}

function ofType(stack: JsonObject, type: AssignmentType): readonly TwoOwnersWarning[] {
  const { id, objectType, resources } = ASSIGNMENTS[type].tfe;
  const others = Object.keys(resources).flatMap((other) => blocksOf(stack, "resource", other));
  if (others.length === 0) return [];
  const names = namesOf(stack, objectType);
  return blocksOf(stack, "resource", type).flatMap((owner): readonly TwoOwnersWarning[] => {
    const { objects, isComplete } = assignedBy(type, owner.body);
    const exclusive = owner.body["exclusive"] === true && isComplete;
    const nearby = others
      .filter((it) => isSameProject(owner, it))
      .map((it) => ({ label: nameOf(it), ...objectWith(it.body[id], names) }));
    const owners = assignmentOwners(type, { label: nameOf(owner), objects, exclusive }, nearby);
    return owners.map((it) => ({ path: owner.path, message: assignmentWithTwoOwners(it) }));
  });
}

function isSameProject({ body: one }: Block, { body: other }: Block): boolean {
  const { project_id: projectId } = one;
  return typeof projectId === "string" && projectId === other["project_id"] && !isPerInstance(projectId);
}

/** What a block of ours assigns: the names and expressions of objects, as far as it has them. */
function assignedBy(type: AssignmentType, body: JsonObject): { objects: readonly string[]; isComplete: boolean } {
  // A list that is an expression is a text.
  const values = Object.fromEntries<unknown>(
    Object.entries(body).map(([name, value]) => [name, typeof value === "string" ? UNKNOWN : value]),
  );
  const { assignments, isComplete } = readAssignments(type, values);
  const keys = assignments.flatMap(({ key }) => (isKnown(key) ? [key] : []));
  const objects = keys.map((key) => ("id" in key ? key.id : key.name));
  return { objects, isComplete: isComplete && body["dynamic"] === undefined };
}

/** The texts by which a block of ours may identify the object with this ID. */
function objectWith(
  id: unknown,
  names: ReadonlyMap<string, string | undefined>,
): { readonly objects: readonly string[]; readonly isRemovable: boolean } {
  const address = tfeObjectReferredTo(id);
  // A literal ID may be that of an object that ours has by its name.
  if (address === undefined) return { objects: [literalIn(id) ?? []].flat(), isRemovable: false };
  const name = names.get(address);
  const expressions = [`\${${address}.id}`, `\${${address}.name}`];
  return { objects: [...expressions, ...(name === undefined ? [] : [name])], isRemovable: name !== undefined };
}

/** The addresses of objects of a type, and their names as far as they are known. */
function namesOf(stack: JsonObject, type: string): ReadonlyMap<string, string | undefined> {
  const found = ["resource", "data"].flatMap((kind) =>
    blocksOf(stack, kind, type).map(({ label, body }) => {
      const address = `${kind === "data" ? "data." : ""}${type}.${label}`;
      return [address, literalIn(body["name"])] as const;
    }),
  );
  return new Map(found);
}
