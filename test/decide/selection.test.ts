import { selectWorkspaces } from "../../src/decide";
import { WorkspaceIndex, type Workspace } from "../../src/model";

const WORKSPACES = ["net-1", "NET-2", "web"].map((name): Workspace => {
  return { id: `ws-${name}`, name, projectId: "prj-1", organization: "acme" };
});

/** @param former - Names that workspaces had, each with the name now. */
function named(
  workspaceIds: readonly string[],
  workspaceNames: readonly string[],
  former: Readonly<Record<string, string>> = {},
) {
  const workspaces = new WorkspaceIndex(WORKSPACES);
  const { selected, ...missing } = selectWorkspaces({ workspaceIds, workspaceNames }, workspaces, (name) =>
    workspaces.withName(former[name] ?? ""),
  );
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
    renamed: [],
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
    renamed: [],
  });
});

test("a member is renamed if its former name is in the list, and no workspace has that", () => {
  expect(named([], ["old", "net-1", "gone", "older"], { old: "web", "net-1": "NET-2", older: "web" })).toEqual({
    selected: [["net-1", "name"]],
    missingIds: [],
    missingNames: ["gone"],
    renamed: [
      { from: "old", id: "ws-web", to: "web" },
      { from: "older", id: "ws-web", to: "web" },
    ],
  });
});

test.each<[string, string[], string[]]>([
  ["ID", ["ws-web"], ["old"]],
  ["new name", [], ["old", "web"]],
])("the former name of a workspace is missing if the lists have its %s, too", (_, ids, names) => {
  expect(named(ids, names, { old: "web" })).toMatchObject({
    selected: [["web", ids.length > 0 ? "id" : "name"]],
    missingNames: ["old"],
    renamed: [],
  });
});

test("without former names none is renamed", () => {
  const lists = { workspaceIds: [], workspaceNames: ["old"] };
  expect(selectWorkspaces(lists, new WorkspaceIndex(WORKSPACES))).toEqual({
    selected: [],
    missingIds: [],
    missingNames: ["old"],
    renamed: [],
  });
});
