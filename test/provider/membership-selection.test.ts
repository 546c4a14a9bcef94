import type { MembershipConfig, SelectionRule } from "../../src/model";
import { UNKNOWN } from "../../src/plugin";
import {
  isDynamic,
  knownSelection,
  listsIn,
  listsToStore,
  mapOf,
  matching,
  matchReason,
  selectLive,
  selectsAsBefore,
} from "../../src/provider/membership-selection";
import { TagsNotReportedError } from "../../src/reconcile";
import { Acme } from "../support/acme";
import { NO_RULE } from "../support/handler-requests";
import { membershipState, workspaceOf } from "./context";

const NOTHING = { ...NO_RULE, workspace_ids: null, workspace_names: null };

describe("a membership selects dynamically", () => {
  test.each([
    [true, { match_names: ["net-*"] }],
    [true, { match_tags: { team: "net" } }],
    [true, { missing_workspaces: "warn" }],
    [false, { missing_workspaces: "error" }],
    [false, { max_moves: 3n }],
    [false, {}],
  ])("%s: %p", (expected, more) => {
    expect(isDynamic({ ...NO_RULE, ...more })).toBe(expected);
  });
});

describe("the lists of the last apply", () => {
  test("are stored for what selects dynamically, and read again", () => {
    const lists = { workspace_ids: ["ws-1"], workspace_names: null };
    expect(listsToStore({ ...NO_RULE, ...lists })).toBeUndefined();
    const stored = listsToStore({ ...NO_RULE, ...lists, missing_workspaces: "warn" });
    expect(stored).toEqual({ lists: { ids: ["ws-1"], names: null } });
    expect(listsIn(stored)).toEqual(lists);
  });

  test("are unknown where nothing is stored, and have texts alone", () => {
    expect([undefined, {}, { lists: undefined }].map((it) => listsIn(it))).toEqual([undefined, undefined, undefined]);
    expect(listsIn({ lists: { ids: ["ws-1", 7], names: "api" } })).toEqual({
      workspace_ids: ["ws-1"],
      workspace_names: null,
    });
  });
});

test.each(["workspace_ids", "workspace_names", "missing_workspaces", "match_names", "take_from", "max_moves"])(
  "a selection is known unless something of it is unknown, such as %s",
  (attribute) => {
    const config = { ...membershipState("prj-a"), ...NOTHING, workspace_names: ["api"] } as unknown as MembershipConfig;
    expect(knownSelection(config)).toEqual({ ...NOTHING, workspace_names: ["api"] });
    expect(knownSelection({ ...config, [attribute]: UNKNOWN })).toBeUndefined();
    expect(knownSelection({ ...config, match_tags: { team: UNKNOWN } })).toBeUndefined();
  },
);

describe("a membership selects what its state says", () => {
  const config = { ...NOTHING, match_names: ["net-*", "web-*"], workspace_names: ["api"] };
  const prior = membershipState("prj-a", { match_names: ["net-*", "web-*"], matched_workspaces: {} });
  const lists = { workspace_ids: null, workspace_names: ["api"] };
  const place = { projectId: "prj-a", organization: "ACME" };
  const selects = (configured: object, stored: object, placed: object): boolean =>
    selectsAsBefore({ ...config, ...configured }, { ...prior, ...stored }, lists, { ...place, ...placed });

  test.each([
    ["with the same code", {}, {}, {}],
    ["with sets in another order", { match_names: ["web-*", "net-*"] }, {}, {}],
    ["with another limit", { max_moves: 3n }, {}, {}],
    ["of another project", {}, {}, { projectId: "prj-b" }],
    ["of the default project", { take_from: "default-project" }, { take_from: "default-project" }, {}],
  ] as const)("%s", (_, configured, stored, placed) => {
    expect(selects(configured, stored, placed)).toBe(true);
  });

  test.each([
    ["with other patterns", { match_names: ["net-*"] }, {}, {}],
    ["with tags", { match_tags: { team: "net" } }, {}, {}],
    ["with exceptions", { except_names: ["net-1"] }, {}, {}],
    ["with other names", { workspace_names: ["web"] }, {}, {}],
    ["with IDs", { workspace_ids: ["ws-1"] }, {}, {}],
    ["in another organization", {}, {}, { organization: "other" }],
    ["without a recorded selection", {}, { matched_workspaces: null }, {}],
    [
      "of the default project, and of another one of its own",
      { take_from: "default-project" },
      { take_from: "default-project" },
      { projectId: "prj-b" },
    ],
    ["of another place", { take_from: "any" }, {}, {}],
  ] as const)("but not %s", (_, configured, stored, placed) => {
    expect(selects(configured, stored, placed)).toBe(false);
  });

  test("but not one that is new, or was imported", () => {
    expect(selectsAsBefore(config, null, lists, place)).toBe(false);
    expect(selectsAsBefore(config, prior, undefined, place)).toBe(false);
  });
});

describe("workspaces in a project", () => {
  const [net, web] = [workspaceOf("net-1", "prj-b"), workspaceOf("web", "prj-b")] as const;

  test("match a rule wherever it takes them from", () => {
    const rule: SelectionRule = { matchNames: ["net-*"], takeFrom: "default-project" };
    expect(matching("acme", rule, [net, web])).toEqual(new Set(["ws-net-1"]));
    expect(matching("acme", undefined, [net, web])).toEqual(new Set());
    expect(matching("acme", { matchTags: { team: "net" } }, [])).toEqual(new Set());
  });

  test("do not match tags that the service does not report", () => {
    const refused = new TagsNotReportedError("acme");
    expect(() => matching("acme", { matchTags: { team: "net" } }, [net])).toThrow(refused);
  });
});

test("what is selected is a map, with reasons for what no list names", () => {
  const workspace = workspaceOf("api");
  expect(mapOf([{ workspace }, { workspace: workspaceOf("web") }])).toEqual({ "ws-api": "api", "ws-web": "web" });
  expect(
    (["id", "name"] as const).map((by) => matchReason({ by })).concat(matchReason({ by: "rule", pattern: "a*" })),
  ).toEqual([undefined, undefined, 'matches "a*"']);
});

describe("a live selection", () => {
  let acme: Acme;
  let own: string;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    acme = await Acme.start();
    own = acme.addProject("Own");
    const other = acme.addProject("Other");
    for (const [name, project] of [
      ["net-own", own],
      ["net-default", undefined],
      ["net-other", other],
      ["web", other],
    ] as const)
      ids[name] = acme.addWorkspace(name, project);
  });
  afterAll(() => acme.stop());

  const selected = async (lists: object, rule?: SelectionRule) => {
    const result = await selectLive(acme.view(), { ...NOTHING, ...lists }, rule, [own]);
    return {
      ...result,
      selected: result.selected.map(({ workspace, reason }) => [workspace.name, reason.by]).sort(),
    };
  };

  test("has what the lists name, and what is missing", async () => {
    const lists = { workspace_ids: [ids["web"]!, "ws-none"], workspace_names: ["NET-OWN", "none"] };
    expect(await selected(lists)).toMatchObject({
      selected: [
        ["net-own", "name"],
        ["web", "id"],
      ],
      missingIds: ["ws-none"],
      missingNames: ["none"],
    });
  });

  test("has what the rule matches, everywhere or in the default project and its own", async () => {
    const rule = { matchNames: ["net-*"] };
    const everywhere = await selected({ workspace_names: ["net-own"] }, rule);
    expect(everywhere).toMatchObject({
      selected: [
        ["net-default", "rule"],
        ["net-other", "rule"],
        ["net-own", "name"],
      ],
      missingIds: [],
      missingNames: [],
    });
    expect((await selected({}, { ...rule, takeFrom: "default-project" })).selected).toEqual([
      ["net-default", "rule"],
      ["net-own", "rule"],
    ]);
  });
});
