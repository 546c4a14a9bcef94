import { ConfigValues } from "../../../src/model";

/** One value of each type; unknown values are undefined. */
const VALUES = {
  omitted: null,
  unknown: undefined,
  text: "a",
  empty: "",
  number: 0,
  false: false,
  list: ["a", null, undefined, 7, "b"],
  map: { a: "x", b: null, c: undefined, d: 7 },
} as const satisfies Readonly<Record<string, unknown>>;

const config = new ConfigValues((attribute) => VALUES[attribute as keyof typeof VALUES]);

type Read = "isSet" | "string" | "number" | "boolean" | "stringList" | "knownStrings" | "stringMap";

test.each<[Read, unknown, Partial<Record<keyof typeof VALUES, unknown>>]>([
  [
    "isSet",
    "anything else",
    { omitted: false, unknown: undefined, text: true, empty: true, number: true, false: true, list: true, map: true },
  ],
  ["string", undefined, { omitted: null, text: "a", empty: "" }],
  ["number", undefined, { omitted: null, number: 0 }],
  ["boolean", undefined, { omitted: null, false: false }],
  ["stringList", undefined, { omitted: null, list: ["a", null, undefined, undefined, "b"] }],
  ["stringMap", undefined, { omitted: null, map: { a: "x", b: null, c: undefined, d: undefined } }],
  [
    "knownStrings",
    [],
    {
      list: [
        { index: 0, text: "a" },
        { index: 4, text: "b" },
      ],
    },
  ],
])("%s of a value of another type is %j", (read, otherwise, expected) => {
  for (const attribute of Object.keys(VALUES) as (keyof typeof VALUES)[])
    expect([attribute, config[read](attribute)]).toStrictEqual([
      attribute,
      attribute in expected ? expected[attribute] : otherwise,
    ]);
});

test("an attribute has its name in the code, in backticks or double quotes", () => {
  const named = new ConfigValues(
    () => null,
    (attribute) => attribute.toUpperCase(),
  );
  expect([named.displayName("name"), named.quotedName("name")]).toEqual(["`NAME`", '"NAME"']);
  expect([config.displayName("name"), config.quotedName("name")]).toEqual(["`name`", '"name"']);
});
