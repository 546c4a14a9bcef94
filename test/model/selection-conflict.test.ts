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
});

test("a catch-all leaves out the tag of another rule", () => {
  const rule = { matchTags: { team: "net" } };
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
