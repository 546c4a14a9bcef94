import { UNSET_SETTINGS, messageOf } from "../../../src/model";
import { executePlan } from "../../../src/engine/apply/execute-plan";
import { observeOrganization } from "../../../src/engine/live/observe";
import type { DesiredProject, DesiredOrganization } from "../../../src/engine/organization";
import { BlockedPlanError } from "../../../src/engine/blocked-plan-error";
import type { Plan } from "../../../src/engine/plan/comparison";
import { makePlan } from "../../../src/engine/plan/plan";
import type { PlanOptions } from "../../../src/engine/plan/plan-options";
import { Acme } from "../../support/acme";
import { applyPlans } from "../../../src/engine/session";
import { sessionOf } from "../../support/engine-session";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** Code of these projects, each with a membership of these workspaces. */
function code(
  projects: Record<string, readonly string[]>,
  details: Record<string, Partial<DesiredProject>> = {},
): DesiredOrganization {
  const names = Object.keys(projects);
  const address = (name: string): string => `tfprojects_project.${name.replaceAll(" ", "_")}`;
  return {
    name: "acme",
    references: [],
    projects: names.map((name) => ({
      ...UNSET_SETTINGS,
      address: address(name),
      name,
      previousNames: [],
      ...details[name],
    })),
    memberships: names.map((name) => ({
      address: `tfprojects_workspace_membership.${name.replaceAll(" ", "_")}`,
      project: { by: "address", address: address(name) },
      workspaceIds: [],
      workspaceNames: projects[name]!,
      exclusive: false,
    })),
  };
}

/** The same, with each membership declared twice. */
function twice(desired: DesiredOrganization): DesiredOrganization {
  const { memberships } = desired;
  return {
    ...desired,
    memberships: [...memberships, ...memberships.map((it) => ({ ...it, address: `${it.address}-too` }))],
  };
}

/** An exclusive membership of the default project. */
function exclusiveDefault(workspace: string): DesiredOrganization {
  const membership = { address: "tfprojects_workspace_membership.it", workspaceIds: [], workspaceNames: [workspace] };
  return { ...code({}), memberships: [{ ...membership, project: { by: "default" }, exclusive: true }] };
}

/** Two memberships of a project, by its address and by its name; the second one is exclusive. */
function sharedExclusive(name: string, workspace: string): DesiredOrganization {
  const desired = code({ [name]: [workspace] });
  const other = { address: "tfprojects_workspace_membership.other", workspaceIds: [], workspaceNames: [] };
  const memberships = [...desired.memberships, { ...other, project: { by: "name", name } as const, exclusive: true }];
  return { ...desired, memberships };
}

async function plan(desired: DesiredOrganization, options?: PlanOptions): Promise<Plan> {
  return makePlan(desired, await observeOrganization(acme.view(), desired), options);
}

/** Plans and applies with one view; returns how the actions ended. */
async function planAndApply(desired: DesiredOrganization, options?: PlanOptions): Promise<string[]> {
  const view = acme.view();
  const planned = makePlan(desired, await observeOrganization(view, desired), options);
  const { outcomes } = await executePlan(view, planned);
  return planned.actions.map((action, position) => `${action.id}: ${outcomes[position]!.kind}`);
}

function writes(): string[] {
  return acme.takeRequests().filter((request) => !request.startsWith("GET"));
}

describe("applying a plan", () => {
  test("creates, renames, moves and deletes, each with one request", async () => {
    const [old] = [acme.addProject("Old"), acme.addProject("Gone")];
    acme.addWorkspace("in-old", old);
    acme.addWorkspace("free");
    const desired = code(
      { Renamed: ["in-old"], New: ["free"] },
      { Renamed: { previousNames: ["Old"], description: "now" } },
    );
    acme.takeRequests();

    expect(await planAndApply(desired, { prune: true, maxDeletes: 1 })).toEqual([
      "update Old: done",
      "create New: done",
      "delete Gone: done",
      "move New: done",
    ]);

    expect(writes()).toHaveLength(4);
    expect(acme.world).toEqual({ "Default Project": [], New: ["free"], Renamed: ["in-old"] });
    expect(acme.project("Renamed")).toMatchObject({ id: old, description: "now" });
    expect(await plan(desired, { prune: true })).toMatchObject({ actions: [], errors: [] });
  });

  test("120 new projects with 600 workspaces take 1 + 6 + 1 reads and 240 writes, then no changes", async () => {
    acme.addWorkspaces(600);
    const members = (index: number): string[] => Array.from({ length: 5 }, (_, at) => `workspace-${5 * index + at}`);
    const desired = code(
      Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`Project ${index}`, members(index)])),
    );
    acme.takeRequests();

    const outcomes = await planAndApply(desired, { maxMoves: "all" });

    expect(outcomes.every((outcome) => outcome.endsWith(": done"))).toBe(true);
    const requests = acme.takeRequests();
    expect(requests.filter((request) => request.startsWith("GET"))).toHaveLength(1 + 6 + 1);
    expect(requests.filter((request) => !request.startsWith("GET"))).toHaveLength(120 + 120);
    expect(acme.world["Project 119"]).toEqual(members(119).sort());

    expect(await planAndApply(desired)).toEqual([]);
    expect(writes()).toEqual([]);
  });

  test("moves workspaces directly, also out of an exclusive project, one request per destination", async () => {
    const [one, two, three] = [acme.addProject("One"), acme.addProject("Two"), acme.addProject("Three")];
    for (const [name, home] of [
      ["a", one],
      ["b", two],
      ["c", three],
      ["stray", one],
    ] as const)
      acme.addWorkspace(name, home);
    const swapped = code({ One: ["b"], Two: ["c"], Three: ["a"] });
    const desired = { ...swapped, memberships: swapped.memberships.map((it) => ({ ...it, exclusive: true })) };
    acme.takeRequests();

    await planAndApply(desired);

    expect(writes().sort()).toEqual(
      [acme.defaultProjectId, one, two, three]
        .map((id) => `POST /api/v2/projects/${id}/relationships/workspaces`)
        .sort(),
    );
    expect(acme.world).toEqual({ "Default Project": ["stray"], One: ["b"], Three: ["a"], Two: ["c"] });
  });

  test("500 workspaces move to 20 projects with 20 requests", async () => {
    acme.addWorkspaces(500);
    const desired = code(
      Object.fromEntries(
        Array.from({ length: 20 }, (_, project) => [
          `Project ${project}`,
          Array.from({ length: 25 }, (_, index) => `workspace-${25 * project + index}`),
        ]),
      ),
    );
    acme.addProjects(20);
    acme.takeRequests();

    await planAndApply(desired, { maxMoves: "all" });

    expect(writes()).toHaveLength(20);
    expect(acme.world["Default Project"]).toEqual([]);
  });

  test("a cycle of names is refused, and the way out works: a third name, and a second apply", async () => {
    const [a, b, c] = [acme.addProject("Aaa"), acme.addProject("Bbb"), acme.addProject("Ccc")];
    const named = (names: readonly [string, string, string]): DesiredOrganization =>
      code(
        { [names[0]]: [], [names[1]]: [], [names[2]]: [] },
        { [names[0]]: { id: a }, [names[1]]: { id: b }, [names[2]]: { id: c } },
      );
    acme.takeRequests();

    const { errors } = await plan(named(["Bbb", "Ccc", "Aaa"]));

    expect(errors.map((it) => [it.code, messageOf(it)])).toEqual([
      [
        "NAME_TAKEN",
        'Projects pass on their names in a cycle: "Aaa" to "Bbb", "Bbb" to "Ccc", "Ccc" to "Aaa". No rename can come ' +
          "first, since each takes a name that another project still has. Rename one of them to a name that no " +
          "project has, apply, and rename it again.",
      ],
    ]);
    expect(writes()).toEqual([]);
    await planAndApply(named(["Ddd", "Ccc", "Aaa"]));
    await planAndApply(named(["Bbb", "Ccc", "Aaa"]));
    expect([acme.project("Bbb")!.id, acme.project("Ccc")!.id, acme.project("Aaa")!.id]).toEqual([a, b, c]);
  });

  test("A → B and B → C in one plan keep both projects", async () => {
    const [a, b] = [acme.addProject("Aaa"), acme.addProject("Bbb")];
    const desired = code({ Bbb: [], Ccc: [] }, { Bbb: { previousNames: ["Aaa"] }, Ccc: { previousNames: ["Bbb"] } });

    await planAndApply(desired);

    expect([acme.project("Bbb")!.id, acme.project("Ccc")!.id]).toEqual([a, b]);
    expect(await plan(desired)).toMatchObject({ actions: [] });
  });

  test("previous names in a cycle are refused, also after the swap", async () => {
    acme.addProject("Aaa", { description: "first" });
    acme.addProject("Bbb", { description: "second" });
    const desired = code(
      { Bbb: [], Aaa: [] },
      {
        Bbb: { previousNames: ["Aaa"], description: "first" },
        Aaa: { previousNames: ["Bbb"], description: "second" },
      },
    );
    acme.takeRequests();

    const { errors } = await plan(desired);

    expect(errors.map((it) => [it.code, messageOf(it)])).toEqual([
      ["NAME_TAKEN", expect.stringContaining('"Aaa" to "Bbb", "Bbb" to "Aaa"')],
    ]);
    expect(writes()).toEqual([]);
  });

  test("a project that another tool left under a temporary name is found by its previous names", async () => {
    const [a, b] = [acme.addProject("Bbb - renaming"), acme.addProject("Bbb")];
    const desired = code(
      { Bbb: [], Aaa: [] },
      { Bbb: { previousNames: ["Bbb - renaming"] }, Aaa: { previousNames: ["Bbb"] } },
    );

    await planAndApply(desired);

    expect([acme.project("Bbb")!.id, acme.project("Aaa")!.id]).toEqual([a, b]);
    expect(Object.keys(acme.world)).toEqual(["Aaa", "Bbb", "Default Project"]);
  });

  test.each([
    ["full", 0],
    ["documented", 3],
  ] as const)("compares the duration of each project, with %s documents by %i reads", async (documents, reads) => {
    await acme.stop();
    acme = await Acme.start({ documents });
    acme.addProject("Has it", { autoDestroyActivityDuration: "14d" });
    acme.addProject("Has another", { autoDestroyActivityDuration: "3d" });
    acme.addProject("Not set", { autoDestroyActivityDuration: "9d" });
    const duration = { autoDestroyActivityDuration: "14d" };
    const desired = code(
      { "Has it": [], "Has another": [], "Not set": [] },
      { "Has it": duration, "Has another": duration },
    );
    acme.takeRequests();

    await planAndApply(desired);

    expect(acme.takeRequests().filter((request) => request.startsWith("GET /api/v2/projects/"))).toHaveLength(reads);
    expect(acme.project("Has another")).toMatchObject(duration);
    expect(acme.project("Not set")).toMatchObject({ autoDestroyActivityDuration: null });
  });

  test.each([
    ["full", 0],
    ["documented", 299],
  ] as const)("300 projects, 500 workspaces, %s documents: 1 + 3 + 5 + %i reads", async (documents, single) => {
    await acme.stop();
    acme = await Acme.start({ documents });
    const names = Array.from({ length: 299 }, (_, index) => `Project ${index}`);
    acme.addProjects(299);
    acme.addWorkspaces(500);
    const set = { autoDestroyActivityDuration: "14d" };
    const desired = code(Object.fromEntries(names.map((name) => [name, []])), { "Project 3": set, "Project 70": set });
    acme.takeRequests();

    expect((await plan(desired)).actions.map(({ id }) => id)).toEqual(["update Project 3", "update Project 70"]);

    expect(acme.takeRequests()).toHaveLength(1 + 3 + 5 + single);
    const fast = makePlan(desired, await observeOrganization(acme.view(), desired, { skipDurations: true }));
    expect(fast).toMatchObject({ actions: [], errors: [], notCompared: ["autoDestroyActivityDuration"] });
    expect(acme.takeRequests()).toHaveLength(1 + 3 + 5);
  });

  test("when an action fails, only actions that depend on it are skipped", async () => {
    acme.addWorkspace("one");
    acme.addWorkspace("two");
    const desired = code({ Broken: ["one"], Sound: ["two"] });
    const view = acme.view();
    const planned = makePlan(desired, await observeOrganization(view, desired));
    acme.addProject("Broken");

    const { outcomes } = await executePlan(view, planned);

    expect(
      Object.fromEntries(planned.actions.map((action, position) => [action.id, outcomes[position]!.kind])),
    ).toEqual({
      "create Broken": "failed",
      "create Sound": "done",
      "move Broken": "skipped",
      "move Sound": "done",
    });
    expect(acme.world).toMatchObject({ "Default Project": ["one"], Sound: ["two"] });
  });

  test("when aborted, completes the actions in progress and starts no others", async () => {
    const desired = code(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`Project ${index}`, []])));
    const view = acme.view();
    const planned = makePlan(desired, await observeOrganization(view, desired));
    const stop = new AbortController();

    const { outcomes } = await executePlan(view, planned, { signal: stop.signal, notify: () => stop.abort() });

    const done = outcomes.filter(({ kind }) => kind === "done").length;
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(50);
    expect(Object.keys(acme.world)).toHaveLength(1 + done);
    expect(outcomes.filter(({ kind }) => kind === "skipped")).toHaveLength(50 - done);
  });

  test.each(["started", "done"])(
    "when notify throws of an action that is %s, starts no others, and returns all outcomes",
    async (failsAt) => {
      const desired = code(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`Project ${index}`, []])));
      const view = acme.view();
      const planned = makePlan(desired, await observeOrganization(view, desired));

      const failure = new Error("no space left on device");
      const { outcomes, listenerError } = await executePlan(view, planned, {
        notify: (event) => {
          if (event.kind !== "action") return;
          const { action, outcome } = event;
          const position = planned.actions.indexOf(action);
          expect(position).not.toBe(-1);
          const now = typeof outcome === "string" ? outcome : outcome.kind;
          if (now === failsAt && position === 3) throw failure;
        },
      });

      const done = planned.actions.filter((_, position) => outcomes[position]!.kind === "done");
      expect(listenerError).toBe(failure);
      expect(outcomes).toHaveLength(50);
      expect(Object.keys(acme.world)).toHaveLength(1 + done.length);
      expect(done.includes(planned.actions[3]!)).toBe(failsAt === "done");
      expect(done.length).toBeLessThan(50);
    },
  );
});

describe("every guard refuses before the first write", () => {
  const exceptions: readonly [string, string, () => DesiredOrganization, PlanOptions][] = [
    ["a name that breaks a rule", "INVALID_PROJECT", () => code({ ab: [] }), {}],
    ["two projects of one name", "DUPLICATE_PROJECT", () => code({ Aaa: [], aaa: [] }), {}],
    [
      "an id that no project has",
      "UNKNOWN_PROJECT",
      () => code({ Aaa: [] }, { Aaa: { id: "prj-0000000000000000" } }),
      {},
    ],
    ["a workspace that does not exist", "UNKNOWN_WORKSPACE", () => code({ Aaa: ["nowhere"] }), {}],
    ["a workspace in two projects", "WORKSPACE_IN_TWO_PROJECTS", () => code({ Aaa: ["inside"], Bbb: ["INSIDE"] }), {}],
    [
      "a workspace in two memberships of one project",
      "WORKSPACE_IN_TWO_PROJECTS",
      () => twice(code({ Aaa: ["inside"] })),
      {},
    ],
    [
      "an exclusive membership and another one of the same project",
      "EXCLUSIVE_PROJECT_SHARED",
      () => sharedExclusive("Full", "inside"),
      {},
    ],
    ["an exclusive membership of the default project", "DEFAULT_PROJECT", () => exclusiveDefault("inside"), {}],
    [
      "a name that another project has",
      "NAME_TAKEN",
      () => code({ Full: [] }, { Full: { id: acme.defaultProjectId } }),
      {},
    ],
    ["deleting a project with workspaces", "PROJECT_NOT_EMPTY", () => code({}), { prune: true, maxDeletes: 9 }],
    ["deleting more than a quarter", "TOO_MANY_DELETES", () => code({}), { prune: true, evacuate: true }],
    ["deleting more than the limit", "TOO_MANY_DELETES", () => code({ Full: [] }), { prune: true, maxDeletes: 0 }],
    ["moving more than the limit", "TOO_MANY_MOVES", () => code({ Aaa: ["inside"] }), { maxMoves: 0 }],
    [
      "deleting a project with a workspace that is ignored",
      "PROJECT_NOT_EMPTY",
      () => code({}),
      { prune: true, evacuate: true, maxDeletes: 9, ignore: ["INS*"] },
    ],
  ];
  test.each(exceptions)("%s", async (_, expected, desired, options) => {
    acme.addWorkspace("inside", acme.addProject("Full"));
    acme.addProject("Empty");
    const before = acme.world;
    acme.takeRequests();

    const view = acme.view();
    const wanted = desired();
    const planned = makePlan(wanted, await observeOrganization(view, wanted), options);

    expect(planned.errors.map((refusal) => refusal.code)).toContain(expected);
    await expect(applyPlans([{ view, plan: planned }], sessionOf(view.client))).rejects.toThrow(BlockedPlanError);
    expect(writes()).toEqual([]);
    expect(acme.world).toEqual(before);
  });

  test.each([
    [2, 1, "of 2 (Gone 0). By default, none of fewer than 4 may be deleted."],
    [3, 1, "of 3 (Gone 0). By default, none of fewer than 4 may be deleted."],
    [4, 1, undefined],
    [7, 1, undefined],
    [7, 2, "of 7 (Gone 0, Gone 1). The limit is 1."],
    [8, 2, undefined],
  ])(
    "of %i projects %i may be deleted, by a quarter that is rounded down, or are refused",
    async (all, deleted, said) => {
      const kept = Array.from({ length: all - 1 - deleted }, (_, index) => `Kept ${index}`);
      for (const name of kept) acme.addProject(name);
      for (let index = 0; index < deleted; index += 1) acme.addProject(`Gone ${index}`);
      const planned = await plan(code(Object.fromEntries(kept.map((name) => [name, []]))), { prune: true });
      const projects = Array.from({ length: deleted }, (_, index) => `Gone ${index}`);
      expect(planned.errors).toMatchObject(
        said === undefined ? [] : [{ code: "TOO_MANY_DELETES", data: { projects } }],
      );
      expect(planned.errors.map(messageOf)).toEqual(said === undefined ? [] : [expect.stringContaining(said)]);
    },
  );

  test("the default project is never deleted", async () => {
    const planned = await plan(code({}), { prune: true, evacuate: true, maxDeletes: 9 });
    expect(planned).toMatchObject({ actions: [], errors: [] });
  });

  test("what the token may not change", async () => {
    acme.addProject("Readable");
    const token = acme.emulator.tokens.create({ organization: "acme", role: "read-only" });
    const desired = code({ Readable: [] }, { Readable: { description: "changed" } });
    const view = acme.viewWith(token);

    const planned = makePlan(desired, await observeOrganization(view, desired));

    expect(planned).toMatchObject({ errors: [], warnings: [{ code: "not-permitted" }] });
    await expect(applyPlans([{ view, plan: planned }], sessionOf(view.client))).rejects.toThrow(BlockedPlanError);
    expect(writes()).toEqual([]);
  });
});
