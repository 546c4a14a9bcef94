import { PlannedChanges } from "../../src/provider/planned-changes";

const [one, other] = [{}, {}];
const claimed = { label: "another membership" };
const member = () => claimed;

describe("a workspace", () => {
  test("leaves a project if a membership takes it from there or releases it", () => {
    const planned = new PlannedChanges();
    planned.claim(one, [{ id: "ws-1" }], "prj-b", member);
    planned.claim(one, [{ id: "ws-2" }], undefined, member);
    planned.release(other, "ws-3");
    planned.release(other, "ws-4");
    planned.claim(one, [{ id: "ws-4" }], "prj-a", member);
    const leaving = ["ws-1", "ws-2", "ws-3", "ws-4", "ws-5"].filter((id) => planned.leaves(id, "prj-a"));
    expect(leaving).toEqual(["ws-1", "ws-2", "ws-3"]);
  });

  test("that two memberships claim: the claim of the other one is returned", () => {
    const planned = new PlannedChanges();
    planned.claim(one, [{ id: "ws-1" }], "prj-a", member);
    expect(planned.claimOfAnother(one, "ws-1")).toBeUndefined();
    expect(planned.claimOfAnother(other, "ws-1")).toEqual({ resource: one, projectId: "prj-a", membership: claimed });
    planned.claim(one, [{ id: "ws-2" }], undefined, member);
    expect(planned.claimOfAnother(other, "ws-2")).toEqual({ resource: one, projectId: undefined, membership: claimed });
  });

  test("is no longer claimed when the membership that claimed it fails to move it", () => {
    const planned = new PlannedChanges();
    planned.claim(one, [{ id: "ws-1" }, { id: "ws-2" }], "prj-a", member);
    planned.failClaims(["ws-1"], "prj-b");
    planned.failClaims(["ws-2"], "prj-a");
    expect(["ws-1", "ws-2"].map((id) => planned.isClaimed(id))).toEqual([true, false]);
  });
});

describe("a project", () => {
  test.each([
    ["keeps", "keeps", true],
    ["deletes", "deletes", true],
    ["keeps", "deletes", false],
    ["keeps", "takes", false],
    ["takes", "takes", false],
    ["takes", "deletes", false],
    ["replaces", "keeps", false],
    ["replaces", "takes", false],
    ["replaces", "deletes", false],
  ] as const)("that one resource %s and another one %s: %s, in either order", (first, second, isAllowed) => {
    for (const [earlier, later] of [
      [first, second],
      [second, first],
    ] as const) {
      const planned = new PlannedChanges();
      expect(planned.use(one, "prj-a", earlier)).toBe(true);
      expect(planned.use(other, "prj-a", later)).toBe(isAllowed);
    }
  });

  test("that is planned as an update and then as a replacement belongs to one resource", () => {
    const planned = new PlannedChanges();
    expect(planned.use(one, "prj-a", "keeps")).toBe(true);
    expect(planned.use(one, "prj-a", "replaces")).toBe(true);
  });

  test("that is deleted moves out the workspaces that were planned to leave, and no others", () => {
    const planned = new PlannedChanges();
    planned.delete("prj-a", ["ws-1"]);
    expect(planned.isDeletedWith("prj-a", "ws-1")).toBe(false);
    expect(planned.isDeletedWith("prj-a", "ws-2")).toBe(true);
    expect(planned.isDeletedWith("prj-b", "ws-2")).toBe(false);
  });

  test("that is kept after all is not deleted, and belongs to its own resource", () => {
    const planned = new PlannedChanges();
    planned.use(one, "prj-a", "replaces");
    planned.delete("prj-a", ["ws-1"]);
    planned.keep(one, "prj-a");
    expect(planned.isDeleted("prj-a")).toBe(false);
    expect(planned.use(other, "prj-a", "keeps")).toBe(true);
  });
});
