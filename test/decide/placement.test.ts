import { claimOf, decidePlacement, type PlacementFacts } from "../../src/decide";
import type { Placement, PlacementRule, Workspace } from "../../src/model";

const workspace = (id: string, projectId: string): Workspace => ({ id, name: id, projectId, organization: "acme" });

/** By the first letter of a rule's pattern: `n` has its project, `d` the default one, `c` is created, `m` missing. */
const TARGETS: Readonly<Record<string, string | null | undefined>> = { n: "prj-net", d: "prj-default", c: null };
const SPREAD = [workspace("n-1", "prj-default"), workspace("n-2", "prj-net"), workspace("n-3", "prj-other")];

function decided(
  placement: Placement,
  workspaces: readonly Workspace[] = SPREAD,
  facts: Partial<PlacementFacts<PlacementRule>> = {},
) {
  const { placings, undecided, routes } = decidePlacement(placement, workspaces, {
    defaultProjectId: "prj-default",
    targetId: (position) => TARGETS[placement.rules[position]?.matchNames?.[0]?.[0] ?? "n"],
    isListed: () => false,
    ...facts,
  });
  return {
    effects: Object.fromEntries(placings.map((it) => [it.workspace.id, `${it.position} ${it.effect}`])),
    claims: Object.fromEntries(placings.map((it) => [it.workspace.id, claimOf(it)])),
    undecided: undecided.map(({ id }) => id),
    routes: routes.map((it) => [it.workspace.name, typeof it.route === "object" ? it.route.position : it.route]),
  };
}

const ALL = { matchNames: ["n*"] };

test("a rule takes workspaces out of the default project, and leaves others where they are", () => {
  expect(decided({ rules: [ALL] })).toEqual({
    effects: { "n-1": "0 moves", "n-2": "0 stays", "n-3": "0 elsewhere" },
    claims: {
      "n-1": { takeFrom: "default-project", isPlaced: false, foundIn: "prj-default" },
      "n-2": undefined,
      "n-3": undefined,
    },
    undecided: [],
    routes: [
      ["n-1", 0],
      ["n-2", 0],
      ["n-3", 0],
    ],
  });
});

test("what no rule matches is left to others", () => {
  const found = decided({ rules: [ALL] }, [workspace("x-1", "prj-default")]);
  expect(found).toEqual({ effects: {}, claims: {}, undecided: [], routes: [["x-1", undefined]] });
});

test("a rule that takes workspaces from any project claims what is in its own, too", () => {
  expect(decided({ rules: [ALL], takeFrom: "any" })).toMatchObject({
    effects: { "n-1": "0 moves", "n-2": "0 stays", "n-3": "0 moves" },
    claims: {
      "n-1": { takeFrom: "any", isPlaced: false },
      "n-2": { takeFrom: "any", isPlaced: true },
      "n-3": { takeFrom: "any", isPlaced: false },
    },
  });
});

test("the first rule that matches decides, also where it takes workspaces from", () => {
  const rules: readonly PlacementRule[] = [{ matchNames: ["n-3"], takeFrom: "any" }, ALL];
  expect(decided({ rules }).effects).toEqual({ "n-1": "1 moves", "n-2": "1 stays", "n-3": "0 moves" });
  const except: readonly PlacementRule[] = [{ matchNames: ["n-1"], takeFrom: "default-project" }, ALL];
  expect(decided({ rules: except, takeFrom: "any" }).claims).toMatchObject({
    "n-1": { takeFrom: "default-project" },
    "n-3": { takeFrom: "any" },
  });
});

test("what matches a rule into a project that is created, or missing, falls to no later rule", () => {
  const spread = [workspace("c-1", "prj-default"), workspace("m-1", "prj-default"), workspace("d-1", "prj-default")];
  const rules = ["c*", "m*", "d*", "*"].map((pattern) => ({ matchNames: [pattern] }));
  expect(decided({ rules }, spread).effects).toEqual({ "c-1": "0 moves", "m-1": "1 moves", "d-1": "2 stays" });
});

describe("a workspace with unknown tags", () => {
  const rules: readonly PlacementRule[] = [{ matchTags: { team: "net" } }, ALL];
  const known = SPREAD.map((it) => ({ ...it, tags: [] }));

  test("is undecided if a rule may take it", () => {
    expect(decided({ rules }).undecided).toEqual(["n-1"]);
    expect(decided({ rules, takeFrom: "any" })).toMatchObject({ effects: {}, undecided: ["n-1", "n-2", "n-3"] });
    expect(decided({ rules }, known)).toMatchObject({ effects: { "n-1": "1 moves" }, undecided: [] });
  });

  test("is left to the membership that lists it", () => {
    expect(decided({ rules, takeFrom: "any" }, SPREAD, { isListed: (id) => id !== "n-3" }).undecided).toEqual(["n-3"]);
  });

  test("has the rule that was decided before", () => {
    const decidedRoute = (id: string) => (id === "n-1" ? { rule: ALL, position: 1, match: {} } : undefined);
    expect(decided({ rules, takeFrom: "any" }, SPREAD, { decidedRoute })).toMatchObject({
      effects: { "n-1": "1 moves" },
      undecided: ["n-2", "n-3"],
    });
  });
});
