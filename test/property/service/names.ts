import type { Json } from "../service-model/json";
import type { Random } from "./random";

const ALLOWED = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

/** A project's name, valid or invalid; `taken` are existing names. */
export function anyName(random: Random, taken: readonly string[]): Json {
  switch (
    random.weighted({ good: 60, edge: 8, taken: 12, odd: 4, long: 5, short: 4, spaces: 4, characters: 10, type: 5 })
  ) {
    case "good":
      return goodName(random);
    case "edge":
      return random.string(ALLOWED, random.oneOf([3, 40]));
    case "taken":
      return random.oneOf([upperOrLower(random, random.oneOf(taken)), random.oneOf(taken)]);
    case "odd":
      return random.oneOf(["__proto__", "constructor", "toString", "---", "___", "000", "null", "a  b", "NaN", "-_-"]);
    case "long":
      return random.string(ALLOWED, random.oneOf([41, 42, 300]));
    case "short":
      return random.string(ALLOWED, random.integerBelow(3));
    case "spaces":
      return random.oneOf([" lead", "trail ", "   ", " both ", "\ttab", "end\n", " ab", "ab "]);
    case "characters":
      return `${goodName(random)}${bad(random)}x`;
    case "type":
      return random.oneOf<Json>([null, 7, true, [], {}, ["name"], { name: "name" }]);
  }
}

export function goodName(random: Random): string {
  const first = random.oneOf(["team", "Team", "web", "Data base", "net_work", "pay-ments", "x"]);
  return `${first} ${random.string(ALLOWED, random.between(1, 5))}`;
}

function bad(random: Random): string {
  // Includes letters whose case mapping is irregular: dotless i, long s, the Kelvin sign.
  return random.oneOf(Array.from("./\\,;:%?#[]{}()+*&@!\"'`äßéЯ中😀ıſ\u212a\u00a0\u200b\u0000\n"));
}

/** Changes the case of random letters. */
export function upperOrLower(random: Random, text: string): string {
  return Array.from(text, (one) => (random.chance(0.5) ? one.toUpperCase() : one.toLowerCase())).join("");
}

export function anyDescription(random: Random): Json {
  const unit = random.oneOf(["d", "é", "中", "😀", " ", "\n"]);
  return random.oneOf<Json>([
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

export function anyDuration(random: Random): Json {
  return random.chance(0.5) ? `${random.between(1, 99)}${random.oneOf(["d", "h"])}` : random.oneOf(DURATIONS);
}
