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
    makePlan(code(memberships), actual, { maxMoves: "all" }).refusals;

  test("are refused once for each pair, in the order of the other memberships", () => {
    const memberships = {
      Ccc: { workspaceNames: ["web", "net-1", "net-2"] },
      Bbb: { workspaceNames: ["net-1"], workspaceIds: ["ws-net-2"] },
      Aaa: { workspaceNames: ["web"] },
    };
    const refusal = { cause: "two-memberships", code: "WORKSPACE_IN_TWO_PROJECTS", address: membershipOf("Ccc") };
    expect(conflicts(memberships)).toEqual([
      { ...refusal, other: membershipOf("Aaa"), workspaces: ["web"] },
      { ...refusal, other: membershipOf("Bbb"), workspaces: ["net-1", "net-2"] },
    ]);
  });

  test("are refused for each of three memberships of one workspace", () => {
    const desired = {
      Aaa: { workspaceNames: ["web"] },
      Bbb: { workspaceNames: ["web"] },
      Ccc: { workspaceIds: ["ws-web"] },
    };
    expect(conflicts(desired)).toMatchObject([
      { address: membershipOf("Bbb"), other: membershipOf("Aaa") },
      { address: membershipOf("Ccc"), other: membershipOf("Aaa") },
      { address: membershipOf("Ccc"), other: membershipOf("Bbb") },
    ]);
  });

  test("are the first one's until then", () => {
    const desired = code({ Bbb: { workspaceNames: ["web"] }, Aaa: { workspaceNames: ["web"] } });
    const { actions } = makePlan(desired, actual);
    expect(actions.map(({ kind }) => kind)).toEqual(["create", "create", "move"]);
    expect(actions[2]).toMatchObject({ destination: { name: "Aaa" }, workspaces: [{ name: "web" }] });
  });

  test("are compared with ten others at most", () => {
    const memberships = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`Net ${index + 10}`, { workspaceNames: ["web"] }]),
    );
    expect(conflicts(memberships)).toHaveLength((10 * 9) / 2);
  });
});
