import { compareStrings, indexBy } from "../../lists";
import type { AssignmentAttributes } from "../../model";
import type { AssignmentKind, AssignmentWrite, DesiredAssignment, ObservedAssignment } from "./kind";

/**
 * Why an assignment changes:
 *
 * - `declared`: the code has it;
 * - `dropped`: the state has it, and the code does not;
 * - `exclusive`: the code has only others, and is exclusive;
 * - `imported`: an import records it, and the code has only others.
 */
type AssignmentReason = "declared" | "dropped" | "exclusive" | "imported";

/** A change, and why it is made. */
export interface AssignmentChange extends AssignmentWrite {
  readonly reason: AssignmentReason;
}

export interface AssignmentsOfProject {
  readonly desired: readonly DesiredAssignment[];
  /** As the service has them; none for a project that does not exist yet. */
  readonly observed: readonly ObservedAssignment[];
  /** The IDs of the objects that the state has. @default none */
  readonly inState?: ReadonlySet<string> | undefined;
  /** The IDs of the objects that an import records. @default none */
  readonly imported?: ReadonlySet<string> | undefined;
  /** Whether other objects are not to be assigned to the project. */
  readonly exclusive: boolean;
}

/**
 * What changes so that a project has the desired assignments. Those of other objects stay, unless the state has them,
 * an import records them, or the code is exclusive; those that {@link AssignmentKind.refusal} excludes stay in any
 * case. What is set comes first, so that nobody is without access in between.
 */
export function assignmentChanges(
  kind: Pick<AssignmentKind, "merge" | "refusal">,
  { desired, observed, inState, imported, exclusive }: AssignmentsOfProject,
): readonly AssignmentChange[] {
  const before = indexBy(observed, ({ object }) => object.id);
  const wanted = indexBy(desired, ({ object }) => object.id);
  const set = [...wanted.values()].flatMap(({ object, attributes }): readonly AssignmentChange[] => {
    const found = before.get(object.id)?.attributes ?? null;
    if (found !== null && isAsDesired(found, attributes)) return [];
    return [{ kind: "set", object, before: found, after: kind.merge(found, attributes), reason: "declared" }];
  });
  const removalReason = (id: string): AssignmentReason | undefined => {
    if (inState?.has(id) === true) return "dropped";
    if (exclusive) return "exclusive";
    return imported?.has(id) === true ? "imported" : undefined;
  };
  const unset = [...before.values()].flatMap((it): readonly AssignmentChange[] => {
    const { object, attributes } = it;
    if (wanted.has(object.id) || !mayChange(kind, it)) return [];
    const reason = removalReason(object.id);
    return reason === undefined ? [] : [{ kind: "unset", object, before: attributes, after: null, reason }];
  });
  return [...inOrder(set), ...inOrder(unset)];
}

/** What the service has after changes were made; attributes that are its choice are missing. */
export function observedAfter(
  observed: readonly ObservedAssignment[],
  done: readonly AssignmentChange[],
): readonly ObservedAssignment[] {
  const after = new Map(observed.map((it) => [it.object.id, it]));
  for (const { object, after: attributes } of done) {
    if (attributes === null) after.delete(object.id);
    else after.set(object.id, { object, attributes });
  }
  return [...after.values()];
}

/** Whether it has all attributes that are set. */
export function isAsDesired(found: AssignmentAttributes, set: AssignmentAttributes): boolean {
  return Object.entries(set).every(([name, value]) => found[name] === value);
}

/** Whether an object is assigned in this way. @param wanted - Null: not at all. */
export function isAssignedAs(
  observed: readonly ObservedAssignment[],
  objectId: string,
  wanted: AssignmentAttributes | null,
): boolean {
  const found = observed.find(({ object }) => object.id === objectId);
  if (found === undefined || wanted === null) return found === undefined && wanted === null;
  return isAsDesired(found.attributes, wanted);
}

/** Whether an object may be assigned like this, and be taken off. */
export function mayChange(
  kind: Pick<AssignmentKind, "refusal">,
  { object, attributes }: DesiredAssignment | ObservedAssignment,
): boolean {
  return kind.refusal(object, attributes) === undefined;
}

function inOrder(changes: readonly AssignmentChange[]): readonly AssignmentChange[] {
  const key = ({ object: { name = "", id } }: AssignmentChange): string => `${name} ${id}`;
  return [...changes].sort((one, other) => compareStrings(key(one), key(other)));
}
