import { messageOf } from "../../../src/model";
import { tooManyMoves, tooManyPlaced } from "../../../src/diagnostics";
import { driftFor, planFor } from "../report/organization";
import type { Plan } from "../../../src/engine/plan/comparison";
import { makePlan } from "../../../src/engine/plan/plan";
import type { PlanOptions } from "../../../src/engine/plan/plan-options";
import {
  code,
  organization,
  PLACEMENT,
  placementAt,
  withPlacement,
  type MembershipSpecs,
} from "./organization-with-rules";

const names = (count: number, prefix = "workspace"): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

/** An organization, and code that moves workspaces out of its default project; others stay in a project of the code. */
function organizationAndCode({ moved, all }: { readonly moved: number; readonly all: number }) {
  const moves = names(moved);
  const kept = { name: "Kept", workspaces: names(all - moved, "stays") };
  return [
    [{ name: "Home", workspaces: moves }, kept],
    [kept, { name: "New", workspaces: moves }],
  ] as const;
}

function moving(size: Parameters<typeof organizationAndCode>[0], options: PlanOptions = {}): Plan {
  return planFor(...organizationAndCode(size), options);
}

describe("the limit of moves", () => {
  test.each([
    [25, 25, true],
    [26, 26, false],
    [25, 100, true],
    [26, 100, false],
    [26, 103, false],
    [26, 104, true],
    [250, 1_000, true],
    [251, 1_000, false],
  ])("is a quarter of all workspaces, at least 25: %i of %i may move: %s", (moved, all, isAllowed) => {
    const { errors, actions } = moving({ moved, all });
    expect(errors.map(({ code }) => code)).toEqual(isAllowed ? [] : ["TOO_MANY_MOVES"]);
    expect(actions.map(({ kind }) => kind)).toEqual(["create", "move"]);
  });

  test("is exceeded by a first deployment, which the error explains with the next step", () => {
    const { errors } = moving({ moved: 480, all: 500 });
    expect(errors).toMatchObject([{ code: "TOO_MANY_MOVES", data: { reasons: [["member", 480]], limit: 125 } }]);
    expect(errors.map((it) => [it.where, messageOf(it)])).toEqual([
      [
        "moves",
        'The plan would move 480 workspaces of 500 out of the default project "Home" into 1 project of the code, ' +
          "as in a first deployment. By default, at most 125 may be moved: a quarter of all, or 25 if that is more. " +
          "To allow this, use maxMoves 480, or maxMoves all for any number.",
      ],
    ]);
  });

  test("counts members, evicted, evacuated and released workspaces, which the error counts by reason", () => {
    const plan = planFor(
      [
        { name: "Home", workspaces: ["a"] },
        { name: "Exclusive", workspaces: ["b", "c"] },
        { name: "Old", workspaces: ["d", "e", "f"] },
      ],
      [{ name: "Exclusive", workspaces: ["a"], exclusive: true }],
      { prune: true, evacuate: true, maxDeletes: 1, maxMoves: 5 },
    );
    expect(plan.errors.map(messageOf)).toEqual([
      "The plan would move 6 workspaces of 6 (1 to the project of their membership, " +
        "2 evicted from exclusive projects, 3 evacuated from deleted projects). The limit is 5. To allow this, use " +
        "maxMoves 6, or maxMoves all for any number.",
    ]);
  });

  test.each([
    [{ maxMoves: "all" }, [{ option: "maxMoves", limit: "all", default: 25 }]],
    [{ maxMoves: 30 }, [{ option: "maxMoves", limit: 30, default: 25 }]],
    [{ maxMoves: 25 }, []],
    [{ maxMoves: 0 }, []],
    [{ maxDeletes: 1 }, [{ option: "maxDeletes", limit: 1, default: 0 }]],
    [{ maxDeletes: 0 }, []],
    [{}, []],
  ] satisfies [PlanOptions, unknown][])("with %j the plan reports these raised limits: %j", (options, expected) => {
    expect(moving({ moved: 1, all: 2 }, options).raisedLimits).toEqual(expected);
  });

  test("does not exist for drift, which reports no raised limits either", () => {
    const size = { moved: 480, all: 500 };
    expect(moving(size).errors).toMatchObject([{ code: "TOO_MANY_MOVES" }]);
    const drift = driftFor(...organizationAndCode(size));
    expect(drift).toMatchObject({ errors: [], raisedLimits: [], hasDrift: true });
    expect(drift.actions).toMatchObject([{ kind: "create" }, { kind: "move", workspaces: { length: 480 } }]);
  });
});

describe("the limit of deletions", () => {
  const old = (count: number) => [{ name: "Home" }, { name: "Kept" }, ...names(count, "Old").map((name) => ({ name }))];
  const deleting = (count: number, all: number, options: PlanOptions = {}): readonly string[] => {
    const others = names(all - count - 2, "Other").map((name) => ({ name }));
    const kept = [{ name: "Kept" }, ...others];
    return planFor([...old(count), ...others], kept, { prune: true, ...options }).errors.map(({ code }) => code);
  };

  test.each([
    [1, 3, false],
    [1, 4, true],
    [1, 7, true],
    [2, 7, false],
    [2, 8, true],
  ])("is a quarter of all projects: %i of %i may be deleted: %s", (count, all, isAllowed) => {
    expect(deleting(count, all)).toEqual(isAllowed ? [] : ["TOO_MANY_DELETES"]);
  });

  test("is that of the options, if they have one", () => {
    expect(deleting(2, 4, { maxDeletes: 2 })).toEqual([]);
    expect(deleting(2, 4, { maxDeletes: 1 })).toEqual(["TOO_MANY_DELETES"]);
    expect(deleting(1, 8, { maxDeletes: 0 })).toEqual(["TOO_MANY_DELETES"]);
  });

  test("is raised only above its default", () => {
    const raised = (maxDeletes: number): unknown =>
      planFor([...old(6)], [{ name: "Kept" }], { prune: true, maxDeletes }).raisedLimits;
    expect([raised(2), raised(3)]).toEqual([[], [{ option: "maxDeletes", limit: 3, default: 2 }]]);
  });
});

describe("an error about too many moves", () => {
  const MAX: PlanOptions = { maxMoves: 0 };
  const tooMany = (plan: Plan): unknown => plan.errors.find(({ code }) => code === "TOO_MANY_MOVES");

  test("says how many projects a first deployment has", () => {
    const plan = planFor(
      [{ name: "Home", workspaces: ["a", "b", "c"] }],
      [
        { name: "One", workspaces: ["a", "b"] },
        { name: "Two", workspaces: ["c"] },
      ],
      MAX,
    );
    expect(tooMany(plan)).toEqual(
      tooManyMoves({
        reasons: [["member", 3]],
        total: 3,
        limit: 0,
        first: { source: "Home", destinations: 2 },
      }),
    );
  });

  test("names no first deployment if workspaces leave another project, or not for one of the code", () => {
    const net = { name: "Net", workspaces: ["a"], exclusive: true };
    const old = planFor([{ name: "Home" }, { name: "Old", workspaces: ["a"] }], [net], MAX);
    expect(tooMany(old)).toMatchObject({ data: { reasons: [["member", 1]], first: undefined } });
    const evicting = planFor([{ name: "Home" }, { name: "Net", workspaces: ["a", "b"] }], [net], MAX);
    expect(tooMany(evicting)).toMatchObject({ data: { reasons: [["evicted", 1]], first: undefined } });
  });

  test("has the ID of a default project that the token does not see", () => {
    const actual = organization({ Default: ["a"], Net: [] });
    const blind = { ...actual, projects: actual.projects.slice(1) };
    expect(tooMany(makePlan(code({ Net: { workspaceNames: ["a"] } }), blind, MAX))).toMatchObject({
      data: { first: { source: "prj-Default", destinations: 1 } },
    });
  });
});

describe("the limit of a placement", () => {
  const actual = organization({ Default: ["net-1", "web-1", "x"], Net: ["an-old"], Web: [], Old: ["moved"] });
  const rules = [
    { to: "Net", matchNames: ["net-*", "x"] },
    { to: "Web", matchNames: ["web-*", "moved"], takeFrom: "any" },
  ] as const;
  const exceeded = (maxMoves: number | undefined, memberships: MembershipSpecs = {}): unknown =>
    makePlan(withPlacement(code({ Net: {}, Web: {}, ...memberships }), rules, { maxMoves }), actual).errors;

  test("counts what its rules move, by name", () => {
    expect(exceeded(3)).toEqual([
      tooManyPlaced({ address: PLACEMENT, limit: 3, workspaces: ["moved", "net-1", "web-1", "x"] }),
    ]);
    expect(exceeded(4)).toEqual([]);
    expect(exceeded(undefined)).toEqual([]);
  });

  test("counts nothing that memberships move, and nothing of other placements", () => {
    const lists = { Old: { workspaceNames: ["x", "net-1"] } };
    expect(exceeded(2, lists)).toEqual([]);
    const both = withPlacement(withPlacement(code({ Net: {} }), [rules[0]], { maxMoves: 2 }), [rules[0]], {
      address: placementAt("other"),
      exceptNames: ["x"],
      maxMoves: 0,
    });
    const { errors } = makePlan(both, actual);
    expect(errors).toMatchObject([{ code: "WORKSPACE_IN_TWO_PROJECTS", data: { workspaces: ["net-1"] } }]);
  });
});
