import { inTwoMemberships } from "../../../src/diagnostics";
import { identifyProjects } from "../../../src/engine/plan/identity";
import { resolveMembers, type ResolvedMembership } from "../../../src/engine/plan/memberships";
import { makePlan } from "../../../src/engine/plan/plan";
import { code, membershipOf, organization, type MembershipSpecs } from "./organization-with-rules";

const actual = organization({ Default: ["net-1", "net-2", "web"], Old: ["net-3"], Net: ["net-4"] });

test("a membership has each workspace of its lists once, and names what no workspace is", () => {
  const lists = { workspaceIds: ["ws-net-1", "ws-gone"], workspaceNames: ["NET-1", "net-3", "gone"] };
  const net = { id: "prj-Net", name: "Net" };
  const desired = code({ Net: lists });
  const [{ selected, ...rest }] = resolveMembers(identifyProjects(desired, actual)).resolved as readonly [
    ResolvedMembership,
  ];
  expect(selected.map(({ workspace, by }) => [workspace.name, by])).toEqual([
    ["net-1", "id"],
    ["net-3", "name"],
  ]);
  expect(rest).toEqual({
    membership: desired.memberships[0],
    to: net,
    missingIds: ["ws-gone"],
    missingNames: ["gone"],
  });
});

describe("memberships that name the same workspaces", () => {
  const conflicts = (memberships: MembershipSpecs): unknown =>
    makePlan(code(memberships), actual, { maxMoves: "all" }).errors;

  /** The error of the last of some memberships. */
  const both = (names: readonly string[], workspaces: readonly string[]): unknown => {
    const labels = names.map(membershipOf);
    return inTwoMemberships({
      address: labels.at(-1)!,
      workspaces,
      memberships: labels.map((label) => ({ label })),
    });
  };

  test("are refused once for the same memberships, in the order of the other ones", () => {
    const memberships = {
      Ccc: { workspaceNames: ["web", "net-1", "net-2"] },
      Bbb: { workspaceNames: ["net-1"], workspaceIds: ["ws-net-2"] },
      Aaa: { workspaceNames: ["web"] },
    };
    expect(conflicts(memberships)).toEqual([both(["Aaa", "Ccc"], ["web"]), both(["Bbb", "Ccc"], ["net-1", "net-2"])]);
  });

  test("are refused once, with all memberships of a workspace, also those that share others", () => {
    const desired = {
      Aaa: { workspaceNames: ["web"] },
      Bbb: { workspaceNames: ["web", "net-1"] },
      Ccc: { workspaceIds: ["ws-web", "ws-net-1"] },
    };
    expect(conflicts(desired)).toEqual([both(["Aaa", "Bbb", "Ccc"], ["web"]), both(["Bbb", "Ccc"], ["net-1"])]);
  });

  test("are the first one's until then", () => {
    const desired = code({ Bbb: { workspaceNames: ["web"] }, Aaa: { workspaceNames: ["web"] } });
    const { actions } = makePlan(desired, actual);
    expect(actions.map(({ kind }) => kind)).toEqual(["create", "create", "move"]);
    expect(actions[2]).toMatchObject({ destination: { name: "Aaa" }, workspaces: [{ name: "web" }] });
  });
});
