import { PlannedProjects } from "../../../src/provider/planned/projects";
import { projectState } from "../context";

const [one, other] = [{}, {}];

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
      const planned = new PlannedProjects();
      expect(planned.use(one, "prj-a", earlier)).toBe(true);
      expect(planned.use(other, "prj-a", later)).toBe(isAllowed);
    }
  });

  test("that is planned as an update and then as a replacement belongs to one resource", () => {
    const planned = new PlannedProjects();
    expect(planned.use(one, "prj-a", "keeps")).toBe(true);
    expect(planned.use(one, "prj-a", "replaces")).toBe(true);
  });

  test("that is deleted is known, and that any is", () => {
    const planned = new PlannedProjects();
    expect(planned.deletesAny).toBe(false);
    planned.delete(one, "prj-a", []);
    expect([planned.deletesAny, planned.isDeleted("prj-a"), planned.isDeleted("prj-b")]).toEqual([true, true, false]);
    planned.keep(one, "prj-a");
    expect(planned.deletesAny).toBe(false);
  });

  test("that is deleted moves out the workspaces that were planned to leave, and no others", () => {
    const planned = new PlannedProjects();
    planned.delete({}, "prj-a", ["ws-1"]);
    expect(planned.isDeletedWith("prj-a", "ws-1")).toBe(false);
    expect(planned.isDeletedWith("prj-a", "ws-2")).toBe(true);
    expect(planned.isDeletedWith("prj-b", "ws-2")).toBe(false);
  });

  test("that is kept after all is not deleted, and belongs to its own resource", () => {
    const planned = new PlannedProjects();
    planned.use(one, "prj-a", "replaces");
    planned.delete(one, "prj-a", ["ws-1"]);
    planned.keep(one, "prj-a");
    expect(planned.isDeleted("prj-a")).toBe(false);
    expect(planned.use(other, "prj-a", "keeps")).toBe(true);
  });
});

describe("a deletion", () => {
  test("is found once the walk is known to be no terraform destroy", () => {
    const planned = new PlannedProjects();
    const prior = projectState("prj-1", "Platform");
    planned.delete({}, "prj-1", [], prior);
    expect(planned.removed("prj-1")).toBeUndefined();
    planned.sawNormalPlan();
    expect(planned.removed("prj-1")).toEqual({ prior, named: new Set() });
    planned.delete({}, "prj-2", []);
    expect(["prj-2", "prj-3"].map((id) => planned.removed(id))).toEqual([undefined, undefined]);
  });
});
