import { patternMatcher, type SelectionRule } from "../../model";
import { knownValue } from "./literal";

/** The rule of a membership in code, in which only Terraform knows the values of expressions. */
interface RuleInput {
  readonly matchNames: unknown;
  readonly matchTags: unknown;
  readonly exceptNames: unknown;
  readonly exceptTags: unknown;
  readonly takeFrom: unknown;
}

/** The part of a rule that is known at synth. */
export interface CertainRule {
  readonly rule: SelectionRule;
  /** Whether a workspace matches, whichever tags it has and wherever it is. @param key - The `nameKey` of its name. */
  readonly matches: (key: string) => boolean;
}

/** What a rule certainly matches; undefined if that depends on tags, on places, or on what only Terraform knows. */
export function certainRule({
  matchNames,
  matchTags,
  exceptNames,
  exceptTags,
  takeFrom,
}: RuleInput): CertainRule | undefined {
  const patterns = elements(matchNames)?.filter((pattern) => pattern !== undefined) ?? [];
  const exceptions = elements(exceptNames) ?? [undefined];
  const known = exceptions.filter((pattern) => pattern !== undefined);
  if (patterns.length === 0 || known.length < exceptions.length || isSet(matchTags) || isSet(exceptTags)) {
    return undefined;
  }
  if (isSet(takeFrom) && takeFrom !== "any") return undefined;
  const [patternOf, exceptionOf] = [patternMatcher(patterns), patternMatcher(known)];
  return {
    rule: { matchNames: patterns, ...(known.length === 0 ? {} : { exceptNames: known }) },
    matches: (key) => patternOf(key) !== undefined && exceptionOf(key) === undefined,
  };
}

/** The elements of a list, undefined where only Terraform knows them; undefined if only Terraform knows the list. */
function elements(value: unknown): readonly (string | undefined)[] | undefined {
  const known = knownValue(value);
  if (known === null) return [];
  if (!Array.isArray(known)) return undefined;
  return known.map((item: unknown) => (typeof item === "string" ? item : undefined));
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
