import { messageOf } from "../../../src/model";
import { notEmpty } from "../../../src/diagnostics";
import type { Drift, Plan } from "../../../src/engine/plan/comparison";
import { makePlan } from "../../../src/engine/plan/plan";
import type { DriftOptions, PlanOptions } from "../../../src/engine/plan/plan-options";
import { render } from "../../../src/engine/report/render";
import { driftFor, planFor } from "../report/organization";

/** An organization, and code that manages Platform, exclusively, with one workspace. */
function organizationAndCode(platform = "Platform") {
  return [
    [
      { name: "Default Project", workspaces: ["left"] },
      { name: platform, workspaces: ["net", "sandbox-net"] },
      { name: "Sandbox-A", workspaces: ["toy"] },
      { name: "Old", workspaces: ["sandbox-old", "old"] },
      { name: "Empty" },
    ],
    [{ name: platform, workspaces: ["net"], exclusive: true }],
  ] as const;
}

function planWith(options: PlanOptions, platform?: string): Plan {
  return planFor(...organizationAndCode(platform), options);
}

function driftWith(options: DriftOptions): Drift {
  return driftFor(...organizationAndCode(), options);
}

const PRUNE = { prune: true, evacuate: true, maxDeletes: 9 } as const;

describe("--ignore", () => {
  test("leaves projects with the name alone, and the workspaces in them", () => {
    const { actions, coverage } = planWith({ ...PRUNE, ignore: ["sandbox-a"] });
    expect(actions.map(({ id }) => id)).toEqual(["move Default Project", "delete Empty", "delete Old"]);
    expect(coverage).toMatchObject({
      projects: { managed: 1, total: 4 },
      workspaces: { managed: 1, total: 5 },
      ignored: { patterns: ["sandbox-a"], projects: 1, workspaces: 1 },
    });
    expect(coverage.unmanagedProjects.map(({ name }) => name)).toEqual(["Empty", "Old"]);
    expect(coverage.unmanagedWorkspaces.map(({ name }) => name)).toEqual(["left", "old", "sandbox-net", "sandbox-old"]);
  });

  test("leaves workspaces with the name where they are, also in an exclusive project", () => {
    const plan = planWith({ ignore: ["sandbox-*"] });
    expect(plan).toMatchObject({ actions: [], errors: [] });
    expect(plan.coverage.unmanagedWorkspaces.map(({ name }) => name)).toEqual(["left", "old"]);
    expect(plan.notPruned.map(({ name }) => name)).toEqual(["Empty", "Old"]);
    expect(planWith({}).actions.map(({ id }) => id)).toEqual(["move Default Project"]);
  });

  test("blocks the deletion of a project that contains an ignored workspace, with the next step", () => {
    const { errors } = planWith({ ...PRUNE, ignore: ["sandbox-*"] });
    expect(errors).toEqual([
      notEmpty({
        project: { id: "prj-old", name: "Old" },
        workspaces: ["sandbox-old"],
        deletion: "unmanaged",
        evacuate: true,
        leaving: [],
      }),
    ]);
    expect(errors.map((it) => [it.where, messageOf(it)])).toEqual([
      [
        'project "Old" (prj-old)',
        "The project is unmanaged and still contains 1 workspace that is ignored: sandbox-old. " +
          "Move it to another project. Or use ignore for this project too.",
      ],
    ]);
    expect(planWith({ ...PRUNE, ignore: ["sandbox-*", "old"] }).errors).toEqual([]);
  });

  test("never leaves out what the code manages", () => {
    const plan = planWith({ ignore: ["*"] }, "Sandbox");
    expect(plan.coverage).toMatchObject({
      projects: { managed: 1, total: 1 },
      workspaces: { managed: 1, total: 1 },
      defaultProject: "ignored",
      ignored: { projects: 4, workspaces: 5 },
    });
  });

  test("keeps a project that Terraform's state has and the code no longer has", () => {
    const dropped = [
      { address: "a", id: "prj-old", name: "Old", organization: "acme", deletionPolicy: "evacuate" },
    ] as const;
    const inState = { states: [], droppedProjects: dropped, memberships: [] };
    const { actual } = planFor([{ name: "Default Project" }, { name: "Old", workspaces: ["a"] }], []);
    const desired = { name: "acme", projects: [], memberships: [], references: [] };
    const options = { maxDeletes: 1 };
    expect(makePlan({ ...desired, inState }, actual, options).actions.map(({ id }) => id)).toEqual([
      "move Default Project",
      "delete Old",
    ]);
    const kept = makePlan({ ...desired, inState }, actual, { ...options, ignore: ["old"] });
    expect(kept).toMatchObject({ actions: [], errors: [], coverage: { unmanagedProjects: [] } });
  });
});

describe("coverage", () => {
  test("counts the default project as managed only if the code manages it, and never lists it as unmanaged", () => {
    const unmanaged = planFor([{ name: "Default Project" }], []).coverage;
    expect(unmanaged).toMatchObject({
      projects: { managed: 0, total: 1 },
      defaultProject: "unmanaged",
      unmanagedProjects: [],
    });
    const managed = planFor([{ name: "Default Project" }], [{ name: "Default Project" }]).coverage;
    expect(managed).toMatchObject({ projects: { managed: 1, total: 1 }, defaultProject: "managed" });
  });
});

test("an unmanaged workspace that is misplaced counts once", () => {
  const drift = driftWith({ strict: true });
  expect(drift.coverage.unmanagedWorkspaces.map(({ name }) => name)).toContain("sandbox-net");
  expect(drift.unmanagedDrift).toEqual({ projects: 3, workspaces: 0, unplaced: 0 });
  expect(render(drift, "text", { width: 200 })).toContain(
    "1 workspace misplaced, 3 projects unmanaged with 3 workspaces. Also unmanaged: 1 workspace.",
  );
  expect(render(drift, "text")).not.toContain("in Platform: sandbox-net\n\nCoverage");
  expect(render(drift, "html")).toContain("<b>4</b> workspaces unmanaged");
  expect(render(drift, "markdown")).not.toContain("| `sandbox-net` |");
});

describe("strict drift", () => {
  test("counts unmanaged projects other than the default one, and unmanaged workspaces in projects of the code", () => {
    const stray = driftFor(
      [{ name: "Default Project" }, { name: "Platform", workspaces: ["stray"] }, { name: "Old" }],
      [{ name: "Platform" }],
      { strict: true },
    );
    expect(stray.unmanagedDrift).toEqual({ projects: 1, workspaces: 1, unplaced: 0 });
    expect(driftWith({ strict: true, ignore: ["sandbox-*", "old"] }).unmanagedDrift).toEqual({
      projects: 1,
      workspaces: 0,
      unplaced: 0,
    });
    for (const it of [driftWith({}), planWith({})]) {
      expect(it.unmanagedDrift).toEqual({ projects: 0, workspaces: 0, unplaced: 0 });
    }
  });

  test("counts workspaces in the default project if the code manages it", () => {
    const drift = driftFor([{ name: "Default Project", workspaces: ["a"] }], [{ name: "Default Project" }], {
      strict: true,
    });
    expect(drift.unmanagedDrift).toEqual({ projects: 0, workspaces: 1, unplaced: 0 });
  });
});

describe("unplaced workspaces", () => {
  const specs = [
    { name: "Default Project", workspaces: ["new", "net-1", "listed"] },
    { name: "Platform", workspaces: ["stray"] },
    { name: "Old", workspaces: ["legacy"] },
  ];
  const code = [{ name: "Platform", workspaces: ["listed"] }];

  test("are those in the default project that no membership and no rule has", () => {
    const drift = driftFor(specs, code, { unplaced: true });
    expect(drift).toMatchObject({ hasDrift: true, unmanagedDrift: { projects: 0, workspaces: 0, unplaced: 2 } });
    const text = render(drift, "text", { width: 200 });
    expect(text).toContain("  2 workspaces in Default Project (drift): net-1, new");
    expect(text).toMatch(/ 2 workspaces unplaced in the default project\. Also unmanaged: 1 project\b.* 2 workspaces/);
    expect(render(drift, "markdown")).toContain("**2 workspaces unmanaged in the default project (drift)**");
    expect(render(drift, "html")).toContain("In the default project (drift)");
  });

  test("count once, also if the code manages the default project", () => {
    const own = [{ name: "Default Project" }, ...code];
    const drift = driftFor(specs, own, { unplaced: true, strict: true });
    expect(drift.unmanagedDrift).toEqual({ projects: 1, workspaces: 1, unplaced: 2 });
    expect(driftFor(specs, own, { strict: true }).unmanagedDrift).toEqual({ projects: 1, workspaces: 3, unplaced: 0 });
  });

  test("are none if they are ignored", () => {
    const ignoring = { unplaced: true, ignore: ["new", "net-*"] };
    expect(driftFor(specs, code, ignoring).unmanagedDrift.unplaced).toBe(0);
  });
});

test("projects that --prune would delete are left alone without it", () => {
  expect(planWith({}).notPruned.map(({ name }) => name)).toEqual(["Empty", "Old", "Sandbox-A"]);
  expect(planWith(PRUNE).notPruned).toEqual([]);
});
