import { selectNamed, WorkspaceIndex, type Workspace } from "../../src/model";

const WORKSPACES = ["net-1", "NET-2", "web"].map((name): Workspace => {
  return { id: `ws-${name}`, name, projectId: "prj-1", organization: "acme" };
});

function named(workspaceIds: readonly string[], workspaceNames: readonly string[]) {
  const { selected, ...missing } = selectNamed({ workspaceIds, workspaceNames }, new WorkspaceIndex(WORKSPACES));
  return { ...missing, selected: selected.map(({ workspace, by }) => [workspace.name, by]) };
}

test("lists name workspaces by ID, and by name in any case, each once", () => {
  expect(named(["ws-net-1", "ws-NET-2"], ["net-1", "Web", "WEB"])).toEqual({
    selected: [
      ["net-1", "id"],
      ["NET-2", "id"],
      ["web", "name"],
    ],
    missingIds: [],
    missingNames: [],
  });
});

test("what no workspace has is missing", () => {
  expect(named(["ws-net-1", "ws-x", "ws-WEB"], ["Web", "y"])).toEqual({
    selected: [
      ["net-1", "id"],
      ["web", "name"],
    ],
    missingIds: ["ws-x", "ws-WEB"],
    missingNames: ["y"],
  });
});
