import {
  nameKey,
  select,
  WorkspaceIndex,
  type SelectionRule,
  type Tag,
  type Workspace,
  type WorkspaceSelection,
} from "../model";
import { compareNames, compareStrings } from "../reconcile";

/** How many workspaces a pattern or a tag must match. Fewer are no pattern, but may have a name in common by chance. */
export const MIN_MATCHES = 5;

/**
 * Finds rules that select exactly the workspaces of projects: by prefixes of names that end at `-`, `_` or a group of
 * digits, or by one tag. Rules are for workspaces to come, so nothing else is tried.
 */
export class RuleFinder {
  readonly #index: WorkspaceIndex;
  /** How many workspaces have a tag. */
  readonly #tagged: ReadonlyMap<string, number>;

  /** @param workspaces - All of the organization. */
  constructor(workspaces: readonly Workspace[]) {
    this.#index = new WorkspaceIndex(workspaces);
    this.#tagged = new Map([...membersByTag(workspaces)].map(([key, { members }]) => [key, members.length]));
  }

  /**
   * What selects the workspaces of a project: a rule, and the names of those that it does not match; or all names.
   *
   * @param inside - All workspaces of the project.
   */
  selectionOf(inside: readonly Workspace[]): WorkspaceSelection {
    const sorted = [...inside].sort(compareNames);
    const [best] = [this.#byNames(sorted), this.#byTag(sorted)]
      .map((rule) => this.#withRule(sorted, rule))
      .sort((one, other) => one.workspaceNames.length - other.workspaceNames.length);
    return best ?? named(sorted);
  }

  /** Only if it selects the same as the names: so no two memberships select the same workspace. */
  #withRule(inside: readonly Workspace[], rule: SelectionRule | undefined): WorkspaceSelection {
    if (rule === undefined) return named(inside);
    const matched = new Set(this.#selected({ ...named([]), rule }));
    const selection = { ...named(inside.filter(({ id }) => !matched.has(id))), rule };
    const selected = new Set(this.#selected(selection));
    const isExact = selected.size === inside.length && inside.every(({ id }) => selected.has(id));
    return isExact ? selection : named(inside);
  }

  #selected(selection: WorkspaceSelection): readonly string[] {
    const { selected, lacksTags } = select(selection, this.#index, { defaultProjectId: "", own: [] });
    return lacksTags ? [] : selected.map(({ workspace }) => workspace.id);
  }

  #byNames(inside: readonly Workspace[]): SelectionRule | undefined {
    const ids = new Set(inside.map(({ id }) => id));
    const isOnlyTheirs = (prefix: string): boolean =>
      this.#selected({ ...named([]), rule: { matchNames: [`${prefix}*`] } }).every((id) => ids.has(id));
    const found = [...prefixesOf(inside)]
      .filter(([, { prefix, count }]) => count >= MIN_MATCHES && isOnlyTheirs(prefix))
      // Shorter ones first: they match all that longer ones do.
      .sort(([one], [other]) => one.length - other.length);
    const chosen = new Map<string, string>();
    for (const [key, { prefix }] of found) {
      if (![...chosen.keys()].some((shorter) => key.startsWith(shorter))) chosen.set(key, `${prefix}*`);
    }
    return chosen.size === 0 ? undefined : { matchNames: [...chosen.values()].sort() };
  }

  #byTag(inside: readonly Workspace[]): SelectionRule | undefined {
    const [best] = [...membersByTag(inside)]
      .filter(([key, { members }]) => members.length >= MIN_MATCHES && this.#tagged.get(key) === members.length)
      .sort(([oneKey, one], [otherKey, other]) =>
        one.members.length === other.members.length
          ? compareStrings(oneKey, otherKey)
          : other.members.length - one.members.length,
      );
    return best && { matchTags: { [best[1].tag.key]: best[1].tag.value } };
  }
}

function named(workspaces: readonly Workspace[]): WorkspaceSelection {
  return { workspaceIds: [], workspaceNames: workspaces.map(({ name }) => name) };
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
