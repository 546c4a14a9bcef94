/** The membership plans in progress. Wait for them before relying on workspaces claimed and released so far. */
export class PendingPlans {
  readonly #plans = new Set<Promise<unknown>>();

  get inProgress(): boolean {
    return this.#plans.size > 0;
  }

  /** Runs `work`, which plans a membership. It must not wait for {@link settled}. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    const plan = work();
    this.#plans.add(plan);
    try {
      return await plan;
    } finally {
      this.#plans.delete(plan);
    }
  }

  /** Resolves once no plan is in progress. */
  async settled(): Promise<void> {
    while (this.#plans.size > 0) await Promise.allSettled(this.#plans);
  }
}
