import { ASSIGNMENTS, type AssignmentAttributes, type AssignmentType } from "../../model";
import { named, type NamedObject } from "../actual-organization";
import type { PendingAction } from "../plan/action";
import type { ActionJson } from "./document";

/** How the assignment of an object to a project changes. */
export interface ChangeOfAssignment {
  readonly type: AssignmentType;
  readonly object: NamedObject;
  readonly change: "add" | "change" | "remove";
  /** Null if it is not assigned afterwards. */
  readonly after: AssignmentAttributes | null;
  /** The attributes that are set, or that differ. */
  readonly attributes: readonly AttributeOfAssignment[];
}

/** An attribute of an assignment; undefined where it has none. */
interface AttributeOfAssignment {
  readonly name: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The kinds of actions about assignments. */
export type AssignmentKind = "set" | "unset";
type Assigned = Pick<PendingAction<AssignmentKind>, "type" | "project" | "object">;
type AssignedJson = Pick<ActionJson<AssignmentKind>, keyof Assigned>;

export function assignmentChange(action: PendingAction<AssignmentKind>): ChangeOfAssignment {
  const { type, object, before } = action;
  const after = action.kind === "set" ? action.after : null;
  const change = after === null ? "remove" : before === null ? "add" : "change";
  return { type, object, change, after, attributes: after === null ? [] : differing(before ?? {}, after) };
}

function differing(before: AssignmentAttributes, after: AssignmentAttributes): readonly AttributeOfAssignment[] {
  return Object.entries(after).flatMap(([name, value]) =>
    before[name] === value ? [] : [{ name, from: textOf(before[name]), to: textOf(value) }],
  );
}

function textOf(value: string | boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** What an action assigns or takes off: `team platform of Billing`. */
export function assignedName(action: PendingAction<AssignmentKind>): string {
  return `${assignedText(action, (name) => name)} of ${action.project.name}`;
}

/** `team "platform"` @param format - Applied to the name. */
export function assignedText({ type, object }: Omit<Assigned, "project">, format: (name: string) => string): string {
  return `${ASSIGNMENTS[type].object} ${format(object.name)}`;
}

/** What is assigned, and to which project, as JSON. */
export function assignedJson({ type, project: { id, name }, object }: Assigned): AssignedJson {
  return { type, project: { id, name }, object: named(object) };
}

/**
 * The change of an assignment in one line: `team platform (access write)`, `team web (access read → write)`.
 *
 * @param format - Applied to texts from outside.
 */
export function assignmentText(
  { attributes, ...assigned }: ChangeOfAssignment,
  format: (text: string) => string,
): string {
  const what = assignedText(assigned, format);
  const shown = attributes.map(({ name, from, to }) =>
    [name.replaceAll("_", " ").replace(".", ": "), ...(from === undefined ? [] : [from, "→"]), to].join(" "),
  );
  return shown.length === 0 ? what : `${what} (${shown.join(", ")})`;
}

/** What reports put before the change of an assignment. */
export const ASSIGNMENT_SIGNS: Readonly<Record<ChangeOfAssignment["change"], string>> = {
  add: "+",
  change: "~",
  remove: "-",
};
