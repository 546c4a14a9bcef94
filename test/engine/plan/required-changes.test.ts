import { NO_SETTINGS, UNSET_SETTINGS, type ProjectSettings, messageOf } from "../../../src/model";
import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type { DesiredProject } from "../../../src/engine/organization";
import { irreversibleOf, UNDONE } from "../../../src/engine/changes/kinds";
import { detectDrift, makePlan } from "../../../src/engine/plan/plan";
import {
  code,
  droppedProject,
  membershipInState,
  movesOf,
  organization,
  PLACEMENT,
  projectAt,
  withPlacement,
  withProjects,
} from "./organization-with-rules";

const NET = projectAt("Net");

/** An organization with the project Net, and code that has it. */
function changing(
  actual: Partial<ProjectSettings>,
  desired: Partial<DesiredProject>,
  its: Partial<ActualOrganization> = {},
): ReturnType<typeof makePlan> {
  const all = organization({ Default: [], Net: [] });
  const projects = all.projects.map((it) => (it.name === "Net" ? { ...it, ...actual } : it));
  return makePlan(withProjects(code({ Net: {} }), { Net: desired }), { ...all, projects, ...its });
}

const settings = (its: Partial<ProjectSettings>): ProjectSettings => ({ ...NO_SETTINGS, name: "Net", ...its });

describe("the settings of a project", () => {
  test("are those of the code when it is created, and tags are left to the service", () => {
    const desired = withProjects(code({ Net: {} }), { Net: { description: "", defaultExecutionMode: "local" } });
    expect(makePlan(desired, organization({ Default: [] })).actions).toEqual([
      {
        id: "create Net",
        kind: "create",
        reason: "missing from the organization",
        before: null,
        address: NET,
        after: { ...UNSET_SETTINGS, name: "Net", defaultExecutionMode: "local" },
        dependsOn: [],
      },
    ]);
  });

  test("are updated where they differ, with all that it has before and after", () => {
    expect(changing({ description: "old", tags: { a: "1" } }, { description: "new" }).actions).toEqual([
      {
        id: "update Net",
        kind: "update",
        reason: "description differs from the code",
        address: NET,
        projectId: "prj-Net",
        before: settings({ description: "old", tags: { a: "1" } }),
        after: settings({ description: "new", tags: undefined }),
        dependsOn: [],
      },
    ]);
    expect(changing({ description: "same" }, { description: "same" }).actions).toEqual([]);
  });

  describe("that the service does not report", () => {
    const unreported = { defaultExecutionMode: undefined };

    test("are sent, unless the code does not set them or the state has them as the code does", () => {
      const sent = changing(unreported, { defaultExecutionMode: "local" });
      expect(sent.actions).toMatchObject([{ before: unreported, after: { defaultExecutionMode: "local" } }]);
      expect(sent.notCompared).toEqual([]);
      expect(irreversibleOf(sent.actions)).toEqual({
        deleted: [],
        unknown: [{ id: "prj-Net", name: "Net", attributes: ["default_execution_mode"] }],
      });
      expect(changing(unreported, {})).toMatchObject({ actions: [], notCompared: [] });
      const stateSettings = settings({ defaultExecutionMode: "local" });
      expect(changing(unreported, { defaultExecutionMode: "local", stateSettings })).toMatchObject({
        actions: [],
        notCompared: ["defaultExecutionMode"],
      });
    });

    test("are sent if the state has others", () => {
      const stateSettings = settings({ defaultExecutionMode: "remote" });
      const { actions } = changing(unreported, { defaultExecutionMode: "local", stateSettings });
      expect(actions).toMatchObject([{ after: { defaultExecutionMode: "local" } }]);
    });

    test("are left alone by an update of others, if the code does not set them", () => {
      const { actions } = changing(unreported, { description: "new" });
      expect(actions).toMatchObject([{ after: { description: "new", defaultExecutionMode: undefined } }]);
      expect(irreversibleOf(actions)).toEqual({ deleted: [], unknown: [] });
    });

    test("are not compared by drift, nor where they were not read", () => {
      const desired = withProjects(code({ Net: {} }), { Net: { defaultExecutionMode: "local" } });
      const all = organization({ Default: [], Net: [] });
      const projects = all.projects.map((it) => ({ ...it, ...unreported }));
      const drift = detectDrift(desired, { ...all, projects });
      expect(drift).toMatchObject({ actions: [], notCompared: ["defaultExecutionMode"], hasDrift: false });
      const duration = { autoDestroyActivityDuration: "1d" };
      const skipped = changing({ autoDestroyActivityDuration: undefined }, duration, { skipsDurations: true });
      expect(skipped).toMatchObject({ actions: [], notCompared: ["autoDestroyActivityDuration"] });
    });
  });
});

describe("deletions", () => {
  const actual = organization({ Default: [], Old: [], Web: [] });
  const dropped = code({}, { droppedProjects: [droppedProject("Old")] });

  test("are of projects that the code has dropped, and of unmanaged ones if asked for", () => {
    expect(makePlan(dropped, actual, { maxDeletes: 2 })).toMatchObject({
      actions: [
        {
          kind: "delete",
          reason: "removed from the code",
          projectId: "prj-Old",
          before: { ...NO_SETTINGS, name: "Old" },
          after: null,
        },
      ],
      notPruned: [{ id: "prj-Web", name: "Web" }],
    });
    expect(makePlan(dropped, actual, { maxDeletes: 2, prune: true })).toMatchObject({
      actions: [
        { reason: "removed from the code", projectId: "prj-Old" },
        { reason: "not in the code", projectId: "prj-Web" },
      ],
      notPruned: [],
    });
  });

  describe("that are refused", () => {
    const full = organization({ Default: [], Old: ["a", "b"], Web: ["c"] });
    const inCode = { ...code({ Web: { workspaceNames: ["b"] } }), inState: dropped.inState };

    test("are no action and evacuate nothing, while the others do", () => {
      const all = code({}, { droppedProjects: [droppedProject("Web", { deletionPolicy: "evacuate" })] });
      const plan = makePlan(all, full, { maxDeletes: 2, prune: true });
      expect(plan.errors.map(messageOf)).toEqual([
        "The project is unmanaged and still contains 2 workspaces: a, b. Assign them to a project of the code. Or " +
          "use evacuate to move them to the default project.",
      ]);
      expect(plan.actions).toMatchObject([
        { kind: "move", workspaces: [{ name: "c", reason: "evacuated" }] },
        { kind: "delete", projectId: "prj-Web" },
      ]);
      expect(plan.warnings.map(({ code }) => code)).toEqual(["delete", "run-identity", "evacuate"]);
      const hidden = { ...full, projects: full.projects.map((it) => ({ ...it, workspaceCount: 9 })) };
      expect(makePlan(all, hidden, { maxDeletes: 2, prune: true, evacuate: true }).actions).toEqual([]);
    });

    test("leave what else the code requires: moves to other projects, and the releases of memberships", () => {
      const { address, ...was } = membershipInState("Old", { workspaceIds: ["ws-a"], workspaceNames: ["a"] });
      const released = { ...inCode.inState!, memberships: [{ ...was, address: `${address}_dropped` }] };
      expect(movesOf(makePlan(inCode, full, { maxDeletes: 1 }))).toEqual(["b: Old → Web (member)"]);
      expect(makePlan({ ...inCode, inState: released }, full, { maxDeletes: 1 })).toMatchObject({
        errors: [],
        actions: [{ workspaces: [{ name: "a" }] }, { workspaces: [{ name: "b" }] }, { kind: "delete" }],
      });
      const refused = makePlan({ ...inCode, inState: released }, organization({ Default: [], Old: ["a", "z"] }));
      expect(refused.actions).toMatchObject([{}, { kind: "move", workspaces: [{ name: "a", reason: "released" }] }]);
    });

    test("are a difference all the same, without the moves", () => {
      const drift = detectDrift(inCode, full);
      expect(drift).toMatchObject({ hasDrift: true, actions: [{ kind: "move" }, { kind: "delete" }] });
      expect(movesOf(drift)).toEqual(["b: Old → Web (member)"]);
    });

    test("count among those that are limited", () => {
      const { errors } = makePlan(inCode, full, { maxDeletes: 0 });
      expect(errors.map(({ code: it }) => it)).toEqual(["PROJECT_NOT_EMPTY", "TOO_MANY_DELETES"]);
    });
  });

  test("that are not made are named, by name", () => {
    const { notPruned } = makePlan(code({}), organization({ Default: [], B: [], a: [], C: [] }));
    expect(notPruned.map(({ name }) => name)).toEqual(["a", "B", "C"]);
  });

  test("cannot be taken back", () => {
    const { actions } = makePlan(dropped, actual, { maxDeletes: 2 });
    expect(irreversibleOf(actions)).toEqual({ deleted: [{ id: "prj-Old", name: "Old" }], unknown: [] });
  });

  test("are not of projects that the code manages under another address, refers to, or retains", () => {
    const { droppedProjects } = dropped.inState!;
    const none = [
      code({ Old: {} }, { droppedProjects }),
      code({}, { droppedProjects: droppedProjects.map((it) => ({ ...it, deletionPolicy: "retain" as const })) }),
      { ...code({}), references: [{ by: "name", name: "old" } as const] },
    ];
    const options = { prune: true, maxDeletes: 9, ignore: ["web"] };
    expect(none.map((it) => makePlan(it, actual, options).actions)).toEqual([[], [], []]);
  });
});

test("all workspaces that move to a project are one move, by name, with the projects that they come from", () => {
  const actual = organization({ Default: ["c"], Old: ["B", "a"], Net: [] });
  const rules = [{ to: "Net", matchNames: ["a*"], takeFrom: "any" } as const];
  const { actions } = makePlan(withPlacement(code({ Net: { workspaceNames: ["c", "b"] } }), rules), actual);
  expect(actions).toEqual([
    {
      id: "move Net",
      kind: "move",
      reason: "1 workspace placed by a rule, 2 workspaces named by a membership",
      destination: { id: "prj-Net", name: "Net" },
      workspaces: [
        {
          id: "ws-a",
          name: "a",
          from: { id: "prj-Old", name: "Old" },
          reason: "placed",
          rule: { placement: PLACEMENT, position: 0, match: { pattern: "a*" } },
        },
        { id: "ws-B", name: "B", from: { id: "prj-Old", name: "Old" }, reason: "member" },
        { id: "ws-c", name: "c", from: { id: "prj-Default", name: "Default" }, reason: "member" },
      ],
      dependsOn: [],
    },
  ]);
});

test("a workspace in a project that the token does not see moves from its ID", () => {
  const actual = organization({ Default: [], Net: [], Hidden: ["a"] });
  const projects = actual.projects.filter(({ name }) => name !== "Hidden");
  const { actions } = makePlan(code({ Net: { workspaceNames: ["a"] } }), { ...actual, projects });
  expect(actions).toMatchObject([{ workspaces: [{ from: { id: "prj-Hidden", name: "prj-Hidden" } }] }]);
});

test("what takes changes back says so", () => {
  const undo = { left: [] } as never;
  const desired = withProjects(
    code({ Net: { workspaceNames: ["a"] }, New: {} }, { droppedProjects: [droppedProject("Old")] }),
    {
      Net: { description: "before" },
    },
  );
  const actual = organization({ Default: ["a"], Net: [], Old: [], Web: [] });
  const { actions, notPruned } = makePlan({ ...desired, undo }, actual, { maxDeletes: 1 });
  expect(actions).toMatchObject([
    { kind: "update", reason: UNDONE },
    { kind: "create" },
    { kind: "move", workspaces: [{ reason: "undone" }] },
    { kind: "delete", reason: "created by the changes that are undone" },
  ]);
  expect(actions[1]?.reason).toBe("missing from the organization");
  expect(notPruned).toEqual([]);
  expect(makePlan(desired, actual, { maxDeletes: 1 }).actions[0]?.reason).not.toBe(UNDONE);
});

test("projects of the code that no state has are named, with their IDs", () => {
  const desired = withProjects(code({ Net: {}, Web: {}, New: {} }), {
    Web: { stateId: "prj-Web" },
    New: { stateId: "prj-gone" },
  });
  const { notInState } = makePlan(desired, organization({ Default: [], Net: [], Web: [] }));
  expect(notInState).toEqual([{ address: NET, id: "prj-Net" }]);
});

test("without a state, workspaces in projects of the code that no membership has are named, as they stay", () => {
  const actual = organization({ Default: ["d"], Net: ["a", "b", "ignored"], Web: ["c"], Exclusive: ["e"] });
  const memberships = { Net: { workspaceNames: ["b"] }, Exclusive: { exclusive: true }, Default: {} };
  const options = { ignore: ["ignored"] };
  expect(makePlan(code(memberships), actual, options).unlisted).toEqual([{ id: "ws-a", name: "a" }]);
  expect(makePlan(code(memberships, {}), actual, options).unlisted).toEqual([]);
});
