import { compareStrings, groupBy } from "../../lists";
import { nameKey, sameName, type RuleCondition, type Workspace } from "../../model";
import { compareNames } from "../../reconcile";
import { canMatch, MIN_MATCHES, RuleFinder } from "../rules";
import { lacksTags } from "../select-projects";
import { PatternFinder } from "./patterns";
import { projectNames } from "./project-names";
import { commonBy, commonWord, compareWays, FIXED_WAYS, type Common, type Way } from "./ways";
import { TellingWords } from "./words";

/** Workspaces that have something in common. */
export interface Group {
  /** The name of the project for them. Groups can have the same one. */
  readonly project: string;
  /**
   * What these workspaces meet, and no others of those that were grouped; undefined if neither patterns nor a tag say
   * what they have in common.
   */
  readonly condition: RuleCondition | undefined;
  /** Sorted by name. */
  readonly workspaces: readonly Workspace[];
}

/** The result of grouping workspaces in one way. */
export interface Grouping {
  readonly way: Way;
  /** Other ways with the same groups. */
  readonly alsoBy: readonly Way[];
  /** Sorted by the names of their projects. */
  readonly groups: readonly Group[];
  /** How many workspaces are in groups. */
  readonly covered: number;
  /** The workspaces in no group, sorted by name. */
  readonly left: readonly Workspace[];
  /** The tag that would route new workspaces; undefined if rules do, because each group has a condition. */
  readonly missingTag: MissingTag | undefined;
}

/** A tag that tells groups apart, if all of their workspaces have it. */
interface MissingTag {
  readonly key: string;
  /** How many workspaces in groups have it already. */
  readonly tagged: number;
}

/** The key of a tag that no workspace has yet. Its value is the name of the project. */
const NEW_TAG = "project";

/** Groups the workspaces of the default project. Pure: their order does not matter. */
export class Grouper {
  readonly #sorted: readonly Workspace[];
  readonly #words: TellingWords;
  readonly #patterns: PatternFinder;
  readonly #rules: RuleFinder;

  /** @param defaultProject - Its name. Workspaces that belong there are in no group. */
  constructor(
    workspaces: readonly Workspace[],
    private readonly defaultProject: string,
  ) {
    this.#sorted = [...workspaces].sort(compareNames);
    this.#words = new TellingWords(this.#sorted.map(({ name }) => name));
    this.#patterns = new PatternFinder(this.#sorted);
    this.#rules = new RuleFinder(this.#sorted);
  }

  /** The words that are in no group. */
  get leftOut(): TellingWords["leftOut"] {
    return this.#words.leftOut;
  }

  /**
   * The workspaces in all ways that have groups. The best ways are first: those that cover most workspaces with fewest
   * groups. Those whose largest group has more than half of all workspaces are last, since such a group says little.
   */
  all(): readonly Grouping[] {
    const keys = new Set(this.#sorted.flatMap(({ tags = [] }) => tags.map(({ key }) => key)));
    // With some unknown, the groups by tags would not be complete.
    const tagKeys = lacksTags(this.#sorted) ? [] : [...keys];
    const ways: readonly Way[] = [...FIXED_WAYS, ...tagKeys.map((key): Way => ({ by: "tag", key }))];
    const isLopsided = ({ groups }: Grouping): boolean =>
      Math.max(...groups.map((group) => group.workspaces.length)) * 2 > this.#sorted.length;
    const found = ways.map((way) => this.by(way)).filter(({ groups }) => groups.length > 0);
    return [...groupBy(found, contentOf).values()]
      .map(([first, ...others]) => ({ ...first, alsoBy: others.map(({ way }) => way) }))
      .sort(
        (one, other) =>
          Number(isLopsided(one)) - Number(isLopsided(other)) ||
          other.covered - one.covered ||
          one.groups.length - other.groups.length ||
          compareWays(one.way, other.way),
      );
  }

  /**
   * The workspaces in one way. If it is by words, a workspace without a group of its own is in that of another of its
   * words, if only one of them has a group: `api-pay` is in `pay`, where few names begin with `api`.
   */
  by(way: Way): Grouping {
    const alike = this.#alikeBy(way).map((members) => ({
      members,
      text: usualSpelling(members.map(({ common }) => common.text)),
    }));
    const names = projectNames(alike.map(({ text }) => text));
    const groups = alike
      .map(({ members, text }) => ({ members, project: names.get(text) ?? text }))
      .filter(({ project }) => !sameName(project, this.defaultProject))
      .sort(
        (one, other) =>
          compareStrings(nameKey(one.project), nameKey(other.project)) ||
          compareStrings(one.members[0].common.key, other.members[0].common.key),
      )
      .map(({ members, project }): Group => ({
        project,
        condition: this.#conditionOf(way, members),
        workspaces: members.map(({ workspace }) => workspace).sort(compareNames),
      }));
    const covered = new Set(groups.flatMap((group) => group.workspaces));
    const isRouted = groups.every(({ condition }) => condition !== undefined);
    return {
      way,
      alsoBy: [],
      groups,
      covered: covered.size,
      left: this.#sorted.filter((it) => !covered.has(it)),
      missingTag: isRouted ? undefined : missingTag(groups),
    };
  }

  /** Workspaces that have something in common, enough of them for a group. */
  #alikeBy(way: Way): readonly (readonly [Placed, ...Placed[]])[] {
    const commonOf = commonBy(way, this.#words);
    const placed = this.#sorted.flatMap((workspace) => {
      const common = commonOf(workspace);
      return common === undefined ? [] : [{ workspace, common }];
    });
    const alike = new Map([...groupBy(placed, keyOf)].filter(([, { length }]) => length >= MIN_MATCHES));
    if (way.by !== "word") return [...alike.values()];
    const inGroups = new Set([...alike.values()].flat().map(({ workspace }) => workspace));
    const elsewhere = this.#sorted
      .filter((workspace) => !inGroups.has(workspace))
      .flatMap((workspace) => {
        const words = this.#words.of(workspace.name).filter(({ key }) => alike.has(key));
        const [common] = words.map((word) => commonWord(workspace, word));
        return common === undefined || words.some(({ key }) => key !== common.key) ? [] : [{ workspace, common }];
      });
    const joined = groupBy(elsewhere, keyOf);
    return [...alike].map(([key, [first, ...others]]) => [first, ...others, ...(joined.get(key) ?? [])]);
  }

  #conditionOf(way: Way, members: readonly Placed[]): RuleCondition | undefined {
    if (way.by === "tag") return { matchTags: { [way.key]: members[0]?.common.key ?? "" } };
    if (way.by === "word") {
      const worded = members.flatMap(({ workspace, common: { word } }) => (word ? [{ workspace, word }] : []));
      const byWord = this.#patterns.conditionOf(worded);
      if (byWord !== undefined) return byWord;
    }
    const { condition, named } = this.#rules.selectionOf(members.map(({ workspace }) => workspace));
    return named.length === 0 ? condition : undefined;
  }
}

/** A workspace with what it has in common with others. */
interface Placed {
  readonly workspace: Workspace;
  readonly common: Common;
}

function keyOf({ common }: Placed): string {
  return common.key;
}

/** The same for groupings with the same groups. */
function contentOf({ groups }: Grouping): string {
  return JSON.stringify(groups.map(({ project, workspaces }) => [project, ...workspaces.map(({ id }) => id)]));
}

/** The most frequent of several spellings of one text. */
function usualSpelling(spellings: readonly string[]): string {
  const [usual] = [...groupBy(spellings, (it) => it)].sort(
    ([one, { length: ones }], [other, { length: others }]) => others - ones || compareStrings(one, other),
  );
  return usual?.[0] ?? "";
}

/** The tag that most workspaces in groups have, no value of it in two projects; or a new one. */
function missingTag(groups: readonly Group[]): MissingTag {
  const projects = new Map<string, Map<string, string>>();
  const counts = new Map<string, number>();
  const unfit = new Set<string>();
  for (const { project, workspaces } of groups) {
    for (const tag of workspaces.flatMap(({ tags = [] }) => tags)) {
      const values = projects.get(tag.key) ?? new Map<string, string>();
      projects.set(tag.key, values);
      counts.set(tag.key, (counts.get(tag.key) ?? 0) + 1);
      if (!canMatch(tag) || (values.get(tag.value) ?? project) !== project) unfit.add(tag.key);
      values.set(tag.value, project);
    }
  }
  const [best] = [...counts]
    // A tag with a value of its own for each workspace routes none.
    .filter(([key, count]) => !unfit.has(key) && (projects.get(key)?.size ?? 0) * MIN_MATCHES <= count)
    .sort(([one, ones], [other, others]) => others - ones || compareStrings(one, other));
  return best === undefined ? { key: NEW_TAG, tagged: 0 } : { key: best[0], tagged: best[1] };
}
