import {
  conditionMatcher,
  flatTagOf,
  nearestPattern,
  UNKNOWN_TAGS,
  type ConditionMatch,
  type FlatTagged,
  type RoutedWorkspace,
  type RuleCondition,
  type Tag,
} from "../model";

/** Why a rule does not match a workspace, although it nearly does. */
export interface NearMiss {
  /** What matches. */
  readonly matches: ConditionMatch;
  /** What does not; at least one. */
  readonly obstacles: readonly Obstacle[];
}

/** What keeps a rule from matching a workspace, by the attribute that does. */
export type Obstacle =
  /** It may have a pattern that is similar to one that matches, and that one. */
  | { readonly attribute: "match_names"; readonly pattern?: string; readonly similar?: string }
  | { readonly attribute: "match_tags"; readonly tags: readonly Tag[]; readonly flat?: FlatTagged }
  /** The response does not have the workspace's tags, so the rule cannot be evaluated. */
  | { readonly attribute: "tags" };

/**
 * Why a rule that does not match a workspace nearly does: its names or its tags match, its tags cannot be compared, a
 * pattern is similar to its name, or it has a flat tag of that text. Undefined if none of that is so.
 */
export function nearMiss(condition: RuleCondition, workspace: RoutedWorkspace): NearMiss | undefined {
  const { matchNames, matchTags } = condition;
  const names = matchNames && matchOf({ matchNames }, workspace);
  const tags = matchTags && matchOf({ matchTags }, workspace);
  const lacksTags = matchTags !== undefined && workspace.tags === undefined;
  const similar = matchNames !== undefined && names === undefined ? similarPattern(matchNames, workspace) : undefined;
  const flat = lacksTags ? undefined : flatTagOf(condition, [workspace]);
  const isNear = [names, tags, similar, flat].some((it) => it !== undefined);
  if (!isNear && (matchNames !== undefined || !lacksTags)) return undefined;
  const missing = lacksTags
    ? []
    : Object.entries(matchTags ?? {}).filter(([key, value]) => !has(workspace, key, value));
  const obstacles: readonly Obstacle[] = [
    ...(matchNames !== undefined && names === undefined ? [{ attribute: "match_names", ...similar } as const] : []),
    ...(missing.length === 0
      ? []
      : [
          {
            attribute: "match_tags",
            tags: missing.map(([key, value]) => ({ key, value })),
            ...(flat && { flat }),
          } as const,
        ]),
    ...(lacksTags ? [{ attribute: "tags" } as const] : []),
  ];
  return obstacles.length === 0 ? undefined : { matches: { ...names, ...tags }, obstacles };
}

/** The first pattern that is similar to one that matches the name, and that one. */
function similarPattern(
  patterns: readonly string[],
  { name }: RoutedWorkspace,
): { readonly pattern: string; readonly similar: string } | undefined {
  for (const pattern of patterns) {
    const similar = nearestPattern(pattern, [name]);
    if (similar !== undefined) return { pattern, similar };
  }
  return undefined;
}

function has(workspace: RoutedWorkspace, key: string, value: string): boolean {
  return matchOf({ matchTags: { [key]: value } }, workspace) !== undefined;
}

/** Why a condition matches a workspace; undefined if it does not, or if that is not known. */
function matchOf(condition: RuleCondition, workspace: RoutedWorkspace): ConditionMatch | undefined {
  const match = conditionMatcher(condition)(workspace);
  return match === UNKNOWN_TAGS ? undefined : match;
}
