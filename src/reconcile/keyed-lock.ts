/** Work that shares a key runs one after the other; other work runs at the same time. */
export class KeyedLock {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work when all earlier work on any of these keys has ended, well or not. */
  async runExclusive<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const earlier = keys.flatMap((key) => this.#last.get(key) ?? []);
    // All keys are taken at once, so that no two can wait for each other.
    const done = Promise.allSettled(earlier).then(work);
    for (const key of keys) this.#last.set(key, done);
    try {
      return await done;
    } finally {
      for (const key of keys) if (this.#last.get(key) === done) this.#last.delete(key);
    }
  }
}
