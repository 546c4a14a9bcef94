import { InvalidArgumentError } from "commander";

/*
 * Parsers for commander of numbers in options. Each throws an InvalidArgumentError that names the valid values.
 */

export function positiveInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1)
    throw new InvalidArgumentError("It must be a whole number, 1 or more.");
  return Number(text);
}

export function nonNegativeInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number, 0 or more.");
  return Number(text);
}

export function nonNegativeIntegerOrAll(text: string): number | "all" {
  if (text === "all") return text;
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number, 0 or more, or all.");
  return Number(text);
}

export function seconds(text: string): number {
  if (/^\d{1,6}(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("It must be a number of seconds, greater than 0.");
}

export function nonNegativeSeconds(text: string): number {
  if (!/^\d{1,6}(\.\d+)?$/.test(text)) throw new InvalidArgumentError("It must be a number of seconds, 0 or more.");
  return Number(text);
}

export function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
