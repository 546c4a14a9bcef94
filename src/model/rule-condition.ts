import { nameKey } from "./name";
import { patternMatcher } from "./name-pattern";
import type { Tag } from "./tag";
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

/** What conditions and exceptions look at. */
export type RoutedWorkspace = Pick<Workspace, "name" | "tags">;

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

/** A condition as text: `matches "net-*" or "web-*" and has tag team=net`. */
export function conditionText({ matchNames = [], matchTags = {} }: RuleCondition): string {
  return textOf(matchNames, tagsOf(matchTags));
}

/** Why a condition matches a workspace, as text: `matches "net-*" and has tag team=net`. */
export function matchText({ pattern, tags = [] }: ConditionMatch): string {
  return textOf(pattern === undefined ? [] : [pattern], tags);
}

/** How many patterns a text has. */
const PATTERNS_SHOWN = 5;

function textOf(patterns: readonly string[], tags: readonly Tag[]): string {
  const more = patterns.length > PATTERNS_SHOWN + 1 ? patterns.length - PATTERNS_SHOWN : 0;
  const shownPatterns = patterns.slice(0, patterns.length - more).map((it) => JSON.stringify(it));
  const others = more === 0 ? [] : [`${more} other patterns`];
  const shownTags = tags.map(({ key, value }) => (value === "" ? key : `${key}=${value}`)).join(", ");
  return [
    ...(patterns.length === 0 ? [] : [`matches ${[...shownPatterns, ...others].join(" or ")}`]),
    ...(tags.length === 0 ? [] : [`has ${tags.length === 1 ? "tag" : "tags"} ${shownTags}`]),
  ].join(" and ");
}

function tagsOf(tags: Readonly<Record<string, string>>): readonly Tag[] {
  return Object.entries(tags).map(([key, value]) => ({ key, value }));
}

function hasTag(tags: readonly Tag[], { key, value }: Tag): boolean {
  return tags.some((tag) => tag.key === key && (value === ANY_VALUE || tag.value === value));
}
