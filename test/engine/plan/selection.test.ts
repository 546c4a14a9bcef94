import { WorkspaceIndex } from "../../../src/model";
import type { ActualOrganization, DesiredMembership } from "../../../src/engine/organization";
import type { ResolvedMembership } from "../../../src/engine/plan/selection";
import { matchedWorkspace, matchOf, placesOf, resolveMembership } from "../../../src/engine/plan/selection";
import { planOrganization } from "../../../src/engine/plan/plan";
import { code, membershipOf, organization, recordedMembership, type MembershipSpecs } from "./organization-with-rules";

const actual = organization({ Default: ["net-1", "net-2", "web"], Old: ["net-3"], Net: ["net-4"] });
const NET = { id: "prj-Net", name: "Net" };

test("the places of a membership are its projects before and after the plan, as far as they exist", () => {
  const recorded = recordedMembership("Old", {});
  const { defaultProjectId } = actual;
  expect(placesOf(NET, recorded, actual)).toEqual({ defaultProjectId, own: ["prj-Net", "prj-Old"] });
  expect(placesOf({ id: null, name: "New", address: "new" }, recorded, actual).own).toEqual(["prj-Old"]);
  expect(placesOf(NET, undefined, actual).own).toEqual(["prj-Net"]);
  expect(placesOf(undefined, undefined, actual).own).toEqual([]);
});

test("the match of a workspace is what of the rule it has, and nothing for one in the lists", () => {
  const tags = [{ key: "team", value: "net" }];
  expect([
    matchOf({ by: "id" }),
    matchOf({ by: "name" }),
    matchOf({ by: "rule" }),
    matchOf({ by: "rule", pattern: "a*" }),
    matchOf({ by: "rule", tags }),
  ]).toStrictEqual([undefined, undefined, {}, { pattern: "a*" }, { tags }]);
  const [workspace] = actual.workspaces;
  expect(matchedWorkspace({ workspace: workspace!, reason: { by: "name" } })).toStrictEqual({
    id: "ws-net-1",
    name: "net-1",
  });
});

/** What a membership of the project Net selects: names with the pattern, if a rule selects them. */
function resolved(its: MembershipSpecs[string]): ResolvedMembership {
  const [membership] = code({ Net: its }).memberships as readonly [DesiredMembership];
  return resolveMembership(membership, NET, new WorkspaceIndex(actual.workspaces), placesOf(NET, undefined, actual));
}
const shown = (all: ResolvedMembership["selected"]): readonly string[] =>
  all.map(
    ({ workspace, reason }) => `${workspace.name} by ${reason.by === "rule" ? String(reason.pattern) : reason.by}`,
  );

const DECIDED = [
  { id: "ws-net-1", name: "net-1", match: { pattern: "n*" } },
  { id: "ws-net-4", name: "net-4" },
  { id: "ws-web", name: "web" },
  { id: "ws-gone", name: "gone" },
];

describe("a rule that a plan has decided", () => {
  test("selects what that plan has, as far as it exists, with its reasons or those of today", () => {
    const it = resolved({ matchNames: ["net-*"], workspaceNames: ["web"], matched: DECIDED });
    expect(shown(it.selected)).toEqual(["web by name", "net-1 by n*", "net-4 by net-*"]);
    expect(shown(it.newMatches)).toEqual(["net-2 by net-*", "net-3 by net-*"]);
    expect(it.goneMatches).toEqual([{ id: "ws-gone", name: "gone" }]);
  });

  test("keeps what no longer matches, without a reason", () => {
    const { selected } = resolved({ matchNames: ["x*"], matched: DECIDED.slice(2) });
    expect(selected.map(({ workspace, reason }) => [workspace.name, reason])).toEqual([["web", { by: "rule" }]]);
  });

  test("takes nothing from elsewhere than the rule may", () => {
    const matched = [...DECIDED.slice(0, 2), { id: "ws-net-3", name: "net-3" }];
    const its = { matchNames: ["net-*"], matched };
    const names = (it: ResolvedMembership): readonly string[] => it.selected.map(({ workspace }) => workspace.name);
    expect(names(resolved(its))).toEqual(["net-1", "net-4", "net-3"]);
    expect(names(resolved({ ...its, takeFrom: "default-project" }))).toEqual(["net-1", "net-4"]);
  });

  test("names no workspace as gone that the lists name as missing", () => {
    const it = resolved({ matchNames: ["net-*"], workspaceNames: ["GONE"], matched: DECIDED });
    expect(it).toMatchObject({ goneMatches: [], missingNames: ["GONE"] });
  });

  test("needs no tags", () => {
    const unknown = { ...actual, workspaces: actual.workspaces.map((it) => ({ ...it, tags: undefined })) };
    const desired = code({ Net: { matchTags: { a: "*" }, matched: DECIDED.slice(0, 1) } });
    expect(planOrganization(desired, unknown).refusals).toEqual([]);
  });
});

test.each<[string, MembershipSpecs[string], boolean]>([
  ["matches nothing", { matchNames: ["x*"] }, true],
  ["matches something", { matchNames: ["net-1"] }, false],
  ["matches only what it leaves elsewhere", { matchNames: ["net-3"], takeFrom: "default-project" }, false],
  ["matches only what the lists name", { matchNames: ["web"], workspaceNames: ["web"] }, false],
  [
    "matches only what the lists name elsewhere",
    { matchNames: ["net-3"], takeFrom: "default-project", workspaceNames: ["net-3"] },
    false,
  ],
  ["matches nothing of the lists", { matchNames: ["x*"], workspaceNames: ["web"] }, true],
  ["is none", { workspaceNames: ["web"] }, false],
])("a rule that %s matches nothing: %s", (_, its, matchesNothing) => {
  expect(resolved(its)).toMatchObject({ matchesNothing, newMatches: [], goneMatches: [] });
});

describe("memberships that select the same workspaces", () => {
  const conflicts = (memberships: MembershipSpecs, all: ActualOrganization = actual): unknown =>
    planOrganization(code(memberships), all, { maxMoves: "all" }).refusals;

  test("are refused once for each pair, with the rules that select all of them", () => {
    const [one, other] = [{ matchNames: ["net-*"] }, { matchNames: ["*-1", "*-2"] }];
    expect(conflicts({ Aaa: one, Bbb: other })).toEqual([
      {
        cause: "two-memberships",
        code: "WORKSPACE_IN_TWO_PROJECTS",
        address: membershipOf("Bbb"),
        workspaces: ["net-1", "net-2"],
        other: membershipOf("Aaa"),
        rule: expect.objectContaining(other) as object,
        otherRule: expect.objectContaining(one) as object,
        language: "terraform",
      },
    ]);
    expect(conflicts({ Aaa: { ...one, workspaceNames: ["net-2"] }, Bbb: other })).toMatchObject([
      { rule: other, otherRule: undefined },
    ]);
    expect(conflicts({ Aaa: one, Bbb: { ...other, workspaceNames: ["net-1"] } })).toMatchObject([
      { rule: undefined, otherRule: one },
    ]);
  });

  test("are refused in the order of the other memberships", () => {
    const memberships = {
      Ccc: { workspaceNames: ["web", "net-1"] },
      Bbb: { workspaceNames: ["net-1"] },
      Aaa: { workspaceNames: ["web"] },
    };
    expect(conflicts(memberships)).toMatchObject([
      { address: membershipOf("Ccc"), other: membershipOf("Aaa"), workspaces: ["web"] },
      { address: membershipOf("Ccc"), other: membershipOf("Bbb"), workspaces: ["net-1"] },
    ]);
  });

  test("are the first one's until then", () => {
    const { actions, selections } = planOrganization(
      code({ Bbb: { matchNames: ["web"] }, Aaa: { matchNames: ["w*"] } }),
      actual,
    );
    expect(actions.map(({ kind }) => kind)).toEqual(["create", "create", "move"]);
    expect(actions[2]).toMatchObject({ destination: { name: "Aaa" }, workspaces: [{ name: "web" }] });
    expect(selections).toEqual([
      { address: membershipOf("Aaa"), workspaces: [{ id: "ws-web", name: "web", match: { pattern: "w*" } }] },
      { address: membershipOf("Bbb"), workspaces: [{ id: "ws-web", name: "web", match: { pattern: "web" } }] },
    ]);
  });

  test("are compared with ten others at most", () => {
    const memberships = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`Net ${index + 10}`, { workspaceNames: ["web"] }]),
    );
    expect(conflicts(memberships)).toHaveLength((10 * 9) / 2);
  });
});

test("only memberships with rules have a selection, by name", () => {
  const memberships = { Net: { matchNames: ["net-*"], workspaceNames: ["web"] }, Web: { workspaceNames: [] } };
  const { selections } = planOrganization(code(memberships), actual);
  expect(selections.map(({ address, workspaces }) => [address, workspaces.map(({ name }) => name)])).toEqual([
    [membershipOf("Net"), ["net-1", "net-2", "net-3", "net-4", "web"]],
  ]);
});

describe("a rule that takes workspaces from the default project", () => {
  const rule = { matchNames: ["net-*"], takeFrom: "default-project" } as const;
  const elsewhere = (memberships: MembershipSpecs, all = actual): unknown =>
    planOrganization(code(memberships), all).elsewhere;

  test("leaves others where they are, unless another membership has them", () => {
    const left = {
      address: membershipOf("Net"),
      id: "ws-net-3",
      name: "net-3",
      match: { pattern: "net-*" },
      project: { id: "prj-Old", name: "Old" },
    };
    expect(elsewhere({ Net: rule })).toEqual([left]);
    expect(elsewhere({ Net: rule, Old: { workspaceNames: ["net-3"] } })).toEqual([]);
    expect(elsewhere({ Net: { matchNames: ["net-*"] } })).toEqual([]);
  });

  test("names the project by its ID, if the token does not see it", () => {
    const projects = actual.projects.filter(({ name }) => name !== "Old");
    expect(elsewhere({ Net: rule }, { ...actual, projects })).toMatchObject([
      { project: { id: "prj-Old", name: "prj-Old" } },
    ]);
  });
});

test("a rule that cannot be evaluated keeps what its membership has, in the lists and in the state, also in a deleted project", () => {
  const tagless = organization({
    Default: [],
    Net: [{ name: "a", tags: null }, "b", "c"],
    Old: [{ name: "d", tags: null }],
  });
  const its = { workspaceIds: ["ws-b"], matchedWorkspaces: { "ws-c": "c" } };
  const desired = code(
    { Net: { matchTags: { x: "*" }, workspaceNames: ["d"], exclusive: true } },
    { memberships: [recordedMembership("Net", its)] },
  );
  const { actions, refusals, coverage } = planOrganization(desired, tagless, { prune: true, maxDeletes: 1 });
  expect(refusals).toEqual([
    { cause: "unknown-tags", code: "TAGS_NOT_REPORTED", addresses: [membershipOf("Net")], organization: "acme" },
    {
      cause: "not-empty",
      code: "PROJECT_NOT_EMPTY",
      project: { id: "prj-Old", name: "Old" },
      workspaces: ["d"],
      deletion: "unmanaged",
      evacuate: false,
      leaving: [],
    },
  ]);
  expect(actions.map(({ kind }) => kind)).toEqual(["delete"]);
  expect(coverage.unmanagedWorkspaces.map(({ name }) => name)).toEqual(["a"]);
});
