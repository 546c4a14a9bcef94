import { InvalidArgumentError } from "commander";
import { checkObjectPattern } from "../model";

/*
 * Parsers for commander of the values of options. Each throws an InvalidArgumentError that names the valid values.
 */

type Parser<T> = (text: string) => T;

/** Parses digits. @param valid - Names the valid values. */
export function wholeNumber(valid: string, min: number, max = 999_999_999): Parser<number> {
  return numberFrom(/^\d{1,15}$/, valid, (value) => value >= min && value <= max);
}

/** Parses digits, perhaps with decimals. @param valid - Names the valid values. */
export function decimal(valid: string, isValid: (value: number) => boolean): Parser<number> {
  return numberFrom(/^\d{1,6}(\.\d+)?$/, valid, isValid);
}

function numberFrom(pattern: RegExp, valid: string, isValid: (value: number) => boolean): Parser<number> {
  return (text) => {
    const value = Number(text);
    if (pattern.test(text) && isValid(value)) return value;
    throw new InvalidArgumentError(`It must be ${valid}.`);
  };
}

/** It also takes a word. */
export function orWord<const W extends string>(word: W, parse: Parser<number>): Parser<number | W> {
  return (text) => (text === word ? word : parse(text));
}

export const positiveInteger = wholeNumber("a whole number, 1 or more", 1);
export const nonNegativeInteger = wholeNumber("a whole number, 0 or more", 0);
export const nonNegativeIntegerOrAll = orWord("all", wholeNumber("a whole number, 0 or more, or all", 0));
const positiveSeconds = decimal("a number of seconds, greater than 0", (value) => value > 0);

/** Parses seconds. @returns milliseconds */
export function seconds(text: string): number {
  return positiveSeconds(text) * 1000;
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/**
 * Like {@link collect}, for patterns of projects and workspaces.
 *
 * @throws InvalidArgumentError when it can match none.
 */
export function collectPattern(value: string, earlier?: readonly string[]): readonly string[] {
  for (const { message } of checkObjectPattern(value)) throw new InvalidArgumentError(message);
  return collect(value, earlier);
}
