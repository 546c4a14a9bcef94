import {
  completed,
  includesOf,
  NO_SETTINGS,
  readSettings as readReceived,
  settingsFrom,
  withAbsentUnset,
  writeSettings,
  type ReceivedProject,
} from "../../../src/model";

const readSettings = (document: Partial<ReceivedProject>) =>
  readReceived({ attributes: {}, relationships: {}, related: () => undefined, ...document });

describe("a document", () => {
  test.each([
    ["that is silent", {}, undefined],
    [
      "with a mode of the project's own",
      { "default-execution-mode": "local", "setting-overwrites": { "default-execution-mode": true } },
      "local",
    ],
    [
      "with the organization's mode",
      { "default-execution-mode": "remote", "setting-overwrites": { "default-execution-mode": false } },
      null,
    ],
    ["with a mode, which does not say whose it is", { "default-execution-mode": "remote" }, undefined],
    ["with overwrites that are null", { "default-execution-mode": "remote", "setting-overwrites": null }, undefined],
    ["with overwrites of other settings", { "default-execution-mode": "remote", "setting-overwrites": {} }, undefined],
  ])("%s gives the execution mode", (_, attributes, mode) => {
    expect(readSettings({ attributes }).defaultExecutionMode).toBe(mode);
  });

  test("gives the agent pool only where it is the project's own", () => {
    const relationships = { "default-agent-pool": { data: { type: "agent-pools", id: "apool-1" } } };
    for (const [isOwn, pool] of [
      [true, "apool-1"],
      [false, null],
      [undefined, undefined],
    ] as const) {
      const attributes = { "setting-overwrites": { "default-agent-pool": isOwn } };
      expect(readSettings({ attributes, relationships }).defaultAgentPoolId).toBe(pool);
    }
    const empty = { attributes: { "setting-overwrites": { "default-agent-pool": true } } };
    expect(
      readSettings({ ...empty, relationships: { "default-agent-pool": { data: null } } }).defaultAgentPoolId,
    ).toBeNull();
    expect(readSettings(empty).defaultAgentPoolId).toBeUndefined();
  });

  test("with a mode that has no agent pool says so, also where it lacks the pool", () => {
    for (const [mode, isOwn, pool] of [
      ["local", true, null],
      ["agent", false, null],
      ["agent", true, undefined],
    ] as const) {
      const attributes = { "default-execution-mode": mode, "setting-overwrites": { "default-execution-mode": isOwn } };
      expect(readSettings({ attributes }).defaultAgentPoolId).toBe(pool);
    }
  });

  test.each<[string, Partial<ReceivedProject>["attributes"] & object, object]>([
    ["nothing", {}, { name: undefined, description: null, autoDestroyActivityDuration: undefined }],
    [
      "texts",
      { name: "Platform", description: "d", "auto-destroy-activity-duration": "14d" },
      { name: "Platform", description: "d", autoDestroyActivityDuration: "14d" },
    ],
    [
      "empty texts",
      { name: "", description: "", "auto-destroy-activity-duration": null },
      { name: "", description: null, autoDestroyActivityDuration: null },
    ],
    [
      "values of other types",
      { name: 7, description: 7, "auto-destroy-activity-duration": 14, "setting-overwrites": "x" },
      { name: undefined, description: null, autoDestroyActivityDuration: undefined, defaultExecutionMode: undefined },
    ],
  ])("with %s gives its own settings", (_, attributes, settings) => {
    expect(readSettings({ attributes })).toMatchObject(settings);
  });

  test("gives the tags in the order of their keys, if they are included", () => {
    const bindings = [{ key: "b", value: "1" }, { key: "a", value: null }, { key: "c" }, { value: "x" }, { key: 7 }];
    const related = (relationship: string) => (relationship === "effective-tag-bindings" ? bindings : undefined);
    expect(JSON.stringify(readSettings({ related }).tags)).toBe('{"a":"","b":"1","c":""}');
    expect(readSettings({ related: () => [] }).tags).toEqual({});
    expect(readSettings({}).tags).toBeUndefined();
  });

  test("that sets values has them as the service wants them", () => {
    const settings = { description: "d", autoDestroyActivityDuration: "1d", tags: { env: "prod", team: "" } };
    expect(writeSettings(settings)).toEqual({
      attributes: { description: "d", "auto-destroy-activity-duration": "1d" },
      relationships: {
        "tag-bindings": {
          data: [
            { type: "tag-bindings", attributes: { key: "env", value: "prod" } },
            { type: "tag-bindings", attributes: { key: "team", value: "" } },
          ],
        },
      },
    });
    expect(writeSettings({ defaultExecutionMode: "local" })).toEqual({
      attributes: { "default-execution-mode": "local" },
    });
    expect(writeSettings({ defaultAgentPoolId: "apool-1" })).toEqual({
      attributes: { "default-execution-mode": "agent", "default-agent-pool-id": "apool-1" },
    });
    expect(writeSettings({ defaultAgentPoolId: null })).toEqual({ attributes: {} });
  });

  test("that sets all settings to none clears each as the service wants it", () => {
    expect(writeSettings({ ...NO_SETTINGS, name: "Platform" })).toEqual({
      attributes: {
        name: "Platform",
        description: "",
        "auto-destroy-activity-duration": null,
        "setting-overwrites": { "default-execution-mode": false, "default-agent-pool": false },
      },
      relationships: { "tag-bindings": { data: [] } },
    });
  });

  test("that sets nothing is empty", () => {
    expect(writeSettings({})).toEqual({ attributes: {} });
  });
});

test("a read of a project turns absent settings into unset ones only where an old service means that, and keeps null", () => {
  const absent = settingsFrom(() => undefined);
  expect(withAbsentUnset(absent)).toEqual({ ...absent, description: null, autoDestroyActivityDuration: null });
  const unset = settingsFrom(() => null);
  expect(withAbsentUnset(unset)).toEqual(unset);
});

test("only tags need a related resource to be included", () => {
  expect(includesOf(["name", "tags", "description"])).toEqual(["effective-tag-bindings"]);
  expect(includesOf(["name", "defaultExecutionMode"])).toEqual([]);
});

test("unknown settings are taken from another version of a project, and null ones are not", () => {
  const project = { ...NO_SETTINGS, name: "P", tags: undefined, defaultExecutionMode: undefined, id: "prj-1" };
  const other = { ...NO_SETTINGS, name: "Q", description: "d", tags: { a: "1" }, defaultExecutionMode: "local" };
  expect(completed(project, other)).toEqual({ ...project, tags: { a: "1" }, defaultExecutionMode: "local" });
});
