import { compareStrings, firstIndexWhere } from "../../lists";
import { checkWorkspaceName, conditionMatcher, nameKey, type RuleCondition, type Workspace } from "../../model";
import type { Word } from "./words";

/** A workspace of a group, and the word of its name that the group has in common. */
export interface Member {
  readonly workspace: Workspace;
  readonly word: Word;
}

/** More patterns than this are a list, and so are more than half of a group's workspaces. */
const MAX_PATTERNS = 50;
const MAX_OF_SMALL_GROUPS = 3;

/** Finds patterns that match exactly the workspaces of a group, by the places of a word in their names. */
export class PatternFinder {
  readonly #names: TailIndex;

  /** @param workspaces - All that a pattern may match. */
  constructor(workspaces: readonly Workspace[]) {
    this.#names = new TailIndex(workspaces.map(({ name }) => nameKey(name)));
  }

  /** Patterns that match all members and no other workspace; undefined if they are no shorter than a list. */
  conditionOf(members: readonly Member[]): RuleCondition | undefined {
    const max = Math.min(MAX_PATTERNS, Math.max(MAX_OF_SMALL_GROUPS, Math.floor(members.length / 2)));
    const own = new Set(members.map(({ workspace }) => nameKey(workspace.name)));
    const matched = new Set<string>();
    const chosen = new Map<string, readonly string[]>();
    const rejected = new Set<string>();
    for (const { workspace, word } of members) {
      if (matched.has(nameKey(workspace.name))) continue;
      const found = patternsAround(workspace.name, word)
        .filter((pattern) => !rejected.has(pattern))
        .map((pattern) => ({ pattern, names: this.#names.matchedWithin(pattern, own) }));
      const best = found.find(({ names }) => names !== undefined);
      for (const { pattern, names } of found) if (names === undefined) rejected.add(pattern);
      if (best?.names === undefined) return undefined;
      chosen.set(best.pattern, best.names);
      for (const name of best.names) matched.add(name);
    }
    const needed = withoutCovered(chosen);
    // Numbers take a pattern for each first digit.
    const kinds = new Set(needed.map((pattern) => pattern.replace(/\d\*$/, "")));
    return kinds.size > max ? undefined : { matchNames: [...needed].sort(compareStrings) };
  }
}

/** The patterns without those whose names all are matched by others; those that match few names go first. */
function withoutCovered(namesOf: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of [...namesOf.values()].flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const needed = new Set(namesOf.keys());
  for (const [pattern, names] of [...namesOf].sort(([, one], [, other]) => one.length - other.length)) {
    if (names.some((name) => (counts.get(name) ?? 0) < 2)) continue;
    needed.delete(pattern);
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) - 1);
  }
  return [...needed];
}

const SEPARATOR = /[-_]/;

/**
 * The patterns for a word of a name, those that match most names first: `*-net-*`, `prod-net-*`, `*-net-db` and
 * `prod-net-db` for the second word of `prod-net-db`. For a pattern, neither a capital nor a digit ends a word: for the
 * first one of `netDb`, they are `net*`, `netD*` and `netDb`.
 */
function patternsAround(name: string, { start, end }: Word): readonly string[] {
  // Rules cannot have other characters than those that the service accepts in names.
  if (checkWorkspaceName(name).length > 0) return [];
  const [before, text, after] = [name.slice(0, start), name.slice(start, end), name.slice(end)];
  const last = before.at(-1) ?? "";
  const next = after.charAt(0);
  const lefts = SEPARATOR.test(last) ? [`*${last}`, before] : [before];
  const rights = after === "" ? [""] : [...(SEPARATOR.test(next) ? [] : ["*"]), `${next}*`, after];
  return rights
    .flatMap((right, index) => lefts.map((left, at) => ({ pattern: left + text + right, detail: index + at })))
    .sort((one, other) => one.detail - other.detail)
    .map(({ pattern }) => pattern);
}

/** Names by where they begin and where a separator is in them, which is where the texts of patterns begin. */
class TailIndex {
  readonly #tails: readonly { readonly tail: string; readonly name: string }[];

  /** @param names - As {@link nameKey}. */
  constructor(names: readonly string[]) {
    this.#tails = names
      .flatMap((name) => [
        { tail: name, name },
        ...[...name.matchAll(/[-_]/g)].map(({ index }) => ({ tail: name.slice(index), name })),
      ])
      .sort((one, other) => compareStrings(one.tail, other.tail));
  }

  /** The names that a pattern matches, if it matches these only; otherwise undefined. */
  matchedWithin(pattern: string, allowed: ReadonlySet<string>): readonly string[] | undefined {
    const text = nameKey(pattern).split("*").find(Boolean) ?? "";
    const match = conditionMatcher({ matchNames: [pattern] });
    const found = new Set<string>();
    const first = firstIndexWhere(this.#tails, ({ tail }) => tail >= text);
    for (let at = first; this.#tails[at]?.tail.startsWith(text) === true; at += 1) {
      const name = this.#tails[at]?.name ?? "";
      if (match({ name }) === undefined) continue;
      if (!allowed.has(name)) return undefined;
      found.add(name);
    }
    return [...found];
  }
}
