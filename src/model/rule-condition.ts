import { nameKey } from "./name";
import { patternMatcher } from "./name-pattern";
import type { Tag } from "./tag";
import { firstTexts } from "./text";
import type { Workspace } from "./workspace";

/** The condition of a rule: workspaces with a matching name and all of the tags. What is not set restricts nothing. */
export interface RuleCondition {
  /** Patterns of names, in which `*` is a wildcard. */
  readonly matchNames?: readonly string[] | undefined;
  /** Keys and values of the workspace's own tags; {@link ANY_VALUE} for any value. */
  readonly matchTags?: Readonly<Record<string, string>> | undefined;
}

/** In conditions and exceptions: a tag with this key and any value. */
export const ANY_VALUE = "*";

/** Why a condition matches a workspace. */
export interface ConditionMatch {
  /** The first pattern that matches the name; undefined if the condition has none. */
  readonly pattern?: string | undefined;
  /** The tags of the condition, all of which the workspace has; undefined if the condition has none. */
  readonly tags?: readonly Tag[] | undefined;
}

/** The condition may match: its names do, and the tags of the workspace are unknown. */
export const UNKNOWN_TAGS = "unknown tags";

/** Returns why a condition matches a workspace; undefined if it does not. */
export function conditionMatcher({
  matchNames,
  matchTags,
}: RuleCondition): (workspace: RoutedWorkspace) => ConditionMatch | typeof UNKNOWN_TAGS | undefined {
  const patternOf = patternMatcher(matchNames ?? []);
  const wanted = tagsOf(matchTags ?? {});
  return ({ name, tags }) => {
    const pattern = patternOf(nameKey(name));
    if (matchNames !== undefined && pattern === undefined) return undefined;
    if (wanted.length > 0) {
      if (tags === undefined) return UNKNOWN_TAGS;
      if (!wanted.every((tag) => hasTag(tags, tag))) return undefined;
    }
    return {
      ...(pattern === undefined ? {} : { pattern }),
      ...(matchTags === undefined ? {} : { tags: wanted }),
    };
  };
}

/** What conditions and exceptions look at, and the flat tags, which match none. */
export type RoutedWorkspace = Pick<Workspace, "name" | "tags" | "flatTags">;

/** A workspace that has a tag of a condition as a flat one only, of `tag_names`. No rule matches those. */
export interface FlatTagged {
  /** The name of the workspace. */
  readonly workspace: string;
  readonly flat: string;
  /** The tag of the condition. */
  readonly tag: Tag;
}

/** The first of the workspaces with a flat tag that reads as a tag of the condition, if there is one. */
export function flatTagOf(
  { matchTags = {} }: RuleCondition,
  workspaces: readonly RoutedWorkspace[],
): FlatTagged | undefined {
  const wanted = tagsOf(matchTags);
  if (wanted.length === 0) return undefined;
  for (const { name, tags = [], flatTags = [] } of workspaces) {
    for (const tag of wanted) {
      const flat = hasTag(tags, tag) ? undefined : flatTags.find((it) => readsAs(it, tag));
      if (flat !== undefined) return { workspace: name, flat, tag };
    }
  }
  return undefined;
}

/** Follows the tags that a workspace lacks: `, but the flat tag "team:net", which no rule matches`. */
export function flatTagText({ flat }: FlatTagged): string {
  return `, but the flat tag ${JSON.stringify(flat)} (\`tag_names\`), which no rule matches`;
}

/** Whether a flat tag is the key of a tag, its value, or both: `team`, `net`, `team:net`. */
function readsAs(flat: string, { key, value }: Tag): boolean {
  const text = flat.toLowerCase();
  const [wanted, its] = [key.toLowerCase(), value.toLowerCase()];
  if (text === wanted || (its !== "" && text === its)) return true;
  const isPair = text.startsWith(wanted) && /[^a-z0-9]/.test(text.charAt(wanted.length));
  return isPair && (value === ANY_VALUE || text.slice(wanted.length + 1) === its);
}

/** Workspaces that are left alone: those with a matching name, and those with any of the tags. */
export interface Exceptions {
  readonly exceptNames?: readonly string[] | undefined;
  readonly exceptTags?: Readonly<Record<string, string>> | undefined;
}

/** Returns whether a workspace is excepted. */
export function exceptionMatcher({
  exceptNames = [],
  exceptTags = {},
}: Exceptions): (workspace: RoutedWorkspace) => boolean | typeof UNKNOWN_TAGS {
  const patternOf = patternMatcher(exceptNames);
  const excepted = tagsOf(exceptTags);
  return ({ name, tags }) => {
    if (patternOf(nameKey(name)) !== undefined) return true;
    if (excepted.length === 0) return false;
    return tags === undefined ? UNKNOWN_TAGS : excepted.some((tag) => hasTag(tags, tag));
  };
}

/** Why a condition matches a workspace, as text: `matches "net-*" and has tag team=net`. */
export function matchText({ pattern, tags = [] }: ConditionMatch): string {
  return [
    ...(pattern === undefined ? [] : [`matches ${JSON.stringify(pattern)}`]),
    ...(tags.length === 0 ? [] : [`has ${tagsText(tags)}`]),
  ].join(" and ");
}

/** How many patterns a text has. */
const PATTERNS_SHOWN = 5;

/**
 * A rule and how many workspaces each of its patterns has taken, most first: `rule 6: "*-iam-*" 31, "billing-*" 4`. Of
 * a single pattern without the number: `rule 1 matches "net-*"`.
 *
 * @param position - Of the rule, from 0.
 * @param matches - Why it matches the workspaces, at least one.
 */
export function takenText(position: number, matches: readonly ConditionMatch[]): string {
  const counts = new Map<string, number>();
  for (const { pattern } of matches) {
    if (pattern !== undefined) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  const [first = {}] = matches;
  if (counts.size < 2) return `${ruleLabel(position)} ${matchText(first)}`;
  const most = [...counts].sort(([, one], [, other]) => other - one);
  const taken = firstTexts(most, PATTERNS_SHOWN, ([pattern, count]) => `${JSON.stringify(pattern)} ${count}`);
  return `${ruleLabel(position)}: ${taken}${first.tags === undefined ? "" : `, with ${tagsText(first.tags)}`}`;
}

/** `tag team=net`, `tags team=net, legacy` */
export function tagsText(tags: readonly Tag[]): string {
  const shown = tags.map(({ key, value }) => (value === "" ? key : `${key}=${value}`)).join(", ");
  return `${tags.length === 1 ? "tag" : "tags"} ${shown}`;
}

function tagsOf(tags: Readonly<Record<string, string>>): readonly Tag[] {
  return Object.entries(tags).map(([key, value]) => ({ key, value }));
}

function hasTag(tags: readonly Tag[], { key, value }: Tag): boolean {
  return tags.some((tag) => tag.key === key && (value === ANY_VALUE || tag.value === value));
}

/** How messages call a rule: `rule 3`. @param position - From 0. */
export function ruleLabel(position: number): string {
  return `rule ${position + 1}`;
}

/** `rule 3`, `rules 1, 2 and 5`. @param positions - From 0, in their order. */
export function rulesLabel(positions: readonly number[]): string {
  const [first = 0, ...others] = positions;
  if (others.length === 0) return ruleLabel(first);
  const numbers = positions.map((position) => position + 1);
  return `rules ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1) ?? ""}`;
}
