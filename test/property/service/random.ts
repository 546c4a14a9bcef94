import { fc } from "../../support/property";

const LARGEST = 2 ** 30 - 1;

/** Random choices; the same for the same seed. */
export class Random {
  readonly #numbers: Iterator<number>;

  constructor(seed: number) {
    const [stream] = fc.sample(fc.infiniteStream(fc.noBias(fc.nat(LARGEST))), { seed, numRuns: 1 });
    this.#numbers = stream!;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  fraction(): number {
    return (this.#numbers.next().value as number) / (LARGEST + 1);
  }

  /** An integer from 0 (inclusive) to `limit` (exclusive). */
  integerBelow(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  between(least: number, most: number): number {
    return least + this.integerBelow(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  oneOf<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError("There are no items to choose from.");
    return items[this.integerBelow(items.length)]!;
  }

  /** One of the keys, weighted by its value. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const keys = Object.keys(weights) as K[];
    let left = this.fraction() * keys.reduce((sum, key) => sum + weights[key], 0);
    for (const key of keys) {
      left -= weights[key];
      if (left < 0) return key;
    }
    return keys[0]!;
  }

  some<T>(items: readonly T[], count: number): T[] {
    return items.length === 0 ? [] : Array.from({ length: count }, () => this.oneOf(items));
  }

  string(alphabet: string, length: number): string {
    return this.some(alphabet.split(""), length).join("");
  }
}
