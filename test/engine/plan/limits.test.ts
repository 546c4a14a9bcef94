import { refusalText, subjectOf } from "../../../src/engine/report/problem-text";
import { planFor } from "../report/organization";
import type { PlanOptions } from "../../../src/engine/plan/plan-options";

const names = (count: number, prefix = "workspace"): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

/** A plan that moves workspaces out of the default project; others stay in a project of the code. */
function moving(
  { moved, all }: { readonly moved: number; readonly all: number },
  options: PlanOptions = {},
): ReturnType<typeof planFor>["plan"] {
  const moves = names(moved);
  const stays = names(all - moved, "stays");
  return planFor(
    [
      { name: "Home", workspaces: moves },
      { name: "Kept", workspaces: stays },
    ],
    [
      { name: "Kept", workspaces: stays },
      { name: "New", workspaces: moves },
    ],
    options,
  ).plan;
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
    const { plan } = planFor(
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
    [{ maxMoves: "all", maxDeletes: 9, limited: false }, []],
  ] satisfies [PlanOptions, unknown][])("with %j the plan reports these raised limits: %j", (options, expected) => {
    expect(moving({ moved: 1, all: 2 }, options).raisedLimits).toEqual(expected);
  });
});
