import { nameKey, type Project } from "../../model";
import { compareStrings } from "../lists";
import type { Action, CreateAction, DeleteAction, MoveAction, UpdateAction } from "./action";
import { temporaryName } from "./identity";

/** An action that is not in its place yet. */
export type PendingAction =
  | Omit<CreateAction, "id" | "dependsOn">
  | Omit<UpdateAction, "id" | "dependsOn">
  | (Omit<MoveAction, "id" | "dependsOn"> & { /** Of a project that the plan creates. */ readonly newAddress?: string })
  | Omit<DeleteAction, "id" | "dependsOn">;

/**
 * Puts actions into an order in which the service accepts each:
 *
 * - a name is taken only after the project that had it has given it up;
 * - workspaces move into a project only after it has come into being;
 * - a project is deleted only after all that moves out of it has moved.
 *
 * Where renames wait for each other in a circle, one of them goes by way of a temporary name. Equal input gives equal output.
 */
export function orderActions(pending: readonly PendingAction[], projects: readonly Project[]): readonly Action[] {
  const scheduler = new Scheduler(pending, projects);
  scheduler.scheduleReady();
  while (scheduler.isBlocked) {
    scheduler.breakCycle();
    scheduler.scheduleReady();
  }
  return scheduler.actions;
}

/** A draft with what it waits for. */
class Node {
  readonly dependencies = new Set<Node>();
  readonly dependents = new Set<Node>();
  /** Set when the draft has become an action. */
  id: string | undefined;

  /** @param position - Among drafts that are ready at the same time. */
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
    for (const { id } of this.dependencies) if (id === undefined) return false;
    return true;
  }
}

class Scheduler {
  readonly actions: Action[] = [];
  readonly #waiting: Set<Node>;
  readonly #projects: readonly Project[];
  #ready: readonly Node[];

  constructor(drafts: readonly PendingAction[], projects: readonly Project[]) {
    this.#projects = projects;
    this.#waiting = new Set([...drafts].sort(compareKindAndName).map((draft, place) => new Node(draft, place)));
    this.#link();
    this.#ready = [...this.#waiting].filter((node) => node.isReady);
  }

  /** Whether all that is left waits, in circles or for what does. */
  get isBlocked(): boolean {
    return this.#waiting.size > 0;
  }

  /** Takes all that waits for nothing, and what waited for that, in rounds. */
  scheduleReady(): void {
    while (this.#ready.length > 0) {
      for (const node of this.#ready) this.#take(node);
      const waiters = new Set(this.#ready.flatMap((node) => [...node.dependents]));
      this.#ready = [...waiters].filter((node) => node.isReady).sort((one, other) => one.position - other.position);
    }
  }

  /** Sends one rename of a circle by way of a temporary name, so that the name it gives up is free at once. */
  breakCycle(): void {
    const rename = this.#circle().find((node) => node.action.kind === "update");
    if (rename?.action.kind !== "update")
      throw new Error("A plan's actions wait for each other, and none is a rename.");
    const { action: draft, position: place } = rename;
    const away: PendingAction = {
      ...draft,
      after: { ...draft.before, name: temporaryName(draft.after.name) },
      reason: `makes way: ${JSON.stringify(draft.before.name)} is the new name of another project`,
    };
    const first = new Node(away, place);
    const rest = new Node({ ...draft, before: away.after }, place);
    for (const node of rename.dependents) {
      node.dependencies.delete(rename);
      node.dependOn(first);
    }
    for (const node of rename.dependencies) {
      node.dependents.delete(rename);
      rest.dependOn(node);
    }
    rest.dependOn(first);
    this.#waiting.delete(rename);
    this.#waiting.add(first).add(rest);
    this.#ready = [first];
  }

  #link(): void {
    const holders = new Map(this.#projects.map((project) => [nameKey(project.name), project.id]));
    const freeing = new Map<string, Node>();
    const creating = new Map<string, Node>();
    const deleting = new Map<string, Node>();
    for (const node of this.#waiting) {
      const { action: draft } = node;
      if (draft.kind === "create") creating.set(draft.address, node);
      if (draft.kind === "delete") deleting.set(draft.projectId, node);
      if (
        draft.kind === "delete" ||
        (draft.kind === "update" && nameKey(draft.before.name) !== nameKey(draft.after.name))
      ) {
        freeing.set(draft.projectId, node);
      }
    }
    for (const node of this.#waiting) {
      const { action: draft } = node;
      if (draft.kind === "create" || draft.kind === "update") {
        const holder = holders.get(nameKey(draft.after.name));
        const isOther = draft.kind === "create" || holder !== draft.projectId;
        node.dependOn(isOther && holder !== undefined ? freeing.get(holder) : undefined);
      }
      if (draft.kind === "move") {
        node.dependOn(draft.newAddress === undefined ? undefined : creating.get(draft.newAddress));
        for (const { from } of draft.workspaces) deleting.get(from.id)?.dependOn(node);
      }
    }
  }

  /** Some nodes that wait for one another in a circle. */
  #circle(): readonly Node[] {
    const way = new Set<Node>();
    let [node] = this.#waiting;
    while (node !== undefined && !way.has(node)) {
      way.add(node);
      node = [...node.dependencies].find((other) => other.id === undefined);
    }
    const nodes = [...way];
    return node === undefined ? [] : nodes.slice(nodes.indexOf(node));
  }

  #take(node: Node): void {
    this.#waiting.delete(node);
    const { action: draft } = node;
    const id = `${draft.kind} ${nameOf(draft)}`;
    const dependsOn = [...node.dependencies].flatMap((other) => other.id ?? []).sort();
    node.id = id;
    const order = { id, dependsOn };
    switch (draft.kind) {
      case "move": {
        const { kind, destination, workspaces, reason } = draft;
        this.actions.push({ ...order, kind, reason, destination, workspaces });
        return;
      }
      case "create":
      case "update":
      case "delete":
        this.actions.push({ ...order, ...draft });
    }
  }
}

const KINDS = ["update", "create", "move", "delete"];

function compareKindAndName(one: PendingAction, other: PendingAction): number {
  const kinds = KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
  return kinds === 0 ? compareStrings(nameOf(one), nameOf(other)) : kinds;
}

/** The name of the project that the action is about: the one it has before, but for a project that is created. */
function nameOf(draft: PendingAction): string {
  switch (draft.kind) {
    case "create":
      return draft.after.name;
    case "move":
      return draft.destination.name;
    case "update":
    case "delete":
      return draft.before.name;
  }
}
