import { RESOURCES } from "../../../src/model";
import { headlines, problemsIn, type Given } from "./validated";

const ofMembership = (given: Given): readonly string[] =>
  headlines(RESOURCES.tfprojects_workspace_membership, { project_id: "prj-1", ...given });

test.each<[string, Given, readonly string[]]>([
  ["names", { workspace_names: ["a"] }, []],
  ["no name", { workspace_names: [] }, []],
  ["IDs", { workspace_ids: ["ws-1"] }, []],
  ["nothing", {}, ["workspace_ids: No workspaces"]],
  ["names that are not known", { workspace_names: undefined }, []],
  ["names and IDs", { workspace_names: ["a"], workspace_ids: ["ws-1"] }, []],
])("a membership with %s has the problems", (_, given, problems) => {
  expect(ofMembership(given)).toEqual(problems);
});

test.each<[Given, readonly string[]]>([
  [{ workspace_names: ["a", ""] }, ["workspace_names[1]"]],
  [{ workspace_names: ["a", "b", "A", "a"] }, ["workspace_names[2]"]],
  [{ workspace_names: ["a", undefined, "b", "B"] }, ["workspace_names[3]"]],
  [{ workspace_names: ["a", "b c", "d*"] }, ["workspace_names[1]", "workspace_names[2]"]],
  [{ workspace_ids: ["ws-1", "api"] }, ["workspace_ids[1]"]],
  [{ workspace_names: ["a"], project_id: "Platform" }, ["project_id"]],
  [{ workspace_names: ["a"], organization: "" }, ["organization"]],
  [{ workspace_names: ["a"], on_destroy: "keep" }, ["on_destroy"]],
])("in %j there is a problem at %j", (given, places) => {
  expect(ofMembership(given)).toEqual(places.map((place) => `${place}: Invalid ${place.replace(/[[.].*/, "")}`));
});

test("what is no pattern, though it looks like one, is said where patterns are", () => {
  const messages = problemsIn(RESOURCES.tfprojects_workspace_membership, {
    project_id: "prj-1",
    workspace_names: ["a b", "c*"],
  }).map(({ detail }) => detail.endsWith('For patterns, in which "*" matches any text, use a placement.'));
  expect(messages).toEqual([false, true]);
});
