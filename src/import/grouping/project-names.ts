import { INVALID_IN_PROJECT_NAMES, nameKey, PROJECT_NAME_MAX_LENGTH, PROJECT_NAME_MIN_LENGTH } from "../../model";
import { compareStrings, groupBy } from "../../reconcile";

/**
 * Valid names of projects for texts. Texts that differ only in case, or in characters that names cannot have, get the
 * same one. Others never do: if long names are cut to the same one, all but the first are numbered.
 */
export function projectNames(texts: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(texts)].sort(compareStrings).map((text) => ({ text, wanted: permitted(text) }));
  const wanted = [...groupBy(sorted, (it) => nameKey(it.wanted)).values()];
  const taken = new Set<string>();
  const names = new Map<string, string>();
  // Names that are valid as they are stay so.
  for (const isChanged of [false, true]) {
    for (const group of wanted.filter(([it]) => isValidLength(it.wanted) !== isChanged)) {
      const name = freeName(group[0].wanted, (candidate) => !taken.has(nameKey(candidate)));
      taken.add(nameKey(name));
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

function freeName(wanted: string, isFree: (name: string) => boolean): string {
  const long = wanted.length < PROJECT_NAME_MIN_LENGTH ? `${wanted}-project` : wanted;
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? "" : `-${number}`;
    const name = long.slice(0, PROJECT_NAME_MAX_LENGTH - end.length).trimEnd() + end;
    if (isFree(name)) return name;
  }
}
