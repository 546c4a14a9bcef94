import type { MembershipConfig } from "../../../src/model";
import { UNKNOWN } from "../../../src/plugin";
import {
  knownLists,
  namesToStore,
  plannedLists,
  select,
  type KnownLists,
} from "../../../src/provider/membership/selection";
import { Acme } from "../../support/acme";
import { membershipState, workspaceOf } from "../context";

const configOf = (more: object): MembershipConfig => ({
  ...membershipState("prj-a"),
  id: null,
  workspace_ids: null,
  workspace_names: null,
  ...more,
});

test.each(["workspace_ids", "workspace_names", "missing_workspaces"])(
  "the lists of the code are known unless something of them is unknown, such as %s",
  (attribute) => {
    const config = configOf({ workspace_names: ["api"] });
    expect(knownLists(config)).toEqual({ workspace_ids: null, workspace_names: ["api"], isTolerant: false });
    expect(knownLists(configOf({ missing_workspaces: "warn" }))?.isTolerant).toBe(true);
    expect(knownLists({ ...config, [attribute]: UNKNOWN })).toBeUndefined();
    expect(knownLists({ ...config, workspace_ids: ["ws-1", UNKNOWN] } as never)).toBeUndefined();
  },
);

describe("the list that the code leaves out", () => {
  const prior = membershipState("prj-a", { workspace_ids: ["ws-1", "ws-2"], workspace_names: ["api", "web"] });

  test.each([
    ["names of the same IDs", { workspace_ids: ["ws-2", "ws-1"] }, "workspace_names", ["api", "web"]],
    ["IDs of the same names", { workspace_names: ["web", "api"] }, "workspace_ids", ["ws-1", "ws-2"]],
    ["names of more IDs", { workspace_ids: ["ws-1", "ws-2", "ws-3"] }, "workspace_names", UNKNOWN],
    ["names of fewer IDs", { workspace_ids: ["ws-1"] }, "workspace_names", UNKNOWN],
    ["names of unknown IDs", { workspace_ids: ["ws-1", UNKNOWN] }, "workspace_names", UNKNOWN],
    ["IDs of unknown names", { workspace_names: UNKNOWN }, "workspace_ids", UNKNOWN],
    ["IDs of a renamed one", { workspace_names: ["api", "web-2"] }, "workspace_ids", UNKNOWN],
  ] as const)("is that of the state only if the other one is: %s", (_, lists, name, expected) => {
    expect(plannedLists(configOf(lists), prior)).toEqual({ ...lists, [name]: expected });
    expect(plannedLists(configOf(lists), null)).toEqual({ ...lists, [name]: UNKNOWN });
  });

  test("is none if the code sets both", () => {
    const both = { workspace_ids: ["ws-3"], workspace_names: ["db"] };
    expect(plannedLists(configOf(both), prior)).toEqual(both);
  });
});

describe("a selection", () => {
  let acme: Acme;
  let api: string;
  let web: string;
  beforeEach(async () => {
    acme = await Acme.start();
    [api, web] = [acme.addWorkspace("api"), acme.addWorkspace("web")];
  });
  afterEach(() => acme.stop());

  const selection = async (
    {
      names = {},
      first,
      ...lists
    }: Partial<KnownLists> & {
      readonly names?: Readonly<Record<string, string>>;
      readonly first?: Parameters<typeof select>[3];
    },
    view = acme.view(),
  ) => {
    const known = { workspace_ids: null, workspace_names: null, isTolerant: false, ...lists };
    const { selected, ...rest } = await select(view, known, new Map(Object.entries(names)), first);
    return { ...rest, found: selected.map(({ workspace: { name } }) => name).sort() };
  };

  test("has what the lists name, and what is missing", async () => {
    expect(await selection({ workspace_ids: [api, "ws-none"], workspace_names: ["WEB", "none"] })).toEqual({
      found: ["api", "web"],
      missingIds: ["ws-none"],
      missingNames: ["none"],
      renamed: [],
    });
  });

  test("has members that were renamed, by their IDs alone", async () => {
    const names = { [web]: "Old", "ws-gone": "gone", [api]: "api" };
    const lists = { workspace_names: ["api", "old", "gone", "never", "wab"] };
    expect(await selection({ ...lists, names })).toEqual({
      found: ["api"],
      missingIds: [],
      missingNames: ["gone", "never", "wab"],
      renamed: [{ from: "old", id: web, to: "web" }],
    });
    // The code has its new name as well.
    expect(await selection({ workspace_names: ["web", "old"], names })).toMatchObject({
      missingNames: ["old"],
      renamed: [],
    });
  });

  test("is that of the first plan, without further requests", async () => {
    const view = acme.view();
    const first = [{ ...workspaceOf("api", "prj-a"), id: api }];
    acme.takeRequests();
    const lists = { workspace_names: ["API"], first };
    expect(await selection(lists, view)).toMatchObject({ found: ["api"], missingNames: [] });
    expect((await view.workspaces.byId(api))?.projectId).toBe("prj-a");
    expect(acme.takeRequests()).toEqual([]);
    const tolerant = { ...lists, workspace_names: ["api", "web"], isTolerant: true };
    const second = acme.view();
    expect(await selection(tolerant, second)).toMatchObject({ found: ["api"], missingNames: ["web"] });
    expect((await second.workspaces.byId(api))?.projectId).toBe(acme.defaultProjectId);
  });
});

test("the names to store are those of the code, of the workspaces, and the former ones", () => {
  const names = namesToStore(
    { workspace_ids: ["ws-web"], workspace_names: ["API"] },
    [workspaceOf("api"), workspaceOf("web")],
    [["ws-3", "old"]],
  );
  expect([...names]).toEqual([
    ["ws-api", "API"],
    ["ws-web", "web"],
    ["ws-3", "old"],
  ]);
});
