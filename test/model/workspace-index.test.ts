import { WorkspaceIndex, type SelectionRule, type Tag } from "../../src/model";

/** Workspaces by name, with their tags; undefined for tags that are not known. */
function indexOf(workspaces: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>): WorkspaceIndex {
  const tagsOf = (tags: Readonly<Record<string, string>>): readonly Tag[] =>
    Object.entries(tags).map(([key, value]) => ({ key, value }));
  return new WorkspaceIndex(
    Object.entries(workspaces).map(([name, tags]) => ({
      id: `ws-${name}`,
      name,
      projectId: "prj-1",
      organization: "acme",
      tags: tags && tagsOf(tags),
    })),
  );
}

const candidates = (index: WorkspaceIndex, rule: SelectionRule): readonly string[] =>
  index.candidates(rule).map(({ workspace }) => workspace.name);

const NAMES = indexOf({
  ...{ web: {}, "net-1": {}, "my-net-1": {}, net: {}, "NET-2": {}, "api-web": {}, nf: {}, a: {} },
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`x${index}`, {}])),
});

test("workspaces are found by ID, and by name in any case", () => {
  expect(NAMES.withId("ws-web")?.name).toBe("web");
  expect(NAMES.withId("ws-WEB")).toBeUndefined();
  expect(NAMES.withName("Net-2")?.name).toBe("NET-2");
  expect(NAMES.withName("ws-web")).toBeUndefined();
});

test.each([
  [["net-*"], ["net-1", "NET-2"]],
  [["NET*"], ["net-1", "net", "NET-2"]],
  [["*-1"], ["net-1", "my-net-1"]],
  [["*WEB"], ["web", "api-web"]],
  // Few end like that, or few begin like that.
  [["n*-1"], ["net-1", "my-net-1"]],
  [["my*1"], ["my-net-1"]],
  [["web"], ["web"]],
  [["net"], ["net"]],
  [["z*"], []],
  [["*z"], []],
  [["0*"], []],
  // In the order of the index.
  [
    ["a*", "*-1", "web", "net-1"],
    ["web", "net-1", "my-net-1", "api-web", "a"],
  ],
  [[], []],
])("the candidates for the patterns %j are found by how they begin or end: %j", (matchNames, expected) => {
  expect(candidates(NAMES, { matchNames })).toEqual(expected);
});

test.each<SelectionRule>([
  {},
  { exceptNames: ["net-*"], exceptTags: { team: "net" } },
  { matchNames: ["*"] },
  { matchNames: ["*net*"] },
  { matchNames: ["net-*", "*"] },
])("all workspaces are candidates for %j, and no list of them is made", (rule) => {
  expect(NAMES.candidates(rule)).toBe(NAMES.all);
});

describe("by tags", () => {
  const known = {
    b: { team: "net", env: "prod" },
    a: { team: "web" },
    c: { team: "net" },
    d: { env: "" },
    e: { env: "*" },
  };
  test.each<[SelectionRule, readonly string[]]>([
    [{ matchTags: { team: "net" } }, ["b", "c"]],
    [{ matchTags: { team: "*" } }, ["b", "a", "c"]],
    [{ matchTags: { env: "" } }, ["d"]],
    [{ matchTags: { env: "*" } }, ["b", "d", "e"]],
    [{ matchTags: { env: "test" } }, []],
    [{ matchTags: { cost: "*" } }, []],
    [{ matchTags: { constructor: "*" } }, []],
    // The fewest.
    [{ matchTags: { team: "*", env: "prod" } }, ["b"]],
    [{ matchTags: { env: "prod", team: "*" } }, ["b"]],
    [{ matchNames: ["c"], matchTags: { team: "*" } }, ["c"]],
    [{ matchNames: ["*"], matchTags: { team: "net" } }, ["b", "c"]],
  ])("the candidates for %j are %j", (rule, expected) => {
    expect(candidates(indexOf(known), rule)).toEqual(expected);
  });

  test("those whose tags are not known are candidates, in the order of the index", () => {
    const index = indexOf({ x: undefined, ...known, y: undefined });
    expect(candidates(index, { matchTags: { team: "net" } })).toEqual(["x", "b", "c", "y"]);
    expect(candidates(index, { matchTags: { cost: "*" } })).toEqual(["x", "y"]);
    expect(candidates(index, { matchNames: ["c*"], matchTags: { team: "net" } })).toEqual(["c"]);
  });
});
