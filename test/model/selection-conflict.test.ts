import { workspacesInMemberships } from "../../src/model";

test("memberships are named, and all but one of them are to be changed", () => {
  expect(workspacesInMemberships(["api"], [{ label: "stack/a" }, { label: "stack/b" }])).toBe(
    'The workspace "api" is in stack/a and in stack/b, but a workspace can be in only one membership. Remove it from ' +
      "one of the two.",
  );
  expect(workspacesInMemberships(["web", "api"], [{ label: "a" }, { label: "b", selects: "by name" }])).toBe(
    'The workspaces "api", "web" are in a and in b (by name), but a workspace can be in only one membership. Remove ' +
      "them from one of the two.",
  );
  const many = Array.from({ length: 13 }, (_, index) => ({ label: `m${index}` }));
  expect(workspacesInMemberships(["api"], many)).toMatch(
    /is in m0, in m1, .*, in m9 and in 3 more, but .* Remove it from all but one of them\.$/,
  );
});
