import type { Json } from "../service-model/json";
import type { Random } from "./random";

const ALLOWED = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

/** A project's name, good or bad; `taken` are those that there are. */
export function anyName(dice: Random, taken: readonly string[]): Json {
  switch (
    dice.weighted({ good: 60, edge: 8, taken: 12, odd: 4, long: 5, short: 4, spaces: 4, characters: 10, type: 5 })
  ) {
    case "good":
      return goodName(dice);
    case "edge":
      return dice.string(ALLOWED, dice.oneOf([3, 40]));
    case "taken":
      return dice.oneOf([upperOrLower(dice, dice.oneOf(taken)), dice.oneOf(taken)]);
    case "odd":
      return dice.oneOf(["__proto__", "constructor", "toString", "---", "___", "000", "null", "a  b", "NaN", "-_-"]);
    case "long":
      return dice.string(ALLOWED, dice.oneOf([41, 42, 300]));
    case "short":
      return dice.string(ALLOWED, dice.integerBelow(3));
    case "spaces":
      return dice.oneOf([" lead", "trail ", "   ", " both ", "\ttab", "end\n", " ab", "ab "]);
    case "characters":
      return `${goodName(dice)}${bad(dice)}x`;
    case "type":
      return dice.oneOf<Json>([null, 7, true, [], {}, ["name"], { name: "name" }]);
  }
}

export function goodName(dice: Random): string {
  return `${dice.oneOf(["team", "Team", "web", "Data base", "net_work", "pay-ments", "x"])} ${dice.string(ALLOWED, dice.between(1, 5))}`;
}

function bad(dice: Random): string {
  // With letters that upper or lower case turns into others: dotless i, long s, the sign of Kelvin.
  return dice.oneOf(Array.from("./\\,;:%?#[]{}()+*&@!\"'`äßéЯ中😀ıſ\u212a\u00a0\u200b\u0000\n"));
}

/** Turns a string's letters into the other case, all or some. */
export function upperOrLower(dice: Random, text: string): string {
  return Array.from(text, (one) => (dice.chance(0.5) ? one.toUpperCase() : one.toLowerCase())).join("");
}

export function anyDescription(dice: Random): Json {
  const unit = dice.oneOf(["d", "é", "中", "😀", " ", "\n"]);
  return dice.oneOf<Json>([
    ...[
      "Networks and clusters",
      "",
      " outer spaces ",
      "two\nlines",
      unit.repeat(256),
      unit.repeat(257),
      "\u0000",
      "<b>&amp;",
    ],
    ...[null, unit.repeat(255), 7, false, [], {}],
  ]);
}

const DURATIONS: readonly Json[] = [
  ...[
    "14d",
    "1h",
    "9999d",
    "9999h",
    "0007d",
    "0d",
    "0000h",
    "10000d",
    "00001d",
    "-1d",
    "1.5d",
    "d",
    "14",
    "14D",
    "14m",
  ],
  ...[" 14d", "14d ", "14d\n", "", "1 d", "١d", "1d1h", "+1d", "1e1d", null, null, 14, true, ["14d"], {}],
];

export function anyDuration(dice: Random): Json {
  return dice.chance(0.5) ? `${dice.between(1, 99)}${dice.oneOf(["d", "h"])}` : dice.oneOf(DURATIONS);
}
