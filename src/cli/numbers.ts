import { InvalidArgumentError } from "commander";

/*
 * Parsers for commander of numbers in options. Each throws an InvalidArgumentError that names the valid values.
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

/** Also takes a word. */
export function orWord<const W extends string>(word: W, parse: Parser<number>): Parser<number | W> {
  return (text) => (text === word ? word : parse(text));
}

export const positiveInteger = wholeNumber("a whole number, 1 or more", 1);
export const nonNegativeInteger = wholeNumber("a whole number, 0 or more", 0);
export const nonNegativeIntegerOrAll = orWord("all", wholeNumber("a whole number, 0 or more, or all", 0));
export const seconds = decimal("a number of seconds, greater than 0", (value) => value > 0);
export const nonNegativeSeconds = decimal("a number of seconds, 0 or more", () => true);

export function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
