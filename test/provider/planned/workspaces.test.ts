import { PlannedWorkspaces } from "../../../src/provider/planned/workspaces";

const [one, other] = [{}, {}];
const claimant = { label: "another membership" };

describe("a workspace", () => {
  test("leaves a project if a membership takes it from there or releases it", () => {
    const planned = new PlannedWorkspaces();
    planned.add(one, "ws-1", { projectId: "prj-b", claimant });
    planned.add(one, "ws-2", { projectId: undefined, claimant });
    planned.release(other, "ws-3");
    planned.release(other, "ws-4");
    planned.add(one, "ws-4", { projectId: "prj-a", claimant });
    const leaving = ["ws-1", "ws-2", "ws-3", "ws-4", "ws-5"].filter((id) => planned.leaves(id, "prj-a"));
    expect(leaving).toEqual(["ws-1", "ws-2", "ws-3"]);
  });

  test("may be released from the project of a membership that has it, also before that is planned", () => {
    const planned = new PlannedWorkspaces();
    planned.recordInState("prj-a", ["ws-1", "ws-2"]);
    planned.release(one, "ws-3");
    const inProject = (projectId: string) =>
      ["ws-1", "ws-3", "ws-4"].filter((id) => planned.mayBeReleased({ id, projectId }));
    expect(inProject("prj-a")).toEqual(["ws-1", "ws-3"]);
    expect(inProject("prj-b")).toEqual(["ws-3"]);
  });

  test("does not leave a project because of a placement, which Terraform updates after it deletes the project", () => {
    const planned = new PlannedWorkspaces();
    planned.add(one, "ws-1", { projectId: "prj-b", claimant, takeFrom: "any" });
    planned.add(other, "ws-2", { projectId: "prj-b", claimant });
    planned.release(other, "ws-1");
    const states = ["ws-1", "ws-2", "ws-3"].map((id) => [planned.isListed(id), planned.leaves(id, "prj-a")]);
    expect(states).toEqual([
      [false, true],
      [true, true],
      [false, false],
    ]);
    planned.add(one, "ws-3", { projectId: "prj-b", claimant, takeFrom: "any" });
    expect([planned.isClaimed("ws-3"), planned.leaves("ws-3", "prj-a")]).toEqual([true, false]);
  });

  test("that two memberships claim: the claim of the other one is returned", () => {
    const planned = new PlannedWorkspaces();
    planned.add(one, "ws-1", { projectId: "prj-a", claimant });
    expect(planned.ofAnother(one, "ws-1")).toBeUndefined();
    expect(planned.ofAnother(other, "ws-1")).toEqual({ resource: one, entry: { projectId: "prj-a", claimant } });
    planned.add(one, "ws-2", { projectId: undefined, claimant });
    expect(planned.ofAnother(other, "ws-2")).toEqual({ resource: one, entry: { projectId: undefined, claimant } });
  });

  test("is no longer claimed when the membership that claimed it fails to move it", () => {
    const planned = new PlannedWorkspaces();
    planned.add(one, "ws-1", { projectId: "prj-a", claimant });
    planned.add(one, "ws-2", { projectId: "prj-a", claimant });
    planned.failClaims(["ws-1"], "prj-b");
    planned.failClaims(["ws-2"], "prj-a");
    expect(["ws-1", "ws-2"].map((id) => planned.isClaimed(id))).toEqual([true, false]);
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
    expect(planned.isEmpty).toBe(true);
    planned.add({}, "ws-1", { projectId: "prj-a", claimant: { label: "it" } });
    planned.add({}, "ws-2", { projectId: undefined, claimant: { label: "it" } });
    expect(planned.isEmpty).toBe(false);
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
