import { missingWorkspaces, suggestionsFor } from "../../src/reconcile/missing-workspaces";

test("missing workspaces are listed, each with the nearest name that exists", () => {
  const missing = ["api-prd", "constructor"];
  expect(missingWorkspaces("acme", missing, suggestionsFor(missing, ["api-prod", "web"]))).toMatch(
    /has no workspaces api-prd \(did you mean api-prod\?\), constructor, /,
  );
});
