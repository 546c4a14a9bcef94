import { countMoved, moveGroups, reasonsOf } from "../../../src/engine/plan/move-group";
import { planOrganization } from "../../../src/engine/plan/plan";
import { planFor } from "../report/organization";
import { code, organization } from "./organization-with-rules";

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

test("workspaces that move for the same reason are together, in the order of their names", () => {
  const actual = organization({ Default: ["c", "a", "b", "d"] });
  const rule = { matchNames: ["a*", "b*", "c*"], workspaceNames: ["d", "b"] };
  const [group] = moveGroups(planOrganization(code({ Net: rule }), actual));
  expect(
    reasonsOf(group!).map(({ reason, match, workspaces }) => [reason, match, workspaces.map((it) => it.name)]),
  ).toEqual([
    ["member", { pattern: "a*" }, ["a"]],
    ["member", undefined, ["b", "d"]],
    ["member", { pattern: "c*" }, ["c"]],
  ]);
});
