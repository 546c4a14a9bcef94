import { workspacesInTwoMemberships, type SelectionRule } from "../../src/model";

const NET = { label: "Networks", rule: { matchNames: ["net-*"] } };
const CATCH_ALL = { label: "Unsorted", rule: { matchNames: ["*"], takeFrom: "default-project" } } as const;

test("lists remove one of the two", () => {
  expect(workspacesInTwoMemberships(["api"], { label: "stack/a" }, { label: "stack/b" }, "terraform")).toBe(
    'The workspace "api" is in stack/a and in stack/b, but a workspace can be in only one membership. Remove it from ' +
      "one of the two.",
  );
  expect(workspacesInTwoMemberships(["web", "api"], { label: "a" }, { label: "b" }, "terraform")).toBe(
    'The workspaces "api", "web" are in a and in b, but a workspace can be in only one membership. Remove them from ' +
      "one of the two.",
  );
});

/** The advice, whichever of the two is planned first. */
function advice(
  workspaces: readonly string[],
  one: { readonly label: string; readonly rule?: SelectionRule },
  other: { readonly label: string; readonly rule?: SelectionRule },
  language: "terraform" | "typescript" = "terraform",
): string {
  const [first, second] = [
    workspacesInTwoMemberships(workspaces, one, other, language),
    workspacesInTwoMemberships(workspaces, other, one, language),
  ].map((text) => text.replace(/^.*only one membership\. /, ""));
  expect(first).toBe(second);
  return first!;
}

test("a rule leaves out what the lists of another membership name", () => {
  expect(advice(["net-b", "net-a"], NET, { label: "Platform" })).toBe(
    'To keep them in Platform, add this to Networks: except_names = ["net-a","net-b"]',
  );
  expect(advice(["net-a"], NET, { label: "Platform" }, "typescript")).toBe(
    'To keep it in Platform, add this to Networks: exceptNames: ["net-a"]',
  );
});

test("a catch-all leaves out the patterns of another rule, as far as they select something", () => {
  const rule = { matchNames: ["net-*", "vpn-*", "dns-*"] };
  expect(advice(["net-a", "vpn-b"], CATCH_ALL, { label: "Networks", rule })).toBe(
    'To keep them in Networks, add this to Unsorted: except_names = ["net-*","vpn-*"]',
  );
  // An earlier plan has selected one that has another name now.
  expect(advice(["net-a", "renamed"], CATCH_ALL, { label: "Networks", rule })).toBe(
    'To keep them in Networks, add this to Unsorted: except_names = ["net-*"]',
  );
});

test("a catch-all leaves out the tag of another rule", () => {
  const rule = { matchTags: { team: "net" }, takeFrom: "any" } as const;
  expect(advice(["a"], CATCH_ALL, { label: "Networks", rule })).toBe(
    'To keep it in Networks, add this to Unsorted: except_tags = { "team" = "net" }',
  );
  expect(advice(["a"], CATCH_ALL, { label: "Networks", rule }, "typescript")).toBe(
    'To keep it in Networks, add this to Unsorted: exceptTags: { "team": "net" }',
  );
});

test.each<[string, SelectionRule]>([
  ["both names and tags", { matchNames: ["net-*"], matchTags: { team: "net" } }],
  ["several tags", { matchTags: { team: "net", env: "prod" } }],
  ["exceptions", { matchNames: ["net-*"], exceptNames: ["net-x"] }],
  ["excepted tags", { matchNames: ["net-*"], exceptTags: { team: "web" } }],
  ["another place", { matchNames: ["net-*"], takeFrom: "default-project" }],
  ["a tag and exceptions", { matchTags: { team: "net" }, exceptNames: ["net-x"] }],
])("a catch-all leaves out workspaces by their names if the other rule has %s", (_, rule) => {
  expect(advice(["net-b", "net-a"], CATCH_ALL, { label: "Networks", rule })).toBe(
    'To keep them in Networks, add this to Unsorted: except_names = ["net-a","net-b"]',
  );
});

test("of two patterns, the narrower one keeps its workspaces", () => {
  const production = { label: "Production", rule: { matchNames: ["net-prod-*"] } };
  expect(advice(["net-prod-1"], NET, production)).toBe(
    'To keep it in Production, add this to Networks: except_names = ["net-prod-*"]',
  );
  const tagged = { label: "Production", rule: { matchNames: ["net-*"], matchTags: { env: "prod" } } };
  expect(advice(["net-1"], NET, tagged)).toBe(
    'To keep it in Production, add this to Networks: except_names = ["net-1"]',
  );
});

test("two hundred workspaces are shown, and the rest is counted", () => {
  const names = Array.from({ length: 201 }, (_, index) => `ws-${String(index).padStart(3, "0")}`);
  const text = workspacesInTwoMemberships(names, { label: "a" }, { label: "b" }, "terraform");
  expect(text).toContain('"ws-199" and 1 more are in a and in b');
});

test("the rule of a membership is shown beside a label that does not say it", () => {
  const own = { label: "this membership", selects: 'matches "net-*"', rule: NET.rule };
  expect(workspacesInTwoMemberships(["net-1"], own, { label: "Platform" }, "terraform")).toBe(
    'The workspace "net-1" is in this membership (matches "net-*") and in Platform, but a workspace can be in only ' +
      'one membership. To keep it in Platform, add this to this membership: except_names = ["net-1"]',
  );
});

describe("of two rules, an exception is added to", () => {
  test.each<[string, SelectionRule, SelectionRule]>([
    ["all names", { matchTags: { team: "net" } }, { matchNames: ["net-*"], matchTags: { team: "net" } }],
    ["any value of a tag", { matchTags: { team: "*" } }, { matchTags: { team: "net" } }],
    ["one tag less", { matchTags: { team: "net" } }, { matchTags: { team: "net", env: "prod" } }],
    ["more patterns", { matchNames: ["a-*", "b-*"] }, { matchNames: ["B-*"] }],
    ["a longer wildcard", { matchNames: ["a*"] }, { matchNames: ["a-*-b"] }],
    ["names, beside those by tags", { matchNames: ["*"] }, { matchTags: { team: "net" } }],
    ["names, which has exceptions", { matchNames: ["a*"], exceptNames: ["a-b"] }, { matchNames: ["a-*"] }],
    ["the default project", { matchNames: ["a*"], takeFrom: "default-project" }, { matchNames: ["*a"] }],
    [
      "the same names in the default project",
      { matchNames: ["a*"], takeFrom: "default-project" },
      { matchNames: ["A*"], takeFrom: "any" },
    ],
  ])("the broader one, with %s", (_, rule, narrower) => {
    expect(advice(["a-b"], { label: "Broad", rule }, { label: "Narrow", rule: narrower })).toMatch(
      /^To keep it in Narrow, add this to Broad: /,
    );
  });

  test.each<[string, SelectionRule, SelectionRule]>([
    ["patterns of which none is broader", { matchNames: ["a*"] }, { matchNames: ["*b"] }],
    ["different tags", { matchTags: { team: "net" } }, { matchTags: { env: "prod" } }],
    ["different values of a tag", { matchTags: { team: "net" } }, { matchTags: { team: "web" } }],
    ["a tag whose key objects inherit", { matchTags: { constructor: "*" } }, { matchTags: { team: "net" } }],
    ["a name that only one has", { matchNames: ["a-b", "x"] }, { matchNames: ["a-b", "y"] }],
    ["the default project in both", FROM_DEFAULT("a*"), FROM_DEFAULT("*b")],
  ])("the first one, with %s", (_, one, other) => {
    const text = workspacesInTwoMemberships(
      ["a-b"],
      { label: "1", rule: one },
      { label: "2", rule: other },
      "terraform",
    );
    expect(text).toMatch(/To keep it in 2, add this to 1: /);
  });
});

function FROM_DEFAULT(pattern: string): SelectionRule {
  return { matchNames: [pattern], takeFrom: "default-project" };
}
