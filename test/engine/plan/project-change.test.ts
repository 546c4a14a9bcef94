import {
  changesByProject,
  countMoved,
  moveGroups,
  reasonsOf,
  summaryOf,
} from "../../../src/engine/plan/project-change";
import { makePlan } from "../../../src/engine/plan/plan";
import { projectOf } from "../../../src/engine/changes/kinds";
import { planFor } from "../report/organization";
import { code, organization, PLACEMENT, withPlacement } from "./organization-with-rules";

const plan = planFor(
  [
    { name: "Default Project", workspaces: ["new"] },
    { name: "Old", workspaces: ["b", "a"] },
    { name: "Ops", description: "before", workspaces: ["own", "stray"] },
    { name: "Web", workspaces: ["web"] },
    { name: "Dead" },
  ],
  [
    { name: "Data", workspaces: ["new", "b", "a", "web"] },
    { name: "Ops", description: "after", workspaces: ["own"], exclusive: true },
    { name: "Web" },
  ],
  { prune: true, maxDeletes: 2 },
);

test("the changes of a plan are by project: deleted ones, changed ones, and those that only workspaces enter or leave", () => {
  expect(
    changesByProject(plan).map(({ key, id, name, change, before, after, incoming, movesIn, movesOut }) => ({
      project: [key, id, name, change],
      settings: [before?.description, after?.description],
      incoming: incoming.map((it) => it.name),
      movesIn: movesIn.map(({ from, workspaces }) => [from.name, workspaces.length]),
      movesOut: movesOut.map(({ to, workspaces }) => [to.name, workspaces.length]),
    })),
  ).toEqual([
    {
      project: ["prj-dead", "prj-dead", "Dead", "delete"],
      settings: [null, undefined],
      incoming: [],
      movesIn: [],
      movesOut: [],
    },
    {
      project: ["prj-old", "prj-old", "Old", "delete"],
      settings: [null, undefined],
      incoming: [],
      movesIn: [],
      movesOut: [["Data", 2]],
    },
    {
      project: ["tfprojects_project.data", null, "Data", "create"],
      settings: [undefined, null],
      incoming: ["a", "b", "new", "web"],
      movesIn: [
        ["Default Project", 1],
        ["Old", 2],
        ["Web", 1],
      ],
      movesOut: [],
    },
    {
      project: ["prj-ops", "prj-ops", "Ops", "update"],
      settings: ["before", "after"],
      incoming: [],
      movesIn: [],
      movesOut: [["Default Project", 1]],
    },
    {
      project: ["prj-default-project", "prj-default-project", "Default Project", "none"],
      settings: [undefined, undefined],
      incoming: ["stray"],
      movesIn: [["Ops", 1]],
      movesOut: [["Data", 1]],
    },
    {
      project: ["prj-web", "prj-web", "Web", "none"],
      settings: [undefined, undefined],
      incoming: [],
      movesIn: [],
      movesOut: [["Data", 1]],
    },
  ]);
});

test("the summary counts projects and moved workspaces", () => {
  expect(summaryOf(plan)).toEqual({ create: 1, update: 1, set: 0, move: 5, unset: 0, delete: 2 });
  expect(summaryOf({ actions: [] })).toEqual({ create: 0, update: 0, set: 0, move: 0, unset: 0, delete: 0 });
});

test("each action has a project, with its name after the plan", () => {
  const { actions } = planFor(
    [{ name: "Home" }, { name: "Old" }, { name: "Gone" }],
    [{ name: "New", previousNames: ["Old"] }],
    {
      prune: true,
      maxDeletes: 1,
    },
  );
  expect(
    [...plan.actions.filter(({ kind }) => kind === "create" || kind === "move"), ...actions].map(projectOf),
  ).toEqual([
    { id: null, name: "Data", address: "tfprojects_project.data" },
    { id: "prj-default-project", name: "Default Project" },
    { id: null, name: "Data", address: "tfprojects_project.data" },
    { id: "prj-old", name: "New" },
    { id: "prj-gone", name: "Gone" },
  ]);
});

describe("the moves of a plan", () => {
  const plan = planFor(
    [
      { name: "Default Project", workspaces: ["new"] },
      { name: "Old", workspaces: ["b", "a", "c"] },
      { name: "Shared", workspaces: ["own", "stray", "d"] },
    ],
    [
      { name: "Data", workspaces: ["d", "a", "new", "b"] },
      { name: "Shared", workspaces: ["own"], exclusive: true },
    ],
    { prune: true, evacuate: true },
  );

  test("are grouped by destination and source, each with its workspaces, by name", () => {
    const groups = moveGroups(plan);
    expect(groups.map(({ from, to, workspaces }) => [to.name, from.name, workspaces.map(({ name }) => name)])).toEqual([
      ["Data", "Default Project", ["new"]],
      ["Data", "Old", ["a", "b"]],
      ["Data", "Shared", ["d"]],
      ["Default Project", "Old", ["c"]],
      ["Default Project", "Shared", ["stray"]],
    ]);
    expect(countMoved(groups)).toBe(6);
  });

  test("say why each of their workspaces moves", () => {
    expect(moveGroups(plan).map((group) => reasonsOf(group).map(({ reason }) => reason))).toEqual([
      ["member"],
      ["member"],
      ["member"],
      ["evacuated"],
      ["evicted"],
    ]);
  });
});

test("workspaces that a rule moves are together, with all patterns that match them; those of a membership apart", () => {
  const actual = organization({
    Default: ["c", { name: "a", tags: { x: "y" } }, { name: "b", tags: { x: "" } }, "d", "e"],
  });
  const desired = withPlacement(code({ Net: { workspaceNames: ["d"] } }), [
    { to: "Net", matchNames: ["b*", "a*", "z*"], matchTags: { x: "*" } },
    { to: "Net", matchNames: ["c", "e"] },
  ]);
  const [group] = moveGroups(makePlan(desired, actual));
  const reasons = reasonsOf(group!);
  expect(reasons.map(({ reason, workspaces }) => [reason, workspaces.map((it) => it.name)])).toEqual([
    ["placed", ["a", "b"]],
    ["placed", ["c", "e"]],
    ["member", ["d"]],
  ]);
  expect(reasons.map(({ rule }) => rule)).toEqual([
    {
      placement: PLACEMENT,
      position: 0,
      matches: ["a*", "b*"].map((pattern) => ({ pattern, tags: [{ key: "x", value: "*" }] })),
    },
    { placement: PLACEMENT, position: 1, matches: [{ pattern: "c" }, { pattern: "e" }] },
    undefined,
  ]);
});
