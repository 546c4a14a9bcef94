/** Counts how often items of lists are looked at, for tests that work grows with a list, and not with its square. */
export class ReadCount {
  reads = 0;

  /** The list, each read of an item of which counts: those that a search passes over, too. */
  list<T>(items: readonly T[]): readonly T[] {
    return new Proxy(items, {
      get: (target, name, receiver) => {
        if (typeof name === "string" && /^\d+$/.test(name)) this.reads += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
  }

  /** The objects, each read of a property of which counts, wherever they are passed. */
  objects<T extends object>(items: readonly T[]): readonly T[] {
    return items.map(
      (item) =>
        new Proxy(item, {
          get: (target, name, receiver) => {
            this.reads += 1;
            return Reflect.get(target, name, receiver) as unknown;
          },
        }),
    );
  }
}
