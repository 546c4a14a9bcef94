import type { TakeFrom } from "../../../src/model";
import { PlannedWorkspaces } from "../../../src/provider/planned/workspaces";

const [one, other] = [{}, {}];
const claimant = { label: "another membership" };

describe("a workspace", () => {
  test("leaves a project if a membership takes it from there or releases it", () => {
    const planned = new PlannedWorkspaces();
    planned.claim(one, "ws-1", { projectId: "prj-b", claimant });
    planned.claim(one, "ws-2", { projectId: undefined, claimant });
    planned.release(other, "ws-3");
    planned.release(other, "ws-4");
    planned.claim(one, "ws-4", { projectId: "prj-a", claimant });
    const leaving = ["ws-1", "ws-2", "ws-3", "ws-4", "ws-5"].filter((id) => planned.leaves(id, "prj-a"));
    expect(leaving).toEqual(["ws-1", "ws-2", "ws-3"]);
  });

  test("does not leave a project because of a placement, which Terraform updates after it deletes the project", () => {
    const planned = new PlannedWorkspaces();
    planned.claim(one, "ws-1", { projectId: "prj-b", claimant, takeFrom: "any" });
    planned.claim(other, "ws-2", { projectId: "prj-b", claimant });
    planned.release(other, "ws-1");
    const states = ["ws-1", "ws-2", "ws-3"].map((id) => [planned.isListed(id), planned.leaves(id, "prj-a")]);
    expect(states).toEqual([
      [false, true],
      [true, true],
      [false, false],
    ]);
    planned.claim(one, "ws-3", { projectId: "prj-b", claimant, takeFrom: "any" });
    expect([planned.isClaimed("ws-3"), planned.leaves("ws-3", "prj-a")]).toEqual([true, false]);
  });

  test("that two memberships claim: the claim of the other one is returned", () => {
    const planned = new PlannedWorkspaces();
    planned.claim(one, "ws-1", { projectId: "prj-a", claimant });
    expect(planned.claimOfAnother(one, "ws-1")).toBeUndefined();
    expect(planned.claimOfAnother(other, "ws-1")).toEqual({ resource: one, entry: { projectId: "prj-a", claimant } });
    planned.claim(one, "ws-2", { projectId: undefined, claimant });
    expect(planned.claimOfAnother(other, "ws-2")).toEqual({ resource: one, entry: { projectId: undefined, claimant } });
  });

  test("is no longer claimed when the membership that claimed it fails to move it", () => {
    const planned = new PlannedWorkspaces();
    planned.claim(one, "ws-1", { projectId: "prj-a", claimant });
    planned.claim(one, "ws-2", { projectId: "prj-a", claimant });
    planned.failClaims(["ws-1"], "prj-b");
    planned.failClaims(["ws-2"], "prj-a");
    expect(["ws-1", "ws-2"].map((id) => planned.isClaimed(id))).toEqual([true, false]);
  });
});

describe("a workspace that two resources claim", () => {
  const claimOf = (takeFrom?: TakeFrom) => ({ projectId: "prj-a", claimant, takeFrom });

  test.each([
    ["a membership", undefined, "a membership", undefined],
    ["a membership", undefined, "a placement that takes from any project", "any"],
    ["a placement", "default-project", "a placement", "default-project"],
    ["a placement", "default-project", "a placement that takes from any project", "any"],
    ["a placement that takes from any project", "any", "a placement that takes from any project", "any"],
  ] as const)("%s (%s) and %s (%s): a conflict, and the first one has it", (_, first, __, second) => {
    for (const [earlier, later] of [
      [first, second],
      [second, first],
    ]) {
      const planned = new PlannedWorkspaces();
      expect(planned.conflictWith(one, "ws-1", claimOf(earlier))).toBeUndefined();
      expect(planned.claim(one, "ws-1", claimOf(earlier))).toBe(true);
      expect(planned.conflictWith(other, "ws-1", claimOf(later))?.resource).toBe(one);
      expect(planned.claim(other, "ws-1", claimOf(later))).toBe(false);
      expect(planned.claimOfAnother(other, "ws-1")?.resource).toBe(one);
    }
  });

  test("that two placements have in its place is no conflict, and one that a membership has, too, is", () => {
    const placed = { ...claimOf("any"), isPlaced: true };
    const planned = new PlannedWorkspaces();
    planned.claim(one, "ws-1", placed);
    expect(planned.conflictWith(other, "ws-1", placed)).toBeUndefined();
    expect(planned.conflictWith(other, "ws-1", claimOf("any"))?.resource).toBe(one);
    expect(planned.conflictWith(other, "ws-1", claimOf())?.resource).toBe(one);
  });

  test("a membership has it in either order, without a conflict, if a placement takes from the default project", () => {
    const [list, placement] = [claimOf(), claimOf("default-project")];
    const listFirst = new PlannedWorkspaces();
    expect(listFirst.claim(one, "ws-1", list)).toBe(true);
    expect(listFirst.conflictWith(other, "ws-1", placement)).toBeUndefined();
    expect(listFirst.claim(other, "ws-1", placement)).toBe(false);
    const placementFirst = new PlannedWorkspaces();
    expect(placementFirst.claim(other, "ws-1", placement)).toBe(true);
    expect(placementFirst.conflictWith(one, "ws-1", list)).toBeUndefined();
    expect(placementFirst.claim(one, "ws-1", list)).toBe(true);
    for (const planned of [listFirst, placementFirst]) {
      expect(planned.claimOfAnother(other, "ws-1")?.resource).toBe(one);
      expect(planned.claimOfAnother(one, "ws-1")).toBeUndefined();
    }
  });
});

describe("a workspace that another membership releases", () => {
  test("is known, and nothing is of one that nobody or the membership itself releases", () => {
    const planned = new PlannedWorkspaces();
    planned.release(one, "ws-1");
    expect([planned.isReleasedByAnother(other, "ws-1"), planned.isReleasedByAnother(one, "ws-1")]).toEqual([
      true,
      false,
    ]);
    expect(planned.isReleasedByAnother(other, "ws-2")).toBe(false);
  });
});

describe("claims", () => {
  test("say from where, for which project, and whether they have failed", () => {
    const planned = new PlannedWorkspaces();
    expect(planned.hasClaims).toBe(false);
    planned.claim({}, "ws-1", { projectId: "prj-a", claimant: { label: "it" } });
    planned.claim({}, "ws-2", { projectId: undefined, claimant: { label: "it" } });
    expect(planned.hasClaims).toBe(true);
    const places = ["ws-1", "ws-2", "ws-3"].map((id) => [
      planned.isClaimedFrom("prj-a", id),
      planned.isClaimedFor("prj-a", id),
    ]);
    expect(places).toEqual([
      [false, true],
      [true, false],
      [false, false],
    ]);
    planned.failClaims(["ws-2", "ws-1"], "prj-a");
    expect(["ws-1", "ws-2"].map((id) => planned.hasFailed(id))).toEqual([true, false]);
  });
});
