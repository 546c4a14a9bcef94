/** The plans of memberships that are being made: whoever needs to know what they take and let go waits for their end. */
export class PendingPlans {
  readonly #plans = new Set<Promise<unknown>>();

  /** Does the work, which plans a membership. It must not wait for who waits in {@link settled}. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    const plan = work();
    this.#plans.add(plan);
    try {
      return await plan;
    } finally {
      this.#plans.delete(plan);
    }
  }

  /** Resolves when none is under way. */
  async settled(): Promise<void> {
    while (this.#plans.size > 0) await Promise.allSettled(this.#plans);
  }
}
