import { Token } from "cdktf";
import { Construct } from "constructs";

/*
 * What is known at synth. Only Terraform knows references, variables, functions, and texts with Terraform expressions:
 * the provider validates them at plan. The framework passes them through code as tokens in place of values: strings,
 * numbers, lists and maps of a special form, and strings and numbers inside of other strings.
 */

/** The value as far as it is known; null if it is unset, undefined for all that only Terraform knows, at any depth. */
export function knownValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return isKnownText(value) ? value : undefined;
  if (isToken(value)) return undefined;
  if (Array.isArray(value)) return value.map(knownValue);
  if (typeof value !== "object") return value;
  const members = Object.entries(value);
  // Which members a map has is not known if one of their keys is not.
  if (!members.every(([key]) => isKnownText(key))) return undefined;
  return Object.fromEntries(members.map(([key, member]) => [key, knownValue(member)]));
}

/** A text if it is known. */
export function literal(value: unknown): string | undefined {
  const known = knownValue(value);
  return typeof known === "string" ? known : undefined;
}

/** The texts of a list that are known. */
export function literals(values: unknown): readonly string[] {
  const known = knownValue(values);
  return Array.isArray(known) ? known.filter((value): value is string => typeof value === "string") : [];
}

/** Whether it is a token as a whole. The framework reports constructs in place of values. */
export function isToken(value: unknown): boolean {
  return Token.isUnresolved(value) || value === Token.NUMBER_MAP_TOKEN_VALUE || Construct.isConstruct(value);
}

function isKnownText(text: string): boolean {
  return !(
    /[$%]\{/.test(text) ||
    // Tokens of lists and maps, which are a text or a key of their own.
    /[#&]\{TfToken\[/.test(text) ||
    text === Token.STRING_MAP_TOKEN_VALUE ||
    text === Token.ANY_MAP_TOKEN_VALUE ||
    numberTokens(text).length > 0
  );
}

/**
 * Texts in a value in which the framework does not find a number token, or takes what is beside it for a part of it:
 * it would write `lab--8.1e+298` for `lab-${count.index}`, and `${count.index}lab` for `${count.index}-lab`.
 */
export function textsWithLostNumbers(value: unknown): readonly string[] {
  if (typeof value === "string") return hasLostNumber(value) ? [value] : [];
  if (typeof value !== "object" || value === null || isToken(value)) return [];
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.entries(value).flat();
  return parts.flatMap(textsWithLostNumbers);
}

/** What the framework takes for a number token inside of a text: `NUMBER_TOKEN_REGEX` in its `encoding.ts`. */
const RESOLVED_NUMBERS = /[-|\d.+]+e[-|\d.eE+]+/g;
/** Number tokens are negative and huge, and printed like this. */
const PRINTED_NUMBERS = /-\d(?:\.\d+)?e\+\d+/g;

/** The number tokens inside of a text. */
function numberTokens(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(PRINTED_NUMBERS)].filter(([printed]) => {
    const number = Number(printed);
    return Token.isUnresolved(number) || Token.isUnresolved([number]);
  });
}

function hasLostNumber(text: string): boolean {
  const tokens = numberTokens(text);
  if (tokens.length === 0) return false;
  const resolved = new Map([...text.matchAll(RESOLVED_NUMBERS)].map((match) => [match.index, match[0]]));
  return tokens.some(({ 0: token, index }) => resolved.get(index) !== token || !Token.isUnresolved(Number(token)));
}
