import { compareStrings, groupBy } from "../../lists";
import {
  assignmentsNotPermitted,
  changedSharing,
  compareSeverity,
  deletedProject,
  deletedTarget,
  hiddenUnplaced,
  hiddenDestination,
  invalidAttribute,
  movesNotPermitted,
  nameCycle,
  projectsNotPermitted,
  tooManyDeletes,
  tooManyMoves,
  tooManyPlaced,
  unknownImport,
  warningOf,
  type GateReading,
} from "../../diagnostics";
import { INHERITED_SETTINGS, MAX_LISTED, previousNameCycles, problemsOfSettings, type Diagnostic } from "../../model";
import { ASSIGNMENT_KINDS } from "../../reconcile/assignments";
import { forbiddenMoves } from "../../reconcile/move-permissions";
import { createdAddress, movedBy, nameOf, permissionOf, projectOf } from "../changes/kinds";
import { named, seesDefaultProject, type ActualOrganization } from "../actual-organization";
import type { DesiredMembership, DesiredOrganization, DesiredPlacement, DesiredProject, Gate } from "../organization";
import { unknownImports } from "./absence";
import { projectKey, type Change } from "../changes/change";
import { isCode, type RequiredAssignments } from "./assignments";
import type { Deletion, Places, RequiredMove } from "./destinations";
import type { IdentifiedOrganization, ProjectResolver } from "./identity";
import { deletedWithText } from "../impact/deleted-with";
import type { MoveImpact, PlanImpact } from "../impact/impact";
import { defaultLimits, MIN_MAX_MOVES, type ComparisonOptions } from "./plan-options";
import type { Rename } from "./order";
import type { RequiredChanges } from "./required-changes";
import { notInStateWarnings, takenNames } from "./taken-names";
import { misplacedWarnings, recreatedWarnings, twoOwnersWarnings } from "./tfe-resources";

/* The errors that block a plan, and the warnings to review before it is approved, as data. */

/** Everything that forbids a plan. */
export function refusalsOf(
  identified: IdentifiedOrganization,
  places: Places,
  changes: RequiredChanges,
  options: ComparisonOptions,
): readonly Diagnostic[] {
  const { desired, actual, identity, resolver } = identified;
  const { deletions, assignments } = changes;
  const code = desired.projects;
  return [
    // The service would reject these.
    ...code.flatMap((project) =>
      problemsOfSettings(project).map((problem) => {
        return invalidAttribute({ address: project.address, problem });
      }),
    ),
    ...changes.duplicates,
    ...unknownImports(code, identity).map(({ address, id }) => {
      return unknownImport({ address, imported: { by: "id", id }, organization: actual.name });
    }),
    ...takenNames(identified, places, changes),
    ...nameCycles(code, changes.cycles),
    ...places.errors,
    ...(options.unplaced === true && resolver.withId(actual.defaultProjectId) === undefined
      ? [hiddenUnplaced({ organization: actual.name })]
      : []),
    ...ofDeletedProjects(desired.memberships, resolver, deletions),
    ...assignments.errors,
    ...ofDeletedProjects((desired.assignments ?? []).filter(isCode), resolver, deletions),
    ...changes.refusedDeletions,
    ...placementsIntoDeleted(desired.placements ?? [], resolver, deletions),
    ...exceededLimits(identified, changes, options),
  ];
}

/** Memberships and assignments of projects that the plan deletes. */
function ofDeletedProjects(
  resources: readonly Pick<DesiredMembership, "address" | "project">[],
  resolver: ProjectResolver,
  deletions: readonly Deletion[],
): readonly Diagnostic[] {
  const deleted = new Map(deletions.map(({ project }) => [project.id, project]));
  return resources.flatMap(({ address, project }): Diagnostic[] => {
    const to = resolver.resolve(project);
    const destination = to && deleted.get(projectKey(to));
    if (destination === undefined) return [];
    return [deletedProject({ address, deleted: named(destination) })];
  });
}

/** Rules into projects that the plan deletes. */
function placementsIntoDeleted(
  placements: readonly DesiredPlacement[],
  resolver: ProjectResolver,
  deletions: readonly Deletion[],
): readonly Diagnostic[] {
  return placements.flatMap(({ address, rules: all }) => {
    const resolved = all.map((rule, position) => ({ id: resolver.resolve(rule.project)?.id, position }));
    const byTarget = groupBy(resolved, ({ id }) => id);
    return deletions.flatMap(({ project }): Diagnostic[] => {
      const rules = (byTarget.get(project.id) ?? []).map(({ position }) => position);
      if (rules.length === 0) return [];
      return [deletedTarget({ address, rules, deleted: named(project) })];
    });
  });
}

/** Cycles of previous names, and of renames of projects that ids identify: no rename of them can be the first. */
function nameCycles(
  code: readonly DesiredProject[],
  cyclesOfRenames: readonly (readonly Rename[])[],
): readonly Diagnostic[] {
  const inCode = previousNameCycles(code).map((cycle) =>
    cycle.map(({ project: { address, name }, previous }) => ({ address, previous, name })),
  );
  const found = new Set(inCode.flat().map(({ address }) => address));
  const ofIds = cyclesOfRenames
    .filter((cycle) => !cycle.some(({ address }) => found.has(address)))
    .map((cycle) => cycle.map(({ address, before, after }) => ({ address, previous: before.name, name: after.name })));
  return [...inCode, ...ofIds].flatMap((renames): Diagnostic[] => {
    const address = renames[0]?.address;
    return address === undefined ? [] : [nameCycle({ address, renames })];
  });
}

/** More deletions or moves than the limits allow, and more moves by a placement than it allows. */
function exceededLimits(
  { desired: { placements = [], language }, actual }: IdentifiedOrganization,
  { deletions, moves }: RequiredChanges,
  options: ComparisonOptions,
): readonly Diagnostic[] {
  if (options.mode === "drift") return [];
  const defaults = defaultLimits(actual);
  const { maxDeletes = defaults.maxDeletes, maxMoves = defaults.maxMoves } = options;
  const errors: Diagnostic[] = [];
  if (deletions.length > maxDeletes) {
    const projects = deletions.map(({ project }) => project.name).sort(compareStrings);
    const total = actual.projects.length;
    errors.push(tooManyDeletes({ projects, total, limit: maxDeletes }));
  }
  if (maxMoves !== "all" && moves.length > maxMoves) {
    errors.push(
      tooManyMoves({
        reasons: [...groupBy(moves, ({ reason }) => reason)].map(([reason, { length }]) => [reason, length]),
        total: actual.workspaces.length,
        limit: maxMoves,
        minimum: options.maxMoves === undefined ? MIN_MAX_MOVES : undefined,
        first: firstDeployment(moves, actual),
      }),
    );
  }
  for (const { address, maxMoves: limit = Infinity } of placements) {
    const placed = moves.filter(({ rule }) => rule?.placement === address);
    if (placed.length <= limit) continue;
    const workspaces = placed.map(({ workspace }) => workspace.name).sort(compareStrings);
    errors.push(tooManyPlaced({ address, workspaces, limit, language }, MAX_LISTED));
  }
  return errors;
}

/** A first deployment moves workspaces only out of the default project. */
function firstDeployment(
  moves: readonly RequiredMove[],
  { projects, defaultProjectId }: ActualOrganization,
): Parameters<typeof tooManyMoves>[0]["first"] {
  const isFirst = ({ workspace, reason }: RequiredMove): boolean =>
    workspace.projectId === defaultProjectId && (reason === "member" || reason === "placed");
  if (!moves.every(isFirst)) return;
  return {
    source: projects.find(({ id }) => id === defaultProjectId)?.name ?? defaultProjectId,
    destinations: new Set(moves.map(({ to }) => projectKey(to))).size,
  };
}

/**
 * What to review, the most severe first.
 *
 * @param impact - What the moves and deletions change.
 * @param gates - Those of the code, if they were read.
 */
export function warningsOf(
  identified: IdentifiedOrganization,
  places: Places,
  changes: RequiredChanges,
  impact: PlanImpact,
  gates?: readonly GateReading[],
): readonly Diagnostic[] {
  const { desired, actual } = identified;
  const { actions, deletions } = changes;
  const keeping = new Set(deletions.flatMap(({ project, evacuate }) => (evacuate ? [] : [project.id])));
  const movesOf = groupBy(impact.moves, ({ action }) => action);
  const warnings: readonly Diagnostic[] = [
    ...impact.deletions.map(({ action, project, related }) => {
      return warningOf("delete", { action, project, related: related && deletedWithText(related) });
    }),
    ...actions.flatMap((it) => [...forcedMoves(it), ...inheritanceWarnings(it, movesOf.get(it.id) ?? [])]),
    ...impactWarnings(impact),
    ...possibleRenames(actions, actual, places),
    ...places.warnings,
    ...notInStateWarnings(identified, places, changes),
    ...twoOwnersWarnings(identified, places),
    ...recreatedWarnings(identified),
    ...misplacedWarnings(places.setByTfe, keeping, actual),
    ...changes.assignments.warnings,
    ...gateWarnings(desired, actions, gates),
    ...permissionWarnings(changes, identified),
  ];
  return [...warnings].sort(compareSeverity);
}

/** What breaks by moves and renames. */
function impactWarnings({ identities, moves }: PlanImpact): readonly Diagnostic[] {
  const compared = moves.map(({ from, to, workspaceIds: { length: workspaces }, stateSharing }) => {
    return { from: named(from), to, workspaces, stateSharing };
  });
  const [lost, gained] = [changedSharing(compared, "lost"), changedSharing(compared, "gained")];
  return [
    ...moves.flatMap(({ action, to, destroyedAnyway: destroyed }) =>
      destroyed.length === 0 ? [] : [warningOf("destroyed-anyway", { action, destination: to.name, destroyed })],
    ),
    ...(identities.length === 0 ? [] : [warningOf("run-identity", { identities })]),
    ...(lost.length === 0 ? [] : [warningOf("state-lost", { changes: lost })]),
    ...(gained.length === 0 ? [] : [warningOf("state-gained", { changes: gained })]),
  ];
}

/** Moves that no membership requires, by the kind of their warning. */
const FORCED_MOVES = { evacuate: "evacuated", evict: "evicted", release: "released" } as const;

function forcedMoves(action: Change): readonly Diagnostic[] {
  return (["evacuate", "evict", "release"] as const).flatMap((kind): readonly Diagnostic[] => {
    const moved = movedBy(action).filter(({ reason }) => reason === FORCED_MOVES[kind]);
    const destination = projectOf(action).name;
    return moved.length === 0 ? [] : [warningOf(kind, { action: action.id, destination, moved })];
  });
}

/** Workspaces that get a setting by the moves of a change that they do not have now. */
function inheritanceWarnings(change: Change, moves: readonly MoveImpact[]): readonly Diagnostic[] {
  const destination = projectOf(change).name;
  return INHERITED_SETTINGS.flatMap(([name, { warning }]): readonly Diagnostic[] => {
    if (warning === undefined) return [];
    const getting = moves.flatMap(({ from, settings }) =>
      settings.flatMap((it) => {
        return it.setting === name && it.after !== null ? [{ ...it, from, after: it.after }] : [];
      }),
    );
    const [first] = getting;
    if (first === undefined) return [];
    const { after } = first;
    return [warningOf(warning.kind, { action: change.id, setting: name, after, destination, sources: getting })];
  });
}

/**
 * New projects whose workspaces are all in one unmanaged project, and are more than half of those in it, as if that
 * project had only been renamed out of band.
 */
function possibleRenames(
  actions: readonly Change[],
  { workspaces, defaultProjectId }: ActualOrganization,
  { unmanaged: { projects, ignored } }: Places,
): readonly Diagnostic[] {
  const unmanaged = new Set([...projects, ...ignored.projects].map(({ id }) => id));
  unmanaged.delete(defaultProjectId);
  const inside = groupBy(workspaces, ({ projectId }) => projectId);
  const creations = new Set(actions.flatMap((it) => (createdAddress(it) === undefined ? [] : [it.id])));
  return actions.flatMap((action): Diagnostic[] => {
    const moved = movedBy(action);
    const creation = action.dependsOn.find((id) => creations.has(id));
    const from = moved[0]?.from;
    if (creation === undefined || from === undefined || !unmanaged.has(from.id)) return [];
    const isAll = moved.every((workspace) => workspace.from.id === from.id);
    const isMost = moved.length * 2 > (inside.get(from.id)?.length ?? 0);
    const { name } = projectOf(action);
    return isAll && isMost ? [warningOf("possible-rename", { action: creation, name, from })] : [];
  });
}

/** Gates of the code, if there is something to apply. @param readings - @default only what the code says of them */
function gateWarnings(
  { gates: inCode = [] }: Pick<DesiredOrganization, "gates">,
  actions: readonly Change[],
  readings: readonly GateReading[] | undefined,
): readonly Diagnostic[] {
  if (inCode.length === 0 || actions.length === 0) return [];
  const gates = readings ?? unreadGates(inCode);
  const addresses = gates.map(({ address }) => address);
  const concerned = new Set([...addresses, ...gates.flatMap((it) => it.dependents)]);
  return [warningOf("gate", { addresses: [...concerned], gates })];
}

/** Gates whose runs nothing reads, each once. */
function unreadGates(gates: readonly Gate[]): readonly GateReading[] {
  return [...groupBy(gates, ({ address }) => address)].map(([address, its]) => {
    const conditions = its.flatMap((gate) => gate.conditions);
    const reasons = conditions.flatMap((condition) => (condition.kind === "unknown" ? condition.reason : []));
    const dependents = its.flatMap((gate) => gate.dependents);
    return { address, status: "not-read", reasons: [...new Set(reasons)], dependents: [...new Set(dependents)] };
  });
}

/**
 * What the token is not authorized to do, as far as the service and the token's view of the organization tell. It does
 * not block a plan: another token may apply it.
 */
function permissionWarnings(
  { pending, moves, assignments }: Pick<RequiredChanges, "pending" | "moves" | "assignments">,
  identified: IdentifiedOrganization,
): readonly Diagnostic[] {
  const { actual, resolver } = identified;
  const { name: organization, canCreateProjects, defaultProjectId: projectId } = actual;
  const created = pending.flatMap((action) => (createdAddress(action) === undefined ? [] : [nameOf(action)]));
  const isForbidden = canCreateProjects === false && created.length > 0;
  const changed = pending.flatMap((action) => {
    const permission = permissionOf(action);
    const { id } = projectOf(action);
    const project = id === null ? undefined : resolver.withId(id);
    if (permission === undefined || project?.permissions[permission.name] !== false) return [];
    const names = [project.name];
    return [projectsNotPermitted({ organization, verb: permission.action, names, project: named(project) })];
  });
  const projects = [
    ...(isForbidden ? [projectsNotPermitted({ organization, verb: "create", names: created })] : []),
    ...changed,
  ];
  const ends = moves.map(({ workspace, to }) => ({ from: workspace.projectId, to: to.id ?? undefined }));
  // The service rejects moves into a default project that the token does not see.
  const hidden = seesDefaultProject(actual) ? [] : moves.filter(({ to }) => to.id === projectId);
  const others = [
    ...forbiddenAssignments(assignments, identified),
    ...forbiddenMoves(ends, (id) => resolver.withId(id)).map(movesNotPermitted),
    ...(hidden.length === 0 ? [] : [hiddenDestination({ projectId, moves: hidden.length })]),
  ];
  return projects.length + others.length === 0 ? [] : [warningOf("not-permitted", { projects, others })];
}

/** For each type of objects, the projects whose assignments the token must not change. */
function forbiddenAssignments(
  { pending }: RequiredAssignments,
  { actual, resolver }: IdentifiedOrganization,
): readonly Diagnostic[] {
  const forbidden = pending.filter(({ type, project: { id } }) => {
    const project = id === null ? undefined : resolver.withId(id);
    return ASSIGNMENT_KINDS[type].permission?.isGranted({ organization: actual, project }) === false;
  });
  return [...groupBy(forbidden, ({ type }) => type)].map(([type, its]) => {
    const assignedTo = [...new Set(its.map(({ project }) => project.name))];
    return assignmentsNotPermitted({ organization: actual.name, type, assignedTo });
  });
}
