import { compareStrings, groupBy } from "../../lists";
import {
  changedSettings,
  completedByState,
  isNotCompared,
  nameKey,
  SETTING_NAMES,
  settingsFrom,
  settingsOf,
  targetSettings,
  type Project,
  type SettingName,
  type Diagnostic,
  type NamedObject,
} from "../../model";
import { compareNames } from "../../reconcile/lists";
import { named, projectNames, type ActualOrganization } from "../actual-organization";
import { nameOf, projectOf, sentUnreported } from "../actions/table";
import type { DesiredProject } from "../organization";
import {
  projectKey,
  type Action,
  type Kind,
  type MovedWorkspace,
  type PendingAction,
  type UpdateAction,
} from "./action";
import { requireAssignments, type RequiredAssignments } from "./assignments";
import { requiredDeletions } from "./deletions";
import type { Deletion, Places, RequiredMove } from "./destinations";
import { duplicateProjects, type IdentifiedOrganization } from "./identity";
import type { PlanningOptions } from "./plan-options";

/*
 * The actions that the code requires, and the order in which the service accepts them.
 */

/** The changes of an organization, unless something forbids them. */
export interface RequiredChanges extends OrderedActions {
  readonly pending: readonly PendingAction[];
  /** All that the code requires, also those that are refused: without an action, and without evacuations. */
  readonly deletions: readonly Deletion[];
  readonly refusedDeletions: readonly Diagnostic[];
  readonly moves: readonly RequiredMove[];
  readonly assignments: RequiredAssignments;
  /** Projects of the code that share a name or an id. */
  readonly duplicates: readonly Diagnostic[];
  /** Unmanaged projects that `prune` would delete, by name. */
  readonly leftAlone: readonly NamedObject[];
}

/** Actions in an order in which they can be executed, unless renames form cycles. */
export interface OrderedActions {
  readonly actions: readonly Action[];
  /** The renames of each cycle, in which no name becomes free before the others. */
  readonly cycles: readonly (readonly Rename[])[];
}

export type Rename = Pick<UpdateAction, "address" | "before" | "after">;

export function requiredChanges(
  identified: IdentifiedOrganization,
  places: Places,
  options: PlanningOptions,
): RequiredChanges {
  const { desired, actual } = identified;
  const { undecidedProjects } = places;
  const { deletions, refused, possible, leftAlone, moves: all } = requiredDeletions(identified, places, options);
  const deleted = deletions.map(({ project }) => project.id);
  const moves = all.filter(({ to }) => to.id !== null || !undecidedProjects.has(to.address));
  const assignments = requireAssignments(identified, new Set([...deleted, ...undecidedProjects]));
  const pending = [
    ...desired.projects
      .filter(({ address }) => !undecidedProjects.has(address))
      .flatMap((project) => pendingOf(project, identified, options)),
    ...assignments.pending,
    ...pendingMoves(moves, actual),
    // What an apply of Terraform would refuse is a difference all the same.
    ...(options.mode === "drift" ? deletions : possible).map(({ project, cause }): PendingAction => {
      return { kind: "delete", cause, projectId: project.id, before: settingsOf(project) };
    }),
  ];
  // Actions of two projects with the same name cannot be ordered.
  const duplicates = duplicateProjects(desired.projects);
  return {
    ...(duplicates.length === 0 ? orderActions(pending, actual.projects) : { actions: [], cycles: [] }),
    pending,
    deletions,
    refusedDeletions: refused,
    moves,
    assignments,
    duplicates,
    leftAlone: desired.undo === undefined ? [...leftAlone].sort(compareNames).map(named) : [],
  };
}

/**
 * Creates a missing project, and updates one that differs from the code. A setting that the service does not report is
 * compared with what Terraform's state has of it or, without a state, sent if the code sets it: as Terraform does. It
 * stays as it is in drift, and if settings were not read: the service may report it.
 */
function pendingOf(
  project: DesiredProject,
  { desired: { undo }, actual: { skipsDurations }, identity }: IdentifiedOrganization,
  { mode }: PlanningOptions,
): readonly PendingAction<"create" | "update">[] {
  const { address, stateSettings: inState } = project;
  const actual = identity.get(address);
  if (actual === undefined) return [{ kind: "create", address, after: settingsOf(project) }];
  const before = settingsOf(actual);
  const known = mode === "plan" && skipsDurations !== true ? completedByState(before, inState) : before;
  const target = targetSettings(known, project);
  const changed = changedSettings(known, target);
  if (Object.keys(changed).length === 0) return [];
  // Unknown settings stay as they are.
  const after = settingsFrom((name) =>
    before[name] === undefined && !Object.hasOwn(changed, name) ? undefined : target[name],
  );
  const isSent = sentUnreported({ before, after }).length > 0;
  return [
    {
      kind: "update",
      address,
      projectId: actual.id,
      before,
      after,
      ...(isSent && inState !== undefined ? { inState } : {}),
      ...(undo === undefined ? {} : { cause: "undone" }),
    },
  ];
}

/** The settings that were neither compared nor sent for every project of the code, because they were not read. */
export function notCompared(
  { desired, identity }: IdentifiedOrganization,
  { pending }: RequiredChanges,
): readonly SettingName[] {
  const updates = pending.flatMap((it) => (it.kind === "update" ? [[it.address, sentUnreported(it)] as const] : []));
  const sent = new Map(updates);
  return SETTING_NAMES.filter((name) =>
    desired.projects.some((project) => {
      const found = identity.get(project.address);
      if (found === undefined || sent.get(project.address)?.includes(name) === true) return false;
      return isNotCompared(name, found, project);
    }),
  );
}

/** Makes one move for each destination. */
function pendingMoves(moves: readonly RequiredMove[], actual: ActualOrganization): readonly PendingAction<"move">[] {
  const projectWith = projectNames(actual);
  const byDestination = groupBy(moves, ({ to }) => projectKey(to));
  return [...byDestination.values()].map((group) => {
    const workspaces = group.map(({ workspace: { id, name, projectId }, reason, rule }): MovedWorkspace => {
      return { id, name, from: projectWith(projectId), reason, rule };
    });
    return { kind: "move", destination: group[0].to, workspaces: workspaces.sort(compareNames) };
  });
}

/**
 * Puts actions into an order in which the service accepts each of them:
 *
 * - a name is taken after the project that has it gives it up;
 * - workspaces move to a project after it is created and objects are assigned to it, such as teams;
 * - objects are taken off a project after the workspaces that leave it have moved;
 * - a project is deleted after everything that leaves it has moved.
 *
 * Equal input gives equal output.
 */
export function orderActions(pending: readonly PendingAction[], projects: readonly Project[]): OrderedActions {
  const nodes = [...pending].sort(compareKindAndName).map((action, position) => new Node(action, position));
  addDependencies(nodes, projects);
  const actions: Action[] = [];
  const cycles: (readonly Rename[])[] = [];
  const waiting = new Set(nodes);
  let ready = nodes.filter(({ isReady }) => isReady);
  while (waiting.size > 0) {
    if (ready.length === 0) {
      // Everything that is left is in a cycle, or depends on one.
      const cycle = findCycle(waiting);
      cycles.push(cycle.map(({ action }) => action).filter(isRename));
      ready = [cut(cycle)];
    }
    for (const node of ready) {
      waiting.delete(node);
      const dependsOn = [...node.dependencies].flatMap(({ scheduled }) => scheduled ?? []);
      node.scheduled = actions.push({ ...node.action, dependsOn }) - 1;
    }
    const dependents = new Set(ready.flatMap((node) => [...node.dependents]));
    ready = [...dependents].filter(({ isReady }) => isReady).sort((one, other) => one.position - other.position);
  }
  return { actions, cycles };
}

/** An action with its dependencies. */
class Node {
  readonly dependencies = new Set<Node>();
  readonly dependents = new Set<Node>();
  /** The action's position in the plan; undefined until it is scheduled. */
  scheduled: number | undefined;

  /** @param position - Among actions that become ready at the same time. */
  constructor(
    readonly action: PendingAction,
    readonly position: number,
  ) {}

  dependOn(others: readonly Node[]): void {
    for (const other of others) {
      if (other === this) continue;
      this.dependencies.add(other);
      other.dependents.add(this);
    }
  }

  get isReady(): boolean {
    for (const { scheduled } of this.dependencies) if (scheduled === undefined) return false;
    return true;
  }
}

function addDependencies(nodes: readonly Node[], projects: readonly Project[]): void {
  const holders = new Map(projects.map(({ id, name }) => [nameKey(name), id]));
  const finder = (isSought: (action: PendingAction) => boolean): ((key: string | undefined) => readonly Node[]) => {
    const sought = nodes.filter(({ action }) => isSought(action));
    const found = groupBy(sought, ({ action }): string | undefined => projectKey(projectOf(action)));
    return (key) => found.get(key) ?? [];
  };
  const creates = finder(({ kind }) => kind === "create");
  const deletes = finder(({ kind }) => kind === "delete");
  const sets = finder(({ kind }) => kind === "set");
  const unsets = finder(({ kind }) => kind === "unset");
  const freesName = finder((action) => action.kind === "delete" || isRename(action));
  for (const node of nodes) {
    const { action } = node;
    if (action.kind === "create" || action.kind === "update") {
      node.dependOn(freesName(holders.get(nameKey(action.after.name))));
    }
    if (action.kind === "set") node.dependOn(creates(projectKey(action.project)));
    if (action.kind === "move") {
      const destination = projectKey(action.destination);
      node.dependOn([...creates(destination), ...sets(destination)]);
      for (const { from } of action.workspaces) {
        for (const later of [...deletes(from.id), ...unsets(from.id)]) later.dependOn([node]);
      }
    }
  }
}

/** Some nodes that depend on each other in a cycle. */
function findCycle(waiting: Iterable<Node>): readonly Node[] {
  const path = new Set<Node>();
  let [node] = waiting;
  while (node !== undefined && !path.has(node)) {
    path.add(node);
    node = [...node.dependencies].find(({ scheduled }) => scheduled === undefined);
  }
  const nodes = [...path];
  return node === undefined ? [] : nodes.slice(nodes.indexOf(node));
}

/**
 * Has one action of a cycle that takes a name wait for nothing, so that the other actions are ordered. It is a rename,
 * or a create: of a name that somebody gave, after a plan was made, to a project that the plan deletes.
 */
function cut(cycle: readonly Node[]): Node {
  const first = cycle.find(({ action }) => isRename(action)) ?? cycle.find(({ action }) => action.kind === "create");
  if (first === undefined) throw new Error("Actions depend on each other, and none of them takes a name.");
  for (const node of first.dependencies) node.dependents.delete(first);
  first.dependencies.clear();
  return first;
}

function isRename(action: PendingAction): action is PendingAction<"update"> {
  return action.kind === "update" && nameKey(action.before.name) !== nameKey(action.after.name);
}

const KINDS: readonly Kind[] = ["update", "create", "set", "move", "unset", "delete"];

function compareKindAndName(one: PendingAction, other: PendingAction): number {
  const kinds = KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
  return kinds === 0 ? compareStrings(nameOf(one), nameOf(other)) : kinds;
}
