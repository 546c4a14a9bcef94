import {
  formatPath,
  listBlock,
  optional,
  setBlock,
  singleBlock,
  string,
  withoutSetIndexes,
  type AttributePath,
} from "../../src/schema";

test.each<[AttributePath, string]>([
  [["name"], "name"],
  [["tags", "a b", 0, "name"], 'tags["a b"][0].name'],
  [["rule", 2, "match_names", 0], "rule[2].match_names[0]"],
  [[], ""],
])("the path %j is %s, as in HCL", (path, text) => expect(formatPath(path)).toBe(text));

const about = { description: "" };
const attributes = { name: optional(string, about) };
const limits = singleBlock({ ...about, attributes });
const body = {
  attributes,
  blocks: {
    rule: listBlock({ ...about, attributes, blocks: { note: setBlock({ ...about, attributes }) } }),
    team: setBlock({ ...about, attributes, blocks: { limits } }),
  },
};

test.each<[string, readonly (string | number)[]]>([
  ["name", ["name"]],
  ["team", ["team", 1]],
  ["team.limits.name", ["team", 1, "limits", "name"]],
  ["rule[2].note.name", ["rule", 2, "note", 3, "name"]],
  ["labels[4]", ["labels", 4]],
  ["", []],
])("%s is shown without the indexes of sets of blocks", (shown, path) => {
  expect(formatPath(withoutSetIndexes(body, path))).toBe(shown);
});
