import type { AssignmentAttributes } from "../../model";
import { quoteIfAmbiguous } from "../text";

/** Objects of a message that are assigned to a project in the same way. */
interface Mentioned {
  /** `teams audit, web` */
  readonly objects: string;
  readonly isOne: boolean;
  /** `project "Net"` */
  readonly project: string;
}

/** A part of a sentence about an assignment, without its end. */
type Clause = (mentioned: Mentioned) => string;
export type ClauseName = Exclude<keyof AssignmentWording, "noun" | "says">;

/** How messages speak of objects that are assigned to a project in some way. */
export interface AssignmentWording {
  /** Before the name of the object in a list of assignments: `team`. */
  readonly noun: string;
  /** The attributes that the noun says. */
  readonly says: readonly string[];
  /** `assign team "web" to project "Net"` */
  readonly set: Clause;
  /** `remove team "web" from project "Net"` */
  readonly unset: Clause;
  /** `team "web" was assigned to project "Net"` */
  readonly wasSet: Clause;
  /** `team "web" was removed from project "Net"` */
  readonly wasUnset: Clause;
  /** `team web is removed from project "Net"` */
  readonly isUnset: Clause;
  /** `team web is assigned to project "Net", and not in the code: left as assigned` */
  readonly isUnmanaged: Clause;
}

/** The attributes that a few words about an assignment have: not the single permissions, nor what the noun says. */
export function briefAttributes(attributes: AssignmentAttributes, { says }: AssignmentWording): readonly string[] {
  return Object.keys(attributes).filter((name) => !name.includes(".") && !says.includes(name));
}

/** `platform (access write)` */
export function withDetails(what: string, details: readonly string[]): string {
  return details.length === 0 ? what : `${what} (${details.join(", ")})`;
}

/** `platform (access write)`: how an object is assigned, but for single permissions. */
export function briefAssignment(
  { name, attributes }: { readonly name: string; readonly attributes: AssignmentAttributes },
  wording: AssignmentWording,
): string {
  const names = briefAttributes(attributes, wording);
  return withDetails(
    quoteIfAmbiguous(name),
    names.map((it) => valuesText(it, null, attributes)),
  );
}

/** `access write`, `access read → write` */
export function valuesText(
  name: string,
  before: AssignmentAttributes | null,
  after: AssignmentAttributes | null,
): string {
  const values = [before?.[name], after?.[name]].flatMap((it) => (it === undefined ? [] : [String(it)]));
  return `${name.replaceAll("_", " ").replace(".", ": ")} ${values.join(" → ")}`;
}

/** Of objects that are assigned, as most are. */
export function assignedWording(noun: string, says: readonly string[] = []): AssignmentWording {
  return {
    noun,
    says,
    set: ({ objects, project }) => `assign ${objects} to ${project}`,
    unset: ({ objects, project }) => `remove ${objects} from ${project}`,
    wasSet: ({ objects, project }) => `${objects} was assigned to ${project}`,
    wasUnset: ({ objects, project }) => `${objects} was removed from ${project}`,
    isUnset: ({ objects, isOne, project }) => `${objects} ${isOne ? "is" : "are"} removed from ${project}`,
    isUnmanaged: ({ objects, isOne, project }) =>
      `${objects} ${isOne ? "is" : "are"} assigned to ${project}, and not in the code: left as assigned`,
  };
}
