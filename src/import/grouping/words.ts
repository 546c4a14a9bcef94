import { compareStrings } from "../../lists";
import { nameKey } from "../../model";
import { MIN_MATCHES } from "../rules";

/** A word of a name, and its place. */
export interface Word {
  /** As {@link nameKey}. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The words of a name: what is between `-`, `_`, `.` and digits, and what begins with a capital. `prod-netDb2` has
 * three. A single letter keeps its digits, as in `k8s` and `s3`, and what follows it, as in `eBay`.
 */
export function wordsOf(name: string): readonly Word[] {
  return [...name.matchAll(WORD)].map(({ 0: text, index }) => ({
    key: nameKey(text),
    start: index,
    end: index + text.length,
  }));
}

const WORD = new RegExp(
  [
    /(?<![A-Za-z])[A-Za-z]\d+(?:[A-Za-z](?![A-Za-z]))?/,
    /(?<![A-Za-z])[a-z](?:[A-Z]+(?![a-z])|[A-Z][a-z]+)/,
    /[A-Z]+s?(?![a-z])/,
    /[A-Z]?[a-z]+/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** Words that usually say where or for what something runs, and not whose it is. */
const ENVIRONMENTS: ReadonlySet<string> = new Set(
  (
    "prod production prd live preprod nonprod nonprd stage staging stg preview " +
    "dev devel develop development test testing tst qa uat sit acc acceptance int integration perf canary " +
    "sandbox sbx demo poc dr " +
    "eu us uk ap apac emea amer latam europe asia global eastus westus centralus westeurope northeurope uksouth " +
    "north south east west central northeast northwest southeast southwest euw euc use usw usc weu neu"
  ).split(" "),
);

/** How many words have to begin names also without another one before them, for that one to be left out. */
const MIN_WITHOUT_PREFIX = 3;

/**
 * The words of many names that tell them apart. Left out are those that stand beside most others:
 *
 * - words of environments, wherever they are, unless nothing else groups most names that have one;
 * - the first word of a name, if most of the other names begin with what also follows it: `api` of `api-pay` and
 *   `api-net`, where most names begin with `pay` or `net`.
 *
 * Numbers are no words. Pure.
 */
export class TellingWords {
  /** The words that are left out wherever they are, and those that are left out at the beginning; sorted. */
  readonly leftOut: { readonly anywhere: readonly string[]; readonly first: readonly string[] };
  readonly #anywhere: ReadonlySet<string>;
  readonly #first: ReadonlySet<string>;
  /** Each way asks for the words of all names. */
  readonly #known: ReadonlyMap<string, readonly Word[]>;

  constructor(names: readonly string[]) {
    const all = names.map((name) => ({ name, words: wordsOf(name) }));
    this.#anywhere = environmentsIn(all.map(({ words }) => words));
    this.#first = prefixesIn(all.map(({ words }) => this.#withoutEnvironments(words)));
    this.#known = new Map(all.map(({ name, words }) => [name, this.#telling(words)]));
    this.leftOut = {
      anywhere: [...this.#anywhere].sort(compareStrings),
      first: [...this.#first].sort(compareStrings),
    };
  }

  of(name: string): readonly Word[] {
    return this.#known.get(name) ?? this.#telling(wordsOf(name));
  }

  #telling(all: readonly Word[]): readonly Word[] {
    const words = this.#withoutEnvironments(all);
    const [first, ...others] = words;
    return first !== undefined && others.length > 0 && this.#first.has(first.key) ? others : words;
  }

  #withoutEnvironments(words: readonly Word[]): readonly Word[] {
    return words.filter(({ key }) => !this.#anywhere.has(key));
  }
}

function environmentsIn(names: readonly (readonly Word[])[]): ReadonlySet<string> {
  const keys = names.map((words) => [...new Set(words.map(({ key }) => key))]);
  const counts = new Map<string, number>();
  for (const key of keys.flat()) add(counts, key);
  const [all, grouped] = [new Map<string, number>(), new Map<string, number>()];
  for (const its of keys) {
    const isGrouped = its.some((key) => !ENVIRONMENTS.has(key) && (counts.get(key) ?? 0) >= MIN_MATCHES);
    for (const key of its.filter((it) => ENVIRONMENTS.has(it))) {
      add(all, key);
      if (isGrouped) add(grouped, key);
    }
  }
  return new Set([...all].filter(([key, count]) => (grouped.get(key) ?? 0) * 2 > count).map(([key]) => key));
}

function prefixesIn(names: readonly (readonly Word[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const followers = new Map<string, Set<string>>();
  for (const [first, second] of names) {
    if (first === undefined) continue;
    add(counts, first.key);
    const known = followers.get(first.key) ?? new Set();
    if (second !== undefined) known.add(second.key);
    followers.set(first.key, known);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const found = [...followers].filter(([key, following]) => {
    const leading = [...following].filter((it) => it !== key && counts.has(it));
    const without = leading.reduce((sum, it) => sum + (counts.get(it) ?? 0), 0);
    return leading.length >= MIN_WITHOUT_PREFIX && without * 2 > total - (counts.get(key) ?? 0);
  });
  return new Set(found.map(([key]) => key));
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
