import type {
  AssignmentAttributes,
  AssignmentDeclaration,
  AssignmentType,
  AssignmentValues,
  ASSIGNMENTS,
  ObjectKey,
} from "../../model";

/**
 * A kind of resources that assign objects of an organization to a project: team access, variable sets or policy sets.
 * Everything that the provider and the engine do with these resources follows from it, and from its operations
 * (`service.ts`). It sends no requests.
 */
export interface AssignmentKind {
  /** The type of the resource in Terraform. */
  readonly type: AssignmentType;
  readonly definition: (typeof ASSIGNMENTS)[AssignmentType];
  /** What messages call the resource: `team access`. */
  readonly label: string;
  /** What messages call one of the objects: `team`. */
  readonly object: string;
  /** What a token and the organization need for reading and changing them, as sentences. */
  readonly requires: string;
  /**
   * The permission in the service's documents without which they cannot be changed, by its name there.
   *
   * @default - what the token may not manage, it cannot read
   */
  readonly permission?: { readonly of: "organization" | "project"; readonly name: string } | undefined;
  /** Whether one request assigns an object to several projects. */
  readonly isBatched: boolean;
  /** Whether code can identify objects by their IDs, and not only by their names. */
  readonly hasIds: boolean;
  /** The computed attribute with the IDs of the objects that the code names, by their names. */
  readonly idsAttribute: "team_ids" | "set_ids";

  /**
   * What a resource says, from the values of a configuration, a plan, a state, Terraform JSON or a plain object, by
   * Terraform's names. Values have the types of the definition; missing ones and null are unset. What is known only
   * after apply is `UNKNOWN` of `schema/`, in the values and in the result.
   */
  read(values: AssignmentValues): AssignmentDeclaration;

  /** The values of a resource that says this: the inverse of {@link read}, without the IDs. */
  write(assignments: readonly RecordedAssignment[]): AssignmentValues;

  /**
   * What a state says of an assignment after a refresh: of the permissions, those that it had, or all if the level of
   * access is another.
   */
  refresh(recorded: AssignmentAttributes, observed: AssignmentAttributes): AssignmentAttributes;

  /** Why an object cannot be assigned to projects like this, as sentences; undefined if it can be. */
  refusal(object: AssignableObject, attributes: AssignmentAttributes): string | undefined;

  /**
   * How an object is assigned after a change.
   *
   * @param before - Null if it is not assigned.
   * @param set - The attributes that the code sets.
   */
  merge(before: AssignmentAttributes | null, set: AssignmentAttributes): AssignmentAttributes;
}

/** An assignment as a state has it. */
export interface RecordedAssignment {
  readonly key: ObjectKey;
  readonly attributes: AssignmentAttributes;
  /** The values of its block, if they are to stay as they are. @default - made of the attributes */
  readonly block?: AssignmentValues | undefined;
}

/** An object of the organization: a team, a variable set or a policy set. */
export interface AssignableObject {
  readonly id: string;
  /** Undefined if it was not read, or the token does not see it. */
  readonly name: string | undefined;
  /** Why its assignments are not to be changed, if they are not. */
  readonly fixed?: FixedReason | undefined;
}

/**
 * Why the assignments of an object are not changed:
 *
 * - `owners`: it is the team that may do everything;
 * - `global`: a set that applies to every workspace;
 * - `owned`: a variable set that belongs to a project;
 * - `tags`: a policy set that selects workspaces by their tags.
 */
export const FIXED_REASONS = ["owners", "global", "owned", "tags"] as const;
/** Why the assignments of an object are not changed. */
export type FixedReason = (typeof FIXED_REASONS)[number];

/** How an object is assigned to a project, as the service has it. */
export interface ObservedAssignment {
  readonly object: AssignableObject;
  readonly attributes: AssignmentAttributes;
}

/** How an object is to be assigned to a project. */
export interface DesiredAssignment {
  readonly object: AssignableObject;
  /** Only what the code sets. */
  readonly attributes: AssignmentAttributes;
}

/** `"platform"`, or the ID of an object whose name is unknown. */
export function objectLabel({ id, name }: Pick<AssignableObject, "id" | "name">): string {
  return name === undefined ? id : JSON.stringify(name);
}
