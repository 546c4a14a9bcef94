import { nameKey, type Project } from "../../model";
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
  for (;;) {
    const blocked = queue.takeReady();
    if (blocked.length === 0) return queue.actions;
    queue.detour();
  }
}

/** A draft with what it waits for. */
interface Node {
  readonly draft: Draft;
  readonly waitsFor: Set<Node>;
  /** Set when the draft has become an action. */
  id?: string;
}

class Queue {
  readonly actions: Action[] = [];
  #waiting: Node[];
  readonly #projects: readonly Project[];

  constructor(drafts: readonly Draft[], projects: readonly Project[]) {
    this.#projects = projects;
    this.#waiting = [...drafts].sort(byKindAndName).map((draft) => ({ draft, waitsFor: new Set() }));
    this.#link();
  }

  /** Takes all that waits for nothing, in rounds; gives what still waits, in circles or for what does. */
  takeReady(): readonly Node[] {
    for (;;) {
      const ready = this.#waiting.filter((node) => [...node.waitsFor].every((other) => other.id !== undefined));
      if (ready.length === 0) return this.#waiting;
      for (const node of ready) this.#take(node);
      this.#waiting = this.#waiting.filter((node) => node.id === undefined);
    }
  }

  /** Sends one rename of a circle by way of a temporary name, so that the name it gives up is free at once. */
  detour(): void {
    const circle = this.#circle();
    const rename = circle.find((node) => node.draft.kind === "update");
    if (rename?.draft.kind !== "update") throw new Error("A plan's actions wait for each other, and none is a rename.");
    const { draft } = rename;
    const away: Draft = {
      ...draft,
      to: { ...draft.from, name: temporaryName(draft.to.name) },
      reason: `makes way: ${JSON.stringify(draft.from.name)} is the new name of another project`,
    };
    const first: Node = { draft: away, waitsFor: new Set() };
    const rest: Node = { draft: { ...draft, from: away.to }, waitsFor: new Set([...rename.waitsFor, first]) };
    for (const node of this.#waiting) {
      if (node.waitsFor.delete(rename)) node.waitsFor.add(first);
    }
    this.#waiting = [first, ...this.#waiting.map((node) => (node === rename ? rest : node))];
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
        wait(node, isOther && holder !== undefined ? freeing.get(holder) : undefined);
      }
      if (draft.kind === "move") {
        wait(node, draft.newAddress === undefined ? undefined : creating.get(draft.newAddress));
        for (const { from } of draft.workspaces) {
          const deletion = deleting.get(from.id);
          if (deletion !== undefined) wait(deletion, node);
        }
      }
    }
  }

  /** Some nodes that wait for one another in a circle. */
  #circle(): readonly Node[] {
    const way: Node[] = [];
    let node = this.#waiting[0];
    while (node !== undefined && !way.includes(node)) {
      way.push(node);
      node = [...node.waitsFor].find((other) => other.id === undefined);
    }
    return node === undefined ? [] : way.slice(way.indexOf(node));
  }

  #take(node: Node): void {
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

function wait(node: Node, other: Node | undefined): void {
  if (other !== undefined && other !== node) node.waitsFor.add(other);
}

const KINDS = ["update", "create", "move", "delete"];

function byKindAndName(one: Draft, other: Draft): number {
  const kinds = KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
  if (kinds !== 0) return kinds;
  const [first, second] = [nameOf(one), nameOf(other)];
  return first < second ? -1 : first > second ? 1 : 0;
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
