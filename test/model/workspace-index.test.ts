import { WorkspaceIndex } from "../../src/model";

test("workspaces are found by ID, and by name in any case", () => {
  const all = ["web", "NET-2"].map((name) => ({ id: `ws-${name}`, name, projectId: "prj-1", organization: "acme" }));
  const index = new WorkspaceIndex(all);
  expect(index.withId("ws-web")?.name).toBe("web");
  expect(index.withId("ws-WEB")).toBeUndefined();
  expect(index.withName("Net-2")?.name).toBe("NET-2");
  expect(index.withName("ws-web")).toBeUndefined();
  expect(index.all).toBe(all);
});
