import { knownAttributes, type AssignmentValues } from "../../model";
import { isKnown, isRecord, type AttributePath } from "../../plugin";
import {
  idsByName,
  keyOf,
  mayChange,
  type AssignmentKind,
  type ObservedAssignment,
  type KeyedAssignment,
  type ResolvedAssignment,
} from "../../reconcile/assignments";
import { memberOf } from "../private-state";

/** A resource in the state, whatever its kind is. */
export interface AssignmentState extends AssignmentValues {
  readonly id: string;
  readonly project_id: string;
  readonly organization: string;
  readonly exclusive: boolean;
}

/** An assignment that a state has, and the object that it is of. */
export interface StateAssignment extends KeyedAssignment {
  readonly objectId: string;
}

/** The assignments in a state. One whose object is unknown is missing, which happens only in a state edited by hand. */
export function assignmentsIn(kind: AssignmentKind, state: AssignmentValues): readonly StateAssignment[] {
  const ids = state[kind.idsAttribute];
  return kind.read(state).assignments.flatMap(({ key, attributes, path }) => {
    if (!isKnown(key)) return [];
    const objectId = "id" in key ? key.id : memberOf(ids, key.name);
    if (typeof objectId !== "string") return [];
    return [{ key, objectId, attributes: knownAttributes(attributes), block: blockAt(path, state) }];
  });
}

/**
 * The values of a state that has these assignments.
 *
 * @param written - The values of the code or of the last state: a list that is empty there stays empty, not null.
 */
export function assignmentValues(
  kind: AssignmentKind,
  assignments: readonly StateAssignment[],
  written: AssignmentValues,
): AssignmentValues {
  const lists = Object.entries(kind.write(assignments)).map(([name, list]) => {
    return [name, list ?? (Array.isArray(written[name]) ? [] : null)] as const;
  });
  return {
    ...Object.fromEntries(lists),
    [kind.idsAttribute]: idsByName(assignments.map(({ key, objectId }) => ({ key, object: { id: objectId } }))),
  };
}

/** The assignments of a configuration, as a state has them. */
export function configured(
  resolved: readonly ResolvedAssignment[],
  config: AssignmentValues,
): readonly StateAssignment[] {
  return resolved.map(({ key, object, attributes = {}, path }) => {
    return { key, objectId: object.id, attributes, block: blockAt(path, config) };
  });
}

/** The block at a path, if it is one. */
function blockAt([type = "", index = 0]: AttributePath, values: AssignmentValues): AssignmentValues | undefined {
  const block = memberOf(values[type], index);
  return isRecord(block) ? block : undefined;
}

/**
 * The assignments of a state after a refresh: those that still exist, as they are now, and with `exclusive` all others
 * that a plan would remove.
 */
export function refreshed(
  kind: AssignmentKind,
  inState: readonly StateAssignment[],
  observed: readonly ObservedAssignment[],
  exclusive: boolean,
): readonly StateAssignment[] {
  const found = new Map(observed.map((it) => [it.object.id, it]));
  const known = new Set(inState.map(({ objectId }) => objectId));
  const kept = inState.flatMap((it): readonly StateAssignment[] => {
    const now = found.get(it.objectId);
    if (now === undefined) return [];
    const attributes = kind.refresh(it.attributes, now.attributes);
    const isSame = Object.entries(attributes).every(([name, value]) => it.attributes[name] === value);
    const isWhole = Object.keys(it.attributes).every((name) => Object.hasOwn(attributes, name));
    return [{ ...it, attributes, block: isSame && isWhole ? it.block : undefined }];
  });
  const others = observed.filter((it) => !known.has(it.object.id) && mayChange(kind, it));
  return exclusive ? [...kept, ...others.map(imported)] : kept;
}

/** An assignment that no code has had so far. */
export function imported({ object, attributes }: ObservedAssignment): StateAssignment {
  return { key: keyOf(object), objectId: object.id, attributes };
}

/** The values of a state, which has the types of the definition. */
export function stateIn(values: AssignmentValues): AssignmentState {
  const text = (name: string): string => String(values[name]);
  const [id, projectId, organization] = [text("id"), text("project_id"), text("organization")];
  return { ...values, id, project_id: projectId, organization, exclusive: values["exclusive"] === true };
}
