import {
  listsSetBy,
  plannedIn,
  plannedJson,
  releaseIn,
  storedIn,
  storedJson,
} from "../../../src/provider/membership/private-state";
import { workspaceOf } from "../context";

/** As Terraform passes it on. */
const passed = (json: unknown): unknown => (json === undefined ? undefined : JSON.parse(JSON.stringify(json)));

describe("what is stored with a membership", () => {
  test("is which lists the code sets, and the names of workspaces, and is equal in any order", () => {
    const lists = listsSetBy({ workspace_ids: null, workspace_names: [] });
    const names = new Map([
      ["ws-2", "web"],
      ["ws-1", "api"],
    ]);
    const json = passed(storedJson({ lists, names, isRecorded: true }));
    expect(json).toEqual({ lists: ["workspace_names"], names: { "ws-1": "api", "ws-2": "web" } });
    expect(storedIn(json)).toEqual({ lists, names, isRecorded: true });
    const reversed = storedJson({ lists, names: new Map([...names].reverse()), isRecorded: true });
    expect(JSON.stringify(reversed)).toBe(JSON.stringify(json));
    for (const stored of [true, false].map((isRecorded) => ({ lists: undefined, names, isRecorded }))) {
      expect(storedIn(passed(storedJson(stored)))).toEqual(stored);
    }
  });

  test("is nothing after an import by names, and what is not of the provider is left out", () => {
    for (const json of [undefined, null, {}, "it"])
      expect(storedIn(json)).toEqual({ lists: undefined, names: new Map(), isRecorded: true });
    expect(storedIn({ lists: ["workspace_ids", "it"], names: { "ws-1": 7 } })).toEqual({
      lists: new Set(["workspace_ids"]),
      names: new Map(),
      isRecorded: true,
    });
  });
});

test("a plan passes on what it has found, without settings, and what stays", () => {
  const { id, name, projectId, organization } = workspaceOf("api");
  const found = [{ ...workspaceOf("api"), settings: {} as never }];
  const json = passed(plannedJson({ released: ["ws-3"], retained: ["ws-1"], renamed: ["ws-2"], found }));
  const expected = {
    released: ["ws-3"],
    retained: ["ws-1"],
    renamed: ["ws-2"],
    found: [{ id, name, projectId, organization }],
  };
  expect([json, plannedIn(json)]).toEqual([expected, expected]);
  expect(plannedIn(undefined)).toBeUndefined();
});

test("the plan of a deletion passes on IDs of each kind", () => {
  const none = new Set();
  expect(releaseIn({ retained: ["ws-1", 7], evacuated: "ws-2" })).toEqual({
    retained: new Set(["ws-1"]),
    evacuated: none,
    observed: none,
    keepsOthers: false,
  });
  expect(releaseIn({ keepsOthers: true })).toEqual({
    retained: none,
    evacuated: none,
    observed: none,
    keepsOthers: true,
  });
});
