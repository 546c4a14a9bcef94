import { LITERAL, readArguments } from "../../../src/engine/source/read-block";
import type { JsonObject } from "../../../src/json";
import type { Definition } from "../../../src/model";
import { camelCase, formatPath } from "../../../src/schema";
import { routeSchema } from "../../plugin/sample-provider/route";

const definition: Definition = { ...routeSchema, type: "sample_route", rules: () => [] };
const VALID = { name: "it", behaviour: null, only: {}, rule: [{ target: "a" }] };

/** What is wrong with a body that has blocks of every kind in blocks of every kind. */
function problems(some: JsonObject): readonly string[] {
  const found = readArguments({ ...VALID, ...some }, definition, LITERAL, camelCase).problems;
  return found.map(({ attribute, detail }) => `${formatPath(attribute)}: ${detail}`);
}

test.each<[string, JsonObject]>([
  ["in lists", { rule: [{ target: "a" }, { target: "b", limits: { window: [{ days: ["mon"] }] } }] }],
  ["as single objects", { rule: { target: "a", team: { name: "t", note: {} }, limits: { max: "5", window: {} } } }],
  ["in lists of one", { only: [{ value: 5 }], settings: [{ extra: [{ key: "a" }, { key: "b" }] }] }],
  ["that are null", { settings: null, rule: [{ target: "a", limits: null, team: null }] }],
])("blocks are valid %s", (_, some) => expect(problems(some)).toEqual([]));

const REQUIRED = "no definition was found.";

test.each<[string, JsonObject, readonly string[]]>([
  [
    "missing",
    { rule: null, only: null },
    ['rule: At least 1 "rule" blocks are required.', 'only: A block of type "only" is required here.'],
  ],
  ["too many", { only: [{}, {}] }, ['only: Only one block of type "only" is allowed.']],
  [
    "too many in one",
    { settings: { extra: [{ key: "a" }, { key: "b" }, { key: "c" }] } },
    ['settings.extra: No more than 2 "extra" blocks are allowed; there are 3.'],
  ],
  [
    "without an argument",
    { rule: [{ target: "a" }, {}] },
    [`rule[1].target: The argument "target" is required, but ${REQUIRED}`],
  ],
  [
    "without an argument in one of a set",
    { rule: [{ target: "a", team: [{ name: "t" }, { admin: true }] }] },
    [`rule[0].team[1].name: The argument "name" is required, but ${REQUIRED}`],
  ],
  [
    "with values of other types",
    {
      rule: [
        { target: "a", weight: "many", limits: { window: [{}, { days: "mon" }] }, team: [{ name: "t", admin: 5 }] },
      ],
    },
    [
      'rule[0].weight: Inappropriate value for attribute "weight": a number is required.',
      'rule[0].limits.window[1].days: Inappropriate value for attribute "days": set of string required.',
      'rule[0].team[0].admin: Inappropriate value for attribute "admin": a bool is required.',
    ],
  ],
  [
    "no objects",
    { rule: [{ target: "a", limits: "b" }] },
    [
      expect.stringMatching(
        /^rule\[0\]\.limits: Incorrect JSON value type: .* one or more "limits" blocks\.$/,
      ) as string,
    ],
  ],
])("blocks are invalid if they are %s", (_, some, expected) => expect(problems(some)).toEqual(expected));
