import { compareStrings, groupBy } from "../../lists";
import { INHERITED_SETTINGS, previousNameCycles, problemsOfSettings } from "../../model";
import { ASSIGNMENT_KINDS } from "../../reconcile/assignments";
import { forbiddenMoves } from "../../reconcile/move-permissions";
import { createdAddress, kindOf, movedBy, nameOf, projectOf } from "../actions/table";
import { named, seesDefaultProject, type ActualOrganization } from "../actual-organization";
import type { DesiredMembership, DesiredOrganization, DesiredPlacement, DesiredProject, Gate } from "../organization";
import { compareSeverity } from "../findings/severity";
import { unknownImports } from "./absence";
import { projectKey, type Action } from "./action";
import { isCode, type RequiredAssignments } from "./assignments";
import type { Deletion, Places, RequiredMove } from "./destinations";
import type { IdentifiedOrganization, ProjectResolver } from "./identity";
import type { MoveImpact, PlanImpact } from "./impact";
import { defaultLimits, type PlanningOptions } from "./plan-options";
import type { Prohibition, Refusal } from "./refusal";
import type { Rename, RequiredChanges } from "./required-changes";
import { notInStateWarnings, takenNames } from "./taken-names";
import { misplacedWarnings, recreatedWarnings, twoOwnersWarnings } from "./tfe-resources";
import { FORCED_MOVES, type GateReading, type PlanWarning } from "./warnings";

/* The errors that block a plan, and the warnings to review before it is approved, as data. */

/** Everything that forbids a plan. */
export function refusalsOf(
  identified: IdentifiedOrganization,
  places: Places,
  changes: RequiredChanges,
  options: PlanningOptions,
): readonly Refusal[] {
  const { desired, actual, identity, resolver } = identified;
  const { deletions, assignments } = changes;
  const code = desired.projects;
  return [
    // The service would reject these.
    ...code.flatMap((project) =>
      problemsOfSettings(project).map((problem): Refusal => {
        return { cause: "invalid-attribute", code: "INVALID_PROJECT", address: project.address, problem };
      }),
    ),
    ...changes.duplicates,
    ...unknownImports(code, identity).map(({ address, id }): Refusal => {
      const imported = { by: "id", id } as const;
      return { cause: "unknown-import", code: "UNKNOWN_PROJECT", address, imported, organization: actual.name };
    }),
    ...takenNames(identified, places, changes),
    ...nameCycles(code, changes.cycles),
    ...places.refusals,
    ...ofDeletedProjects(desired.memberships, resolver, deletions),
    ...assignments.refusals,
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

/** More deletions or moves than the limits allow, and more moves by a placement than it allows. */
function exceededLimits(
  { desired: { placements = [], language }, actual }: IdentifiedOrganization,
  { deletions, moves }: RequiredChanges,
  options: PlanningOptions,
): readonly Refusal[] {
  if (options.mode === "drift") return [];
  const defaults = defaultLimits(actual);
  const { maxDeletes = defaults.maxDeletes, maxMoves = defaults.maxMoves } = options;
  const refusals: Refusal[] = [];
  if (deletions.length > maxDeletes) {
    const projects = deletions.map(({ project }) => project.name).sort(compareStrings);
    const total = actual.projects.length;
    refusals.push({ cause: "too-many-deletes", code: "TOO_MANY_DELETES", projects, total, limit: maxDeletes });
  }
  if (maxMoves !== "all" && moves.length > maxMoves) {
    refusals.push({
      cause: "too-many-moves",
      code: "TOO_MANY_MOVES",
      reasons: [...groupBy(moves, ({ reason }) => reason)].map(([reason, { length }]) => [reason, length]),
      total: actual.workspaces.length,
      limit: maxMoves,
      isDefault: options.maxMoves === undefined,
      first: firstDeployment(moves, actual),
    });
  }
  for (const { address, maxMoves: limit = Infinity } of placements) {
    const placed = moves.filter(({ rule }) => rule?.placement === address);
    if (placed.length <= limit) continue;
    const workspaces = placed.map(({ workspace }) => workspace.name).sort(compareStrings);
    refusals.push({ cause: "too-many-placed", code: "TOO_MANY_MOVES", address, workspaces, limit, language });
  }
  return refusals;
}

/** A first deployment moves workspaces only out of the default project. */
function firstDeployment(
  moves: readonly RequiredMove[],
  { projects, defaultProjectId }: ActualOrganization,
): Extract<Refusal, { readonly cause: "too-many-moves" }>["first"] {
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
): readonly PlanWarning[] {
  const { desired, actual } = identified;
  const { actions, deletions } = changes;
  const keeping = new Set(deletions.flatMap(({ project, evacuate }) => (evacuate ? [] : [project.id])));
  const warnings: readonly PlanWarning[] = [
    ...impact.deletions.map((it) => ({ kind: "delete", ...it }) as const),
    ...actions.flatMap((it, action) => [
      ...forcedMoves(it, action),
      ...inheritanceWarnings(action, projectOf(it).name, impact.moves),
    ]),
    ...possibleRenames(actions, actual, places),
    ...places.warnings,
    ...notInStateWarnings(identified, places, changes),
    ...twoOwnersWarnings(identified, places),
    ...recreatedWarnings(identified),
    ...misplacedWarnings(places.placed, keeping, actual),
    ...changes.assignments.warnings,
    ...gateWarnings(desired, actions, gates),
    ...permissionWarnings(changes, identified),
  ];
  return [...warnings].sort(compareSeverity);
}

/** Moves that no membership requires. */
function forcedMoves(action: Action, position: number): readonly PlanWarning[] {
  return (["evacuate", "evict", "release"] as const).flatMap((kind): readonly PlanWarning[] => {
    const workspaces = movedBy(action).filter(({ reason }) => reason === FORCED_MOVES[kind]);
    return workspaces.length === 0 ? [] : [{ kind, action: position, destination: projectOf(action).name, workspaces }];
  });
}

/** Workspaces that get a setting by a move that they do not have now, one warning for each destination. */
function inheritanceWarnings(
  action: number,
  destination: string,
  moves: readonly MoveImpact[],
): readonly PlanWarning[] {
  return INHERITED_SETTINGS.flatMap(([name, { warning }]): readonly PlanWarning[] => {
    if (warning === undefined) return [];
    const getting = moves.flatMap(({ action: by, from, settings }) =>
      settings.flatMap((it) => {
        return by === action && it.setting === name && it.after !== null ? [{ ...it, from, after: it.after }] : [];
      }),
    );
    const [first] = getting;
    if (first === undefined) return [];
    const what = { setting: name, after: first.after, destination, sources: getting };
    return [{ kind: warning.kind, action, ...what }];
  });
}

/**
 * New projects whose workspaces are all in one unmanaged project, and are more than half of those in it, as if that
 * project had only been renamed out of band.
 */
function possibleRenames(
  actions: readonly Action[],
  { workspaces, defaultProjectId }: ActualOrganization,
  { unmanaged: { projects, ignored } }: Places,
): readonly PlanWarning[] {
  const unmanaged = new Set([...projects, ...ignored.projects].map(({ id }) => id));
  unmanaged.delete(defaultProjectId);
  const inside = groupBy(workspaces, ({ projectId }) => projectId);
  return actions.flatMap((action): PlanWarning[] => {
    const moved = movedBy(action);
    const creation = action.dependsOn.find((position) => {
      const earlier = actions[position];
      return earlier !== undefined && createdAddress(earlier) !== undefined;
    });
    const from = moved[0]?.from;
    if (creation === undefined || from === undefined || !unmanaged.has(from.id)) return [];
    const isAll = moved.every((workspace) => workspace.from.id === from.id);
    const isMost = moved.length * 2 > (inside.get(from.id)?.length ?? 0);
    return isAll && isMost ? [{ kind: "possible-rename", action: creation, name: projectOf(action).name, from }] : [];
  });
}

/** Gates of the code, if there is something to apply. @param readings - @default only what the code says of them */
function gateWarnings(
  { gates: inCode = [] }: Pick<DesiredOrganization, "gates">,
  actions: readonly Action[],
  readings: readonly GateReading[] | undefined,
): readonly PlanWarning[] {
  if (inCode.length === 0 || actions.length === 0) return [];
  const gates = readings ?? unreadGates(inCode);
  const addresses = gates.map(({ address }) => address);
  return [{ kind: "gate", addresses: [...new Set([...addresses, ...gates.flatMap((it) => it.dependents)])], gates }];
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
  const ends = moves.map(({ workspace, to }) => ({ from: workspace.projectId, to: to.id ?? undefined }));
  for (const forbidden of forbiddenMoves(ends, (id) => resolver.withId(id))) {
    refusals.push({ cause: "move-not-permitted", code, ...forbidden });
  }
  // The service rejects moves into a default project that the token does not see.
  const { length } = seesDefaultProject(actual) ? [] : moves.filter(({ to }) => to.id === projectId);
  if (length > 0) refusals.push({ cause: "hidden-destination", code, projectId, moves: length });
  return refusals.length === 0 ? [] : [{ kind: "not-permitted", refusals }];
}

/** For each type of objects, the projects whose assignments the token must not change. */
function forbiddenAssignments(
  { pending }: RequiredAssignments,
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
