import type { ActualOrganization, ReadAssignments } from "../engine";
import { compareStrings } from "../lists";
import { formatObjectsImportId, type Project } from "../model";
import { formatList, type OrganizationView } from "../reconcile";
import {
  ASSIGNMENT_KINDS,
  assignableObjects,
  AssignmentsNotOfferedError,
  AssignmentsNotVisibleError,
  keyOf,
  mayChange,
  nameOrId,
  observeAssignments,
  type AssignmentKind,
  type ObservedAssignment,
} from "../reconcile/assignments";
import type { Argument, HclValue } from "../terraform/hcl-format";
import { UserError } from "../user-error";

/** A kind of assignments to projects that an import can write. */
export interface ImportedKind {
  /** What the option that imports it calls it. */
  readonly option: string;
  readonly kind: AssignmentKind;
  /** What tables call the attributes and blocks of its resource. */
  readonly columns: Readonly<Record<string, string>>;
}

export const IMPORTED_KINDS: readonly ImportedKind[] = [
  {
    option: "access",
    kind: ASSIGNMENT_KINDS.tfprojects_project_team_access,
    columns: { team: "teams" },
  },
  {
    option: "variable-sets",
    kind: ASSIGNMENT_KINDS.tfprojects_project_variable_sets,
    columns: { names: "variable_sets" },
  },
  {
    option: "policy-sets",
    kind: ASSIGNMENT_KINDS.tfprojects_project_policy_sets,
    columns: { names: "policy_sets", exclude: "excluded_policy_sets" },
  },
];

/** The kinds that were read of an organization. */
export function kindsOf({ assignments = {} }: ActualOrganization): readonly ImportedKind[] {
  return IMPORTED_KINDS.filter(({ kind }) => assignments[kind.type] !== undefined);
}

/**
 * Reads what is assigned to projects: the list of objects of each kind, and a list for each project, except that one
 * list of policy sets has them for all.
 *
 * @param withOption - The option that names the kinds.
 * @throws UserError for the kinds that the token may not read.
 */
export async function readAssigned(
  view: OrganizationView,
  kinds: readonly ImportedKind[],
  projects: readonly Project[],
  withOption: string,
): Promise<ActualOrganization["assignments"]> {
  const results = await Promise.all(kinds.map((it) => tryReadingKind(view, it, projects)));
  const failed = results.flatMap((it) => (it.error === undefined ? [] : [{ ...it, error: it.error }]));
  const [first] = failed;
  if (first !== undefined) {
    throw new UserError(
      `No files were written. ${failed.map(({ error }) => error.message).join("\n")}`,
      `Use such a token, or leave ${formatList(failed.map((it) => it.option))} out of ${withOption}.`,
      { cause: first.error },
    );
  }
  return Object.fromEntries(results.map(({ type, read }) => [type, read]));
}

async function tryReadingKind(view: OrganizationView, { kind, option }: ImportedKind, projects: readonly Project[]) {
  const { type } = kind;
  try {
    return { type, option, read: await readKind(view, kind, projects) };
  } catch (error) {
    if (!(error instanceof AssignmentsNotOfferedError || error instanceof AssignmentsNotVisibleError)) throw error;
    return { type, option, error };
  }
}

async function readKind(
  view: OrganizationView,
  kind: AssignmentKind,
  projects: readonly Project[],
): Promise<ReadAssignments> {
  const assignedTo = async ({ id }: Project): Promise<readonly [string, readonly ObservedAssignment[]]> => {
    return [id, (await observeAssignments(view, kind, id, { objects: [], isAll: true, isNamed: true })) ?? []];
  };
  const [objects, assigned] = await Promise.all([assignableObjects(view, kind), Promise.all(projects.map(assignedTo))]);
  return { isReadable: true, objects, projects: Object.fromEntries(assigned) };
}

/** The resource that assigns objects to a project, as it is written to code. */
export interface CodeAssignments {
  readonly kind: ImportedKind;
  /** The attributes and blocks that are set, by Terraform's names, without the reference to the project. */
  readonly members: readonly Argument[];
  /** Names the objects: those that are assigned later are not imported. */
  readonly importId: string;
  /** How many objects there are. */
  readonly count: number;
}

/** What code assigns to a project: of each kind that was read, all that may change, if there is any. */
export function assignmentsTo(organization: ActualOrganization, project: Project): readonly CodeAssignments[] {
  return kindsOf(organization).flatMap((it): readonly CodeAssignments[] => {
    const own = assignedTo(organization, it, project)
      .filter((assigned) => mayChange(it.kind, assigned))
      .map(({ object, attributes }) => ({ label: nameOrId(object), key: keyOf(object), attributes }))
      .sort((one, other) => compareStrings(one.label, other.label));
    if (own.length === 0) return [];
    const members = Object.entries(it.kind.write(own)).flatMap(([name, value]) => codeMember(name, value));
    const importId = formatObjectsImportId({ project: project.id, objects: own.map(({ label }) => label) });
    return [{ kind: it, members, importId, count: own.length }];
  });
}

/** What was read of a kind of a project. */
export function assignedTo(
  { assignments = {} }: ActualOrganization,
  { kind }: ImportedKind,
  { id }: Project,
): readonly ObservedAssignment[] {
  return assignments[kind.type]?.projects[id] ?? [];
}

/** A value as code has it; nothing if it is unset. */
function codeMember(name: string, value: unknown): readonly Argument[] {
  const written = codeValue(value);
  return written === undefined ? [] : [{ name, value: written }];
}

function codeValue(value: unknown): HclValue | undefined {
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.flatMap((item) => codeValue(item) ?? []);
  if (typeof value !== "object" || value === null) return undefined;
  const members = Object.entries(value).flatMap(([name, member]) => codeMember(name, member));
  return Object.fromEntries(members.map((it) => [it.name, it.value]));
}
