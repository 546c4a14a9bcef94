/** Runs work that shares a key sequentially, and other work concurrently. */
export class KeyedLock {
  readonly #last = new Map<string, Promise<unknown>>();

  /**
   * Runs the work once all earlier work on any of these keys has settled.
   *
   * @param work - Gets whether it had to wait.
   */
  async runExclusive<T>(keys: readonly string[], work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    const earlier = keys.flatMap((key) => this.#last.get(key) ?? []);
    // All keys are locked at once, which prevents deadlocks.
    const done = Promise.allSettled(earlier).then(() => work(earlier.length > 0));
    for (const key of keys) this.#last.set(key, done);
    try {
      return await done;
    } finally {
      for (const key of keys) if (this.#last.get(key) === done) this.#last.delete(key);
    }
  }
}
