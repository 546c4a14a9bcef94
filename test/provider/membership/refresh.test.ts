import type { MembershipState } from "../../../src/model";
import { Diagnostics } from "../../../src/plugin";
import { refresh } from "../../../src/provider/membership/refresh";
import { Acme } from "../../support/acme";
import { membershipState } from "../context";

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

interface Stored {
  readonly lists?: readonly ("workspace_ids" | "workspace_names")[];
  readonly names?: Readonly<Record<string, string>>;
}

/** What a refresh records, with its warning as lines, the first of which is the summary. */
async function observed(inState: Partial<MembershipState>, { lists, names = {} }: Stored = {}) {
  const diagnostics = new Diagnostics();
  const view = acme.view();
  const inside = await view.workspaces.inProject(own);
  const state = membershipState(own, inState);
  const before = { lists: lists && new Set(lists), names: new Map(Object.entries(names)), isRecorded: false };
  const { lists: after, stored } = await refresh(view, state, before, inside, diagnostics);
  expect(stored).toMatchObject({ lists: before.lists, isRecorded: false });
  for (const { severity, attribute } of diagnostics.entries)
    expect([severity, attribute]).toEqual(["warning", undefined]);
  const warnings = diagnostics.entries.map(({ summary, detail }) => [summary, ...detail.split("\n")]);
  return { ...after, names: Object.fromEntries(stored.names), warnings };
}

const changed = (count: string, project = "Own"): string =>
  `${count} of project "${project}" changed outside of this configuration`;
const GONE = "was not found: it was deleted, or the token is not authorized to see it";

describe("a membership with lists of the same workspaces", () => {
  test("is as recorded if nothing has changed, in the spelling of the state", async () => {
    const ids = [add("api", own), add("web", own)];
    add("stranger", own);
    const inState = { workspace_ids: ids, workspace_names: ["API", "web"] };
    expect(await observed(inState)).toMatchObject({ ...inState, warnings: [] });
  });

  test("loses what was moved, deleted or renamed, as a warning says", async () => {
    const [api, web, db] = [add("api", own), add("web", other), add("new", own)];
    const inState = { workspace_ids: [api, web, db, "ws-gone"], workspace_names: ["api", "web", "old", "gone"] };
    expect(await observed(inState)).toMatchObject({
      workspace_ids: [api, db],
      workspace_names: ["api", "new"],
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

  test("names what was deleted or renamed by the name that is stored", async () => {
    const renamed = add("new", own);
    const inState = { workspace_ids: [renamed, "ws-gone", "ws-other"], workspace_names: ["old", "gone", "other"] };
    const names = { [renamed]: "old", "ws-gone": "gone" };
    expect((await observed(inState, { names })).warnings).toEqual([
      [
        changed("3 workspaces"),
        `- gone (ws-gone) ${GONE}`,
        `- ws-other ${GONE}`,
        `- old (${renamed}) was renamed to new`,
      ],
    ]);
    expect((await observed({ workspace_ids: [renamed], workspace_names: ["old"] })).warnings).toEqual([
      [changed("1 workspace"), `- ${renamed} was renamed to new`],
    ]);
  });

  test("stores the names of its workspaces, unless it has stored others", async () => {
    const [api, web] = [add("api-2", own), add("web", own)];
    const inState = { workspace_ids: [api, web], workspace_names: ["api", "web"] };
    expect((await observed(inState, { names: { [api]: "api", "ws-gone": "gone" } })).names).toEqual({
      [api]: "api",
      [web]: "web",
      "ws-gone": "gone",
    });
  });

  test("gets what entered, if it is exclusive", async () => {
    const [api, late] = [add("api", own), add("late", own)];
    const inState = { workspace_ids: [api], workspace_names: ["api"] };
    expect(await observed(inState)).toMatchObject({ ...inState, warnings: [] });
    expect(await observed({ ...inState, exclusive: true })).toMatchObject({
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

describe("a membership whose code sets both lists", () => {
  const lists = ["workspace_ids", "workspace_names"] as const;

  test("has each workspace in the list that names it, and shows what entered in that of IDs", async () => {
    const [api, web] = [add("api", own), add("web", own)];
    const inState = { workspace_ids: [api], workspace_names: ["web"] };
    expect(await observed(inState, { lists })).toMatchObject({ ...inState, warnings: [] });
    const late = add("late", own);
    expect(await observed({ ...inState, exclusive: true }, { lists })).toMatchObject({
      workspace_ids: [api, late],
      workspace_names: ["web"],
    });
    acme.emulator.workspaces.move(web, other);
    expect(await observed(inState, { lists })).toMatchObject({
      workspace_ids: [api],
      workspace_names: [],
      warnings: [[changed("1 workspace"), `- web (${web}) was moved to project "Other" (${other})`]],
    });
  });

  test("has the new name of one that a name meant, or its former one if that is tolerated", async () => {
    const [api, web] = [add("api", own), add("web-2", own)];
    const inState = { workspace_ids: [api], workspace_names: ["web"] };
    const stored = { lists, names: { [api]: "api", [web]: "web" } };
    expect(await observed(inState, stored)).toMatchObject({
      workspace_ids: [api],
      workspace_names: ["web-2"],
      warnings: [[changed("1 workspace"), `- web (${web}) was renamed to web-2`]],
    });
    const tolerating = { ...inState, missing_workspaces: "warn", exclusive: true };
    expect(await observed(tolerating, stored)).toMatchObject({ ...inState, warnings: [] });
  });
});

describe("a membership whose code sets one list", () => {
  const [byIds, byNames] = [["workspace_ids"], ["workspace_names"]] as const;

  test("computes the other one", async () => {
    const [api, web] = [add("api", own), add("web", own)];
    const inState = { workspace_ids: [api, web], workspace_names: ["API", "web"] };
    for (const lists of [byIds, byNames])
      expect(await observed(inState, { lists })).toMatchObject({ ...inState, warnings: [] });
  });

  test.each([
    ["IDs", byIds],
    ["names", byNames],
  ])("shows what entered in both, so that the plan removes it: %s", async (_, lists) => {
    const [api, late] = [add("api", own), add("late", own)];
    const inState = { workspace_ids: [api], workspace_names: ["api"], exclusive: true };
    expect(await observed(inState, { lists })).toMatchObject({
      workspace_ids: [api, late],
      workspace_names: ["api", "late"],
    });
  });

  test("keeps what is missing in the list of the code, if that is tolerated", async () => {
    const api = add("api", own);
    const inState = { workspace_ids: [api, "ws-gone"], workspace_names: ["api", "gone"] };
    const names = { "ws-gone": "gone" };
    const tolerating = { ...inState, missing_workspaces: "warn" };
    expect(await observed(tolerating, { lists: byNames, names })).toMatchObject({
      workspace_ids: [api],
      workspace_names: ["api", "gone"],
      warnings: [[changed("1 workspace"), `- gone (ws-gone) ${GONE}`]],
    });
    expect(await observed(tolerating, { lists: byIds, names })).toMatchObject({
      workspace_ids: [api, "ws-gone"],
      workspace_names: ["api"],
      warnings: [],
    });
    expect(await observed(inState, { lists: byNames })).toMatchObject({ workspace_names: ["api"] });
    expect(await observed(inState, { lists: byIds })).toMatchObject({ workspace_ids: [api] });
    expect(await observed(tolerating)).toMatchObject({ workspace_ids: [api], workspace_names: ["api"] });
  });

  test("keeps the former name of a renamed one in that of names, if that is tolerated, and warns of no drift", async () => {
    const [api, web] = [add("api", own), add("web-2", own)];
    const inState = { workspace_ids: [api, web], workspace_names: ["api", "WEB"], missing_workspaces: "warn" };
    const names = { [web]: "WEB" };
    expect(await observed(inState, { lists: byNames, names })).toMatchObject({
      workspace_ids: [api, web],
      workspace_names: ["api", "WEB"],
      warnings: [],
    });
    expect(await observed(inState, { lists: byIds, names })).toMatchObject({ workspace_names: ["api", "web-2"] });
    // Another workspace has its name.
    const taker = add("web", own);
    expect(await observed({ ...inState, exclusive: true }, { lists: byNames, names })).toMatchObject({
      workspace_ids: [api, web, taker],
      workspace_names: ["api", "web-2", "WEB"],
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
