import { UNSET_SETTINGS, type Project } from "../../src/model";
import { cannotTell, countsAsGone, defaultProjectNotVisible, eitherCause, hidesWorkspaces } from "../../src/reconcile";

test("what was not found has two possible causes", () => {
  expect(eitherCause("it")).toBe("it was deleted, or the token is not authorized to see it");
  expect(eitherCause("they")).toBe("they were deleted, or the token is not authorized to see them");
  expect(countsAsGone("Project prj-1")).toBe(
    "Project prj-1 was not found: it was deleted, or the token is not authorized to see it. It counts as deleted.",
  );
});

test("nothing counts as deleted for a token that does not see the default project", () => {
  const end =
    'The token does not see the default project of the organization "acme" either, although every organization ' +
    "has one, so nothing counts as deleted. Use a token that sees all projects of the organization.";
  expect(cannotTell("Project prj-1", "acme")).toBe(
    `Project prj-1 was not found: it was deleted, or the token is not authorized to see it. ${end}`,
  );
  expect(cannotTell("2 projects", "acme", 2)).toBe(
    `2 projects were not found: they were deleted, or the token is not authorized to see them. ${end}`,
  );
});

test("workspaces cannot move to a default project that the token does not see", () => {
  expect(defaultProjectNotVisible(1)).toBe(
    "1 workspace of other projects would move to the default project, which the token is not authorized to see. " +
      "Use a token that can move workspaces into it.",
  );
});

test.each([
  [undefined, 0, false],
  [0, 0, false],
  [2, 1, true],
  [2, 2, false],
  [2, 3, false],
])("a project of %p workspaces, of which the token sees %d: %p that it hides some", (workspaceCount, seen, hides) => {
  const permissions = { canUpdate: undefined, canDestroy: undefined, canCreateWorkspace: undefined };
  const counts = { workspaceCount, teamCount: undefined };
  const project: Project = {
    ...UNSET_SETTINGS,
    ...counts,
    id: "prj-1",
    name: "Web",
    organization: "acme",
    permissions,
  };
  expect(hidesWorkspaces(project, seen)).toBe(hides);
});
