import { camelCase } from "../schema";
import type { CodeLanguage } from "./code-language";
import { patternMatcher } from "./name-pattern";
import { nameKey } from "./name";
import { formatList, MANY_LISTED } from "./text";
import { ANY_VALUE } from "./rule-condition";
import { type SelectionRule } from "./selection-rule";

/** One of two memberships that select the same workspaces. */
export interface ConflictingMembership {
  /** The known part of its address, or `this membership`. */
  readonly label: string;
  /** What the membership selects, unless the label says so. @default - the label says so */
  readonly selects?: string | undefined;
  /** The rule that selects all of these workspaces; undefined if its lists name one of them. */
  readonly rule?: SelectionRule | undefined;
}

/**
 * An error also for two memberships of the same project: destroying one would release workspaces that the other needs.
 *
 * @param workspaces - All that both select, by name or ID.
 * @param language - How the code sets attributes: `except_names = […]` or `exceptNames: […]`.
 */
export function workspacesInTwoMemberships(
  workspaces: readonly string[],
  one: ConflictingMembership,
  other: ConflictingMembership,
  language: CodeLanguage,
): string {
  const [noun, verb, pronoun] = workspaces.length === 1 ? ["workspace", "is", "it"] : ["workspaces", "are", "them"];
  const listed = formatList(workspaces, (name) => JSON.stringify(name), MANY_LISTED);
  const [first, second] = [one, other].map(({ label, selects }) => (selects ? `${label} (${selects})` : label));
  const what =
    `The ${noun} ${listed} ${verb} in ${first} and in ${second}, but a workspace can be in only one ` + "membership.";
  const [excepting, kept] = isBroader(one, other) ? [one, other] : [other, one];
  if (excepting.rule === undefined) return `${what} Remove ${pronoun} from one of the two.`;
  const line = exceptionLine(kept.rule, workspaces, language);
  return `${what} To keep ${pronoun} in ${kept.label}, add this to ${excepting.label}: ${line}`;
}

/** Whether the first of the two should be narrowed: it has a rule, and the other has none, or a narrower one. */
function isBroader({ rule: one }: ConflictingMembership, { rule: other }: ConflictingMembership): boolean {
  if (one === undefined || other === undefined) return one !== undefined;
  const [covers, isCovered] = [implies(other, one), implies(one, other)];
  if (covers !== isCovered) return covers;
  return one.takeFrom === "default-project" || other.takeFrom !== "default-project";
}

/** Whether the other rule certainly matches all that the narrower one matches, apart from exceptions and `takeFrom`. */
function implies(narrower: SelectionRule, { matchNames, matchTags = {} }: SelectionRule): boolean {
  const patternOf = patternMatcher(matchNames ?? ["*"]);
  // A wildcard of the narrower pattern is compared like any character, so only a wildcard matches it.
  const impliesNames = (narrower.matchNames ?? ["*"]).every((pattern) => patternOf(nameKey(pattern)) !== undefined);
  const tags = narrower.matchTags ?? {};
  return (
    impliesNames &&
    Object.entries(matchTags).every(
      ([key, value]) => tags[key] === value || (value === ANY_VALUE && Object.hasOwn(tags, key)),
    )
  );
}

/** The line that excludes these workspaces from a rule: by the pattern or tag of the kept rule, or by their names. */
function exceptionLine(kept: SelectionRule | undefined, workspaces: readonly string[], language: CodeLanguage): string {
  const set = (attribute: string, value: string): string =>
    language === "terraform" ? `${attribute} = ${value}` : `${camelCase(attribute)}: ${value}`;
  const { matchNames, matchTags, exceptNames, exceptTags, takeFrom = "any" } = kept ?? {};
  const [tag, ...others] = Object.entries(matchTags ?? {});
  const isPlain = exceptNames === undefined && exceptTags === undefined && takeFrom === "any";
  if (isPlain && matchNames !== undefined && tag === undefined) {
    const patternOf = patternMatcher(matchNames);
    const patterns = new Set(workspaces.flatMap((name) => patternOf(nameKey(name)) ?? []));
    return set("except_names", JSON.stringify([...patterns]));
  }
  if (isPlain && matchNames === undefined && tag !== undefined && others.length === 0) {
    const [key, value] = tag;
    const entry = language === "terraform" ? `${JSON.stringify(key)} = ` : `${JSON.stringify(key)}: `;
    return set("except_tags", `{ ${entry}${JSON.stringify(value)} }`);
  }
  return set("except_names", JSON.stringify([...workspaces].sort()));
}
