import type { MembershipState } from "../../src/model";
import { Diagnostics } from "../../src/plugin";
import { observedMembership } from "../../src/provider/membership-drift";
import type { SetLists } from "../../src/provider/membership-selection";
import { Acme } from "../support/acme";
import { membershipState } from "./context";

let acme: Acme;
let own: string;
let other: string;
beforeEach(async () => {
  acme = await Acme.start();
  own = acme.addProject("Own");
  other = acme.addProject("Other");
});
afterEach(() => acme.stop());

const add = (name: string, projectId?: string) => acme.addWorkspace(name, projectId);

/** What a refresh records, with its warning as lines, the first of which is the summary. */
async function observed(recorded: Partial<MembershipState>, lists?: SetLists) {
  const diagnostics = new Diagnostics();
  const view = acme.view();
  const inside = await view.workspaces.inProject(own);
  const state = membershipState(own, recorded);
  const result = await observedMembership(view, state, lists, inside, diagnostics);
  for (const { severity, attribute } of diagnostics.entries)
    expect([severity, attribute]).toEqual(["warning", undefined]);
  const warnings = diagnostics.entries.map(({ summary, detail }) => [summary, ...detail.split("\n")]);
  return { ...result, warnings };
}

const changed = (count: string, project = "Own"): string =>
  `${count} of project "${project}" changed outside of this configuration`;
const GONE = "was not found: it was deleted, or the token is not authorized to see it";

describe("a membership with lists of the same workspaces", () => {
  test("is as recorded if nothing has changed, in the spelling of the state", async () => {
    const ids = [add("api", own), add("web", own)];
    add("stranger", own);
    const recorded = { workspace_ids: ids, workspace_names: ["API", "web"] };
    expect(await observed(recorded)).toEqual({ ...recorded, matched_workspaces: null, warnings: [] });
  });

  test("loses what was moved, deleted or renamed, as a warning says", async () => {
    const [api, web, db] = [add("api", own), add("web", other), add("new", own)];
    const recorded = { workspace_ids: [api, web, db, "ws-gone"], workspace_names: ["api", "web", "old", "gone"] };
    expect(await observed(recorded)).toEqual({
      workspace_ids: [api, db],
      workspace_names: ["api", "new"],
      matched_workspaces: null,
      warnings: [
        [
          changed("3 workspaces"),
          `- web (${web}) was moved to project "Other" (${other})`,
          `- ws-gone ${GONE}`,
          `- ${db} was renamed to new`,
        ],
      ],
    });
  });

  test("names what was deleted or renamed by its old name, if that can be no other", async () => {
    const renamed = add("new", own);
    expect(await observed({ workspace_ids: [renamed], workspace_names: ["old"] })).toMatchObject({
      warnings: [[changed("1 workspace"), `- old (${renamed}) was renamed to new`]],
    });
    expect(await observed({ workspace_ids: [renamed], workspace_names: ["old", "older"] })).toMatchObject({
      warnings: [[changed("1 workspace"), `- ${renamed} was renamed to new`]],
    });
    expect(await observed({ workspace_ids: ["ws-gone"], workspace_names: ["old"] })).toMatchObject({
      warnings: [[changed("1 workspace"), `- old (ws-gone) ${GONE}`]],
    });
    expect(await observed({ workspace_ids: ["ws-1", "ws-2"], workspace_names: ["old"] })).toMatchObject({
      warnings: [[changed("2 workspaces"), `- ws-1 ${GONE}`, `- ws-2 ${GONE}`]],
    });
  });

  test("gets what entered, if it is exclusive", async () => {
    const [api, late] = [add("api", own), add("late", own)];
    const recorded = { workspace_ids: [api], workspace_names: ["api"] };
    expect(await observed(recorded)).toMatchObject({ ...recorded, warnings: [] });
    expect(await observed({ ...recorded, exclusive: true })).toMatchObject({
      workspace_ids: [api, late],
      workspace_names: ["api", "late"],
      warnings: [[changed("1 workspace"), `- late (${late}) was added`]],
    });
  });

  test("names ten of each kind, and counts the others", async () => {
    const moved = Array.from({ length: 12 }, (_, index) => add(`m${index}`, other));
    const deleted = Array.from({ length: 11 }, (_, index) => `ws-gone-${index}`);
    const added = Array.from({ length: 13 }, (_, index) => add(`a${index}`, own));
    const { warnings } = await observed({ workspace_ids: [...moved, ...deleted], exclusive: true });
    expect(warnings).toEqual([
      [
        changed("36 workspaces"),
        ...moved.slice(0, 10).map((id, index) => `- m${index} (${id}) was moved to project "Other" (${other})`),
        ...deleted.slice(0, 10).map((id) => `- ${id} ${GONE}`),
        ...added.slice(0, 10).map((id, index) => `- a${index} (${id}) was added`),
        "- and 6 more",
      ],
    ]);
  });
});

describe("a membership with other workspaces by ID than by name", () => {
  test("has each in the list that named it", async () => {
    const [api, web] = [add("api", own), add("web", own)];
    const recorded = { workspace_ids: [api], workspace_names: ["web"] };
    expect(await observed(recorded)).toEqual({ ...recorded, matched_workspaces: null, warnings: [] });
    const late = add("late", own);
    expect(await observed({ ...recorded, exclusive: true })).toMatchObject({
      workspace_ids: [api, late],
      workspace_names: ["web"],
    });
    acme.emulator.workspaces.move(web, other);
    expect(await observed(recorded)).toMatchObject({
      workspace_ids: [api],
      workspace_names: [],
      warnings: [[changed("1 workspace"), `- web (${web}) was moved to project "Other" (${other})`]],
    });
  });
});

describe("a membership whose lists are known", () => {
  const both = (ids: readonly string[] | null, names: readonly string[] | null): SetLists => {
    return { workspace_ids: ids, workspace_names: names };
  };

  test("computes the list that the code leaves out", async () => {
    const [api, web] = [add("api", own), add("web", own)];
    const recorded = { workspace_ids: [api, web], workspace_names: ["API", "web"] };
    for (const lists of [both([api, web], null), both(null, ["API", "web"]), both(null, null)])
      expect(await observed(recorded, lists)).toMatchObject({ ...recorded, warnings: [] });
  });

  test("shows what entered in the list of names, or else in that of IDs", async () => {
    const [api, web, late] = [add("api", own), add("web", own), add("late", own)];
    const recorded = { workspace_ids: [api], workspace_names: ["web"], exclusive: true };
    expect(await observed(recorded, both([api], ["web"]))).toMatchObject({
      workspace_ids: [api, late],
      workspace_names: ["web"],
    });
    expect(await observed(recorded, both([api], null))).toMatchObject({
      workspace_ids: [api],
      workspace_names: ["api", "web", "late"],
    });
    expect(web).toBeDefined();
  });

  test("keeps what is missing in the list of the code, if that is tolerated", async () => {
    const api = add("api", own);
    const recorded = { workspace_ids: [api, "ws-gone"], workspace_names: ["api", "gone"] };
    const tolerating = { ...recorded, missing_workspaces: "warn" };
    expect(await observed(tolerating, both(null, ["api", "gone"]))).toMatchObject({
      workspace_ids: [api],
      workspace_names: ["api", "gone"],
      warnings: [[changed("1 workspace"), `- gone (ws-gone) ${GONE}`]],
    });
    expect(await observed(tolerating, both([api, "ws-gone"], null))).toMatchObject({
      workspace_ids: [api, "ws-gone"],
      workspace_names: ["api"],
      warnings: [],
    });
    expect(await observed(recorded, both(null, ["api", "gone"]))).toMatchObject({ workspace_names: ["api"] });
    expect(await observed(recorded, both([api, "ws-gone"], null))).toMatchObject({ workspace_ids: [api] });
    expect(await observed(tolerating)).toMatchObject({ workspace_ids: [api], workspace_names: ["api"] });
  });
});

describe("a membership with a rule", () => {
  const rule = { match_names: ["net-*"] };

  test("records what the rule selects, and warns of what is new and what left", async () => {
    const [one, two, app] = [add("net-1", own), add("net-2", other), add("app", own)];
    const recorded = { ...rule, workspace_ids: [one, app], workspace_names: ["net-1", "app"] };
    const map = { [one]: "net-1", [app]: "app" };
    expect(
      await observed({ ...recorded, matched_workspaces: map }, { workspace_ids: null, workspace_names: null }),
    ).toEqual({
      workspace_ids: [one, app],
      workspace_names: ["net-1", "app"],
      matched_workspaces: { [one]: "net-1", [two]: "net-2" },
      warnings: [
        [
          changed("2 workspaces"),
          '- net-2: in Other, matches "net-*" of Own',
          "- app: in Own, no longer selected by Own",
        ],
      ],
    });
  });

  test("tells neither of a selection that was not recorded", async () => {
    const one = add("net-1", own);
    expect(await observed({ ...rule, workspace_ids: [one], workspace_names: ["net-1"] })).toMatchObject({
      matched_workspaces: { [one]: "net-1" },
      warnings: [],
    });
  });

  test("tells of what was moved or renamed only once, and of the name that the state has", async () => {
    const [moved, renamed, far] = [add("net-1", other), add("net-new", own), add("gone-far", other)];
    const map = { [moved]: "net-1", [renamed]: "net-2", [far]: "net-3" };
    const state = { ...rule, workspace_ids: [moved, renamed], workspace_names: ["net-1", "net-2"] };
    expect((await observed({ ...state, matched_workspaces: map })).warnings).toEqual([
      [
        changed("3 workspaces"),
        `- net-1 (${moved}) was moved to project "Other" (${other})`,
        `- net-2 (${renamed}) was renamed to net-new`,
        "- gone-far: in Other, no longer selected by Own",
      ],
    ]);
  });

  test("tells of what the rule had selected elsewhere, and was deleted", async () => {
    const state = { ...rule, matched_workspaces: { "ws-gone": "net-9" } };
    expect((await observed(state)).warnings).toEqual([[changed("1 workspace"), `- net-9 (ws-gone) ${GONE}`]]);
  });

  test("tells once of what was both in a list and selected by the rule, and was deleted", async () => {
    const state = { ...rule, workspace_ids: ["ws-gone"], matched_workspaces: { "ws-gone": "net-9" } };
    expect((await observed(state)).warnings).toEqual([[changed("1 workspace"), `- net-9 (ws-gone) ${GONE}`]]);
  });

  test("tells of what a list names, which the state did not have", async () => {
    const named = add("app", other);
    const lists = { workspace_ids: null, workspace_names: ["app"] };
    expect(await observed({ ...rule, matched_workspaces: {} }, lists)).toMatchObject({
      matched_workspaces: { [named]: "app" },
      warnings: [[changed("1 workspace"), "- app: in Other, listed in the membership of Own"]],
    });
  });
});

test("projects that cannot be read are named by their IDs", async () => {
  const web = add("web", other);
  acme.emulator.faults.add({ path: new RegExp(`/projects/${other}`), status: 404, times: Infinity });
  expect((await observed({ workspace_ids: [web], workspace_names: ["web"] })).warnings).toEqual([
    [changed("1 workspace"), `- web (${web}) was moved to project ${other}`],
  ]);
});
