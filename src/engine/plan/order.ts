import { compareStrings, groupBy } from "../../lists";
import { nameKey, type Project } from "../../model";
import { projectKey, type Change, type ChangeKind, type PendingChange } from "../changes/change";
import { isRename, nameOf, projectOf } from "../changes/kinds";

/** Changes in an order in which they can be executed, unless renames form cycles. */
export interface OrderedChanges {
  readonly actions: readonly Change[];
  /** The renames of each cycle, in which no name becomes free before the others. */
  readonly cycles: readonly (readonly Rename[])[];
}

export type Rename = Pick<Change<"update">, "address" | "before" | "after">;

/**
 * Puts changes into an order in which the service accepts each of them:
 *
 * - a name is taken after the project that has it gives it up;
 * - workspaces move to a project after it is created and objects are assigned to it, such as teams;
 * - objects are taken off a project after the workspaces that leave it have moved;
 * - a project is deleted after everything that leaves it has moved.
 *
 * Equal input gives equal output.
 */
export function orderChanges(pending: readonly PendingChange[], projects: readonly Project[]): OrderedChanges {
  const nodes = [...pending].sort(compareKindAndName).map((change, position) => new Node(change, position));
  addDependencies(nodes, projects);
  const actions: Change[] = [];
  const cycles: (readonly Rename[])[] = [];
  const waiting = new Set(nodes);
  let ready = nodes.filter(({ isReady }) => isReady);
  while (waiting.size > 0) {
    if (ready.length === 0) {
      // Everything that is left is in a cycle, or depends on one.
      const cycle = findCycle(waiting);
      cycles.push(cycle.map(({ change }) => change).filter(isRename));
      ready = [cut(cycle)];
    }
    for (const node of ready) {
      waiting.delete(node);
      node.isScheduled = true;
      const dependsOn = [...node.dependencies].filter(({ isScheduled }) => isScheduled).map(({ id }) => id);
      actions.push({ ...node.change, id: node.id, dependsOn: dependsOn.sort() });
    }
    const dependents = new Set(ready.flatMap((node) => [...node.dependents]));
    ready = [...dependents].filter(({ isReady }) => isReady).sort((one, other) => one.position - other.position);
  }
  return { actions, cycles };
}

/** A change with its dependencies. */
class Node {
  readonly dependencies = new Set<Node>();
  readonly dependents = new Set<Node>();
  readonly id: string;
  isScheduled = false;

  /** @param position - Among changes that become ready at the same time. */
  constructor(
    readonly change: PendingChange,
    readonly position: number,
  ) {
    this.id = `${change.kind} ${nameOf(change)}`;
  }

  dependOn(others: readonly Node[]): void {
    for (const other of others) {
      if (other === this) continue;
      this.dependencies.add(other);
      other.dependents.add(this);
    }
  }

  get isReady(): boolean {
    for (const { isScheduled } of this.dependencies) if (!isScheduled) return false;
    return true;
  }
}

function addDependencies(nodes: readonly Node[], projects: readonly Project[]): void {
  const holders = new Map(projects.map(({ id, name }) => [nameKey(name), id]));
  const finder = (isSought: (change: PendingChange) => boolean): ((key: string | undefined) => readonly Node[]) => {
    const sought = nodes.filter(({ change }) => isSought(change));
    const found = groupBy(sought, ({ change }): string | undefined => projectKey(projectOf(change)));
    return (key) => found.get(key) ?? [];
  };
  const creates = finder(({ kind }) => kind === "create");
  const deletes = finder(({ kind }) => kind === "delete");
  const sets = finder(({ kind }) => kind === "set");
  const unsets = finder(({ kind }) => kind === "unset");
  const freesName = finder((change) => change.kind === "delete" || isRename(change));
  for (const node of nodes) {
    const { change } = node;
    if (change.kind === "create" || change.kind === "update") {
      node.dependOn(freesName(holders.get(nameKey(change.after.name))));
    }
    if (change.kind === "set") node.dependOn(creates(projectKey(change.project)));
    if (change.kind === "move") {
      const destination = projectKey(change.destination);
      node.dependOn([...creates(destination), ...sets(destination)]);
      for (const { from } of change.workspaces) {
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
    node = [...node.dependencies].find(({ isScheduled }) => !isScheduled);
  }
  const nodes = [...path];
  return node === undefined ? [] : nodes.slice(nodes.indexOf(node));
}

/**
 * Has one change of a cycle that takes a name wait for nothing, so that the others are ordered. It is a rename,
 * or a create: of a name that somebody gave, after a plan was made, to a project that the plan deletes.
 */
function cut(cycle: readonly Node[]): Node {
  const first = cycle.find(({ change }) => isRename(change)) ?? cycle.find(({ change }) => change.kind === "create");
  if (first === undefined) throw new Error("Changes depend on each other, and none of them takes a name.");
  for (const node of first.dependencies) node.dependents.delete(first);
  first.dependencies.clear();
  return first;
}

const KINDS: readonly ChangeKind[] = ["update", "create", "set", "move", "unset", "delete"];

function compareKindAndName(one: PendingChange, other: PendingChange): number {
  const kinds = KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
  return kinds === 0 ? compareStrings(nameOf(one), nameOf(other)) : kinds;
}
