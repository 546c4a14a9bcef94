import {
  camelCase,
  formatPath,
  listBlock,
  map,
  optional,
  renamePath,
  setBlock,
  singleBlock,
  string,
  type AttributePath,
} from "../../src/schema";

test.each<[AttributePath, string]>([
  [["name"], "name"],
  [["tags", "a b", 0, "name"], 'tags["a b"][0].name'],
  [["rule", 2, "match_names", 0], "rule[2].match_names[0]"],
  [[], ""],
])("the path %j is %s, as in HCL", (path, text) => expect(formatPath(path)).toBe(text));

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
