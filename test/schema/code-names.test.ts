import {
  camelCase,
  listBlock,
  map,
  optional,
  renamePath,
  setBlock,
  singleBlock,
  string,
  withTerraformNames,
  type AttributePath,
} from "../../src/schema";

const about = { description: "" };
const attributes = { max_moves: optional(map(string), about) };
const schema = {
  ...about,
  attributes,
  blocks: {
    first_rule: listBlock({
      ...about,
      attributes,
      blocks: {
        only_one: singleBlock({ ...about, attributes }),
        team_set: setBlock({ ...about, attributes }),
      },
    }),
  },
};

test.each<[AttributePath, AttributePath]>([
  [
    ["max_moves", "a_b"],
    ["maxMoves", "a_b"],
  ],
  [["first_rule"], ["firstRule"]],
  [
    ["first_rule", 1],
    ["firstRule", 1],
  ],
  [
    ["first_rule", 1, "max_moves", "a_b"],
    ["firstRule", 1, "maxMoves", "a_b"],
  ],
  [
    ["first_rule", 1, "only_one", "max_moves", "a_b"],
    ["firstRule", 1, "onlyOne", "maxMoves", "a_b"],
  ],
  [
    ["first_rule", 1, "team_set", 0, "max_moves"],
    ["firstRule", 1, "teamSet", 0, "maxMoves"],
  ],
  [[], []],
])("%j is %j in code: names are renamed, and keys of maps are not", (path, renamed) =>
  expect(renamePath(schema, path, camelCase)).toEqual(renamed),
);

test.each<[unknown, unknown]>([
  [null, null],
  [undefined, undefined],
  ["text", "text"],
  [[], []],
  [
    [{}, undefined, null],
    [{}, undefined, null],
  ],
  [[{ maxMoves: { a_b: "x", aB: "y" }, max_moves: 1, other: 2 }], [{ max_moves: { a_b: "x", aB: "y" } }]],
  [
    [{ maxMoves: undefined, onlyOne: { maxMoves: null }, teamSet: [{ maxMoves: {} }, {}] }],
    [{ max_moves: undefined, only_one: { max_moves: null }, team_set: [{ max_moves: {} }, {}] }],
  ],
])("the blocks %j have in Terraform the names in %j, and keys of maps are not renamed", (given, expected) => {
  expect(withTerraformNames(schema, "first_rule", given)).toStrictEqual(expected);
});

test("values of attributes are not renamed", () => {
  expect(withTerraformNames(schema, "max_moves", { aB: "x" })).toEqual({ aB: "x" });
});
