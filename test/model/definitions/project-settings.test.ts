import {
  attributeOf,
  documentKeyOf,
  INHERITED_SETTINGS,
  NO_SETTINGS,
  PROJECT_SETTINGS,
  readProjectDefaults,
  readWorkspaceSettings,
  SETTING_NAMES,
  UNLISTED_SETTINGS,
  UNSET_SETTINGS,
  unsetIn,
} from "../../../src/model";

type Attributes = Readonly<Record<string, unknown>>;

const workspace = (attributes: Attributes, relationships: Attributes = {}) =>
  readWorkspaceSettings({ attributes, relationships });
const organization = (attributes: Attributes, relationships: Attributes = {}) =>
  readProjectDefaults({ attributes, relationships });
const pool = (id: string) => ({ data: { type: "agent-pools", id } });
const UNKNOWN = { value: undefined, isInherited: undefined };

test("a setting has its names in Terraform and in the service's errors", () => {
  expect(SETTING_NAMES.map(attributeOf)).toEqual([
    "name",
    "description",
    "auto_destroy_activity_duration",
    "default_execution_mode",
    "default_agent_pool_id",
    "tags",
  ]);
  expect(SETTING_NAMES.map(documentKeyOf)).toContain("auto-destroy-activity-duration");
});

test("what nothing sets is null, except tags: a project has none, and code leaves them alone", () => {
  const unset = Object.fromEntries(SETTING_NAMES.map((name) => [name, null]));
  expect(NO_SETTINGS).toEqual({ ...unset, tags: {} });
  expect(UNSET_SETTINGS).toEqual({ ...unset, tags: undefined });
  expect(SETTING_NAMES.filter((name) => unsetIn(name) === undefined)).toEqual(["tags"]);
});

test("lists may omit the settings that were added to the service later", () => {
  expect(UNLISTED_SETTINGS).toEqual([
    "autoDestroyActivityDuration",
    "defaultExecutionMode",
    "defaultAgentPoolId",
    "tags",
  ]);
});

describe("a workspace", () => {
  test("of a silent document has unknown settings", () => {
    expect(workspace({})).toEqual({
      autoDestroyActivityDuration: UNKNOWN,
      defaultExecutionMode: UNKNOWN,
      defaultAgentPoolId: UNKNOWN,
    });
  });

  test.each<[unknown, unknown, unknown]>([
    ["14d", true, { value: "14d", isInherited: true }],
    [null, false, { value: null, isInherited: false }],
    [14, "yes", UNKNOWN],
  ])("has the duration %j, and inherits it: %j", (duration, inherits, expected) => {
    const attributes = { "auto-destroy-activity-duration": duration, "inherits-project-auto-destroy": inherits };
    expect(workspace(attributes).autoDestroyActivityDuration).toEqual(expected);
  });

  test.each<[unknown, boolean | undefined]>([
    [{ "execution-mode": true, "agent-pool": false }, false],
    [{ "execution-mode": false, "agent-pool": true }, true],
    [{ "agent-pool": true }, undefined],
    [{ "execution-mode": "true" }, undefined],
    [null, undefined],
    ["execution-mode", undefined],
  ])("with the overwrites %j inherits its execution mode: %s", (overwrites, isInherited) => {
    const attributes = { "execution-mode": "local", "setting-overwrites": overwrites };
    expect(workspace(attributes).defaultExecutionMode).toEqual({ value: "local", isInherited });
  });

  test.each<[unknown, unknown, string | null | undefined]>([
    ["agent", pool("apool-1"), "apool-1"],
    ["agent", { data: null }, null],
    ["agent", { data: { id: 7 } }, undefined],
    ["agent", {}, undefined],
    ["agent", null, undefined],
    ["agent", "apool-1", undefined],
    // Only mode `agent` has a pool.
    ["remote", pool("apool-1"), null],
    [undefined, pool("apool-1"), undefined],
    [null, pool("apool-1"), undefined],
  ])("in mode %j with the pool %j has the agent pool %j", (mode, relationship, value) => {
    const attributes = { "execution-mode": mode, "setting-overwrites": { "agent-pool": true } };
    expect(workspace(attributes, { "agent-pool": relationship }).defaultAgentPoolId).toEqual({
      value,
      isInherited: false,
    });
  });
});

test.each<[string, Attributes, Attributes, unknown, unknown]>([
  ["nothing", {}, {}, undefined, undefined],
  ["no mode", { "default-execution-mode": null }, {}, null, undefined],
  ["a mode", { "default-execution-mode": "local" }, { "default-agent-pool": pool("apool-1") }, "local", null],
  ["agents", { "default-execution-mode": "agent" }, { "default-agent-pool": pool("apool-1") }, "agent", "apool-1"],
])(
  "from an organization with %s (%j, %j), projects inherit the mode %j and the pool %j",
  (_, attributes, related, defaultExecutionMode, defaultAgentPoolId) => {
    const inherited = { autoDestroyActivityDuration: null, defaultExecutionMode, defaultAgentPoolId };
    expect(organization(attributes, related)).toEqual(inherited);
  },
);

test("a project with a mode of its own does not inherit the agent pool of its organization", () => {
  const { isDefaultUsed } = new Map(INHERITED_SETTINGS).get("defaultAgentPoolId")!;
  expect(isDefaultUsed?.({ ...NO_SETTINGS, defaultExecutionMode: "agent" })).toBe(false);
  expect(isDefaultUsed?.({ ...NO_SETTINGS, defaultExecutionMode: null })).toBe(true);
});

test("a warning about a duration says what workspaces get", () => {
  expect(PROJECT_SETTINGS.autoDestroyActivityDuration.inWorkspaces?.warning?.describe("14d")).toBe(
    "auto-destroy after 14d of inactivity",
  );
});
