import { usageError } from "../../user-error";
import type { MoveBatch } from "../events";
import { named } from "../actual-organization";
import type { Action, MoveAction } from "../plan/action";
import type { Plan } from "../plan/comparison";

/** How moves are divided into batches, one request each. */
export interface BatchOptions {
  /** The maximum number of workspaces in a batch: a whole number, at least 1. */
  readonly size: number;
  /**
   * Called before a batch, and awaited, if more than `size` workspaces would otherwise have moved since the last call.
   * If it returns false, nothing further is started, as after an interruption.
   *
   * @default the next batch begins at once
   */
  readonly between?: ((progress: BatchProgress) => boolean | Promise<boolean>) | undefined;
}

/** How far an apply in batches has come, and which batches follow until the next question. */
export interface BatchProgress {
  /** The number of the next batch: at least 2. */
  readonly next: number;
  /** The number of the last one before the next question. */
  readonly last: number;
  /** How many workspaces these batches move. */
  readonly workspaces: number;
  /** The names of the projects that they move to, in their order. */
  readonly destinations: readonly string[];
  /** How many batches there are. */
  readonly total: number;
  /** How many workspaces have moved. */
  readonly moved: number;
  /** How many workspaces have not. */
  readonly left: number;
}

/** Batches that begin without a question between them: together at most as many workspaces as one may have. */
interface Step {
  /** The number of the first one. */
  readonly next: number;
  last: number;
  workspaces: number;
  readonly destinations: string[];
}

/** The batches of all plans that are applied together, in the order in which they are sent. */
export class MoveBatches {
  total = 0;
  readonly #batches = new Map<Action, readonly MoveBatch[]>();
  /** By their first batch. */
  readonly #steps = new Map<number, Step>();
  #last: Step | undefined;
  readonly #between: BatchOptions["between"];
  #moved = 0;
  #left = 0;

  /** @throws UserError when the size is not a whole number of at least 1. */
  constructor(plans: readonly Pick<Plan, "actions">[], { size, between }: BatchOptions) {
    if (!Number.isSafeInteger(size) || size < 1) {
      throw usageError(`Nothing was changed: a batch cannot have ${size} workspaces.`, "Use 1 or more.");
    }
    this.#between = between;
    for (const action of plans.flatMap(({ actions }) => actions.filter((it) => it.kind === "move"))) {
      const batches = chunks(action.workspaces, size).map((workspaces, index): MoveBatch => {
        return { batch: this.total + index + 1, workspaces: workspaces.map(named) };
      });
      for (const batch of batches) this.#addToSteps(batch, action.destination.name, size);
      this.#batches.set(action, batches);
      this.total += batches.length;
      this.#left += action.workspaces.length;
    }
  }

  /** As many batches in each step as fit. @param size - The maximum number of workspaces in a step. */
  #addToSteps({ batch, workspaces }: MoveBatch, destination: string, size: number): void {
    let step = this.#last;
    if (step === undefined || step.workspaces + workspaces.length > size) {
      step = { next: batch, last: batch, workspaces: 0, destinations: [] };
      this.#steps.set(batch, step);
      this.#last = step;
    }
    step.last = batch;
    step.workspaces += workspaces.length;
    step.destinations.push(destination);
  }

  of(action: MoveAction): readonly MoveBatch[] {
    return this.#batches.get(action) ?? [];
  }

  /** Asks whether a batch may begin, if a step begins with it. */
  async mayBegin({ batch }: MoveBatch): Promise<boolean> {
    const step = this.#steps.get(batch);
    if (batch === 1 || step === undefined || this.#between === undefined) return true;
    return this.#between({ ...step, total: this.total, moved: this.#moved, left: this.#left });
  }

  recordMove({ workspaces }: MoveBatch): void {
    this.#moved += workspaces.length;
    this.#left -= workspaces.length;
  }
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
