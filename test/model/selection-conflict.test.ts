import { workspacesInTwoMemberships } from "../../src/model";

test("lists remove one of the two", () => {
  expect(workspacesInTwoMemberships(["api"], { label: "stack/a" }, { label: "stack/b" })).toBe(
    'The workspace "api" is in stack/a and in stack/b, but a workspace can be in only one membership. Remove it from ' +
      "one of the two.",
  );
  expect(workspacesInTwoMemberships(["web", "api"], { label: "a" }, { label: "b", selects: "by name" })).toBe(
    'The workspaces "api", "web" are in a and in b (by name), but a workspace can be in only one membership. Remove ' +
      "them from one of the two.",
  );
});
