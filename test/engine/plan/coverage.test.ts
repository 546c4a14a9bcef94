import { percentOf } from "../../../src/engine/plan/destinations";
import { makePlan } from "../../../src/engine/plan/plan";
import { code, organization, withoutDefault } from "./organization-with-rules";

test.each([
  [0, 0, 100],
  [0, 3, 0],
  [1, 3, 33.3],
  [2, 3, 66.6],
  [999_999, 1_000_000, 99.9],
  [3, 3, 100],
])("%d of %d managed are %d%", (managed, total, percent) => {
  expect(percentOf({ managed, total })).toBe(percent);
});

const actual = organization({ Default: ["z", "y"], Web: ["b"], Net: ["a", "n"], Old: ["c"] });

test("what the code neither manages nor refers to is unmanaged, by name", () => {
  const desired = { ...code({ Net: { workspaceNames: ["n"] } }), references: [{ by: "name", name: "web" } as const] };
  expect(makePlan(desired, actual).coverage).toEqual({
    projects: { managed: 2, total: 4 },
    workspaces: { managed: 1, total: 6 },
    defaultProject: "unmanaged",
    unmanagedProjects: [{ id: "prj-Old", name: "Old" }],
    unmanagedWorkspaces: [
      { id: "ws-a", name: "a", project: { id: "prj-Net", name: "Net" }, isInManagedProject: true },
      { id: "ws-b", name: "b", project: { id: "prj-Web", name: "Web" }, isInManagedProject: false },
      { id: "ws-c", name: "c", project: { id: "prj-Old", name: "Old" }, isInManagedProject: false },
      { id: "ws-y", name: "y", project: { id: "prj-Default", name: "Default" }, isInManagedProject: false },
      { id: "ws-z", name: "z", project: { id: "prj-Default", name: "Default" }, isInManagedProject: false },
    ],
    ignored: { patterns: [], projects: 0, workspaces: 0 },
  });
});

test("what is unmanaged is in the order of names, whatever their case", () => {
  const { coverage } = makePlan(code({}), organization({ Default: ["B", "a"], D: [], c: [] }));
  expect(coverage.unmanagedProjects.map(({ name }) => name)).toEqual(["c", "D"]);
  expect(coverage.unmanagedWorkspaces.map(({ name }) => name)).toEqual(["a", "B"]);
});

test("a reference makes the default project no managed one", () => {
  const desired = { ...code({}), references: [{ by: "default" } as const] };
  expect(makePlan(desired, actual).coverage).toMatchObject({
    defaultProject: "unmanaged",
    projects: { managed: 0, total: 4 },
  });
});

test("a default project that the token does not see is hidden, and not counted", () => {
  const { coverage } = makePlan(code({ Net: {} }), withoutDefault(actual));
  expect(coverage).toMatchObject({ defaultProject: "hidden", projects: { managed: 1, total: 3 } });
});

test("a workspace in a project that the token does not see has the ID of the project for its name", () => {
  const workspaces = actual.workspaces.filter(({ name }) => name === "a").map((it) => ({ ...it, projectId: "prj-x" }));
  const { coverage } = makePlan(code({}), { ...actual, workspaces });
  expect(coverage.unmanagedWorkspaces).toMatchObject([{ project: { id: "prj-x", name: "prj-x" } }]);
});

test("what is ignored is counted apart, by name or ID, with what is in its projects", () => {
  const ignore = ["old", "prj-Default", "ws-b", "n"];
  const { coverage } = makePlan(code({ Net: { workspaceNames: ["n"] } }), actual, { ignore });
  expect(coverage).toMatchObject({
    projects: { managed: 1, total: 2 },
    workspaces: { managed: 1, total: 2 },
    defaultProject: "ignored",
    unmanagedProjects: [{ name: "Web" }],
    unmanagedWorkspaces: [{ name: "a" }],
    ignored: { patterns: ignore, projects: 2, workspaces: 4 },
  });
});
