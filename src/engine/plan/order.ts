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
  const scheduler = new Scheduler(pending, projects);
  scheduler.scheduleReady();
  while (scheduler.isBlocked) {
    scheduler.cutCycle();
    scheduler.scheduleReady();
  }
  const { actions, cycles } = scheduler;
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

  dependOn(other: Node | undefined): void {
    if (other === undefined || other === this) return;
    this.dependencies.add(other);
    other.dependents.add(this);
  }

  get isReady(): boolean {
    for (const { scheduled } of this.dependencies) if (scheduled === undefined) return false;
    return true;
  }
}

class Scheduler {
  readonly actions: Action[] = [];
  readonly cycles: (readonly Rename[])[] = [];
  readonly #waiting: Set<Node>;
  readonly #projects: readonly Project[];
  #ready: readonly Node[];

  constructor(pending: readonly PendingAction[], projects: readonly Project[]) {
    this.#projects = projects;
    const sorted = [...pending].sort(compareKindAndName);
    this.#waiting = new Set(sorted.map((action, position) => new Node(action, position)));
    this.#addDependencies();
    this.#ready = [...this.#waiting].filter((node) => node.isReady);
  }

  /** Whether everything that is left is in a cycle, or depends on one. */
  get isBlocked(): boolean {
    return this.#waiting.size > 0;
  }

  /** Schedules everything that is ready, then what that makes ready, and so on. */
  scheduleReady(): void {
    while (this.#ready.length > 0) {
      for (const node of this.#ready) this.#schedule(node);
      const dependents = new Set(this.#ready.flatMap((node) => [...node.dependents]));
      this.#ready = [...dependents].filter((node) => node.isReady).sort((one, other) => one.position - other.position);
    }
  }

  /** Records a cycle, and has one rename of it wait for nothing, so that the other actions are ordered. */
  cutCycle(): void {
    const cycle = this.#findCycle();
    const first = cycle.find(({ action }) => isRename(action));
    if (first === undefined) throw new Error("Actions depend on each other, and none of them is a rename.");
    this.cycles.push(cycle.map(({ action }) => action).filter(isRename));
    for (const node of first.dependencies) node.dependents.delete(first);
    first.dependencies.clear();
    this.#ready = [first];
  }

  #addDependencies(): void {
    const holders = new Map(this.#projects.map((project) => [nameKey(project.name), project.id]));
    const freesName = new Map<string, Node>();
    const creates = new Map<string, Node>();
    const deletes = new Map<string, Node>();
    const assignments = { set: this.#assignmentsOf("set"), unset: this.#assignmentsOf("unset") };
    for (const node of this.#waiting) {
      const { action } = node;
      if (action.kind === "create") creates.set(action.address, node);
      if (action.kind === "delete") deletes.set(action.projectId, node);
      if (action.kind === "delete" || isRename(action)) {
        freesName.set(action.projectId, node);
      }
    }
    for (const node of this.#waiting) {
      const { action } = node;
      if (action.kind === "create" || action.kind === "update") {
        const holder = holders.get(nameKey(action.after.name));
        if (holder !== undefined) node.dependOn(freesName.get(holder));
      }
      if (action.kind === "set") node.dependOn(creates.get(projectKey(action.project)));
      if (action.kind === "move") {
        const destination = projectKey(action.destination);
        node.dependOn(creates.get(destination));
        for (const set of assignments.set.get(destination) ?? []) node.dependOn(set);
        for (const { from } of action.workspaces) {
          deletes.get(from.id)?.dependOn(node);
          for (const unset of assignments.unset.get(from.id) ?? []) unset.dependOn(node);
        }
      }
    }
  }

  /** What is assigned to projects, or taken off them, by the key of the project. */
  #assignmentsOf(kind: "set" | "unset"): ReadonlyMap<string, readonly Node[]> {
    const nodes = [...this.#waiting].filter(({ action }) => action.kind === kind);
    return groupBy(nodes, ({ action }) => projectKey(projectOf(action)));
  }

  /** Some nodes that depend on each other in a cycle. */
  #findCycle(): readonly Node[] {
    const path = new Set<Node>();
    let [node] = this.#waiting;
    while (node !== undefined && !path.has(node)) {
      path.add(node);
      node = [...node.dependencies].find(({ scheduled }) => scheduled === undefined);
    }
    const nodes = [...path];
    return node === undefined ? [] : nodes.slice(nodes.indexOf(node));
  }

  #schedule(node: Node): void {
    this.#waiting.delete(node);
    const dependsOn = [...node.dependencies].flatMap(({ scheduled }) => scheduled ?? []);
    node.scheduled = this.actions.push({ ...node.action, dependsOn }) - 1;
  }
}

function isRename(action: PendingAction): action is PendingAction<"update"> {
  return action.kind === "update" && nameKey(action.before.name) !== nameKey(action.after.name);
}

const KINDS: readonly Kind[] = ["update", "create", "set", "move", "unset", "delete"];

function compareKindAndName(one: PendingAction, other: PendingAction): number {
  const kinds = KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
  return kinds === 0 ? compareStrings(nameOf(one), nameOf(other)) : kinds;
}
