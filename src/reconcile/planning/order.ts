import { nameKey, type Project } from "../../model";
import { compared } from "../lists";
import type { Action, CreateAction, DeleteAction, MoveAction, UpdateAction } from "./action";
import { temporaryName } from "./identity";

/** An action that is not in its place yet. */
export type Draft =
  | Omit<CreateAction, "id" | "after">
  | Omit<UpdateAction, "id" | "after">
  | (Omit<MoveAction, "id" | "after"> & { /** Of a project that the plan creates. */ readonly newAddress?: string })
  | Omit<DeleteAction, "id" | "after">;

/**
 * Puts actions into an order in which the service accepts each:
 *
 * - a name is taken only after the project that had it has given it up;
 * - workspaces move into a project only after it has come into being;
 * - a project is deleted only after all that moves out of it has moved.
 *
 * Where renames wait for each other in a circle, one of them goes by way of a temporary name. Equal input gives equal output.
 */
export function inOrder(drafts: readonly Draft[], projects: readonly Project[]): readonly Action[] {
  const queue = new Queue(drafts, projects);
  queue.takeReady();
  while (queue.isBlocked) {
    queue.detour();
    queue.takeReady();
  }
  return queue.actions;
}

/** A draft with what it waits for. */
class Node {
  readonly waitsFor = new Set<Node>();
  readonly wantedBy = new Set<Node>();
  /** Set when the draft has become an action. */
  id: string | undefined;

  /** @param place - Among drafts that are ready at the same time. */
  constructor(
    readonly draft: Draft,
    readonly place: number,
  ) {}

  waitFor(other: Node | undefined): void {
    if (other === undefined || other === this) return;
    this.waitsFor.add(other);
    other.wantedBy.add(this);
  }

  get isReady(): boolean {
    for (const { id } of this.waitsFor) if (id === undefined) return false;
    return true;
  }
}

class Queue {
  readonly actions: Action[] = [];
  readonly #waiting: Set<Node>;
  readonly #projects: readonly Project[];
  #ready: readonly Node[];

  constructor(drafts: readonly Draft[], projects: readonly Project[]) {
    this.#projects = projects;
    this.#waiting = new Set([...drafts].sort(byKindAndName).map((draft, place) => new Node(draft, place)));
    this.#link();
    this.#ready = [...this.#waiting].filter((node) => node.isReady);
  }

  /** Whether all that is left waits, in circles or for what does. */
  get isBlocked(): boolean {
    return this.#waiting.size > 0;
  }

  /** Takes all that waits for nothing, and what waited for that, in rounds. */
  takeReady(): void {
    while (this.#ready.length > 0) {
      for (const node of this.#ready) this.#take(node);
      const waiters = new Set(this.#ready.flatMap((node) => [...node.wantedBy]));
      this.#ready = [...waiters].filter((node) => node.isReady).sort((one, other) => one.place - other.place);
    }
  }

  /** Sends one rename of a circle by way of a temporary name, so that the name it gives up is free at once. */
  detour(): void {
    const rename = this.#circle().find((node) => node.draft.kind === "update");
    if (rename?.draft.kind !== "update") throw new Error("A plan's actions wait for each other, and none is a rename.");
    const { draft, place } = rename;
    const away: Draft = {
      ...draft,
      to: { ...draft.from, name: temporaryName(draft.to.name) },
      reason: `makes way: ${JSON.stringify(draft.from.name)} is the new name of another project`,
    };
    const first = new Node(away, place);
    const rest = new Node({ ...draft, from: away.to }, place);
    for (const node of rename.wantedBy) {
      node.waitsFor.delete(rename);
      node.waitFor(first);
    }
    for (const node of rename.waitsFor) {
      node.wantedBy.delete(rename);
      rest.waitFor(node);
    }
    rest.waitFor(first);
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
      const { draft } = node;
      if (draft.kind === "create") creating.set(draft.address, node);
      if (draft.kind === "delete") deleting.set(draft.projectId, node);
      if (draft.kind === "delete" || (draft.kind === "update" && nameKey(draft.from.name) !== nameKey(draft.to.name))) {
        freeing.set(draft.projectId, node);
      }
    }
    for (const node of this.#waiting) {
      const { draft } = node;
      if (draft.kind === "create" || draft.kind === "update") {
        const holder = holders.get(nameKey(draft.to.name));
        const isOther = draft.kind === "create" || holder !== draft.projectId;
        node.waitFor(isOther && holder !== undefined ? freeing.get(holder) : undefined);
      }
      if (draft.kind === "move") {
        node.waitFor(draft.newAddress === undefined ? undefined : creating.get(draft.newAddress));
        for (const { from } of draft.workspaces) deleting.get(from.id)?.waitFor(node);
      }
    }
  }

  /** Some nodes that wait for one another in a circle. */
  #circle(): readonly Node[] {
    const way = new Set<Node>();
    let [node] = this.#waiting;
    while (node !== undefined && !way.has(node)) {
      way.add(node);
      node = [...node.waitsFor].find((other) => other.id === undefined);
    }
    const nodes = [...way];
    return node === undefined ? [] : nodes.slice(nodes.indexOf(node));
  }

  #take(node: Node): void {
    this.#waiting.delete(node);
    const { draft } = node;
    const id = `${draft.kind} ${nameOf(draft)}`;
    const after = [...node.waitsFor].flatMap((other) => other.id ?? []).sort();
    node.id = id;
    const order = { id, after };
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

function byKindAndName(one: Draft, other: Draft): number {
  const kinds = KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
  return kinds === 0 ? compared(nameOf(one), nameOf(other)) : kinds;
}

/** The name of the project that the action is about: the one it has before, but for a project that is created. */
function nameOf(draft: Draft): string {
  switch (draft.kind) {
    case "create":
      return draft.to.name;
    case "move":
      return draft.destination.name;
    case "update":
    case "delete":
      return draft.from.name;
  }
}
