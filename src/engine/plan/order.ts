import { nameKey, type Project } from "../../model";
import { compareStrings, groupBy } from "../../reconcile/lists";
import { nameOf, projectOf } from "../actions/table";
import { projectKey, type Action, type Kind, type PendingAction, type UpdateAction } from "./action";

/** Actions in an order in which they can be executed, unless renames form cycles. */
export interface OrderedActions {
  readonly actions: readonly Action[];
  /** The renames of each cycle, in which no name becomes free before the others. */
  readonly cycles: readonly (readonly Rename[])[];
}

export type Rename = Pick<UpdateAction, "address" | "before" | "after">;

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

/** Has one rename of a cycle wait for nothing, so that the other actions are ordered. */
function cut(cycle: readonly Node[]): Node {
  const first = cycle.find(({ action }) => isRename(action));
  if (first === undefined) throw new Error("Actions depend on each other, and none of them is a rename.");
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
