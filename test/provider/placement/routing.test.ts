import { placementTable, type NamedRule, type PlacementState, type Workspace } from "../../../src/model";
import { positionsOf, route, targetOf, type Targets } from "../../../src/provider/placement/routing";

const workspace = (id: string, projectId: string, name = id): Workspace => ({
  id,
  name,
  projectId,
  organization: "acme",
});

const DEFAULT = "prj-default";
const TARGETS: Targets = new Map([
  ["networks", "prj-net"],
  ["default project", DEFAULT],
  ["new", undefined],
]);

function placed(rules: readonly Partial<NamedRule>[], workspaces: readonly Workspace[], takeFrom?: "any") {
  const table = { rules: rules.map((it) => ({ project: "Networks", ...it })), takeFrom };
  const { moves, placed, undecided } = route(table, workspaces, { targets: TARGETS, defaultProjectId: DEFAULT });
  return [Object.fromEntries(positionsOf(moves)), [...positionsOf(placed).keys()], undecided.map(({ id }) => id)];
}

const SPREAD = [workspace("a-1", DEFAULT), workspace("a-2", "prj-net"), workspace("a-3", "prj-other")];

test.each([
  ["the default project", [{ matchNames: ["a-*"] }], undefined, [{ "a-1": 0 }, [], []]],
  ["any project", [{ matchNames: ["a-*"] }], "any", [{ "a-1": 0, "a-3": 0 }, ["a-2"], []]],
  [
    "any project, as an exception",
    [{ matchNames: ["a-3"], takeFrom: "any" }, { matchNames: ["*"] }],
    undefined,
    [{ "a-1": 1, "a-3": 0 }, [], []],
  ],
  ["the default project, into it", [{ project: "Default Project", matchNames: ["*"] }], undefined, [{}, [], []]],
  ["any project, into a new one", [{ project: "New", matchNames: ["a-2"] }], "any", [{ "a-2": 0 }, [], []]],
  ["any project, into a missing one", [{ project: "Gone", matchNames: ["a-1"] }], "any", [{ "a-1": 0 }, [], []]],
] as const)("workspaces are taken from %s", (_, rules, takeFrom, expected) => {
  expect(placed(rules, SPREAD, takeFrom)).toEqual(expected);
});

test("what the tags of a workspace decide, and are unknown, falls to no later rule", () => {
  const rules = [{ matchTags: { team: "net" } }, { matchNames: ["*"] }];
  expect(placed(rules, [workspace("a-1", DEFAULT), { ...workspace("a-2", DEFAULT), tags: [] }])).toEqual([
    { "a-2": 1 },
    [],
    ["a-1"],
  ]);
});

test("projects are found without regard to case", () => {
  expect(targetOf({ project: "NETWORKS" }, TARGETS)).toBe("prj-net");
});

test("equal values of a placement have equal rules", () => {
  const values = (names: readonly string[], takeFrom: string | null): PlacementState => ({
    id: "acme",
    organization: "acme",
    rule: [{ project: "Networks", match_names: names, match_tags: { team: "*" }, take_from: takeFrom }],
    except_names: names,
    except_tags: null,
    take_from: "default-project",
    max_moves: 3n,
    unplaced: {},
  });
  const table = {
    rules: [{ project: "Networks", matchNames: ["a-*", "b-*"], matchTags: { team: "*" }, takeFrom: "any" }],
    exceptNames: ["a-*", "b-*"],
    exceptTags: undefined,
    takeFrom: "default-project",
    maxMoves: 3,
  };
  expect(placementTable(values(["b-*", "a-*"], "any"))).toEqual(table);
  expect(placementTable(values(["a-*", "b-*"], "any"))).toEqual(table);
  expect(placementTable(values(["a-*"], null)).rules[0]?.takeFrom).toBeUndefined();
});
