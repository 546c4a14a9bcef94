import { assignmentConflict } from "../../model";
import {
  ASSIGNMENT_KINDS,
  assignmentChanges,
  desiredAssignments,
  mayChange,
  nameOrId,
  resolveAssignments,
  unknownIds,
  type AssignableObject,
  type AssignmentChange,
  type AssignmentKind,
  type DesiredAssignment,
  type ObservedAssignment,
} from "../../reconcile/assignments";
import { groupBy } from "../../reconcile/lists";
import type { NamedAssignment, NamedObject, ReadAssignments } from "../actual-organization";
import type { DesiredAssignments } from "../organization";
import { projectKey, type PendingAction, type ProjectTarget, type UnsetCause } from "./action";
import type { IdentifiedOrganization } from "./identity";
import { importedIds, isImportOf } from "./imported-objects";
import type { Refusal } from "./refusal";
import { assignedByTfe } from "./tfe-assignments";
import { unresolvedProject } from "./unresolved-project";
import type { PlanWarning } from "./warnings";

/** What changes so that projects have the objects that the code assigns to them. */
export interface RequiredAssignments {
  readonly pending: readonly PendingAction<"set" | "unset">[];
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly PlanWarning[];
}

/** A resource that assigns objects, with those of them that exist. */
interface Resolved {
  readonly desired: DesiredAssignments;
  readonly project: ProjectTarget;
  /** What was read of its type. */
  readonly read: ReadAssignments;
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
  const refusals: Refusal[] = [];
  const resolved = (desired.assignments ?? []).flatMap((it) => resolve(it, identified, left, refusals));
  const groups = [
    ...groupBy(resolved, (it) => `${it.desired.type} ${projectKey(it.project)}`).values(),
  ] as readonly ResourcesOfProject[];
  const isUndo = desired.undo !== undefined;
  const byTfe = assignedByTfe(identified);
  const required = groups.map((group) => requireForProject(group, isUndo, byTfe));
  return {
    pending: required.flatMap(({ pending }) => pending),
    refusals: [...refusals, ...groups.flatMap(conflictsOf)],
    warnings: required.flatMap(({ warnings }) => warnings),
  };
}

/** Finds project and objects of a resource; nothing, with errors, if the project is missing or cannot be read. */
function resolve(
  desired: DesiredAssignments,
  identified: IdentifiedOrganization,
  left: ReadonlySet<string>,
  refusals: Refusal[],
): readonly Resolved[] {
  const { type, address } = desired;
  const project = identified.resolver.resolve(desired.project);
  if (project === undefined) {
    const refusal = isCode(desired) ? unresolvedProject(desired, identified) : undefined;
    if (refusal !== undefined) refusals.push(refusal);
    return [];
  }
  const read = identified.actual.assignments?.[type];
  if (read === undefined || left.has(projectKey(project))) return [];
  if (!isReadable(read, project)) {
    const code = "NOT_FOUND_OR_UNAUTHORIZED";
    refusals.push({ cause: "unreadable-objects", code, type, address, projectName: project.name });
    return [];
  }
  const kind = ASSIGNMENT_KINDS[type];
  const assignments = desired.objects.map((it) => ({ ...it, path: [] }));
  const observed = observedIn(read, project);
  const assigned = observed.map(({ object }) => object.id);
  // What a state has, or an undo restores, may be gone.
  const unknown = isCode(desired) ? unknownIds({ assignments }, read.objects, assigned) : undefined;
  const { name } = identified.actual;
  const { resolved, problems, hasUnknownNames } = resolveAssignments(
    kind,
    name,
    { assignments },
    read.objects,
    unknown,
  );
  for (const { message } of problems) {
    refusals.push({ cause: "invalid-assignment", code: "INVALID_ASSIGNMENT", address, message });
  }
  const objects = desiredAssignments(resolved).filter((it) => mayChange(kind, it));
  const importError = importErrorOf(desired, project, identified);
  if (importError !== undefined) refusals.push(importError);
  const imported = importError === undefined ? importedIds(desired, observed) : [];
  return [{ desired, project, read, objects, hasUnknownNames, importedIds: imported }];
}

/** The error of an `import` block that is not of the project of its resource. */
function importErrorOf(
  { address, imported }: DesiredAssignments,
  project: ProjectTarget,
  { resolver, actual }: IdentifiedOrganization,
): Refusal | undefined {
  if (imported === undefined || isImportOf(imported.project, project, resolver)) return undefined;
  const about = { address, imported: imported.project } as const;
  return resolver.idBefore(imported.project) === undefined && resolver.resolve(imported.project) === undefined
    ? { cause: "unknown-import", code: "UNKNOWN_PROJECT", ...about, organization: actual.name }
    : { cause: "imported-elsewhere", code: "INVALID_ASSIGNMENT", ...about, projectName: project.name };
}

function observedIn({ projects }: ReadAssignments, { id }: ProjectTarget): readonly ObservedAssignment[] {
  return projects[id ?? ""] ?? [];
}

/** The changes of one project, by all resources of a type. */
function requireForProject(
  group: ResourcesOfProject,
  isUndo: boolean,
  byTfe: ReturnType<typeof assignedByTfe>,
): Pick<RequiredAssignments, "pending" | "warnings"> {
  const [
    {
      desired: { type },
      project,
      read,
    },
  ] = group;
  const kind = ASSIGNMENT_KINDS[type];
  const owners = new Map(group.flatMap(({ desired, objects }) => objects.map((it) => [it.object.id, desired.address])));
  const inCode = group.filter(({ desired }) => isCode(desired)).map(({ desired }) => desired);
  // What has no name, since the token does not see it, may be what the code names.
  const hasUnknownNames = group.some((it) => it.hasUnknownNames);
  const observed = observedIn(read, project).filter(({ object: { id, name } }) => {
    return !hasUnknownNames || name !== undefined || owners.has(id);
  });
  const changes = assignmentChanges(kind, {
    desired: group.flatMap(({ objects }) => objects),
    observed,
    inState: new Set(group.flatMap(({ desired }) => desired.stateIds ?? [])),
    imported: new Set(group.flatMap((it) => it.importedIds)),
    exclusive: inCode.some(({ exclusive }) => exclusive),
  });
  // What other resources of the code assign is not unmanaged.
  const elsewhere = byTfe(type, project).flatMap(({ found }) => found ?? []);
  const known = new Set([
    ...owners.keys(),
    ...[...changes.map(({ object }) => object), ...elsewhere].map(({ id }) => id),
  ]);
  const others = observed.filter((it) => !known.has(it.object.id) && mayChange(kind, it));
  const addresses = inCode.map(({ address }) => address);
  const about = { addresses, type, project: project.name };
  const removed = (cause: "exclusive" | "imported"): readonly PlanWarning[] => {
    const hasOthers = inCode.some(({ objects }) => objects.length > 0);
    const its = changes.flatMap(({ object, before, reason }) =>
      before === null || reason !== cause ? [] : [{ object, attributes: before }],
    );
    return inGroups(kind, its).map((objects) => ({ kind: "removed-objects", cause, hasOthers, ...about, objects }));
  };
  return {
    pending: changes.map((change) => {
      const address = owners.get(change.object.id) ?? "";
      return pendingOf({ type, project, object: namedObject(change.object) }, address, change, isUndo);
    }),
    warnings: [
      ...removed("exclusive"),
      ...removed("imported"),
      ...(inCode.length === 0
        ? []
        : inGroups(kind, others).map((objects) => ({ kind: "unmanaged-objects", ...about, objects }) as const)),
    ],
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

/** Whether the token may read what is assigned; nothing is assigned to a project that does not exist yet. */
function isReadable({ isReadable, projects }: ReadAssignments, { id }: ProjectTarget): boolean {
  return isReadable && (id === null || projects[id] !== undefined);
}

/** Resources of a type that assign the same objects to a project, or share one that is exclusive. */
function conflictsOf(group: ResourcesOfProject): readonly Refusal[] {
  const inCode = group.filter(({ desired }) => isCode(desired));
  return inCode.flatMap((it, index): readonly Refusal[] => {
    const { type, address, exclusive } = it.desired;
    const others = inCode.filter((other) => other !== it).map(({ desired }) => desired.address);
    if (exclusive && others.length > 0) {
      return [{ cause: "assignments-shared", code: "EXCLUSIVE_PROJECT_SHARED", type, address, others }];
    }
    return inCode.slice(0, index).flatMap((other): readonly Refusal[] => {
      const shared = assignmentConflict(owned(other), owned(it));
      if (shared === undefined || shared === "exclusive") return [];
      const objects = it.objects
        .filter(({ object }) => shared.includes(object.id))
        .map(({ object }) => nameOrId(object));
      return [
        { cause: "assigned-twice", code: "ASSIGNED_TWICE", type, address, objects, other: other.desired.address },
      ];
    });
  });
}

function owned({ desired, objects }: Resolved) {
  return { objects: objects.map(({ object }) => object.id), exclusive: desired.exclusive };
}

function pendingOf(
  assigned: Pick<PendingAction<"set">, "type" | "project" | "object">,
  address: string,
  { before, after, reason }: AssignmentChange,
  isUndo: boolean,
): PendingAction<"set" | "unset"> {
  if (after !== null) {
    return { kind: "set", ...assigned, address, before, after, ...(isUndo ? { cause: "undone" } : {}) };
  }
  const cause: UnsetCause = isUndo ? "undone" : reason === "declared" ? "dropped" : reason;
  return { kind: "unset", ...assigned, cause, before: before ?? {} };
}

function namedObject(object: AssignableObject): NamedObject {
  return { id: object.id, name: nameOrId(object) };
}
