import { missingWorkspaces, renamedText, suggestionsFor } from "../../src/reconcile/missing-workspaces";

test("missing workspaces are listed, each with the nearest name that exists", () => {
  const missing = ["api-prd", "constructor"];
  expect(missingWorkspaces("acme", missing, suggestionsFor(missing, ["api-prod", "web"]))).toMatch(
    /has no workspaces api-prd \(did you mean api-prod\?\), constructor, /,
  );
});

test("renamed workspaces are named with what to change", () => {
  const [api, db] = ["api", "db"].map((from, index) => ({ from, id: `ws-${index}`, to: `${from}-2` }));
  expect(renamedText([db!, api!])).toBe(
    "api is now api-2 (ws-0), db is now db-2 (ws-1). Use the new names in the code, or rename the workspaces back.",
  );
  expect(renamedText([db!])).toBe("db is now db-2 (ws-1). Use the new name in the code, or rename the workspace back.");
});
