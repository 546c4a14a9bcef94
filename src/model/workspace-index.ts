import { literalEnds } from "./name-pattern";
import { nameKey } from "./name";
import type { Workspace } from "./workspace";
import { ANY_VALUE } from "./rule-condition";
import { type SelectionRule } from "./selection-rule";

/** A workspace, with the key of its name and its place in the index. */
interface Entry {
  readonly workspace: Workspace;
  readonly key: string;
  readonly place: number;
}

/** Workspaces of an organization, for any number of selections. */
export class WorkspaceIndex {
  readonly all: readonly Entry[];
  readonly #byId: ReadonlyMap<string, Workspace>;
  readonly #byName: ReadonlyMap<string, Workspace>;
  #byStart: SortedEntries | undefined;
  #byEnd: SortedEntries | undefined;
  #tagged: TaggedEntries | undefined;

  constructor(workspaces: readonly Workspace[]) {
    this.all = workspaces.map((workspace, place) => ({ workspace, key: nameKey(workspace.name), place }));
    this.#byId = new Map(workspaces.map((workspace) => [workspace.id, workspace]));
    this.#byName = new Map(this.all.map(({ workspace, key }) => [key, workspace]));
  }

  withId(id: string): Workspace | undefined {
    return this.#byId.get(id);
  }

  /** Ignores case. */
  withName(name: string): Workspace | undefined {
    return this.#byName.get(nameKey(name));
  }

  /**
   * Workspaces among which are all that a rule matches, or may match if their tags were known, in the order of the
   * index. They are few if the rule has tags, or patterns that begin or end with text; otherwise these are all
   * workspaces.
   */
  candidates({ matchNames, matchTags = {} }: SelectionRule): readonly Entry[] {
    const sets = [
      ...(matchNames === undefined ? [] : [this.#withNames(matchNames)]),
      ...Object.entries(matchTags).map(([key, value]) => this.#withTag(key, value)),
    ];
    return sets.reduce((least, set) => (set.length < least.length ? set : least), this.all);
  }

  #withNames(patterns: readonly string[]): readonly Entry[] {
    const found = new Set<Entry>();
    for (const pattern of patterns) {
      const entries = this.#withEnds(literalEnds(pattern));
      if (entries === this.all) return this.all;
      for (const entry of entries) found.add(entry);
    }
    return inOrder([...found]);
  }

  #withEnds({ start, end }: { readonly start: string; readonly end: string }): readonly Entry[] {
    const withStart = start === "" ? this.all : this.#sortedByStart().startingWith(start);
    const withEnd = end === "" ? this.all : this.#sortedByEnd().startingWith(reversed(end));
    return withEnd.length < withStart.length ? withEnd : withStart;
  }

  #sortedByStart(): SortedEntries {
    return (this.#byStart ??= new SortedEntries(this.all, (key) => key));
  }

  #sortedByEnd(): SortedEntries {
    return (this.#byEnd ??= new SortedEntries(this.all, reversed));
  }

  #withTag(key: string, value: string): readonly Entry[] {
    this.#tagged ??= taggedEntries(this.all);
    const { byTag, unknown } = this.#tagged;
    const found = byTag.get(key)?.get(value) ?? [];
    return unknown.length === 0 ? found : inOrder([...found, ...unknown]);
  }
}

interface TaggedEntries {
  /** Key → value, or {@link ANY_VALUE} → those with the tag. */
  readonly byTag: ReadonlyMap<string, ReadonlyMap<string, readonly Entry[]>>;
  /** Those whose tags are unknown. */
  readonly unknown: readonly Entry[];
}

function taggedEntries(entries: readonly Entry[]): TaggedEntries {
  const byTag = new Map<string, Map<string, Entry[]>>();
  const add = (key: string, value: string, entry: Entry): void => {
    const values = byTag.get(key) ?? new Map<string, Entry[]>();
    byTag.set(key, values);
    const its = values.get(value);
    if (its === undefined) values.set(value, [entry]);
    else if (its.at(-1) !== entry) its.push(entry);
  };
  for (const entry of entries) {
    for (const { key, value } of entry.workspace.tags ?? []) {
      add(key, value, entry);
      add(key, ANY_VALUE, entry);
    }
  }
  return { byTag, unknown: entries.filter(({ workspace }) => workspace.tags === undefined) };
}

/** Entries sorted by a text of each. */
class SortedEntries {
  readonly #texts: readonly string[];
  readonly #entries: readonly Entry[];

  constructor(entries: readonly Entry[], textOf: (key: string) => string) {
    const sorted = entries
      .map((entry) => ({ entry, text: textOf(entry.key) }))
      .sort((one, other) => (one.text < other.text ? -1 : 1));
    this.#texts = sorted.map(({ text }) => text);
    this.#entries = sorted.map(({ entry }) => entry);
  }

  startingWith(prefix: string): readonly Entry[] {
    const first = this.#firstWhere((text) => text >= prefix);
    return this.#entries.slice(
      first,
      this.#firstWhere((text) => text >= prefix && !text.startsWith(prefix)),
    );
  }

  /** A binary search. @param isReached - False for the first texts, and true for all others. */
  #firstWhere(isReached: (text: string) => boolean): number {
    let [low, high] = [0, this.#texts.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (isReached(this.#texts[middle] ?? "")) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function reversed(text: string): string {
  return text.split("").reverse().join("");
}

function inOrder(entries: readonly Entry[]): readonly Entry[] {
  return [...entries].sort((one, other) => one.place - other.place);
}
