import { compareStrings, firstIndexWhere } from "../lists";
import {
  checkTagKey,
  checkTagValue,
  conditionMatcher,
  MAX_RULES,
  nameKey,
  type RuleCondition,
  type Tag,
  type Workspace,
} from "../model";
import { compareNames } from "../reconcile";
import { checkRoutes } from "./placement";

/** How many workspaces a pattern or a tag must match. Fewer are no pattern, but may have a name in common by chance. */
export const MIN_MATCHES = 5;

/** How code selects the workspaces of a project. */
export interface Selection {
  /** The condition of a rule, which workspaces of no other project meet; undefined if there is none. */
  readonly condition?: RuleCondition | undefined;
  /** The workspaces that do not meet it, sorted by name. */
  readonly named: readonly Workspace[];
}

/**
 * Finds rules that select only workspaces of one project: by prefixes of names that end at `-`, `_` or a group of
 * digits, or by one tag. Rules are for workspaces to come, so nothing else is tried.
 */
export class RuleFinder {
  readonly #names: SortedNames;
  /** How many workspaces have a tag; undefined if that is unknown. */
  readonly #tagged: ReadonlyMap<string, number> | undefined;

  /** @param workspaces - All of the organization. */
  constructor(workspaces: readonly Workspace[]) {
    this.#names = new SortedNames(workspaces);
    this.#tagged = workspaces.some(({ tags }) => tags === undefined)
      ? undefined
      : new Map([...membersByTag(workspaces)].map(([key, { members }]) => [key, members.length]));
  }

  /**
   * What selects the workspaces of a project: a rule, and the names of those that it does not match; or all names.
   *
   * @param inside - All workspaces of the project.
   */
  selectionOf(inside: readonly Workspace[]): Selection {
    const { named: sorted } = byName(inside);
    const [best = { named: sorted }] = [this.#byNames(sorted), this.#byTag(sorted)]
      .flatMap((condition) => condition ?? [])
      .map((condition) => {
        const match = conditionMatcher(condition);
        return { condition, named: sorted.filter((workspace) => match(workspace) === undefined) };
      })
      .sort((one, other) => one.named.length - other.named.length);
    return best;
  }

  #byNames(inside: readonly Workspace[]): RuleCondition | undefined {
    const own = new SortedNames(inside);
    const found = [...prefixesOf(inside)]
      .filter(([key, { count }]) => count >= MIN_MATCHES && this.#names.countWith(key) === own.countWith(key))
      // Shorter ones first: they match all that longer ones do.
      .sort(([one], [other]) => one.length - other.length);
    const chosen = new Map<string, string>();
    for (const [key, { prefix }] of found) {
      if (![...chosen.keys()].some((shorter) => key.startsWith(shorter))) chosen.set(key, `${prefix}*`);
    }
    return chosen.size === 0 ? undefined : { matchNames: [...chosen.values()].sort() };
  }

  #byTag(inside: readonly Workspace[]): RuleCondition | undefined {
    const [best] = [...membersByTag(inside)]
      .filter(
        ([key, { members, tag }]) =>
          members.length >= MIN_MATCHES && this.#tagged?.get(key) === members.length && canMatch(tag),
      )
      .sort(([oneKey, one], [otherKey, other]) =>
        one.members.length === other.members.length
          ? compareStrings(oneKey, otherKey)
          : other.members.length - one.members.length,
      );
    return best && { matchTags: { [best[1].tag.key]: best[1].tag.value } };
  }
}

/**
 * What selects the workspaces of projects, by rules where possible. As the rules of one placement, these route exactly
 * the workspaces that they select to their projects, and no others.
 *
 * @param insides - The workspaces of each project.
 * @param workspaces - All of the organization.
 */
export function selectByRules(
  insides: readonly (readonly Workspace[])[],
  workspaces: readonly Workspace[],
): readonly Selection[] {
  const finder = new RuleFinder(workspaces);
  const found = insides.map((inside) => ({ inside, selection: finder.selectionOf(inside) }));
  const matched = ({ inside, selection }: (typeof found)[number]): number => inside.length - selection.named.length;
  const kept = new Set([...found].sort((one, other) => matched(other) - matched(one)).slice(0, MAX_RULES));
  const selections = found.map((it) => (kept.has(it) ? it.selection : byName(it.inside)));
  const named = new Set(selections.flatMap((selection) => selection.named));
  const conditions = new Map(
    insides.flatMap((inside, index) => inside.map((workspace) => [workspace, selections[index]?.condition] as const)),
  );
  checkRoutes(
    selections.flatMap(({ condition }) => condition ?? []),
    workspaces.map((workspace) => ({
      workspace,
      condition: named.has(workspace) ? undefined : conditions.get(workspace),
    })),
  );
  return selections;
}

/** Selects all workspaces of a project by their names. */
export function byName(inside: readonly Workspace[]): Selection {
  return { named: [...inside].sort(compareNames) };
}

/** The keys of names, sorted. */
class SortedNames {
  readonly #keys: readonly string[];

  constructor(workspaces: readonly Workspace[]) {
    this.#keys = workspaces.map(({ name }) => nameKey(name)).sort(compareStrings);
  }

  /** How many names have a prefix, given as {@link nameKey}. */
  countWith(prefix: string): number {
    const first = firstIndexWhere(this.#keys, (key) => key >= prefix);
    return firstIndexWhere(this.#keys, (key) => key >= prefix && !key.startsWith(prefix)) - first;
  }
}

/** The prefixes of names by their keys, with the number of names in which each ends at such a place. */
function prefixesOf(
  workspaces: readonly Workspace[],
): ReadonlyMap<string, { readonly prefix: string; readonly count: number }> {
  const found = new Map<string, { readonly prefix: string; readonly count: number }>();
  for (const { name } of workspaces) {
    for (const { index, 0: separator } of name.matchAll(/[-_]|\d+/g)) {
      const prefix = name.slice(0, index + separator.length);
      const before = found.get(nameKey(prefix));
      found.set(nameKey(prefix), { prefix: before?.prefix ?? prefix, count: (before?.count ?? 0) + 1 });
    }
  }
  return found;
}

function membersByTag(
  workspaces: readonly Workspace[],
): ReadonlyMap<string, { readonly tag: Tag; readonly members: readonly string[] }> {
  const found = new Map<string, { readonly tag: Tag; readonly members: string[] }>();
  for (const { id, tags = [] } of workspaces) {
    for (const tag of tags) {
      const key = JSON.stringify([tag.key, tag.value]);
      const known = found.get(key) ?? { tag, members: [] };
      known.members.push(id);
      found.set(key, known);
    }
  }
  return found;
}

/** Whether a rule can have this tag: it cannot have `*` as its value, which stands for any. */
export function canMatch({ key, value }: Tag): boolean {
  return [...checkTagKey(key).filter(({ rule }) => rule !== "reserved"), ...checkTagValue(key, value)].length === 0;
}
