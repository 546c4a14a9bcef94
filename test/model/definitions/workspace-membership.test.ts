import { RESOURCES, RULE_ATTRIBUTES, selectionRule, type RuleAttributes, type SelectionRule } from "../../../src/model";
import { headlines, problemsIn, type Given } from "./validated";

const ofMembership = (given: Given): readonly string[] =>
  headlines(RESOURCES.tfprojects_workspace_membership, { project_id: "prj-1", ...given });

const NET = { match_names: ["net-*"] };
const TAGGED = { match_tags: { team: "net" } };

test.each<[string, Given, readonly string[]]>([
  ["names", { workspace_names: ["a"] }, []],
  ["no name", { workspace_names: [] }, []],
  ["IDs", { workspace_ids: ["ws-1"] }, []],
  ["patterns", NET, []],
  ["tags", TAGGED, []],
  ["nothing", {}, ["workspace_ids: No workspaces"]],
  ["names that are not known", { workspace_names: undefined }, []],
  ["names and IDs", { workspace_names: ["a"], workspace_ids: ["ws-1"] }, []],
  [
    "names, IDs and a rule",
    { workspace_names: [], workspace_ids: [], ...NET },
    ["workspace_names: Conflicting configuration"],
  ],
  [
    "names, IDs and tags",
    { workspace_names: [], workspace_ids: [], ...TAGGED },
    ["workspace_names: Conflicting configuration"],
  ],
  ["names, IDs and a rule that is not known", { workspace_names: [], workspace_ids: [], match_names: undefined }, []],
  ["names and a rule", { workspace_names: [], workspace_ids: undefined, ...NET }, []],
  ["IDs and a rule", { workspace_names: undefined, workspace_ids: [], ...NET }, []],
])("a membership with %s has the problems", (_, given, problems) => {
  expect(ofMembership(given)).toEqual(problems);
});

const PARTS = { except_names: ["a"], except_tags: { a: "" }, take_from: "any", max_moves: 1 };

test.each<[string, Given, boolean]>([
  ["without a rule", {}, true],
  ["with patterns", NET, false],
  ["with tags", TAGGED, false],
  ["with patterns that are not known", { match_names: undefined }, false],
  ["with tags that are not known", { match_tags: undefined }, false],
])("parts of a rule, %s (%j), are a problem: %s", (_, rule, isProblem) => {
  const problems = isProblem ? Object.keys(PARTS).map((name) => `${name}: Invalid ${name}`) : [];
  expect(ofMembership({ workspace_names: ["a"], ...PARTS, ...rule })).toEqual(problems);
  expect(ofMembership({ workspace_names: ["a"], except_names: undefined, take_from: undefined })).toEqual([]);
});

test.each<[Given, readonly string[]]>([
  [{ match_names: [] }, ["match_names"]],
  [{ match_tags: {} }, ["match_tags"]],
  [{ ...NET, except_names: [], except_tags: {} }, ["except_names", "except_tags"]],
  [{ match_names: [""] }, ["match_names[0]"]],
  [{ match_names: ["a", "", ""] }, ["match_names[1]"]],
  [{ ...NET, except_names: ["a", ""] }, ["except_names[1]"]],
  [{ match_names: ["a", "^b", "c.*"], except_names: ["?"] }, ["match_names[1]", "match_names[2]", "except_names[0]"]],
  [{ match_names: ["net", "*"] }, ["match_names[1]"]],
  [{ match_names: ["*"], take_from: "any" }, ["match_names[0]"]],
  [{ match_names: ["*"], take_from: "default-project" }, []],
  [{ match_names: ["*"], take_from: undefined }, []],
  [{ match_names: ["*"], ...TAGGED }, []],
  [{ match_names: ["*"], match_tags: undefined }, []],
  [{ match_names: ["a", undefined] }, []],
  [{ match_tags: { "a b": "x" } }, ['match_tags["a b"]']],
  [{ match_tags: { a: "x y" } }, ["match_tags.a"]],
  [{ match_tags: { a: undefined, "hc:b": "*", c: "" } }, []],
  [{ ...NET, except_tags: { "a b": "x y" } }, ['except_tags["a b"]', 'except_tags["a b"]']],
  [{ ...NET, max_moves: 0 }, []],
  [{ ...NET, max_moves: -1 }, ["max_moves"]],
  [{ ...NET, max_moves: 1.5 }, ["max_moves"]],
  [{ ...NET, take_from: "all" }, ["take_from"]],
])("in the rule %j there is a problem at %j", (given, places) => {
  expect(ofMembership(given)).toEqual(places.map((place) => `${place}: Invalid ${place.replace(/[[.].*/, "")}`));
});

test.each<[Given, readonly string[]]>([
  [{ workspace_names: ["a", ""] }, ["workspace_names[1]"]],
  [{ workspace_names: ["a", "b", "A", "a"] }, ["workspace_names[2]"]],
  [{ workspace_names: ["a", undefined, "b", "B"] }, ["workspace_names[3]"]],
  [{ workspace_names: ["a", "b c", "d*"] }, ["workspace_names[1]", "workspace_names[2]"]],
  [{ workspace_ids: ["ws-1", "api"] }, ["workspace_ids[1]"]],
  [{ workspace_names: ["a"], project_id: "Platform" }, ["project_id"]],
  [{ workspace_names: ["a"], organization: "" }, ["organization"]],
  [{ workspace_names: ["a"], on_destroy: "keep" }, ["on_destroy"]],
])("in %j there is a problem at %j", (given, places) => {
  expect(ofMembership(given)).toEqual(places.map((place) => `${place}: Invalid ${place.replace(/[[.].*/, "")}`));
});

test("what is no pattern, though it looks like one, is said where patterns are", () => {
  const messages = problemsIn(RESOURCES.tfprojects_workspace_membership, {
    project_id: "prj-1",
    workspace_names: ["a b", "c*"],
  }).map(({ message }) => message.includes('`match_names` has patterns, in which "*" matches any text.'));
  expect(messages).toEqual([false, true]);
});

const NOTHING = Object.fromEntries(RULE_ATTRIBUTES.map((name) => [name, null])) as unknown as RuleAttributes;

test.each<[Partial<RuleAttributes>, SelectionRule | undefined]>([
  [{}, undefined],
  [{ except_names: ["a"], take_from: "any", max_moves: 1 }, undefined],
  [{ match_names: ["a*"] }, { matchNames: ["a*"] }],
  [
    { match_tags: { team: "net" }, max_moves: 10n },
    { matchTags: { team: "net" }, maxMoves: 10 },
  ],
  [
    {
      match_names: ["a*"],
      match_tags: {},
      except_names: ["ab"],
      except_tags: { old: "*" },
      take_from: "any",
      max_moves: 0,
    },
    { matchNames: ["a*"], matchTags: {}, exceptNames: ["ab"], exceptTags: { old: "*" }, takeFrom: "any", maxMoves: 0 },
  ],
  [
    { match_names: [], take_from: "default-project" },
    { matchNames: [], takeFrom: "default-project" },
  ],
])("the attributes %p are a rule: %p", (attributes, rule) => {
  expect(selectionRule({ ...NOTHING, ...attributes })).toStrictEqual(rule);
});
