import {
  assignedTwice,
  assignmentsShared,
  importedElsewhere,
  invalidAssignment,
  unknownImport,
  unreadableObjects,
  warningOf,
} from "../../diagnostics";
import { AssignmentClaims } from "../../decide";
import { groupBy } from "../../lists";
import { sameName, type AssignmentAttributes, type Diagnostic } from "../../model";
import { formatList } from "../../reconcile/text";
import {
  ASSIGNMENT_KINDS,
  assignmentChanges,
  desiredAssignments,
  findAssignment,
  mayChange,
  nameOrId,
  resolveAssignments,
  unknownIds,
  type AssignmentChange,
  type AssignmentKind,
  type DesiredAssignment,
  type ObservedAssignment,
} from "../../reconcile/assignments";
import type { NamedAssignment } from "../actual-organization";
import type { DesiredAssignments, ProjectReference } from "../organization";
import { projectKey, type PendingChange, type ProjectTarget } from "../changes/change";
import { UNDONE } from "../changes/kinds";
import { unresolvedProject, type IdentifiedOrganization, type ProjectResolver } from "./identity";
import { assignedByTfe, assignmentOwnersWarnings, keyOf, type AssignedByTfe } from "./tfe-resources";

/** What changes so that projects have the objects that the code assigns to them. */
export interface RequiredAssignments {
  readonly pending: readonly PendingChange<"set" | "unset">[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** A resource that assigns objects, with those of them that exist. */
interface Resolved {
  readonly desired: DesiredAssignments;
  readonly project: ProjectTarget;
  /** What is assigned to the project. */
  readonly observed: readonly ObservedAssignment[];
  readonly objects: readonly DesiredAssignment[];
  /** Whether it names objects that do not exist, or that the token does not see. */
  readonly hasUnknownNames: boolean;
  /** The IDs of the objects that its `import` block records. */
  readonly importedIds: readonly string[];
}

/** The resources of a type that have the same project. */
type ResourcesOfProject = readonly [Resolved, ...Resolved[]];

/**
 * Compares the objects that the code assigns to projects with those that are assigned. Everything that is special about
 * a type of objects is in its value in `reconcile/assignments`.
 *
 * @param left - Projects with which nothing is compared: IDs of those that the plan deletes, with what is assigned to
 *   them, and addresses of those that may exist although the token does not see them.
 */
export function requireAssignments(identified: IdentifiedOrganization, left: ReadonlySet<string>): RequiredAssignments {
  const { desired } = identified;
  const errors: Diagnostic[] = [];
  const code = (desired.assignments ?? []).filter(isCode);
  const inState = (desired.assignments ?? []).filter((it) => !isCode(it));
  const found: Found = { errors, unreadable: new Set() };
  const resolved = [...code, ...inState].flatMap((it) => resolve(it, identified, left, found));
  const groups = [...groupBy(resolved, (it) => `${it.desired.type} ${projectKey(it.project)}`).values()];
  const byTfe = assignedByTfe(identified);
  const required = groups.map((group) => requireForProject(group, desired.undo !== undefined, byTfe));
  return {
    pending: required.flatMap(({ pending }) => pending),
    errors: [...errors, ...groups.flatMap(conflictsOf)],
    warnings: [...assignmentOwnersWarnings(identified, byTfe), ...required.flatMap(({ warnings }) => warnings)],
  };
}

/** Errors about resources so far. */
interface Found {
  readonly errors: Diagnostic[];
  /** What cannot be read, by type and name of its project. */
  readonly unreadable: Set<string>;
}

/** Finds project and objects of a resource; nothing, with errors, if the project is missing or cannot be read. */
function resolve(
  desired: DesiredAssignments,
  identified: IdentifiedOrganization,
  left: ReadonlySet<string>,
  { errors, unreadable }: Found,
): readonly Resolved[] {
  const { type, address } = desired;
  const { actual, resolver } = identified;
  const project = resolver.resolve(desired.project);
  if (project === undefined) {
    if (isCode(desired)) errors.push(...unresolvedProject(address, desired.project, identified));
    return [];
  }
  const read = actual.assignments?.[type];
  if (read === undefined || left.has(projectKey(project))) return [];
  // Nothing is assigned to a project that does not exist yet.
  const observed = project.id === null ? [] : read.projects[project.id];
  if (!read.isReadable || observed === undefined) {
    // What a state has of a project says nothing that the code does not say.
    const key = `${type} ${project.name}`;
    if (isCode(desired) || !unreadable.has(key)) {
      errors.push(unreadableObjects({ address, type, projectName: project.name }));
    }
    unreadable.add(key);
    return [];
  }
  const kind = ASSIGNMENT_KINDS[type];
  const assignments = desired.objects.map((it) => ({ ...it, path: [] }));
  const assigned = observed.map(({ object }) => object.id);
  // What a state has, or an undo restores, may be gone.
  const unknown = isCode(desired) ? unknownIds({ assignments }, read.objects, assigned) : undefined;
  const found = resolveAssignments(kind, actual.name, { assignments, projectId: project.id }, read.objects, unknown);
  errors.push(...found.problems.map(({ detail }) => invalidAssignment({ address, message: detail })));
  const objects = desiredAssignments(found.resolved).filter((it) => mayChange(kind, it));
  const importErrors = importErrorsOf(desired, project, identified);
  errors.push(...importErrors);
  const importedIds = importErrors.length === 0 ? importedIdsOf(desired, observed) : [];
  return [{ desired, project, observed, objects, hasUnknownNames: found.hasUnknownNames, importedIds }];
}

/** The error of an `import` block that is not of the project of its resource. */
function importErrorsOf(
  { address, imported }: DesiredAssignments,
  project: ProjectTarget,
  { resolver, actual }: IdentifiedOrganization,
): readonly Diagnostic[] {
  if (imported === undefined || isImportOf(imported.project, project, resolver)) return [];
  const about = { address, imported: imported.project } as const;
  const isUnknown =
    resolver.idBefore(imported.project) === undefined && resolver.resolve(imported.project) === undefined;
  return isUnknown
    ? [unknownImport({ ...about, organization: actual.name })]
    : [importedElsewhere({ ...about, projectName: project.name })];
}

/** Whether an `import` block is of a project, also if that project was deleted or renamed since. */
function isImportOf(imported: ProjectReference, project: ProjectTarget, resolver: ProjectResolver): boolean {
  const id = resolver.idBefore(imported);
  if (id !== undefined) return id === project.id;
  if (imported.by === "id") return project.id === null;
  if (imported.by === "name") {
    const names = [project.name, ...(resolver.codeOf(project)?.previousNames ?? [])];
    return names.some((it) => sameName(it, imported.name));
  }
  return keyOf(imported, resolver) === projectKey(project);
}

/**
 * The IDs of the objects that an `import` block records, of those that may change: none for the ID of a whole project.
 * Names that the project does not have mean nothing: the block stays in the code after what it names has gone.
 */
function importedIdsOf(
  { type, imported }: DesiredAssignments,
  observed: readonly ObservedAssignment[],
): readonly string[] {
  if (imported === undefined) return [];
  const own = observed.filter((it) => mayChange(ASSIGNMENT_KINDS[type], it));
  return (imported.objects ?? []).flatMap((it) => findAssignment(it, own)?.object.id ?? []);
}

/** The changes of one project, by all resources of a type. */
function requireForProject(
  group: ResourcesOfProject,
  isUndo: boolean,
  byTfe: AssignedByTfe,
): Pick<RequiredAssignments, "pending" | "warnings"> {
  const [{ desired, project, observed: all }] = group;
  const { type } = desired;
  const kind = ASSIGNMENT_KINDS[type];
  const owners = new Map(group.flatMap(({ desired, objects }) => objects.map((it) => [it.object.id, desired.address])));
  const inCode = group.map(({ desired }) => desired).filter(isCode);
  // What has no name, since the token does not see it, may be what the code names.
  const hasUnknownNames = group.some((it) => it.hasUnknownNames);
  const observed = all.filter(({ object: { id, name } }) => !hasUnknownNames || name !== undefined || owners.has(id));
  const changes = assignmentChanges(kind, {
    desired: group.flatMap(({ objects }) => objects),
    observed,
    inState: new Set(group.flatMap(({ desired }) => desired.stateIds ?? [])),
    imported: new Set(group.flatMap((it) => it.importedIds)),
    exclusive: inCode.some(({ exclusive }) => exclusive),
  });
  const pending = changes.map((change) => {
    const object = { id: change.object.id, name: nameOrId(change.object) };
    return pendingOf({ type, project, object }, owners.get(object.id) ?? "", change, isUndo);
  });
  const about = { addresses: inCode.map(({ address }) => address), type, projectName: project.name };
  const hasOthers = inCode.some(({ objects }) => objects.length > 0);
  const removed = (["exclusive", "imported"] as const).flatMap((cause) => {
    const its = changes.flatMap(({ object, before, reason }) =>
      before === null || reason !== cause ? [] : [{ object, attributes: before }],
    );
    return inGroups(kind, its).map((objects) => {
      return warningOf("removed-objects", { cause, hasOthers, ...about, objects });
    });
  });
  // What other resources of the code assign is not unmanaged.
  const elsewhere = byTfe(type, project).flatMap(({ found }) => found ?? []);
  const known = new Set([...changes.map(({ object }) => object), ...elsewhere].map(({ id }) => id));
  const others = observed.filter((it) => !owners.has(it.object.id) && !known.has(it.object.id) && mayChange(kind, it));
  const unmanaged = inGroups(kind, inCode.length === 0 ? [] : others);
  return {
    pending,
    warnings: [...removed, ...unmanaged.map((objects) => warningOf("unmanaged-objects", { ...about, objects }))],
  };
}

/** Assigned objects for warnings, each of which has those of which messages speak in the same way. */
function inGroups(
  kind: AssignmentKind,
  assigned: readonly ObservedAssignment[],
): readonly (readonly [NamedAssignment, ...NamedAssignment[]])[] {
  const groups = groupBy(assigned, ({ object, attributes }) => kind.wording(object, attributes));
  const withName = ({ object, attributes }: ObservedAssignment): NamedAssignment => {
    return { ...object, name: nameOrId(object), attributes };
  };
  return [...groups.values()].map(([first, ...others]) => [withName(first), ...others.map(withName)]);
}

/** Whether it is code, and not what Terraform's state has, or what an undo restores. */
export function isCode({ stateIds }: DesiredAssignments): boolean {
  return stateIds === undefined;
}

/** Resources of a type that assign the same objects to a project, or share one that is exclusive. */
function conflictsOf(group: ResourcesOfProject): readonly Diagnostic[] {
  const [{ desired, project }] = group;
  const { type } = desired;
  const claims = new AssignmentClaims<string>();
  for (const { desired: its, objects } of group) {
    if (!isCode(its)) continue;
    const names = new Map(objects.map(({ object }) => [object.id, nameOrId(object)]));
    claims.add(its.address, type, projectKey(project), { objects: names, exclusive: its.exclusive });
  }
  return claims.conflicts(type, projectKey(project)).map(({ objects, at, others }): Diagnostic => {
    const [address, labels] = [at.resource, others.map(({ resource }) => resource)];
    return objects === undefined
      ? assignmentsShared({ address, type, others: labels })
      : assignedTwice({ address, type, objects, resources: [...labels, address] });
  });
}

function pendingOf(
  assigned: Pick<PendingChange<"set">, "type" | "project" | "object">,
  address: string,
  { before, after, reason }: AssignmentChange,
  isUndo: boolean,
): PendingChange<"set" | "unset"> {
  if (after !== null) {
    return { kind: "set", reason: isUndo ? UNDONE : reasonOfSet(before, after), ...assigned, address, before, after };
  }
  const unset = isUndo ? "assigned by the changes that are undone" : UNSET_REASONS[reason];
  return { kind: "unset", reason: unset, ...assigned, before: before ?? {}, after: null };
}

function reasonOfSet(before: AssignmentAttributes | null, after: AssignmentAttributes): string {
  if (before === null) return "not assigned";
  const differing = Object.keys(after).filter((name) => before[name] !== after[name]);
  return `${formatList(differing)} ${differing.length === 1 ? "differs" : "differ"} from the code`;
}

/** Why an object is no longer assigned to a project. */
const UNSET_REASONS: Readonly<Record<AssignmentChange["reason"], string>> = {
  /** The code names others, and is exclusive. */
  exclusive: "not in the code, which is exclusive",
  /** An `import` block records it, and the code names others. */
  imported: "imported, and not in the code",
  /** Terraform's state has it, and the code no longer does. */
  dropped: "removed from the code",
  declared: "removed from the code",
};
