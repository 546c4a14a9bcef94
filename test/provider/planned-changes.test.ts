import { PlannedChanges } from "../../src/provider/planned-changes";

const [one, other] = [{}, {}];

describe("a workspace", () => {
  test("leaves a project that another membership takes it from, or lets it go, and no other", () => {
    const planned = new PlannedChanges();
    planned.claim(one, ["ws-1"], "prj-b");
    planned.claim(one, ["ws-2"], undefined);
    planned.release(other, "ws-3");
    planned.release(other, "ws-4");
    planned.claim(one, ["ws-4"], "prj-a");
    const leaving = ["ws-1", "ws-2", "ws-3", "ws-4", "ws-5"].filter((id) => planned.leaves(id, "prj-a"));
    expect(leaving).toEqual(["ws-1", "ws-2", "ws-3"]);
  });

  test("that two memberships claim is told with the claim of the other, of one project and of two", () => {
    const planned = new PlannedChanges();
    planned.claim(one, ["ws-1"], "prj-a");
    expect(planned.claimOfAnother(one, "ws-1")).toBeUndefined();
    expect(planned.claimOfAnother(other, "ws-1")).toEqual({ planner: one, projectId: "prj-a" });
    planned.claim(one, ["ws-2"], undefined);
    expect(planned.claimOfAnother(other, "ws-2")).toEqual({ planner: one, projectId: undefined });
  });

  test("is free again when the membership that claimed it fails to get it", () => {
    const planned = new PlannedChanges();
    planned.claim(one, ["ws-1", "ws-2"], "prj-a");
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
  ] as const)("that one resource %s and another one %s: %s, in whichever order", (its, theirs, isFine) => {
    for (const [first, second] of [
      [its, theirs],
      [theirs, its],
    ] as const) {
      const planned = new PlannedChanges();
      expect(planned.use(one, "prj-a", first)).toBe(true);
      expect(planned.use(other, "prj-a", second)).toBe(isFine);
    }
  });

  test("that is planned as a change and then as replaced is one resource's", () => {
    const planned = new PlannedChanges();
    expect(planned.use(one, "prj-a", "keeps")).toBe(true);
    expect(planned.use(one, "prj-a", "replaces")).toBe(true);
  });

  test("that is deleted moves out of the way what was seen to leave, and not what comes later", () => {
    const planned = new PlannedChanges();
    planned.delete("prj-a", ["ws-1"]);
    expect(planned.isDeletedWith("prj-a", "ws-1")).toBe(false);
    expect(planned.isDeletedWith("prj-a", "ws-2")).toBe(true);
    expect(planned.isDeletedWith("prj-b", "ws-2")).toBe(false);
  });
});

describe("a name", () => {
  test("that is freed is free without regard to case, in its organization", () => {
    const planned = new PlannedChanges();
    planned.addFreedName("acme", "Platform");
    expect(planned.isFreed("ACME", "PLATFORM")).toBe(true);
    expect(planned.isFreed("other", "Platform")).toBe(false);
  });

  test("that two projects of a plan are to have is refused to the second, however often the first is planned", () => {
    const planned = new PlannedChanges();
    expect(planned.reserveName(one, "acme", "Platform")).toBe(true);
    expect(planned.reserveName(one, "acme", "Platform")).toBe(true);
    expect(planned.reserveName(other, "acme", "PLATFORM")).toBe(false);
    expect(planned.reserveName(other, "other", "Platform")).toBe(true);
  });
});
