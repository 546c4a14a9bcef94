import { compareStrings, groupBy } from "../../lists";
import { nameKey, sameName, type RuleCondition, type Workspace } from "../../model";
import { compareNames } from "../../reconcile";
import { canMatch, MIN_MATCHES } from "../rules";
import { lacksTags } from "../select-projects";
import { projectNames } from "./project-names";
import { compareWays, WORD_COUNTS, type Way, type WordCount } from "./way";

/** Workspaces that have something in common, and that a rule can select. */
export interface Group {
  /** The name of the project for them. Groups can have the same one. */
  readonly project: string;
  /** The condition that these workspaces meet, and no others of those that were grouped. */
  readonly condition: RuleCondition;
  /** Sorted by name. */
  readonly workspaces: readonly Workspace[];
}

/** The result of grouping workspaces in one way. */
export interface Grouping {
  readonly way: Way;
  /** Sorted by the names of their projects. */
  readonly groups: readonly Group[];
  /** How many workspaces are in groups. */
  readonly covered: number;
  /** The workspaces in no group, sorted by name. */
  readonly left: readonly Workspace[];
}

/**
 * Groups the workspaces of the default project in all ways that have groups. The best ways are first: those that cover
 * most workspaces with fewest groups. Those whose largest group has more than half of all workspaces are last, since
 * such a group says little. Pure: the order of the workspaces does not matter.
 *
 * @param defaultProject - Its name. Workspaces that belong there are in no group.
 */
export function findGroupings(workspaces: readonly Workspace[], defaultProject: string): readonly Grouping[] {
  const keys = new Set(workspaces.flatMap(({ tags = [] }) => tags.map(({ key }) => key)));
  // With some unknown, the groups by tags would not be complete.
  const tagKeys = lacksTags(workspaces) ? [] : [...keys];
  const ways: readonly Way[] = [
    ...WORD_COUNTS.map((count): Way => ({ by: "words", count })),
    ...tagKeys.map((key): Way => ({ by: "tag", key })),
  ];
  const isLopsided = ({ groups }: Grouping): boolean =>
    Math.max(...groups.map((group) => group.workspaces.length)) * 2 > workspaces.length;
  return ways
    .map((way) => groupWorkspaces(workspaces, way, defaultProject))
    .filter(({ groups }) => groups.length > 0)
    .sort(
      (one, other) =>
        Number(isLopsided(one)) - Number(isLopsided(other)) ||
        other.covered - one.covered ||
        one.groups.length - other.groups.length ||
        compareWays(one.way, other.way),
    );
}

/** Groups the workspaces of the default project in one way. See {@link findGroupings}. */
export function groupWorkspaces(workspaces: readonly Workspace[], way: Way, defaultProject: string): Grouping {
  const sorted = [...workspaces].sort(compareNames);
  const alike = way.by === "words" ? byWords(sorted, way.count) : byTag(sorted, way.key);
  const names = projectNames(alike.map(({ text }) => text));
  const groups = alike
    .map(({ text, ...group }): Group => ({ project: names.get(text) ?? text, ...group }))
    .filter(({ project }) => !sameName(project, defaultProject))
    .sort(
      (one, other) =>
        compareStrings(nameKey(one.project), nameKey(other.project)) ||
        compareStrings(JSON.stringify(one.condition), JSON.stringify(other.condition)),
    );
  const covered = new Set(groups.flatMap((group) => group.workspaces));
  return { way, groups, covered: covered.size, left: sorted.filter((it) => !covered.has(it)) };
}

/** A group, and what its workspaces have in common. */
type Alike = Pick<Group, "condition" | "workspaces"> & { readonly text: string };

function byWords(workspaces: readonly Workspace[], count: WordCount): readonly Alike[] {
  const worded = workspaces.flatMap((workspace) => {
    const text = firstWords(workspace.name, count);
    return text === undefined ? [] : [{ workspace, text }];
  });
  return [...groupBy(worded, ({ text }) => nameKey(text)).values()].flatMap((group): Alike[] => {
    if (group.length < MIN_MATCHES) return [];
    const text = usualSpelling(group.map((it) => it.text));
    const separators = new Set(group.map(({ workspace: { name } }) => name.charAt(text.length)));
    const patterns = PATTERN_ENDS.filter((end) => separators.has(end.charAt(0))).map((end) => text + end);
    return [{ text, condition: { matchNames: patterns }, workspaces: group.map((it) => it.workspace) }];
  });
}

/** How the patterns of a group end: a name is only the words themselves, or has a separator after them. */
const PATTERN_ENDS = ["", "-*", "_*"];

/** The text before the separator after this many words, or the whole name if it has exactly so many. */
function firstWords(name: string, count: WordCount): string | undefined {
  const separators = [...name.matchAll(/[-_]/g)];
  if (separators.length < count - 1) return undefined;
  return name.slice(0, separators[count - 1]?.index) || undefined;
}

/** The most frequent of several spellings of one text. */
function usualSpelling(spellings: readonly string[]): string {
  const [usual] = [...groupBy(spellings, (it) => it)].sort(
    ([one, { length: ones }], [other, { length: others }]) => others - ones || compareStrings(one, other),
  );
  return usual?.[0] ?? "";
}

function byTag(workspaces: readonly Workspace[], key: string): readonly Alike[] {
  const tagged = workspaces.flatMap((workspace) => {
    const tag = workspace.tags?.find((it) => it.key === key);
    return tag === undefined ? [] : [{ workspace, value: tag.value }];
  });
  return [...groupBy(tagged, ({ value }) => value)].flatMap(([value, group]): Alike[] => {
    if (group.length < MIN_MATCHES || !canMatch({ key, value })) return [];
    // A tag without a value says what its key says.
    const condition = { matchTags: { [key]: value } };
    return [{ text: value || key, condition, workspaces: group.map((it) => it.workspace) }];
  });
}
