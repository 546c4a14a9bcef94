import { isArray, isKnown, isRecord, UNKNOWN, type AttributePath, type Unknown } from "../schema";
import { PERMISSION_BLOCKS, type AssignmentType } from "./definitions";

/*
 * What code says of the objects of an organization, such as teams, that are assigned to a project. Everything here
 * reads plain values by Terraform's names: configurations, plans, states, Terraform JSON and plain objects have them.
 */

/** The values of a resource; a missing one and null are unset, and {@link UNKNOWN} is known only after apply. */
export type AssignmentValues = Readonly<Record<string, unknown>>;

/** How code identifies an object: a team, a variable set or a policy set. */
export type ObjectKey = { readonly id: string } | { readonly name: string };

/**
 * How an object is assigned, by attribute: `access`, `workspace_access.runs`. None for an object that is assigned or
 * not. Comparable by attribute, and JSON.
 */
export type AssignmentAttributes = Readonly<Record<string, string | boolean>>;

/** An object that code assigns to a project. */
interface DeclaredAssignment {
  readonly key: ObjectKey | Unknown;
  /** Only what the code sets: what it leaves out stays as it is. */
  readonly attributes: Readonly<Record<string, string | boolean | Unknown>>;
  /** Where the code names it. */
  readonly path: AttributePath;
}

/** A resource that assigns objects to a project. */
export interface AssignmentDeclaration {
  readonly projectId: string | Unknown;
  readonly assignments: readonly DeclaredAssignment[];
  /** Whether these are all, and not only those that are known so far. */
  readonly isComplete: boolean;
  /** Whether other objects are not to be assigned to the project. */
  readonly exclusive: boolean | Unknown;
}

/** How the policy sets of a project are assigned: the value of the attribute `mode`. */
export const POLICY_SET_MODES = { names: "applied", exclude: "excluded" } as const;

/** Reads what a resource of this type says, from whatever has its values. */
export function readAssignments(type: AssignmentType, values: AssignmentValues): AssignmentDeclaration {
  const { assignments, isComplete } = READERS[type](values);
  const { project_id: projectId, exclusive } = values;
  return {
    projectId: typeof projectId === "string" ? projectId : UNKNOWN,
    assignments,
    isComplete: isComplete && assignments.every(({ key, attributes }) => isFullyRead(key, attributes)),
    exclusive: isKnown(exclusive) ? exclusive === true : UNKNOWN,
  };
}

type Read = Pick<AssignmentDeclaration, "assignments" | "isComplete">;

const READERS: Readonly<Record<AssignmentType, (values: AssignmentValues) => Read>> = {
  tfprojects_project_team_access: ({ team }) => ({
    assignments: blocksIn(team).map((block, index) => readTeam(block, ["team", index])),
    isComplete: isKnown(team) && (!isArray(team) || team.every(isKnown)),
  }),
  tfprojects_project_variable_sets: ({ names }) => readNames("names", names, {}),
  tfprojects_project_policy_sets: ({ names, exclude }) => {
    const applied = readNames("names", names, { mode: POLICY_SET_MODES.names });
    const excluded = readNames("exclude", exclude, { mode: POLICY_SET_MODES.exclude });
    return {
      assignments: [...applied.assignments, ...excluded.assignments],
      isComplete: applied.isComplete && excluded.isComplete,
    };
  },
};

function readTeam(team: AssignmentValues, path: AttributePath): DeclaredAssignment {
  const { team_id: id, name } = team;
  // Which of the two is set may be unknown, too.
  const key = typeof id === "string" ? { id } : typeof name === "string" ? { name } : UNKNOWN;
  const permissions = Object.entries(PERMISSION_BLOCKS).flatMap(([block, { attributes }]) => {
    if (!isKnown(team[block])) return [[block, UNKNOWN] as const];
    return blocksIn(team[block]).flatMap((its) =>
      Object.keys(attributes).map((name) => [permissionKey(block, name), its[name]] as const),
    );
  });
  const set = [["access", team["access"]] as const, ...permissions].flatMap(([attribute, value]) =>
    isScalar(value) || !isKnown(value) ? [[attribute, value] as const] : [],
  );
  return { key, attributes: Object.fromEntries(set), path };
}

/** The key of a permission in {@link AssignmentAttributes}. */
export function permissionKey(block: string, attribute: string): string {
  return `${block}.${attribute}`;
}

function readNames(attribute: string, names: unknown, attributes: AssignmentAttributes): Read {
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
function blocksIn(value: unknown): readonly AssignmentValues[] {
  return (isArray(value) ? value : [value]).filter(isRecord);
}

function isScalar(value: unknown): value is string | boolean {
  return typeof value === "string" || typeof value === "boolean";
}

function isFullyRead(key: ObjectKey | Unknown, attributes: DeclaredAssignment["attributes"]): boolean {
  return isKnown(key) && Object.values(attributes).every(isKnown);
}
