import {
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
