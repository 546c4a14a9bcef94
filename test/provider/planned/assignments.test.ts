import { PlannedAssignments } from "../../../src/provider/planned/assignments";

test("what a resource claims or has assigned is not given up by another one", () => {
  const planned = new PlannedAssignments();
  const type = "tfprojects_project_team_access";
  planned.add({}, type, "prj-1", { objects: new Map([["a", "team a"]]), exclusive: false });
  planned.recordSet(type, "prj-1", "b");
  expect(["a", "b", "c"].map((id) => planned.isAssigned(type, "prj-1", id))).toEqual([true, true, false]);
  expect(planned.isAssigned(type, "prj-2", "a")).toBe(false);
});
