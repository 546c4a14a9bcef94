import {
  ASSIGNMENT_TYPES,
  ASSIGNMENTS,
  assignmentWithTwoOwners,
  readAssignments,
  type AssignmentType,
} from "../../model";
import type { JsonObject } from "../../json";
import { isKnown, UNKNOWN } from "../../schema";
import { blocksOf, isPerInstance, literalIn, nameOf, type Block, type TwoOwnersWarning } from "./stack-blocks";

/**
 * Finds objects, such as teams, that resources of `hashicorp/tfe` in the same stack assign to a project, too. Compares
 * what is known at synth: projects by their expressions, objects by references and names.
 *
 * @param stack - The Terraform JSON of the stack.
 */
export function assignmentsWithTwoOwners(stack: JsonObject): readonly TwoOwnersWarning[] {
  return ASSIGNMENT_TYPES.flatMap((type) => ofType(stack, type));
}

function ofType(stack: JsonObject, type: AssignmentType): readonly TwoOwnersWarning[] {
  const { type: otherType, id, objectType } = ASSIGNMENTS[type].tfe;
  const others = blocksOf(stack, "resource", otherType);
  if (others.length === 0) return [];
  const names = namesOf(stack, objectType);
  return blocksOf(stack, "resource", type).flatMap((owner): readonly TwoOwnersWarning[] => {
    const nearby = others.filter((it) => isSameProject(owner, it));
    const { objects, isComplete } = assignedBy(type, owner.body);
    const isOwn = ({ body }: Block): boolean => keysOf(body[id], names).some((key) => objects.has(key));
    const same = nearby.filter(isOwn);
    const removed =
      owner.body["exclusive"] === true && isComplete
        ? nearby.filter((it) => !isOwn(it) && keysOf(it.body[id], names).some((key) => literalIn(key) !== undefined))
        : [];
    const warning = (conflict: "same" | "exclusive", its: readonly Block[]): readonly TwoOwnersWarning[] =>
      its.length === 0
        ? []
        : [{ path: owner.path, message: assignmentWithTwoOwners(type, nameOf(owner), its.map(nameOf), conflict) }];
    return [...warning("same", same), ...warning("exclusive", removed)];
  });
}

function isSameProject({ body: one }: Block, { body: other }: Block): boolean {
  const { project_id: projectId } = one;
  return typeof projectId === "string" && projectId === other["project_id"] && !isPerInstance(projectId);
}

/** What a block of ours assigns: the names and expressions of objects, as far as it has them. */
function assignedBy(type: AssignmentType, body: JsonObject): { objects: ReadonlySet<string>; isComplete: boolean } {
  // A list that is an expression is a text.
  const values = Object.fromEntries<unknown>(
    Object.entries(body).map(([name, value]) => [name, typeof value === "string" ? UNKNOWN : value]),
  );
  const { assignments, isComplete } = readAssignments(type, values);
  const keys = assignments.flatMap(({ key }) => (isKnown(key) ? [key] : []));
  const objects = new Set(keys.map((key) => ("id" in key ? key.id : key.name)));
  return { objects, isComplete: isComplete && body["dynamic"] === undefined };
}

/** The name, if it is known, and the expressions that mean the object with this ID. */
function keysOf(id: unknown, names: ReadonlyMap<string, string | undefined>): readonly string[] {
  const [expression, address = ""] = REFERENCE.exec(String(id)) ?? [];
  if (expression === undefined) return [];
  const name = names.get(address);
  return [expression, `\${${address}.name}`, ...(name === undefined ? [] : [name])];
}

/** A reference to the ID of a resource or data source. */
const REFERENCE = /^\$\{((?:data\.)?tfe_\w+\.[A-Za-z_][\w-]*)\.id\}$/;

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
