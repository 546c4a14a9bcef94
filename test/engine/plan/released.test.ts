import type { DesiredOrganization, MembershipInState } from "../../../src/engine/organization";
import { makePlan } from "../../../src/engine/plan/plan";
import {
  code,
  movesOf,
  organization,
  membershipInState,
  withoutDefault,
  withProjects,
  withPlacement,
  type MembershipSpecs,
} from "./organization-with-rules";

/** The workspaces of Net that leave it, if the state has had a membership with the first two of a, b, c and d. */
function released(
  memberships: MembershipSpecs,
  its: Partial<MembershipInState> = { workspaceIds: ["ws-a"], workspaceNames: ["B"] },
  change: (desired: DesiredOrganization) => DesiredOrganization = (desired) => desired,
): readonly string[] {
  const actual = organization({ Default: ["x"], Net: ["a", "b", "c", "d"], Web: [] });
  const desired = code(memberships, { memberships: [membershipInState("Net", its)] });
  const plan = makePlan(change(desired), actual);
  expect(plan.errors).toEqual([]);
  return movesOf(plan);
}

const withoutMembership = (desired: DesiredOrganization): DesiredOrganization => ({ ...desired, memberships: [] });
const leaves = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `${name}: Net → Default (released)`);

test.each<[string, MembershipSpecs, readonly string[]]>([
  ["are no longer in the code", { Net: {} }, leaves("a", "b")],
  ["are in the code by name or ID", { Net: { workspaceNames: ["a"], workspaceIds: ["ws-b"] } }, []],
  ["are no longer in the code, where others are", { Net: { workspaceNames: ["a", "c"] } }, leaves("b")],
  ["are retained", { Net: { onDestroy: "retain" } }, []],
  [
    "are in another membership",
    { Net: {}, Web: { workspaceNames: ["a"] } },
    ["b: Net → Default (released)", "a: Net → Web (member)"],
  ],
])("workspaces of a membership in the state leave its project unless they %s: %j", (_, memberships, moves) => {
  expect([...released(memberships)].sort()).toEqual([...moves].sort());
});

test.each<[string, Partial<MembershipInState>, readonly string[]]>([
  ["what its lists record", { workspaceIds: ["ws-a"], workspaceNames: ["B"] }, leaves("a", "b")],
  ["nothing if it retains them", { workspaceIds: ["ws-a"], onDestroy: "retain" }, []],
  ["nothing of other projects", { workspaceIds: ["ws-x"], workspaceNames: ["x"] }, []],
  ["nothing else of an exclusive project", { workspaceIds: ["ws-a"], exclusive: true }, leaves("a")],
])("a membership that the code has dropped releases %s", (_, its, moves) => {
  expect(released({ Net: {} }, its, withoutMembership)).toEqual(moves);
});

test("a membership that the code still has releases all of a project that was exclusive", () => {
  expect(released({ Net: {} }, { workspaceIds: ["ws-a"], exclusive: true })).toEqual(leaves("a", "b", "c", "d"));
});

test("a membership that the state has from the import of a whole project releases nothing", () => {
  const its = { workspaceIds: ["ws-a"], workspaceNames: ["B"], isRecorded: false };
  expect(released({ Net: { workspaceNames: ["c"] } }, its)).toEqual([]);
  expect(released({ Net: {} }, its, withoutMembership)).toEqual([]);
  expect(released({ Net: { workspaceNames: ["b", "c", "d"], exclusive: true } }, its)).toEqual([
    "a: Net → Default (evicted)",
  ]);
});

test("a retained membership releases nothing by becoming smaller or moving, but evicts what is not in it", () => {
  const its = { workspaceIds: ["ws-a"] };
  const moved = (desired: DesiredOrganization): DesiredOrganization => ({
    ...desired,
    memberships: desired.memberships.map((it) => ({ ...it, project: { by: "name", name: "Web" } })),
  });
  expect(released({ Net: { onDestroy: "retain" } }, its)).toEqual([]);
  expect(released({ Net: { onDestroy: "retain", exclusive: true } }, its, moved)).toEqual([]);
  expect(released({ Net: {} }, its, moved)).toEqual(leaves("a"));
  expect(released({ Net: { onDestroy: "retain", exclusive: true, workspaceNames: ["b", "c", "d"] } }, its)).toEqual([
    "a: Net → Default (evicted)",
  ]);
});

describe("a membership that an import block takes over", () => {
  const actual = organization({ Default: ["x"], Net: ["a", "b"] });
  const imported = (its: MembershipSpecs[string]): readonly string[] =>
    movesOf(makePlan(code({ Net: { workspaceNames: ["a"], ...its } }), actual));

  const net = { by: "id", id: "prj-Net" } as const;
  const objects = ["a", "B", "gone"];

  test.each<[string, MembershipSpecs[string]["imported"], readonly string[]]>([
    ["of its project by ID", { project: net, objects }, ["b: Net → Default (released)"]],
    ["of its project by name", { project: { by: "name", name: "NET" }, objects }, ["b: Net → Default (released)"]],
    ["by their IDs", { project: net, objects: ["ws-a", "ws-b"] }, ["b: Net → Default (released)"]],
    ["that the code names", { project: net, objects: ["a"] }, []],
    ["of a project that does not exist", { project: { by: "name", name: "Gone" }, objects }, []],
    ["of a project with an unknown ID", { project: { by: "id", id: "prj-x" }, objects }, []],
    ["of another project", { project: { by: "id", id: "prj-Default" }, objects }, []],
    ["not at all", undefined, []],
  ])("releases the workspaces that the import names, and the code does not: %s", (_, reference, moves) => {
    expect(imported({ imported: reference })).toEqual(moves);
  });

  test("releases nothing that the import does not name: what the project has besides is unmanaged", () => {
    const whole = makePlan(code({ Net: { workspaceNames: ["a"], imported: { project: net } } }), actual);
    expect(movesOf(whole)).toEqual([]);
    expect(whole.coverage.unmanagedWorkspaces.map(({ name }) => name)).toEqual(["b", "x"]);
    expect(imported({ imported: { project: net, objects: ["a"] } })).toEqual([]);
  });

  test("leaves what it does not list to the rules of a placement, which count it as matched", () => {
    const desired = code({ Net: { workspaceNames: ["a"], imported: { project: net } } });
    const warningsOf = (matchNames: readonly string[]): readonly string[] => {
      const plan = makePlan(withPlacement(desired, [{ to: "Net", matchNames }]), actual);
      expect(movesOf(plan)).toEqual([]);
      return plan.warnings.map(({ code }) => code);
    };
    expect([warningsOf(["b"]), warningsOf(["gone"])]).toEqual([[], ["no-match"]]);
    const taking = withPlacement(desired, [{ to: "Default", matchNames: ["*"] }], {
      takeFrom: "any",
      exceptNames: ["a"],
    });
    expect(movesOf(makePlan(taking, actual))).toEqual(["b: Net → Default (rule 1)"]);
  });

  test("evicts all others of an exclusive project", () => {
    expect(imported({ imported: { project: net }, exclusive: true })).toEqual(["b: Net → Default (evicted)"]);
  });

  test("releases nothing if it retains them", () => {
    expect(imported({ imported: { project: net, objects }, onDestroy: "retain" })).toEqual([]);
  });
});

describe("workspaces that no membership has", () => {
  const desired = withProjects(code({ Net: { exclusive: true } }), { Net: { description: null } });

  test("stay in the default project, in projects that are not exclusive, and where they are ignored", () => {
    const actual = organization({ Default: ["a"], Net: ["b", "c"], Web: ["d"] });
    expect(movesOf(makePlan(desired, actual, { ignore: ["c"] }))).toEqual(["b: Net → Default (evicted)"]);
  });

  test("move to the default project by its ID, if the token does not see it", () => {
    const { actions } = makePlan(desired, withoutDefault(organization({ Default: [], Net: ["b"] })));
    expect(actions).toMatchObject([{ kind: "move", destination: { id: "prj-Default", name: "prj-Default" } }]);
  });

  test("leave a deleted project as evacuated, before any other reason", () => {
    const inState = { memberships: [membershipInState("Old", { workspaceIds: ["ws-b"] })] };
    const options = { prune: true, evacuate: true, maxDeletes: 1 };
    const actual = organization({ Default: [], Old: ["b"] });
    expect(movesOf(makePlan(code({}, inState), actual, options))).toEqual(["b: Old → Default (evacuated)"]);
    expect(movesOf(makePlan(code({}, inState), actual))).toEqual(["b: Old → Default (released)"]);
  });
});
