import { nameKey } from "./name";
import { patternMatcher } from "./name-pattern";
import { nearestPattern } from "./nearest-name";

import type { Placement, PlacementRule, Route } from "./placement";
import {
  ANY_VALUE,
  conditionMatcher,
  flatTagOf,
  flatTagText,
  ruleLabel,
  rulesLabel,
  tagsText,
  UNKNOWN_TAGS,
} from "./rule-condition";
import type { FlatTagged, RoutedWorkspace, RuleCondition } from "./rule-condition";
import { firstTexts } from "./text";

/*
 * Rules that decide about nothing, among the workspaces that a placement looks at: they match none, or none is left for
 * them. Both are more often a mistake than not.
 */

/** A workspace, and the rule that decides about it. */
export interface RoutedTo {
  readonly workspace: RoutedWorkspace;
  readonly route: Pick<Route, "position"> | typeof UNKNOWN_TAGS | undefined;
}

/** A rule that matches no workspace, or that has patterns which match none beside others which do. */
export interface UnmatchedRule {
  /** From 0. */
  readonly position: number;
  /** The patterns without a match; undefined if the rule as a whole has none. */
  readonly patterns?: readonly string[] | undefined;
  /** One of its patterns, and a similar one that matches workspaces; undefined if there is none. */
  readonly nearest?: { readonly pattern: string; readonly similar: string } | undefined;
  /** A workspace that has one of its tags as a flat one, without a value; undefined if there is none. */
  readonly flat?: FlatTagged | undefined;
}

/** A rule that matches workspaces, all of which earlier rules match, too, or exceptions. */
export interface UnreachedRule {
  /** From 0. */
  readonly position: number;
  /** The earlier rules that decide about its workspaces, from 0; none if all are excepted. */
  readonly earlier: readonly number[];
  /** Whether exceptions have some of its workspaces. */
  readonly isExcepted: boolean;
  /** The name of one of these workspaces. */
  readonly example: string;
  /** How many they are. */
  readonly count: number;
}

export interface RuleCoverage {
  readonly unmatched: readonly UnmatchedRule[];
  readonly unreached: readonly UnreachedRule[];
}

/** For how many rules without a match something similar is searched. */
const MAX_SUGGESTIONS = 10;

/**
 * Finds rules that decide about none of these workspaces. Not a rule that is broader than the earlier ones, such as a
 * catch-all, for which nothing is left: it stands in the right place. Nor one whose workspaces the earlier ones bring
 * into the same project.
 *
 * @param projectOf - Identifies the project of a rule, by its position.
 */
export function ruleCoverage(
  { rules, exceptNames = [], exceptTags = {} }: Placement,
  routed: readonly RoutedTo[],
  projectOf: (position: number) => unknown,
): RuleCoverage {
  const exceptions = [
    ...exceptNames.map((pattern) => ({ matchNames: [pattern] })),
    ...Object.entries(exceptTags).map(([key, value]) => ({ matchTags: { [key]: value } })),
  ];
  const deciding = new Set(routed.map(({ route }) => positionIn(route)));
  const workspaces = routed.map(({ workspace }) => workspace);
  const names = workspaces.map(({ name }) => name);
  const keys = names.map(nameKey);
  const [unmatched, unreached]: [UnmatchedRule[], UnreachedRule[]] = [[], []];
  const addUnmatched = (position: number, rule: PlacementRule, patterns?: readonly string[]): void => {
    const isSought = unmatched.length < MAX_SUGGESTIONS;
    const nearest = isSought ? similarPattern(patterns ?? rule.matchNames ?? [], names) : undefined;
    const flat = isSought && patterns === undefined ? flatTagOf(rule, workspaces) : undefined;
    unmatched.push({
      position,
      ...(patterns === undefined ? {} : { patterns }),
      ...(nearest === undefined ? {} : { nearest }),
      ...(flat === undefined ? {} : { flat }),
    });
  };
  for (const [position, rule] of rules.entries()) {
    if (deciding.has(position)) {
      const idle = patternsWithoutMatch(rule, keys);
      if (idle.length > 0) addUnmatched(position, rule, idle);
      continue;
    }
    const match = conditionMatcher(rule);
    const its = routed.filter(({ workspace }) => match(workspace) !== undefined);
    const [first] = its;
    if (first === undefined) {
      addUnmatched(position, rule);
      continue;
    }
    // It may yet decide about one whose tags are unknown.
    if (its.some(({ workspace, route }) => route === UNKNOWN_TAGS || match(workspace) === UNKNOWN_TAGS)) continue;
    const earlier = [...new Set(its.flatMap(({ route }) => positionIn(route) ?? []))].sort((one, other) => one - other);
    const isExcepted = its.some(({ route }) => route === undefined);
    const isMistake =
      (isExcepted && !exceptions.some((it) => isBroader(rule, it))) ||
      earlier.some((it) => !isBroader(rule, rules[it] ?? rule) && projectOf(it) !== projectOf(position));
    if (isMistake) {
      unreached.push({ position, earlier, isExcepted, example: first.workspace.name, count: its.length });
    }
  }
  return { unmatched, unreached };
}

function positionIn(route: RoutedTo["route"]): number | undefined {
  return typeof route === "object" ? route.position : undefined;
}

/** Of several patterns of a rule, those that match no name. */
function patternsWithoutMatch({ matchNames = [] }: PlacementRule, keys: readonly string[]): readonly string[] {
  if (matchNames.length < 2) return [];
  return matchNames.filter((pattern) => {
    const matches = patternMatcher([pattern]);
    return !keys.some((key) => matches(key) !== undefined);
  });
}

/** The first of the patterns that is similar to one with matches. */
function similarPattern(patterns: readonly string[], names: readonly string[]): UnmatchedRule["nearest"] {
  for (const pattern of patterns) {
    const similar = nearestPattern(pattern, names);
    if (similar !== undefined) return { pattern, similar };
  }
  return undefined;
}

/** Whether a condition can match all that another one can, and more. */
function isBroader(one: RuleCondition, other: RuleCondition): boolean {
  return covers(one, other) && !covers(other, one);
}

/** Whether a condition matches all that another one can match: a pattern matches what it matches as a text. */
function covers(broad: RuleCondition, { matchNames = [ANY_NAME], matchTags = {} }: RuleCondition): boolean {
  const patternOf = patternMatcher(broad.matchNames ?? [ANY_NAME]);
  const hasNames = matchNames.every((pattern) => patternOf(nameKey(pattern)) !== undefined);
  const tags = Object.entries(broad.matchTags ?? {});
  return (
    hasNames &&
    tags.every(([key, value]) => Object.hasOwn(matchTags, key) && (value === ANY_VALUE || value === matchTags[key]))
  );
}

const ANY_NAME = "*";

/** How many rules a sentence names. */
const RULES_SHOWN = 10;

/**
 * `No workspace matches rule 2 ("pmt-*": did you mean "pay-*"?) of …`, or in one line of several: `2 rules and 1
 * pattern of … match no workspace: rule 2, rule 5, "iam-*" of rule 6.`
 *
 * @param placement - Its address, or what the provider calls it.
 * @param which - Which workspaces were looked at: `workspace of the default project`.
 */
export function unmatchedText(rules: readonly UnmatchedRule[], placement: string, which = "workspace"): string {
  const shown = firstTexts(rules, RULES_SHOWN, (it) => {
    const label = ruleLabel(it.position);
    const reasons = [
      ...(it.nearest === undefined ? [] : [similarText(it.nearest, it.patterns)]),
      ...(it.flat === undefined ? [] : [flatText(it.flat)]),
    ];
    const reason = reasons.length === 0 ? "" : ` (${reasons.join("; ")})`;
    return it.patterns === undefined
      ? `${label}${reason}`
      : `${firstTexts(it.patterns, RULES_SHOWN, (pattern) => JSON.stringify(pattern))} of ${label}${reason}`;
  });
  const patterns = rules.flatMap((it) => it.patterns ?? []).length;
  const whole = rules.filter((it) => it.patterns === undefined).length;
  if (whole + patterns === 1) return `No ${which} matches ${shown} of ${placement}.`;
  const counted = [...countOf(whole, "rule"), ...countOf(patterns, "pattern")].join(" and ");
  return `${counted} of ${placement} match no ${which}: ${shown}.`;
}

/** `"pmt-*": did you mean "pay-*"?`; without the pattern if it is named before. */
function similarText(
  { pattern, similar }: NonNullable<UnmatchedRule["nearest"]>,
  named: readonly string[] | undefined,
): string {
  const question = `did you mean ${JSON.stringify(similar)}?`;
  return named?.length === 1 ? question : `${JSON.stringify(pattern)}: ${question}`;
}

function flatText(flat: FlatTagged): string {
  return `${flat.workspace} does not have ${tagsText([flat.tag])}${flatTagText(flat)}`;
}

/** `2 rules`; nothing of none. */
function countOf(count: number, noun: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
}

/**
 * `No workspace reaches rule 3 of …: rule 1 matches all that it matches (net-prod-7 and 11 more).`
 *
 * @param placement - As for {@link unmatchedText}.
 * @param which - As for {@link unmatchedText}.
 */
export function unreachedText(rules: readonly UnreachedRule[], placement: string, which = "workspace"): string {
  const shown = firstTexts(rules, RULES_SHOWN, (it) => `${ruleLabel(it.position)} of ${placement}: ${earlierText(it)}`);
  const [what, it] = rules.length === 1 ? ["", "it"] : [`${rules.length} rules: `, "each"];
  return `No ${which} reaches ${what}${shown}. Put ${it} before what matches the same, or remove it.`;
}

/** `rules 1 and 2 match all that it matches (net-prod-7 and 11 more)` */
function earlierText({ earlier, isExcepted, example, count }: UnreachedRule): string {
  const [first = 0, ...others] = earlier;
  const labels =
    others.length > EARLIER_SHOWN ? `${ruleLabel(first)} and ${others.length} others` : rulesLabel(earlier);
  const what = [...(earlier.length === 0 ? [] : [labels]), ...(isExcepted ? ["exceptions"] : [])].join(" and ");
  const match = earlier.length === 1 && !isExcepted ? "matches" : "match";
  return `${what} ${match} all that it matches (${example}${count === 1 ? "" : ` and ${count - 1} more`})`;
}

/** How many earlier rules a sentence names. */
const EARLIER_SHOWN = 5;
