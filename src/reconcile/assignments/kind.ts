import type { CallOptions } from "../../api";
import { compareStrings } from "../../lists";
import {
  ASSIGNMENTS,
  readAssignments,
  type AssignmentAttributes,
  type AssignmentDeclaration,
  type AssignmentDefinition,
  type AssignmentType,
  type AssignmentValues,
  type ObjectKey,
  type Organization,
  type PolicySet,
  type Project,
  type TeamProjectAccess,
  type VariableSet,
} from "../../model";
import type { MaybeUnknown } from "../../schema";
import type { OrganizationView } from "../view";
import { assignedWording, type AssignmentWording, type ClauseName } from "./wording";

/**
 * A kind of resources that assign objects of an organization, such as teams, to a project. Everything that the provider
 * and the engine do with these resources follows from it. Only {@link requests} sends requests.
 */
export interface AssignmentKind extends Pick<AssignmentDefinition, "label" | "object" | "idsAttribute"> {
  /** The type of the resource in Terraform. */
  readonly type: AssignmentType;
  readonly definition: AssignmentDefinition;
  /** What a token and the organization need for reading and changing them, as sentences. */
  readonly requires: string;
  /**
   * The permission without which they cannot be changed.
   *
   * @default - what the token may not manage, it cannot read
   */
  readonly permission?: AssignmentPermission | undefined;
  /** Whether one request assigns an object to several projects. */
  readonly isBatched: boolean;
  /** Whether code can identify objects by their IDs, and not only by their names. */
  readonly hasIds: boolean;
  readonly requests: AssignmentRequests;

  /**
   * What a resource says, from the values of a configuration, a plan, a state, Terraform JSON or a plain object, by
   * Terraform's names. Values have the types of the definition; missing ones and null are unset. What is known only
   * after apply is `UNKNOWN` of `schema/`, in the values and in the result.
   */
  read(values: AssignmentValues): AssignmentDeclaration;

  /** The values of a resource that says this: the inverse of {@link read}, without the IDs. */
  write(assignments: readonly KeyedAssignment[]): AssignmentValues;

  /** Why an object cannot be assigned to projects like this, as sentences; undefined if it can be. */
  refusal(object: AssignableObject, attributes: AssignmentAttributes): string | undefined;

  /**
   * What a state says of an assignment after a refresh: of the permissions, those that it had, or all if the level of
   * access is another.
   */
  refresh(inState: AssignmentAttributes, observed: AssignmentAttributes): AssignmentAttributes;

  /**
   * How an object is assigned after a change.
   *
   * @param before - Null if it is not assigned.
   * @param set - The attributes that the code sets.
   */
  merge(before: AssignmentAttributes | null, set: AssignmentAttributes): AssignmentAttributes;

  /** How messages speak of an object that is assigned like this. */
  wording(object: Omit<AssignableObject, "name">, attributes: AssignmentAttributes): AssignmentWording;

  /** What applies to a project after a change of its assignments: only what differs. */
  appliedAfter(applied: Applied, projectId: string, change: Pick<AssignmentWrite, "object" | "after">): Applied;
}

/** A permission of the token that the service reports. */
interface AssignmentPermission {
  /** What has it. */
  readonly of: "organization" | "project";
  /** Its name in the service's documents. */
  readonly name: string;
  /** Undefined if it is not known. */
  readonly isGranted: (on: PermissionSource) => boolean | undefined;
}

/** What has the permissions, as far as it was read; there is no project before it is created. */
interface PermissionSource {
  readonly organization: Organization | undefined;
  readonly project: Project | undefined;
}

/** What applies to a project and the workspaces in it; undefined for what could not be read. */
export interface Applied {
  readonly teamAccess?: readonly TeamProjectAccess[] | undefined;
  readonly variableSets?: readonly VariableSet[] | undefined;
  /** All policy sets of the organization. */
  readonly policySets?: readonly PolicySet[] | undefined;
}

/** The requests of a kind of assignments. Lists are read once, and own writes are added to them. */
export interface AssignmentRequests {
  /** All objects of the organization that the token sees. */
  objects(view: OrganizationView): Promise<readonly AssignableObject[]>;

  /** Forgets this list, of objects that code may identify by their IDs. */
  forgetObjects?(view: OrganizationView): void;

  /**
   * What is assigned to an existing project.
   *
   * @param isNamed - Whether objects are to have their names, and the reason why they are fixed, if that takes a list.
   */
  observe(
    view: OrganizationView,
    projectId: string,
    isNamed: boolean,
    call?: CallOptions,
  ): Promise<readonly ObservedAssignment[]>;

  /** How many there are, as the project says; undefined if it does not. */
  countIn?(project: Project): number | undefined;

  /**
   * The IDs of the objects that a project has by another list, as far as that was read.
   *
   * @param isNeeded - Whether it is read, if it was not.
   */
  listedElsewhere?(view: OrganizationView, projectId: string, isNeeded: boolean): Promise<readonly string[]>;

  /** Whether an object itself says that it is assigned to a project; undefined if the token finds no such object. */
  isAssigned?(view: OrganizationView, projectId: string, objectId: string): Promise<boolean | undefined>;

  /**
   * Makes one change in projects: with one request if the kind is batched, otherwise with one for each project.
   *
   * @param projectIds - All of them have the same assignment before.
   */
  send(view: OrganizationView, projectIds: readonly string[], change: AssignmentWrite): Promise<void>;

  /** Forgets what was read of a project. */
  forget(view: OrganizationView, projectId: string): void;
}

/** An assignment as a state has it. */
export interface KeyedAssignment {
  readonly key: ObjectKey;
  readonly attributes: AssignmentAttributes;
  /** The values of its block, if they are to stay as they are. @default - made of the attributes */
  readonly block?: AssignmentValues | undefined;
}

/** An object of the organization, such as a team. */
export interface AssignableObject {
  readonly id: string;
  /** Undefined if it was not read, or the token does not see it. */
  readonly name: string | undefined;
  /** Why its assignments are not to be changed, if they are not. */
  readonly fixed?: FixedReason | undefined;
  /** The project that owns it, if one does; its name if that is known. */
  readonly owner?: { readonly id: string; readonly name?: string | undefined } | undefined;
}

/** The ends of sentences about objects whose assignments are not changed. */
const FIXED = {
  owners: () => "has all permissions on every project, which cannot be changed. Remove it.",
  global: () => "is global: it applies to every workspace of the organization. Remove it, or make the set not global.",
  owned: ({ owner }: AssignableObject) =>
    `belongs to ${owner === undefined ? "a project" : `project ${labelWithId(owner)}`}, and cannot be applied to ` +
    "others. Remove it.",
  tags: () => "selects workspaces by their tags, and not by their projects. Remove it.",
} as const;

/**
 * Why the assignments of an object are not changed:
 *
 * - `owners`: it is the team that may do everything;
 * - `global`: a set that applies to every workspace;
 * - `owned`: a variable set that belongs to another project;
 * - `tags`: a policy set that selects workspaces by their tags.
 */
export type FixedReason = keyof typeof FIXED;
// The keys of the table are the reasons; the compiler cannot follow Object.keys.
export const FIXED_REASONS = Object.keys(FIXED) as readonly FixedReason[];

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

/** A change of how an object is assigned to a project. Plain data. */
export interface AssignmentWrite {
  readonly kind: "set" | "unset";
  readonly object: AssignableObject;
  /** Null if it is not assigned before. */
  readonly before: AssignmentAttributes | null;
  /**
   * Null if it is not assigned afterwards. Attributes that are neither set nor known before are the service's choice,
   * and missing.
   */
  readonly after: AssignmentAttributes | null;
}

/** What a kind has of its own. */
interface OwnMembers
  extends
    Pick<AssignmentKind, "requires" | "isBatched" | "hasIds" | "requests" | "write" | "appliedAfter">,
    Partial<Pick<AssignmentKind, "permission" | "refresh" | "merge" | "wording">> {
  /** Why an object cannot be assigned like this. @default - the reason why it is fixed */
  readonly fixedReason?: (object: AssignableObject, attributes: AssignmentAttributes) => FixedReason | undefined;
}

/** A kind, with what follows from its definition. Unless it has others, all of its attributes are known and set. */
export function assignmentKind(
  type: AssignmentType,
  { fixedReason = ({ fixed }) => fixed, ...own }: OwnMembers,
): AssignmentKind {
  const definition = ASSIGNMENTS[type];
  const { label, object: noun, idsAttribute } = definition;
  const wording = assignedWording(noun);
  return {
    type,
    definition,
    label,
    object: noun,
    idsAttribute,
    read: (values) => readAssignments(type, values),
    refusal(object, attributes) {
      const reason = fixedReason(object, attributes);
      return reason === undefined ? undefined : `The ${noun} ${objectLabel(object)} ${FIXED[reason](object)}`;
    },
    refresh: (_, observed) => observed,
    merge: (_, set) => set,
    wording: () => wording,
    ...own,
  };
}

/** The name of an object, or its ID if that is unknown. */
export function nameOrId({ id, name = id }: Pick<AssignableObject, "id" | "name">): string {
  return name;
}

/** `"platform"`, or the ID of an object whose name is unknown. */
export function objectLabel({ id, name }: Pick<AssignableObject, "id" | "name">): string {
  return name === undefined ? id : JSON.stringify(name);
}

/** `"Web" (prj-1)`, or the ID of a project whose name is unknown. */
function labelWithId({ id, name }: NonNullable<AssignableObject["owner"]>): string {
  return name === undefined ? id : `${JSON.stringify(name)} (${id})`;
}

/**
 * An object of the organization as a project has it: what this project owns is assigned to it like others.
 *
 * @param projectId - Null or unknown for a project that does not exist yet, which owns nothing.
 */
export function inProject(object: AssignableObject, projectId: MaybeUnknown<string> | null): AssignableObject {
  const isOwn = object.fixed === "owned" && object.owner?.id === projectId;
  return isOwn ? { ...object, fixed: undefined } : object;
}

/** How code identifies an object that it had not before: by its name, unless that is unknown. */
export function keyOf({ id, name }: Pick<AssignableObject, "id" | "name">): ObjectKey {
  return name === undefined ? { id } : { name };
}

/** The names of objects, or their IDs, of what was read or written, in order. */
export function namesOf(assignments: readonly KeyedAssignment[]): readonly string[] {
  return assignments.map(({ key }) => ("name" in key ? key.name : key.id)).sort(compareStrings);
}

/** A clause about a change of one object: `assign team "web" to project "Net"`. */
export function changeClause(
  kind: AssignmentKind,
  { object, before, after }: Pick<AssignmentWrite, "object" | "before" | "after">,
  clause: ClauseName,
  project: string,
): string {
  const objects = `${kind.object} ${objectLabel(object)}`;
  return kind.wording(object, after ?? before ?? {})[clause]({ objects, isOne: true, project });
}
