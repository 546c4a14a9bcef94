import { isDeepStrictEqual } from "node:util";
import { compareStrings, groupBy, indexBy } from "../../lists";
import {
  changedSettings,
  nameKey,
  type Project,
  type ProjectSettings,
  type Workspace,
  type NamedObject,
} from "../../model";
import { isAssignedAs } from "../../reconcile/assignments";
import { named } from "../actual-organization";
import type { Change, MovedWorkspace, ProjectTarget } from "../changes/change";
import { movedBy, pendingMove, sentUnreported } from "../changes/kinds";
import type { Plan } from "./comparison";

/** A planned change that an interrupted apply has made, or a part of it. */
export interface DoneBefore {
  /** The change as it was planned. */
  readonly action: Change;
  /** Whether all of it was made. */
  readonly isComplete: boolean;
  /** Of a create: the project. */
  readonly createdId?: string | undefined;
  /** Of a move: the workspaces that are at the destination, by name. */
  readonly workspaces?: readonly NamedObject[];
}

/** The part of an earlier plan that was made, and the rest. */
export interface PlanProgress {
  readonly done: readonly DoneBefore[];
  /** The changes that the same code requires now if nothing else has changed. */
  readonly remaining: readonly Change[];
}

/**
 * Divides an earlier plan into the part that was made and the rest. Pure.
 *
 * - A create is done if there is a project of that name as the code has it, which is not older than the plan, and has
 *   no workspaces but those that the plan moves into it.
 * - An update is done if the project has its name, and the code requires no other update.
 * - Settings that the service does not report are sent again.
 * - An object is assigned or taken off if it is, as planned.
 * - A move is done for the workspaces that are at its destination; a delete if the project is gone.
 *
 * @param current - The same code, planned again.
 */
export function progressOf(
  { actions, actual }: Pick<Plan, "actions" | "actual">,
  current: Pick<Plan, "actions" | "actual">,
): PlanProgress {
  const known = new Set(actual.projects.map(({ id }) => id));
  const now = new CurrentState(current);
  const created = new Map<string, string>();
  const renamed = new Map<string, string>();
  const entering = enteringByAddress(actions);
  for (const action of actions) {
    if (action.kind === "create") {
      const project = now.projectOf(action, entering.get(action.address) ?? new Set());
      if (project !== undefined && !known.has(project.id)) created.set(action.address, project.id);
    }
    if (action.kind === "update" && now.isUpdated(action)) renamed.set(action.projectId, action.after.name);
  }
  const done: DoneBefore[] = [];
  const remaining: Change[] = [];
  for (const action of actions) {
    if (action.kind === "move") {
      const destination = existing(action.destination, created);
      const { there, rest } = divide({ ...action, destination }, now, renamed);
      const isComplete = rest.length === 0;
      if (there.length > 0) done.push({ action, isComplete, workspaces: there.map(named) });
      if (!isComplete) remaining.push({ ...action, ...pendingMove(destination, rest) });
    } else if (action.kind === "set" || action.kind === "unset") {
      const project = existing(action.project, created);
      if (now.isAssigned(action, project)) done.push({ action, isComplete: true });
      else remaining.push({ ...action, project });
    } else {
      const createdId = action.kind === "create" ? created.get(action.address) : undefined;
      const isDone =
        createdId !== undefined ||
        (action.kind === "update" && renamed.has(action.projectId)) ||
        (action.kind === "delete" && !now.projects.has(action.projectId));
      const resent = isDone && action.kind !== "delete" ? now.updates.get(action.address) : undefined;
      if (isDone) done.push({ action, isComplete: true, createdId });
      remaining.push(...(isDone ? [] : [action]), ...(resent === undefined ? [] : [resent]));
    }
  }
  // Nothing waits for what is done.
  const ids = new Set(remaining.map(({ id }) => id));
  return { done, remaining: remaining.map((it) => ({ ...it, dependsOn: it.dependsOn.filter((id) => ids.has(id)) })) };
}

/** IDs of the changes that two plans do not have alike: first those of the earlier one. */
export function differencesOf(earlier: readonly Change[], later: readonly Change[]): readonly string[] {
  const before = indexBy(earlier, ({ id }) => id);
  const now = indexBy(later, ({ id }) => id);
  return [...new Set([...before.keys(), ...now.keys()])].filter((id) => {
    const [one, other] = [before.get(id), now.get(id)];
    return one === undefined || other === undefined || !isSameChange(one, other);
  });
}

/** Whether two changes are equal as JSON, whatever the names of workspaces are today that rules place. */
export function isSameChange(one: Change, other: Change): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other));
}

function comparable(change: Change): unknown {
  const moved = movedBy(change).map((it) => (it.rule === undefined ? it : { ...it, name: undefined }));
  const workspaces = moved.sort((one, other) => compareStrings(one.id, other.id));
  return JSON.parse(JSON.stringify({ ...change, workspaces }));
}

/** A project that an interrupted apply may have created. @param created - Their ids, by address. */
function existing(project: ProjectTarget, created: ReadonlyMap<string, string>): ProjectTarget {
  const id = project.id === null ? created.get(project.address) : undefined;
  return id === undefined ? project : { id, name: project.name };
}

/** Ids of the workspaces that a plan moves into the projects that it creates, by the addresses of these. */
function enteringByAddress(actions: readonly Change[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const action of actions) {
    if (action.kind !== "move" || action.destination.id !== null) continue;
    const ids = found.get(action.destination.address) ?? new Set();
    found.set(action.destination.address, ids);
    for (const { id } of action.workspaces) ids.add(id);
  }
  return found;
}

/** An organization as it is now, with the actions that the code requires. */
class CurrentState {
  readonly projects: ReadonlyMap<string, Project>;
  /** By address. */
  readonly updates: ReadonlyMap<string, Change<"update">>;
  /** Ids of the projects that workspaces are in, by the ids of these. */
  readonly places: ReadonlyMap<string, string>;
  readonly #named: ReadonlyMap<string, Project>;
  readonly #inside: ReadonlyMap<string, readonly Workspace[]>;
  readonly #assignments: Plan["actual"]["assignments"];
  /** Addresses of the projects that the code creates. */
  readonly #toCreate: ReadonlySet<string>;

  constructor({ actions, actual }: Pick<Plan, "actions" | "actual">) {
    this.#assignments = actual.assignments;
    this.projects = new Map(actual.projects.map((project) => [project.id, project]));
    this.#named = indexBy(actual.projects, ({ name }) => nameKey(name));
    this.#inside = groupBy(actual.workspaces, ({ projectId }) => projectId);
    this.places = new Map(actual.workspaces.map(({ id, projectId }) => [id, projectId]));
    this.updates = new Map(actions.flatMap((it) => (it.kind === "update" ? [[it.address, it]] : [])));
    this.#toCreate = new Set(actions.flatMap((it) => (it.kind === "create" ? [it.address] : [])));
  }

  /** The project that an action created. @param members - Ids of the workspaces that it may have. */
  projectOf({ address, after }: Change<"create">, members: ReadonlySet<string>): Project | undefined {
    if (!this.#isSettled(address, after)) return undefined;
    const found = this.#named.get(nameKey(after.name));
    const inside = found === undefined ? [] : (this.#inside.get(found.id) ?? []);
    return inside.every(({ id }) => members.has(id)) ? found : undefined;
  }

  isUpdated(action: Change<"update">): boolean {
    const { address, projectId, after } = action;
    // One that only sends what is not reported is required again each time.
    if (this.updates.has(address) && sendsOnlyUnreported(action)) return false;
    return this.#isSettled(address, after) && this.projects.get(projectId)?.name === after.name;
  }

  isAssigned(action: Change<"set" | "unset">, { id }: ProjectTarget): boolean {
    const observed = id === null ? undefined : this.#assignments?.[action.type]?.projects[id];
    return observed !== undefined && isAssignedAs(observed, action.object.id, action.after);
  }

  /** Whether the code requires nothing of a project but settings that are not reported, as they were planned. */
  #isSettled(address: string, planned: ProjectSettings): boolean {
    if (this.#toCreate.has(address)) return false;
    const update = this.updates.get(address);
    if (update === undefined) return true;
    const isPlanned = sentUnreported(update).every((name) => isDeepStrictEqual(update.after[name], planned[name]));
    return isPlanned && sendsOnlyUnreported(update);
  }
}

/** The workspaces of a move that are at its destination, and the others. @param renamed - New names, by id. */
function divide(
  { destination, workspaces }: Change<"move">,
  { places }: CurrentState,
  renamed: ReadonlyMap<string, string>,
) {
  const isThere = ({ id }: MovedWorkspace): boolean => places.get(id) === destination.id;
  const rest = workspaces.filter((it) => !isThere(it));
  return {
    there: workspaces.filter(isThere),
    rest: rest.map((it) => ({ ...it, from: { ...it.from, name: renamed.get(it.from.id) ?? it.from.name } })),
  };
}

function sendsOnlyUnreported({ before, after }: Change<"update">): boolean {
  return Object.keys(changedSettings(before, after)).length === 0;
}
