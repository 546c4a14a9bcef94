import { ASSIGNMENTS, type AssignmentAttributes, type AssignmentType, type NamedObject } from "../../model";
import type { PendingChange } from "./change";
import { ASSIGNMENT_KINDS, valuesText, withDetails } from "../../reconcile/assignments";

/** How the assignment of an object to a project changes. */
export interface ChangeOfAssignment {
  readonly type: AssignmentType;
  readonly object: NamedObject;
  readonly change: "add" | "change" | "remove";
  /** Null if it is not assigned before. */
  readonly before: AssignmentAttributes | null;
  /** Null if it is not assigned afterwards. */
  readonly after: AssignmentAttributes | null;
}

type Assigned = Pick<PendingChange<"set" | "unset">, "type" | "object">;

export function assignmentChange(action: PendingChange<"set" | "unset">): ChangeOfAssignment {
  const { type, object, before, after } = action;
  return { type, object, change: after === null ? "remove" : before === null ? "add" : "change", before, after };
}

/** What an action assigns or takes off: `team platform of Billing`. */
export function assignedName(action: PendingChange<"set" | "unset">): string {
  return `${assignedText(action)} of ${action.project.name}`;
}

/** `team "platform"` @param format - Applied to the name. */
export function assignedText({ type, object }: Assigned, format: (name: string) => string = (name) => name): string {
  return `${ASSIGNMENTS[type].object} ${format(object.name)}`;
}

/** What an action does: `assign team "platform" to project "Billing"`. @param quote - Formats names. */
export function assigningText(action: PendingChange<"set" | "unset">, quote: (name: string) => string): string {
  const { kind, type, object, before } = action;
  const objects = assignedText(action, quote);
  const project = `project ${quote(action.project.name)}`;
  if (kind === "set" && before !== null) return `change how ${objects} is assigned to ${project}`;
  const attributes = kind === "set" ? action.after : action.before;
  return ASSIGNMENT_KINDS[type].wording(object, attributes)[kind]({ objects, isOne: true, project });
}

/**
 * How the assignment of an object changes, before and after its name: `team` and `access read → write`. The details are
 * the attributes that are set or differ and, if nothing is assigned afterwards, those that are lost.
 */
export function assignmentWords({ type, object, before, after }: Omit<ChangeOfAssignment, "change">): {
  readonly noun: string;
  readonly details: readonly string[];
} {
  const [one, other] = [before, after].flatMap((it) =>
    it === null ? [] : [ASSIGNMENT_KINDS[type].wording(object, it)],
  );
  const isSaid = one !== undefined && (other ?? one).noun === one.noun;
  const names = Object.keys(after ?? before ?? {}).filter((name) => before?.[name] !== after?.[name]);
  return {
    noun: isSaid ? one.noun : ASSIGNMENTS[type].object,
    details: names.filter((name) => !isSaid || !one.says.includes(name)).map((name) => valuesText(name, before, after)),
  };
}

/** The change of an assignment in one line: `team platform (access write)`. @param format - Applied to the name. */
export function assignmentText(
  assignment: Omit<ChangeOfAssignment, "change">,
  format: (text: string) => string,
): string {
  const { noun, details } = assignmentWords(assignment);
  return withDetails(`${noun} ${format(assignment.object.name)}`, details);
}
