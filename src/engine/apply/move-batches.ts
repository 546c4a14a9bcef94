import { UserError } from "../../user-error";
import type { MoveBatch } from "../action-outcome";
import { named } from "../organization";
import type { Action, MoveAction } from "../plan/action";
import type { Plan } from "../plan/comparison";

/** How moves are divided into batches, one request each. */
export interface BatchOptions {
  /** The maximum number of workspaces in a batch: a whole number, at least 1. */
  readonly size: number;
  /**
   * Called before each batch but the first, and awaited. If it returns false, nothing further is started, as after an
   * interruption.
   *
   * @default the next batch begins at once
   */
  readonly between?: ((progress: BatchProgress) => boolean | Promise<boolean>) | undefined;
}

/** How far an apply in batches has come. */
export interface BatchProgress {
  /** The number of the next batch: at least 2. */
  readonly next: number;
  /** How many batches there are. */
  readonly total: number;
  /** How many workspaces have moved. */
  readonly moved: number;
  /** How many workspaces have not. */
  readonly left: number;
}

/** The batches of all plans that are applied together, in the order in which they are sent. */
export class MoveBatches {
  readonly total: number;
  readonly #batches = new Map<Action, readonly MoveBatch[]>();
  readonly #between: BatchOptions["between"];
  #moved = 0;
  #left = 0;

  /** @throws UserError when the size is not a whole number of at least 1. */
  constructor(plans: readonly Pick<Plan, "actions">[], { size, between }: BatchOptions) {
    if (!Number.isSafeInteger(size) || size < 1) {
      throw new UserError(`Nothing was changed: a batch cannot have ${size} workspaces.`, "Use 1 or more.", {
        code: "USAGE",
      });
    }
    this.#between = between;
    let count = 0;
    for (const action of plans.flatMap(({ actions }) => actions)) {
      if (action.kind !== "move") continue;
      const batches = chunks(action.workspaces, size).map((workspaces): MoveBatch => {
        count += 1;
        return { batch: count, workspaces: workspaces.map(named) };
      });
      this.#batches.set(action, batches);
      this.#left += action.workspaces.length;
    }
    this.total = count;
  }

  of(action: MoveAction): readonly MoveBatch[] {
    return this.#batches.get(action) ?? [];
  }

  /** Asks whether a batch may begin. */
  async mayBegin({ batch }: MoveBatch): Promise<boolean> {
    if (batch === 1 || this.#between === undefined) return true;
    return this.#between({ next: batch, total: this.total, moved: this.#moved, left: this.#left });
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
