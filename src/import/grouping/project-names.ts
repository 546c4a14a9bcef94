import { compareStrings, groupBy } from "../../lists";
import { INVALID_IN_PROJECT_NAMES, nameKey, PROJECT_NAME_MAX_LENGTH, PROJECT_NAME_MIN_LENGTH } from "../../model";

/**
 * Valid names of projects for texts. Texts that differ only in case, or in characters that names cannot have, get the
 * same one. Others never do: if long names are cut to the same one, all but the first are numbered.
 */
export function projectNames(texts: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(texts)].sort(compareStrings).map((text) => ({ text, wanted: permitted(text) }));
  const wanted = [...groupBy(sorted, (it) => nameKey(it.wanted)).values()];
  const names = new Map<string, string>();
  const pool = new NamePool();
  // Names that are valid as they are stay so.
  for (const isChanged of [false, true]) {
    for (const group of wanted.filter(([it]) => isValidLength(it.wanted) !== isChanged)) {
      const name = pool.take(group[0].wanted);
      for (const { text } of group) names.set(text, name);
    }
  }
  return names;
}

function permitted(text: string): string {
  return text.replace(INVALID, "-").trim();
}

const INVALID = new RegExp(`(?:${INVALID_IN_PROJECT_NAMES.source})+`, "gu");

function isValidLength({ length }: string): boolean {
  return length >= PROJECT_NAME_MIN_LENGTH && length <= PROJECT_NAME_MAX_LENGTH;
}

/** Names that are taken, each once. */
class NamePool {
  readonly #taken = new Set<string>();
  /** The last number of each name that was wanted several times, so that thousands of them take no time. */
  readonly #numbers = new Map<string, number>();

  take(wanted: string): string {
    const long = wanted.length < PROJECT_NAME_MIN_LENGTH ? `${wanted}-project` : wanted;
    const base = nameKey(long.slice(0, PROJECT_NAME_MAX_LENGTH));
    for (let number = (this.#numbers.get(base) ?? 0) + 1; ; number += 1) {
      const end = number === 1 ? "" : `-${number}`;
      const name = long.slice(0, PROJECT_NAME_MAX_LENGTH - end.length).trimEnd() + end;
      if (this.#taken.has(nameKey(name))) continue;
      this.#taken.add(nameKey(name));
      this.#numbers.set(base, number);
      return name;
    }
  }
}
