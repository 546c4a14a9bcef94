import {
  NO_SETTINGS,
  problemsOfSettings,
  RESOURCES,
  settingsIn,
  UNSET_SETTINGS,
  type ProjectSettings,
} from "../../../src/model";
import type { AttributePath } from "../../../src/schema";
import { headlines, problemsIn, type Given } from "./validated";

const tags = (count: number): Given =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, ""]));

test.each<[Given, readonly string[]]>([
  [{}, []],
  [{ name: "x" }, ["name: Invalid project name"]],
  [{ name: "" }, ["name: Invalid project name"]],
  [{ name: undefined }, []],
  [{ description: "d".repeat(257) }, ["description: Invalid project description"]],
  [{ auto_destroy_activity_duration: "2w" }, ["auto_destroy_activity_duration: Invalid duration"]],
  [{ default_execution_mode: "cloud" }, ["default_execution_mode: Invalid default_execution_mode"]],
  [{ organization: "" }, ["organization: Invalid organization"]],
  [{ deletion_policy: "force" }, ["deletion_policy: Invalid deletion_policy"]],
  [{ previous_names: ["Net", "x"] }, ["previous_names[1]: Invalid previous name"]],
])("a project with %j has the problems %j", (given, problems) => {
  expect(headlines(RESOURCES.tfprojects_project, { name: "Platform", ...given })).toEqual(problems);
});

test.each<[unknown, unknown, readonly string[]]>([
  ["agent", "apool-1", []],
  ["agent", "Pool", ["Invalid default_agent_pool_id"]],
  ["agent", null, ["Missing agent pool"]],
  ["agent", undefined, []],
  ["local", null, []],
  ["local", undefined, []],
  ["local", "apool-1", ["Invalid agent pool"]],
  [null, "apool-1", ["Invalid agent pool"]],
  [undefined, "apool-1", []],
  [undefined, null, []],
])("the mode %j with the agent pool %j has the problems %j", (mode, pool, problems) => {
  const given = { name: "Platform", default_execution_mode: mode, default_agent_pool_id: pool };
  expect(headlines(RESOURCES.tfprojects_project, given)).toEqual(
    problems.map((summary) => `default_agent_pool_id: ${summary}`),
  );
});

test.each<[string, unknown, number]>([
  ["no tag", {}, 0],
  ["ten tags", tags(10), 0],
  ["eleven tags", tags(11), 1],
  ["an invalid key", { "a b": "x" }, 1],
  ["a reserved key", { "hc:a": "x" }, 1],
  ["an invalid value", { a: "x y" }, 1],
  ["an invalid key and value", { "a b": "x y" }, 2],
  ["a value that is not known", { a: undefined }, 0],
  ["tags that are not known", undefined, 0],
])("a project with %s (%j) has %j problems", (_, its, count) => {
  const problems = problemsIn(RESOURCES.tfprojects_project, { name: "Platform", tags: its });
  expect(problems.map(({ attribute, summary }) => [attribute[0], summary])).toEqual(
    Array.from({ length: count }, () => ["tags", "Invalid tags"]),
  );
});

test.each<[unknown, unknown, readonly string[]]>([
  [true, null, ["ignore_additional_tags: Invalid ignore_additional_tags"]],
  [true, undefined, []],
  [true, {}, []],
  [false, null, []],
  [undefined, null, []],
])("ignoring additional tags (%j) beside the tags %j has the problems %j", (ignore, its, problems) => {
  const given = { name: "Platform", ignore_additional_tags: ignore, tags: its };
  expect(headlines(RESOURCES.tfprojects_project, given)).toEqual(problems);
});

test.each<[unknown, readonly unknown[], readonly string[]]>([
  ["Platform", ["Net", "PLATFORM"], ["previous_names[1]: Invalid previous name"]],
  [
    "Platform",
    ["platform", undefined, "Platform"],
    ["previous_names[0]: Invalid previous name", "previous_names[2]: Invalid previous name"],
  ],
  ["Platform", ["Platforms", undefined], []],
  [undefined, ["Platform"], []],
])("a project %j with the previous names %j has the problems %j", (name, previous, problems) => {
  expect(headlines(RESOURCES.tfprojects_project, { name, previous_names: previous })).toEqual(problems);
});

const CODE = {
  name: "Platform",
  description: null,
  auto_destroy_activity_duration: null,
  default_execution_mode: null,
  default_agent_pool_id: null,
  tags: null,
  ignore_additional_tags: null,
} as const;

test("the settings of a configuration are in one form; what it does not set is cleared, and tags are left alone", () => {
  expect(settingsIn(CODE)).toEqual({ ...UNSET_SETTINGS, name: "Platform" });
  const set = { ...CODE, description: "", default_execution_mode: "local", tags: { a: "1" } };
  const settings = { ...UNSET_SETTINGS, name: "Platform", defaultExecutionMode: "local", tags: { a: "1" } };
  expect(settingsIn(set)).toEqual(settings);
  expect(settingsIn({ ...set, ignore_additional_tags: false })).toEqual(settings);
  expect(settingsIn({ ...set, ignore_additional_tags: true })).toEqual({ ...settings, ignoreAdditionalTags: true });
});

test.each<[Partial<ProjectSettings>, readonly AttributePath[]]>([
  [{}, []],
  [{ name: "x" }, [["name"]]],
  [{ defaultExecutionMode: "agent" }, [["default_agent_pool_id"]]],
  [{ defaultAgentPoolId: undefined, tags: undefined }, []],
  [{ tags: { "a b": "" }, description: "d".repeat(257) }, [["description"], ["tags", "a b"]]],
])("the settings %j have problems at %j", (settings, paths) => {
  const problems = problemsOfSettings({ ...NO_SETTINGS, name: "Platform", ...settings });
  expect(problems.map(({ attribute }) => attribute)).toEqual(paths);
});
