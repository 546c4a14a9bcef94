/** A resource that has taken a key, and what it recorded with it. */
export interface Holder<Resource, Entry> {
  readonly resource: Resource;
  readonly entry: Entry;
}

/**
 * What resources have taken so far, such as the names that projects get: in the engine and at synth those that were
 * added, in the provider those that Terraform has planned in this walk. An apply plans each create and update again,
 * just before making the change.
 *
 * Terraform plans independent resources in no particular order, and a provider never learns which plan is the last. The
 * resource that is planned second rejects a conflict if it is certain, but not if a later plan could still resolve it.
 */
export class Registry<Key, Entry, Resource> {
  readonly #holders = new Map<Key, readonly Holder<Resource, Entry>[]>();

  /** Records that a resource takes the key, also if others have it. Replaces an earlier entry of the resource. */
  take(key: Key, resource: Resource, entry: Entry): void {
    const holders = this.holders(key);
    const isHolder = holders.some((holder) => holder.resource === resource);
    this.#holders.set(
      key,
      isHolder
        ? holders.map((holder) => (holder.resource === resource ? { resource, entry } : holder))
        : [...holders, { resource, entry }],
    );
  }

  /** Removes what a resource has recorded for the key. */
  release(key: Key, resource: Resource): void {
    const others = this.others(key, resource);
    if (others.length === 0) this.#holders.delete(key);
    else this.#holders.set(key, others);
  }

  /** The resources that have taken the key, in the order in which they did. */
  holders(key: Key): readonly Holder<Resource, Entry>[] {
    return this.#holders.get(key) ?? [];
  }

  /** The first resource that has taken the key. */
  owner(key: Key): Holder<Resource, Entry> | undefined {
    return this.holders(key)[0];
  }

  /** The {@link holders} without this one. */
  others(key: Key, resource: Resource): readonly Holder<Resource, Entry>[] {
    return this.holders(key).filter((holder) => holder.resource !== resource);
  }

  /** All that have taken a key, by key, in the order in which keys were first taken. */
  get all(): ReadonlyMap<Key, readonly Holder<Resource, Entry>[]> {
    return this.#holders;
  }

  get isEmpty(): boolean {
    return this.#holders.size === 0;
  }
}
