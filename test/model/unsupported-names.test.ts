import { nameMeant, suggestion, unsupportedInBlocks, unsupportedName, unsupportedNames } from "../../src/model";
import { camelCase, listBlock, optional, singleBlock, string, type AttributePath } from "../../src/schema";
import { namesIn } from "../../src/model/unsupported-names";

test("the names of an object are those that are set", () => {
  expect(namesIn({ a: 1, b: undefined, c: null, d: "" })).toEqual(["a", "c", "d"]);
});

const SUPPORTED = ["name", "deletionPolicy", "previousNames", "tags"];

test.each<[object, readonly string[]]>([
  [{}, []],
  [{ name: "x", tags: {} }, []],
  [{ nmae: undefined }, []],
  [{ nmae: "x" }, ['No argument or block type is named "nmae". Did you mean "name"?']],
  [{ deletion_policy: "x" }, ['No argument or block type is named "deletion_policy". Did you mean "deletionPolicy"?']],
  [{ lifecycle: {} }, ['No argument or block type is named "lifecycle".']],
  // What is set already cannot be meant.
  [{ name: "x", nmae: "y" }, ['No argument or block type is named "nmae".']],
  // More than two letters differ.
  [{ prviusName: [] }, ['No argument or block type is named "prviusName".']],
  [
    { nam: "x", tag: {} },
    [
      'No argument or block type is named "nam". Did you mean "name"?',
      'No argument or block type is named "tag". Did you mean "tags"?',
    ],
  ],
])("in %j, names are not supported: %j", (object, messages) => {
  expect(unsupportedNames(object, SUPPORTED).map(({ detail }) => detail)).toEqual(messages);
});

test("each unsupported name is told with its message", () => {
  expect(unsupportedNames({ name: "x", colour: "red", tags: {} }, SUPPORTED)).toMatchObject([
    { attribute: ["colour"], detail: unsupportedName("colour", undefined) },
  ]);
});

test("a suggestion is a question after the sentence", () => {
  expect(`Unknown.${suggestion("a b")}`).toBe('Unknown. Did you mean "a b"?');
  expect(`Unknown.${suggestion(undefined)}`).toBe("Unknown.");
});

test.each([
  ["deletion_policy", ["deletionPolicy"], undefined, "deletionPolicy"],
  ["deletionPolicy", ["deletion_polic", "deletion_policy"], undefined, "deletion_policy"],
  ["DELETION_POLICY", ["deletionPolicy"], undefined, "deletionPolicy"],
  ["a_b_c_d_e", ["ABCDE"], 1, "ABCDE"],
  ["deletonPolicy", ["name", "deletionPolicy"], undefined, "deletionPolicy"],
  ["nmae", ["name"], undefined, undefined],
  ["nmae", ["name"], 2, "name"],
  ["other", ["name"], undefined, undefined],
])("by %s of %j, with at most %j letters that differ, is meant: %s", (name, names, maxDistance, expected) => {
  expect(nameMeant(name, names, maxDistance)).toBe(expected);
});

const about = { description: "" };
const attributes = { match_names: optional(string, about), project: optional(string, about) };
const body = {
  attributes,
  blocks: {
    rule: listBlock({ ...about, attributes, blocks: { one_limit: singleBlock({ ...about, attributes }) } }),
  },
};

test.each<[object, readonly [AttributePath, string | undefined][]]>([
  [{}, []],
  [{ nam: 1, rule: undefined }, []],
  [{ rule: [{ matchNames: 1, oneLimit: { project: 1 } }, {}, undefined, null, "text"] }, []],
  [{ rule: { matchName: 1 } }, [[["rule", "matchName"], "matchNames"]]],
  [
    { rule: [{ matchNames: 1 }, { match_names: 1, other: 1, gone: undefined }] },
    [
      [["rule", 1, "match_names"], "matchNames"],
      [["rule", 1, "other"], undefined],
    ],
  ],
  [{ rule: [{ oneLimit: { projct: 1 } }] }, [[["rule", 0, "oneLimit", "projct"], "project"]]],
  [{ rule: [{ oneLimits: {} }] }, [[["rule", 0, "oneLimits"], "oneLimit"]]],
])("in the blocks of %j, names are not supported at any depth: %j", (values, expected) => {
  expect(unsupportedInBlocks(body, { ...values }, camelCase)).toMatchObject(
    expected.map(([attribute, meant]) => ({ attribute, detail: unsupportedName(String(attribute.at(-1)), meant) })),
  );
});
