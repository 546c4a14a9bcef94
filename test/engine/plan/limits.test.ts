import { refusalText, subjectOf } from "../../../src/engine/report/problem-text";
import { driftFor, planFor } from "../report/organization";
import type { Plan } from "../../../src/engine/plan/comparison";
import type { PlanOptions } from "../../../src/engine/plan/plan-options";

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
    const { refusals, actions } = moving({ moved, all });
    expect(refusals.map(({ code }) => code)).toEqual(isAllowed ? [] : ["TOO_MANY_MOVES"]);
    expect(actions.map(({ kind }) => kind)).toEqual(["create", "move"]);
  });

  test("is exceeded by a first deployment, which the error explains with the next step", () => {
    const { refusals } = moving({ moved: 480, all: 500 });
    expect(refusals).toMatchObject([{ code: "TOO_MANY_MOVES", reasons: [["member", 480]], limit: 125 }]);
    expect(refusals.map((it) => [subjectOf(it), refusalText(it)])).toEqual([
      [
        "moves",
        'The plan would move 480 workspaces of 500 out of the default project "Home" into 1 project of the code, ' +
          "as in a first deployment. By default, at most 125 may be moved: a quarter of all, or 25 if that is more.",
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
    expect(plan.refusals.map(refusalText)).toEqual([
      "The plan would move 6 workspaces of 6 (1 to the project of their membership, " +
        "2 evicted from exclusive projects, 3 evacuated from deleted projects). The limit is 5.",
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
    expect(moving(size).refusals).toMatchObject([{ code: "TOO_MANY_MOVES" }]);
    const drift = driftFor(...organizationAndCode(size));
    expect(drift).toMatchObject({ refusals: [], raisedLimits: [], hasDrift: true });
    expect(drift.actions).toMatchObject([{ kind: "create" }, { kind: "move", workspaces: { length: 480 } }]);
  });
});
