import {
  changedSettings,
  isNotCompared,
  isSame,
  NO_SETTINGS,
  normalized,
  settingsOf,
  settingsToCompare,
  targetSettings,
  UNSET_SETTINGS,
  visibleOf,
  withoutUnlistedSettings,
  completedByState,
  type DesiredSettings,
  type ProjectSettings,
  type SettingName,
} from "../../../src/model";

/** A project on which nothing is set but these. */
const actual = (settings: Partial<ProjectSettings>): ProjectSettings => ({ ...NO_SETTINGS, name: "P", ...settings });
/** Code that sets nothing but these. */
const code = (settings: Partial<DesiredSettings>): DesiredSettings => ({ ...UNSET_SETTINGS, name: "P", ...settings });

describe("the settings that differ", () => {
  test.each<[string, Partial<ProjectSettings>, Partial<DesiredSettings>, Partial<ProjectSettings>]>([
    ["are none where nothing is set", {}, {}, {}],
    ["are a new name", { name: "Q" }, {}, { name: "P" }],
    [
      "are what the code sets",
      {},
      { description: "d", autoDestroyActivityDuration: "1d" },
      { description: "d", autoDestroyActivityDuration: "1d" },
    ],
    ["are what the code no longer sets", { defaultExecutionMode: "local" }, {}, { defaultExecutionMode: null }],
    ["are no empty description", { description: null }, { description: "" }, {}],
    ["are no tags that the code leaves alone", { tags: { a: "1" } }, {}, {}],
    ["are no tags in another order", { tags: { a: "1", b: "2" } }, { tags: { b: "2", a: "1" } }, {}],
    ["are all tags of the code", { tags: { a: "1", c: "3" } }, { tags: { a: "2" } }, { tags: { a: "2" } }],
    ["are no tags, all removed", { tags: { a: "1" } }, { tags: {} }, { tags: {} }],
    [
      "include the additional tags",
      { tags: { a: "1", c: "3" } },
      { tags: { a: "2" }, ignoreAdditionalTags: true },
      { tags: { a: "2", c: "3" } },
    ],
    ["are no additional tags", { tags: { a: "1", c: "3" } }, { tags: { a: "1" }, ignoreAdditionalTags: true }, {}],
    [
      "are none that were not read",
      { tags: undefined, defaultExecutionMode: undefined },
      { tags: { a: "1" }, defaultExecutionMode: "local" },
      {},
    ],
  ])("%s: of %j, with the code %j, %j", (_, has, desired, changes) => {
    expect(changedSettings(actual(has), code(desired))).toStrictEqual(changes);
  });
});

test("the values to write are those of the code, and unknown where the setting is, or the code leaves it alone", () => {
  const read = actual({ tags: { b: "1" }, description: "d", defaultAgentPoolId: undefined });
  expect(targetSettings(read, code({ description: "", defaultAgentPoolId: "apool-1" }))).toEqual({
    ...UNSET_SETTINGS,
    name: "P",
    defaultAgentPoolId: undefined,
  });
  expect(targetSettings(read, code({ tags: { c: "2", a: "3" } })).tags).toEqual({ a: "3", c: "2" });
});

describe("with what was recorded", () => {
  const OLD = { defaultExecutionMode: undefined, defaultAgentPoolId: undefined, tags: undefined };

  test("settings that an old release does not report have their recorded values", () => {
    const inState = actual({ name: "Q", description: "x", defaultExecutionMode: "local", tags: { a: "1" } });
    expect(completedByState(actual({ ...OLD, description: "d" }), inState)).toEqual(
      actual({ description: "d", defaultExecutionMode: "local", tags: { a: "1" } }),
    );
  });

  test("settings without a record count as unset", () => {
    expect(completedByState(actual(OLD))).toEqual(actual({}));
    expect(completedByState(actual(OLD), actual(OLD))).toEqual(actual({}));
  });

  test("a setting that was not read stays unknown, since every release has it", () => {
    const unread = actual({ autoDestroyActivityDuration: undefined });
    expect(completedByState(unread, actual({ autoDestroyActivityDuration: "1d" }))).toEqual(unread);
  });
});

test.each<[SettingName, unknown, unknown, boolean]>([
  ["name", "P", "P", true],
  ["name", "P", "p", false],
  ["description", "", null, true],
  ["description", "d", null, false],
  ["tags", { a: "1", b: "2" }, { b: "2", a: "1" }, true],
  ["tags", { a: "1" }, { a: "2" }, false],
  ["tags", {}, undefined, false],
  ["autoDestroyActivityDuration", null, undefined, false],
  ["autoDestroyActivityDuration", undefined, undefined, true],
])("for %s, %j and %j are the same: %s", (name, one, other, expected) => {
  expect(isSame(name, one as string, other as string)).toBe(expected);
});

test("a setting has one form, and stays unknown", () => {
  expect(normalized("description", "")).toBeNull();
  expect(normalized("description", "d")).toBe("d");
  expect(normalized("defaultExecutionMode", undefined)).toBeUndefined();
  expect(Object.keys(normalized("tags", { b: "1", a: "2" }) ?? {})).toEqual(["a", "b"]);
});

test("the settings of a project are in that form, and without its other attributes", () => {
  const project = { ...actual({ description: "", tags: undefined }), id: "prj-1", teamCount: 2 };
  expect(settingsOf(project)).toEqual({ ...actual({}), tags: undefined });
});

test("all settings are compared that the code does not leave alone", () => {
  const unset = ["name", "description", "autoDestroyActivityDuration", "defaultExecutionMode", "defaultAgentPoolId"];
  expect(settingsToCompare(code({}))).toEqual(unset);
  expect(settingsToCompare(code({ tags: {} }))).toEqual([...unset, "tags"]);
});

test.each<[SettingName, unknown, unknown, boolean]>([
  ["autoDestroyActivityDuration", undefined, "1d", true],
  // Every release has this one, so the project may have it.
  ["autoDestroyActivityDuration", undefined, null, true],
  ["autoDestroyActivityDuration", null, "1d", false],
  ["autoDestroyActivityDuration", "1d", "1d", false],
  ["defaultExecutionMode", undefined, "local", true],
  ["defaultExecutionMode", undefined, null, false],
  ["tags", undefined, {}, true],
  ["tags", undefined, undefined, false],
  ["tags", { a: "1" }, undefined, false],
])("%s could not be compared if it is %j and the code has %j: %s", (name, has, desired, expected) => {
  expect(isNotCompared(name, actual({ [name]: has }), code({ [name]: desired }))).toBe(expected);
});

test("only the duration is left out of a project by a comparison without it", () => {
  const project = {
    ...actual({ autoDestroyActivityDuration: "1d", defaultExecutionMode: "local", tags: { a: "1" } }),
    id: "prj-1",
  };
  expect(withoutUnlistedSettings(project)).toEqual({ ...project, autoDestroyActivityDuration: undefined });
});

test.each<[SettingName, unknown, unknown, boolean, unknown]>([
  ["tags", { a: "1", b: "2" }, { a: "0", c: "3" }, true, { a: "1" }],
  ["tags", { a: "1", b: "2" }, { a: "0" }, false, { a: "1", b: "2" }],
  ["tags", undefined, { a: "0" }, true, {}],
  ["tags", { a: "1" }, undefined, true, {}],
  ["tags", { constructor: "1" }, {}, true, {}],
  ["description", "d", null, true, "d"],
])("of %s %j, where %j is recorded and others are ignored (%s), %j is compared", (name, has, inState, ignore, part) => {
  expect(visibleOf(name, has as string, inState as string, ignore)).toEqual(part);
});
