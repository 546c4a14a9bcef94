import { previousNameCycles, problemsOfSettings } from "../../model";
import { ASSIGNMENT_KINDS } from "../../reconcile/assignments";
import { groupBy } from "../../reconcile/lists";
import { named } from "../actual-organization";
import type { DesiredMembership, DesiredPlacement, DesiredProject } from "../organization";
import { createdAddress, kindOf, nameOf, projectOf } from "../actions/table";
import { projectKey } from "./action";
import { isCode, type RequiredAssignments } from "./assignments";
import { projectsWithHiddenWorkspaces, seesDefaultProject, unknownImports } from "./absence";
import { retainedWorkspaces, type Places } from "./destinations";
import { duplicateProjects, type IdentifiedOrganization, type ProjectResolver } from "./identity";
import type { Rename } from "./order";
import { exceededLimits } from "./limits";
import { missingRefusals } from "./missing-workspaces";
import { isLeaving } from "./tfe-workspaces";
import type { PlanningOptions } from "./plan-options";
import type { RequiredChanges } from "./pending-actions";
import type { Deletion } from "./unmanaged";
import type { Prohibition, Refusal } from "./refusal";
import type { PlanWarning } from "./warnings";

/** Everything that forbids a plan. */
export function refusalsOf(
  identified: IdentifiedOrganization,
  places: Places,
  { deletions, moves, assignments, cycles }: RequiredChanges,
  options: PlanningOptions,
): readonly Refusal[] {
  const { desired, actual, identity, resolver } = identified;
  const code = desired.projects;
  return [
    // The service would reject these.
    ...code.flatMap((project) =>
      problemsOfSettings(project).map((problem): Refusal => {
        return { cause: "invalid-attribute", code: "INVALID_PROJECT", address: project.address, problem };
      }),
    ),
    ...duplicateProjects(code),
    ...unknownImports(code, identity).map(({ address, id }): Refusal => {
      const imported = { by: "id", id } as const;
      return { cause: "unknown-import", code: "UNKNOWN_PROJECT", address, imported, organization: actual.name };
    }),
    ...takenNames(identified, deletions),
    ...nameCycles(code, cycles),
    ...places.absence.refusals,
    ...places.refusals,
    ...(options.mode === "drift" ? [] : missingRefusals(places.missingWorkspaces)),
    ...ofDeletedProjects(desired.memberships, resolver, deletions),
    ...assignments.refusals,
    ...ofDeletedProjects((desired.assignments ?? []).filter(isCode), resolver, deletions),
    ...refusedDeletes(identified, places, deletions),
    ...placementsIntoDeleted(desired.placements ?? [], resolver, deletions),
    ...exceededLimits(identified, deletions, moves, options),
  ];
}

/** Memberships and assignments of projects that the plan deletes. */
function ofDeletedProjects(
  resources: readonly Pick<DesiredMembership, "address" | "project">[],
  resolver: ProjectResolver,
  deletions: readonly Deletion[],
): readonly Refusal[] {
  const deleted = new Map(deletions.map(({ project }) => [project.id, project]));
  return resources.flatMap(({ address, project }): Refusal[] => {
    const to = resolver.resolve(project);
    const destination = to && deleted.get(projectKey(to));
    if (destination === undefined) return [];
    return [{ cause: "deleted-project", code: "UNKNOWN_PROJECT", address, deleted: named(destination) }];
  });
}

/** Rules into projects that the plan deletes. */
function placementsIntoDeleted(
  placements: readonly DesiredPlacement[],
  resolver: ProjectResolver,
  deletions: readonly Deletion[],
): readonly Refusal[] {
  return placements.flatMap(({ address, rules: all }) => {
    const resolved = all.map((rule, position) => ({ id: resolver.resolve(rule.project)?.id, position }));
    const byTarget = groupBy(resolved, ({ id }) => id);
    return deletions.flatMap(({ project }): Refusal[] => {
      const rules = (byTarget.get(project.id) ?? []).map(({ position }) => position);
      if (rules.length === 0) return [];
      return [{ cause: "deleted-target", code: "UNKNOWN_PROJECT", address, rules, deleted: named(project) }];
    });
  });
}

/** Names in the code that an unmanaged project has which is not deleted. */
function takenNames(
  { desired, managed, resolver }: IdentifiedOrganization,
  deletions: readonly Deletion[],
): readonly Refusal[] {
  const deleted = new Set(deletions.map(({ project }) => project.id));
  return desired.projects.flatMap(({ address, name }): Refusal[] => {
    const holder = resolver.withName(name);
    if (holder === undefined || managed.has(holder.id) || deleted.has(holder.id)) return [];
    return [{ cause: "name-taken", code: "NAME_TAKEN", address, name, holder: holder.id }];
  });
}

/** Cycles of previous names, and of renames of projects that ids identify: no rename of them can be the first. */
function nameCycles(
  code: readonly DesiredProject[],
  cyclesOfRenames: readonly (readonly Rename[])[],
): readonly Refusal[] {
  const inCode = previousNameCycles(code).map((cycle) =>
    cycle.map(({ project: { address, name }, previous }) => ({ address, previous, name })),
  );
  const found = new Set(inCode.flat().map(({ address }) => address));
  const ofIds = cyclesOfRenames
    .filter((cycle) => !cycle.some(({ address }) => found.has(address)))
    .map((cycle) => cycle.map(({ address, before, after }) => ({ address, previous: before.name, name: after.name })));
  return [...inCode, ...ofIds].flatMap((renames): Refusal[] => {
    const address = renames[0]?.address;
    return address === undefined ? [] : [{ cause: "name-cycle", code: "NAME_TAKEN", address, renames }];
  });
}

/** Deletions of the default project, and of projects that contain workspaces which nothing moves out of them. */
function refusedDeletes(
  identified: IdentifiedOrganization,
  places: Places,
  deletions: readonly Deletion[],
): readonly Refusal[] {
  const { actual } = identified;
  const { defaultProjectId } = actual;
  const retained = retainedWorkspaces(identified, places, new Set(deletions.map(({ project }) => project.id)));
  const hidden = projectsWithHiddenWorkspaces(actual);
  return deletions.flatMap(({ project, cause: deletion, evacuate }): Refusal[] => {
    if (project.id === defaultProjectId) {
      return [{ cause: "default-project-deleted", code: "DEFAULT_PROJECT", project: named(project) }];
    }
    const hiding = hidden.get(project.id);
    if (hiding !== undefined) {
      return [{ cause: "hidden-workspaces", code: "NOT_FOUND_OR_UNAUTHORIZED", project: hiding }];
    }
    const all = retained.get(project.id) ?? [];
    const staying = evacuate ? all.filter(({ id }) => places.unmanaged.ignored.workspaces.has(id)) : all;
    if (staying.length === 0) return [];
    const workspaces = staying.map(({ name }) => name);
    const leaving = staying
      .flatMap(({ id }) => places.placed.get(id) ?? [])
      .filter(isLeaving)
      .map(({ address }) => address);
    const what = { project: named(project), workspaces, deletion, evacuate, leaving };
    return [{ cause: "not-empty", code: "PROJECT_NOT_EMPTY", ...what }];
  });
}

/**
 * What the token is not authorized to do, as far as the service and the token's view of the organization tell. It does
 * not block a plan: another token may apply it.
 */
export function permissionWarnings(
  { pending, moves, assignments }: Pick<RequiredChanges, "pending" | "moves" | "assignments">,
  identified: IdentifiedOrganization,
): readonly PlanWarning[] {
  const { actual, resolver } = identified;
  const { name: organization, canCreateProjects, defaultProjectId: projectId } = actual;
  const code = "NOT_PERMITTED";
  const refusals: Prohibition[] = [];
  const projects = pending.flatMap((action) => (createdAddress(action) === undefined ? [] : [nameOf(action)]));
  if (canCreateProjects === false && projects.length > 0) {
    refusals.push({ cause: "create-not-permitted", code, organization, projects });
  }
  for (const action of pending) {
    const { permission } = kindOf(action);
    const { id } = projectOf(action);
    const project = id === null ? undefined : resolver.withId(id);
    if (permission === undefined || project?.permissions[permission.name] !== false) continue;
    refusals.push({ cause: "not-permitted", code, project: named(project), action: permission.action });
  }
  refusals.push(...forbiddenAssignments(assignments, identified));
  // The service rejects moves into a default project that the token does not see.
  const { length } = seesDefaultProject(actual) ? [] : moves.filter(({ to }) => to.id === projectId);
  if (length > 0) refusals.push({ cause: "hidden-destination", code, projectId, moves: length });
  return refusals.length === 0 ? [] : [{ kind: "not-permitted", refusals }];
}

/** For each type of objects, the projects whose assignments the token must not change. */
function forbiddenAssignments(
  { pending }: Pick<RequiredAssignments, "pending">,
  { actual, resolver }: IdentifiedOrganization,
): readonly Prohibition[] {
  const forbidden = pending.filter(({ type, project: { id } }) => {
    const project = id === null ? undefined : resolver.withId(id);
    return ASSIGNMENT_KINDS[type].permission?.isGranted({ organization: actual, project }) === false;
  });
  return [...groupBy(forbidden, ({ type }) => type)].map(([type, its]): Prohibition => {
    const projects = [...new Set(its.map(({ project }) => project.name))];
    return { cause: "assign-not-permitted", code: "NOT_PERMITTED", organization: actual.name, type, projects };
  });
}
