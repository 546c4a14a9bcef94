import { firstProblem, idPrefix, isId } from "../../model";
import type { IdKind, Violation } from "../../model";
import { literal, literals } from "./literal";

/*
 * Checks of one attribute each: the problems, as sentences that begin with the attribute's name in code. cdktf puts the construct's path
 * before them. What is not given, or not known yet, has no problems.
 */

export function checkText(
  name: string,
  value: string | undefined,
  rules: (value: string) => readonly Violation<string>[],
): string[] {
  return checkTexts(name, value === undefined ? undefined : [value], rules);
}

export function checkTexts(
  name: string,
  values: string[] | undefined,
  rules: (value: string) => readonly Violation<string>[],
): string[] {
  return literals(values)
    .map((value) => firstProblem(rules(value)))
    .filter((problem) => problem !== undefined)
    .map((problem) => `${name}: ${problem}`);
}

export function checkId(name: string, value: string | undefined, kind: IdKind, remedy: string): string[] {
  return checkIds(name, value === undefined ? undefined : [value], kind, remedy);
}

export function checkIds(name: string, values: string[] | undefined, kind: IdKind, remedy: string): string[] {
  return literals(values)
    .filter((value) => !isId(kind, value))
    .map(
      (value) =>
        `${name}: ${JSON.stringify(value)} is not the id of a ${kind}, which begins with "${idPrefix(kind)}" and goes on in letters and digits. ${remedy}`,
    );
}

export function checkOneOf(name: string, value: string | undefined, allowed: readonly string[]): string[] {
  const known = literal(value);
  if (known === undefined || allowed.includes(known)) return [];
  return [`${name}: ${JSON.stringify(known)} is not known here. Write one of ${quoted(allowed)}.`];
}

export function quoted(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(", ");
}
