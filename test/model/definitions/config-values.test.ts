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

describe("the blocks of a type", () => {
  const values: Readonly<Record<string, unknown>> = {
    none: null,
    unknown: undefined,
    text: "a",
    single: { name: "a" },
    list: [{ name: "a", inner: [{ name: "b" }, undefined] }, undefined, {}],
  };
  const blocks = new ConfigValues(
    (name) => values[name],
    (name) => name.toUpperCase(),
  );

  test("are those of a list, or a single one; which there are may be unknown", () => {
    const counts = Object.keys(values).map((name) => [name, blocks.blocks(name)?.length]);
    expect(counts).toEqual([
      ["none", 0],
      ["unknown", undefined],
      ["text", undefined],
      ["single", 1],
      ["list", 3],
    ]);
  });

  test("have values of their own, with paths and the names that the code has", () => {
    const [first, unknown, empty] = blocks.blocks("list") ?? [];
    expect([first, unknown, empty].map((it) => it?.string("name"))).toEqual(["a", undefined, null]);
    expect([first?.displayName("name"), empty?.path(), empty?.path("names", 0)]).toEqual([
      "`NAME`",
      ["list", 2],
      ["list", 2, "names", 0],
    ]);
    expect(blocks.blocks("single")?.[0]?.path("name")).toEqual(["single", "name"]);
  });

  test("may have blocks", () => {
    const [first, unknown, empty] = (blocks.blocks("list") ?? []).map((it) => it.blocks("inner"));
    expect(first?.map((it) => [it.string("name"), it.path("name")])).toEqual([
      ["b", ["list", 0, "inner", 0, "name"]],
      [undefined, ["list", 0, "inner", 1, "name"]],
    ]);
    expect([unknown, empty]).toEqual([undefined, []]);
  });
});
