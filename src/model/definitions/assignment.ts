import {
  isArray,
  isKnown,
  isRecord,
  UNKNOWN,
  type AttributePath,
  type Attributes,
  type Blocks,
  type Unknown,
} from "../../schema";
import type { Definition } from "./definition";

/*
 * Resources that assign objects of an organization, such as teams, to a project. What they say is read from plain
 * values by Terraform's names: configurations, plans, states, Terraform JSON and plain objects have them.
 */

/** The definition of such a resource. What messages call things, and how its values are read, follow from it. */
export interface AssignmentDefinition<
  A extends Attributes = Attributes,
  B extends Blocks | undefined = Blocks | undefined,
> extends Definition<A, B> {
  /** What messages call the resource: `team access`. */
  readonly label: string;
  /** What messages call one of the objects: `team`. */
  readonly object: string;
  /** How sentences connect objects and projects: `have access to`. */
  readonly verb: string;
  /** The computed attribute with the IDs of the objects that the code names, by their names. */
  readonly idsAttribute: "team_ids" | "set_ids";
  /** The resources of `hashicorp/tfe` that assign one such object. */
  readonly tfe: TfeAssignments;
  /** Reads the objects that a resource assigns. */
  readonly read: (values: AssignmentValues) => DeclaredAssignments;
}

/** Resources of `hashicorp/tfe` that assign one object to a project. */
interface TfeAssignments {
  /** Their argument with the ID of the object. */
  readonly id: string;
  /** The type of the resource or data source of the object. */
  readonly objectType: string;
  /** How each type assigns the object, as far as that is always the same. */
  readonly resources: Readonly<Record<string, AssignmentAttributes>>;
}

/** The values of a resource; a missing one and null are unset, and {@link UNKNOWN} is known only after apply. */
export type AssignmentValues = Readonly<Record<string, unknown>>;

/** How code identifies an object, such as a team. */
export type ObjectKey = { readonly id: string } | { readonly name: string };

/**
 * How an object is assigned, by attribute: `access`, `workspace_access.runs`. None for an object that is assigned or
 * not. Comparable by attribute, and JSON.
 */
export type AssignmentAttributes = Readonly<Record<string, string | boolean>>;

/** An object that code assigns to a project. */
export interface DeclaredAssignment {
  readonly key: ObjectKey | Unknown;
  /** Only what the code sets: what it leaves out stays as it is. */
  readonly attributes: Readonly<Record<string, string | boolean | Unknown>>;
  /** Where the code names it. */
  readonly path: AttributePath;
}

/** The objects that a resource assigns. */
export interface DeclaredAssignments {
  readonly assignments: readonly DeclaredAssignment[];
  /** Whether these are all, and not only those that are known so far. */
  readonly isComplete: boolean;
}

/** Preserves the exact types of the attributes and blocks. */
export function defineAssignment<const A extends Attributes, const B extends Blocks | undefined = undefined>(
  definition: AssignmentDefinition<A, B>,
): AssignmentDefinition<A, B> {
  return definition;
}

/** Reads an attribute that has the names of objects. @param attributes - How each of them is assigned. */
export function readNames(attribute: string, names: unknown, attributes: AssignmentAttributes): DeclaredAssignments {
  if (!isKnown(names)) return { assignments: [], isComplete: false };
  const all: readonly unknown[] = isArray(names) ? names : [];
  return {
    assignments: all.map((name, index) => ({
      key: typeof name === "string" ? { name } : UNKNOWN,
      attributes,
      path: [attribute, index],
    })),
    isComplete: true,
  };
}

/** The blocks of a type that are known: a list, or, as Terraform JSON may have it, a single one. */
export function blocksIn(value: unknown): readonly AssignmentValues[] {
  return (isArray(value) ? value : [value]).filter(isRecord);
}
