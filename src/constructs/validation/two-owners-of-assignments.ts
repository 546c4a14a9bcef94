import {
  ASSIGNMENTS,
  assignmentWithTwoOwners,
  isAssignmentType,
  TFE_ASSIGNMENTS,
  type AssignmentType,
} from "../../model";
import { asObjects, type JsonObject } from "../../json";
import { blocksOf, isPerInstance, literalIn, nameOf, type Block, type TwoOwnersWarning } from "./stack-blocks";

/**
 * Finds team access, variable sets and policy sets of a project that resources of `hashicorp/tfe` in the same stack
 * assign, too. Compares what is known at synth: projects by their expressions, objects by references and names.
 *
 * @param stack - The Terraform JSON of the stack.
 */
export function assignmentsWithTwoOwners(stack: JsonObject): readonly TwoOwnersWarning[] {
  return Object.keys(ASSIGNMENTS)
    .filter(isAssignmentType)
    .flatMap((type) => ofType(stack, type));
}

function ofType(stack: JsonObject, type: AssignmentType): readonly TwoOwnersWarning[] {
  const { type: otherType, id, objectType } = TFE_ASSIGNMENTS[type];
  const others = blocksOf(stack, "resource", otherType);
  if (others.length === 0) return [];
  const names = namesOf(stack, objectType);
  return blocksOf(stack, "resource", type).flatMap((owner): readonly TwoOwnersWarning[] => {
    const nearby = others.filter((it) => isSameProject(owner, it));
    const objects = objectsOf(owner.body);
    const isOwn = ({ body }: Block): boolean => keysOf(body[id], names).some((key) => objects.has(key));
    const same = nearby.filter(isOwn);
    const removed =
      owner.body["exclusive"] === true && isComplete(owner.body)
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

/** The names and expressions by which a block of ours identifies objects. */
function objectsOf({ team, names, exclude }: JsonObject): ReadonlySet<unknown> {
  const teams = asObjects(team).flatMap(({ team_id: id, name }) => [id, name]);
  const lists = [names, exclude].flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []));
  return new Set([...teams, ...lists].filter((it) => typeof it === "string"));
}

/** Whether all objects of a block of ours are known by their names or expressions. */
function isComplete({ dynamic, names = [], exclude = [] }: JsonObject): boolean {
  return dynamic === undefined && Array.isArray(names) && Array.isArray(exclude);
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
