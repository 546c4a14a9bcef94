import { reference, type Block, type Configuration, type InProcessTerraform } from "../../in-process-terraform";
import { Acme } from "../../support/acme";
import { configurationFor, expectNoChanges } from "../in-process";
import { errorsOf, HOSTS, PLACEMENT, placing, terraformInOrder, terraformWith, unplacedIn, warningsOf } from "./placed";

const MEMBERSHIP = "tfprojects_workspace_membership.apps";
const SECOND = "tfprojects_workspace_placement.second";
const PROJECT = "tfprojects_project.new";
const OLD = "tfprojects_project.old";
const ORDERS = ["first", "last"] as const;

let acme: Acme;
let networks: string;
let apps: string;
const ids: Record<string, string> = {};
beforeEach(async () => {
  acme = await Acme.start();
  [networks, apps] = [acme.addProject("Networks"), acme.addProject("Apps")];
  for (const name of ["net-1", "net-2", "app-1"]) ids[name] = acme.addWorkspace(name);
});
afterEach(() => acme.stop());

const ALL = { project: "Networks", match_names: ["*"] };

/** A placement, and a membership of Apps. */
function beside(membership: Block, placement: Block = {}): Configuration {
  return placing(acme, [ALL], placement, { [MEMBERSHIP]: { project_id: apps, ...membership } });
}

describe.each(HOSTS)("a membership beside a placement, on %s", (_, storesPlannedPrivate) => {
  test.each(ORDERS)(
    "has its workspaces without an error if the placement takes from the default project (%s)",
    async (order) => {
      const terraform = terraformInOrder(order, { storesPlannedPrivate });
      const code = beside({ workspace_names: ["app-1", "net-1"] });
      expect(errorsOf(await terraform.apply(code))).toEqual([]);
      expect(acme.world).toEqual({ Networks: ["net-2"], Apps: ["app-1", "net-1"], "Default Project": [] });
      await expectNoChanges(terraform, code);
    },
  );

  test.each(ORDERS)(
    "of the default project is an error if a rule takes its workspaces from there (%s)",
    async (order) => {
      const terraform = terraformInOrder(order, { storesPlannedPrivate });
      const list = { project_id: acme.defaultProjectId, workspace_names: ["app-1"] };
      const conflict = [
        {
          summary: "Workspace in a membership and a placement",
          detail: expect.stringMatching(
            /"app-1" is in .* and .* takes it, too, .*except_names = \["app-1"\]/,
          ) as string,
        },
      ];
      expect(errorsOf(await terraform.plan(beside(list)))).toMatchObject(conflict);
      const settled = beside(list, { except_names: ["app-1"] });
      expect(errorsOf(await terraform.apply(settled))).toEqual([]);
      expect(acme.world).toEqual({ Networks: ["net-1", "net-2"], Apps: [], "Default Project": ["app-1"] });
      await expectNoChanges(terraform, settled);
      // Also beside an unchanged membership: the plan of the apply would not know that one.
      expect(errorsOf(await terraform.plan(beside(list)))).toMatchObject(conflict);
    },
  );

  test.each(ORDERS)(
    "of the default project that moves a workspace there is an error from then on (%s)",
    async (order) => {
      acme.addWorkspace("app-2", apps);
      const terraform = terraformInOrder(order, { storesPlannedPrivate });
      const code = beside({ project_id: acme.defaultProjectId, workspace_names: ["app-2"] });
      expect(errorsOf(await terraform.apply(code))).toEqual([]);
      expect(acme.world["Default Project"]).toEqual(["app-2"]);
      expect(errorsOf(await terraform.plan(code))).toMatchObject([{ detail: expect.stringContaining("except_names") }]);
    },
  );

  test.each(ORDERS)("takes a workspace that waits in the default project (%s)", async (order) => {
    const terraform = terraformInOrder(order, { storesPlannedPrivate });
    await terraform.apply(beside({ workspace_names: ["app-1"] }));
    acme.addWorkspace("new-1");
    const code = beside({ workspace_names: ["app-1", "new-1"] });
    const plan = await terraform.plan(code);
    expect(plan.actions).toEqual({ [PLACEMENT]: "update", [MEMBERSHIP]: "update" });
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world["Apps"]).toEqual(["app-1", "new-1"]);
    await expectNoChanges(terraform, code);
  });

  test.each(ORDERS)("is an error if the placement takes from any project (%s)", async (order) => {
    const terraform = terraformInOrder(order, { storesPlannedPrivate });
    const code = beside({ workspace_names: ["net-1", "app-1"] }, { take_from: "any" });
    const [error, ...others] = errorsOf(await terraform.plan(code));
    expect(others).toEqual([]);
    expect(error?.detail).toContain('The workspaces "app-1", "net-1" are in ');
    expect(error?.detail).toContain('except_names = ["app-1","net-1"]');
    const settled = beside(
      { workspace_names: ["net-1", "app-1"] },
      { take_from: "any", except_names: ["app-1", "net-1"] },
    );
    expect(errorsOf(await terraform.apply(settled))).toEqual([]);
    expect(acme.world).toEqual({ Networks: ["net-2"], Apps: ["app-1", "net-1"], "Default Project": [] });
    await expectNoChanges(terraform, settled);
  });

  test.each(ORDERS)("is an error with any also for what the placement has in its project (%s)", async (order) => {
    const terraform = terraformInOrder(order, { storesPlannedPrivate });
    await terraform.apply(placing(acme, [ALL], { take_from: "any" }));
    const code = beside({ workspace_names: ["net-1"] }, { take_from: "any" });
    expect(errorsOf(await terraform.plan(code))).toMatchObject([
      { detail: expect.stringContaining('except_names = ["net-1"]') },
    ]);
  });

  const limited = async (order: "first" | "last"): Promise<void> => {
    const terraform = terraformInOrder(order, { storesPlannedPrivate });
    const code = beside({ workspace_names: ["app-1", "net-1"] }, { max_moves: 1 });
    expect(errorsOf(await terraform.apply(code))).toEqual([]);
    expect(acme.world).toEqual({ Networks: ["net-2"], Apps: ["app-1", "net-1"], "Default Project": [] });
  };
  test("has workspaces that do not count for max_moves if it is planned first", () => limited("first"));

  // Terraform refreshes a resource in the step that plans it: the placement does not see the state of the membership.
  describe.each([
    ["is new", false],
    ["is in the state", true],
  ])("that %s", (_, isInState) => {
    const members = { project_id: "", workspace_names: ["app-1", "net-1"] };
    const terraformBefore = async (): Promise<InProcessTerraform> => {
      const terraform = terraformInOrder("last", { storesPlannedPrivate });
      if (isInState) {
        await terraform.apply(configurationFor(acme, { [MEMBERSHIP]: { ...members, project_id: apps } }));
        for (const name of ["app-1", "net-1"]) acme.emulator.workspaces.move(ids[name]!, acme.defaultProjectId);
      }
      return terraform;
    };
    const limit = (more: Block): Configuration => beside({ ...members, project_id: apps }, { max_moves: 1, ...more });

    test("is named by the error about max_moves with depends_on, if it is planned last", async () => {
      const terraform = await terraformBefore();
      expect(errorsOf(await terraform.plan(limit({})))).toMatchObject([
        {
          summary: "Too many moves",
          detail: expect.stringMatching(/count, too: .*add the membership to `depends_on`/),
        },
      ]);
    });

    test("has workspaces that do not count for max_moves if the placement depends on it", async () => {
      const terraform = await terraformBefore();
      const code = limit({ depends_on: [MEMBERSHIP] });
      expect(errorsOf(await terraform.apply(code))).toEqual([]);
      expect(acme.world).toEqual({ Networks: ["net-2"], Apps: ["app-1", "net-1"], "Default Project": [] });
      await expectNoChanges(terraform, code);
    });
  });

  test("has workspaces whose tags may be unreported", async () => {
    await acme.stop();
    acme = await Acme.start({ tagRelationships: "never", tagFilter: "ignore" });
    [networks, apps] = [acme.addProject("Networks"), acme.addProject("Apps")];
    acme.addWorkspace("app-1");
    const terraform = terraformInOrder("first", { storesPlannedPrivate });
    const code = placing(
      acme,
      [{ project: "Networks", match_tags: { team: "net" } }],
      {},
      { [MEMBERSHIP]: { project_id: apps, workspace_names: ["app-1"] } },
    );
    expect(errorsOf(await terraform.apply(code))).toEqual([]);
    expect(acme.world).toEqual({ Networks: [], Apps: ["app-1"], "Default Project": [] });
  });

  test("that releases a workspace leaves it to the next plan of the placement", async () => {
    const terraform = terraformWith({ storesPlannedPrivate });
    await terraform.apply(beside({ workspace_names: ["app-1", "net-1"] }));
    const code = beside({ workspace_names: ["app-1"] });
    expect(errorsOf(await terraform.apply(code))).toEqual([]);
    expect(errorsOf(await terraform.apply(code))).toEqual([]);
    expect(acme.world).toEqual({ Networks: ["net-1", "net-2"], Apps: ["app-1"], "Default Project": [] });
    await expectNoChanges(terraform, code);
  });

  test.each([
    ["a membership that is removed", {}],
    ["a project that is deleted", { [OLD]: { name: "Old", deletion_policy: "evacuate" } }],
  ])("leaves to the next apply what %s releases, also with new rules", async (_, old) => {
    const terraform = terraformInOrder("first", { storesPlannedPrivate });
    const isDeleted = OLD in old;
    const project_id = isDeleted ? reference(OLD, "id") : apps;
    const before = { ...old, [MEMBERSHIP]: { project_id, workspace_names: ["app-1", "net-1"] } };
    expect(errorsOf(await terraform.apply(configurationFor(acme, before)))).toEqual([]);
    // Created after the release, in either case: the second plan sees the default project as it is then.
    const code = placing(acme, [ALL], { max_moves: 1 });
    const plan = await terraform.plan(code);
    expect(warningsOf(plan)).toContain('from "Default Project" to "Networks": 1 workspace (net-2)');
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-2"], "Default Project": ["app-1", "net-1"] });
    const next = placing(acme, [ALL]);
    expect(errorsOf(await terraform.apply(next))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["app-1", "net-1", "net-2"], "Default Project": [] });
    await expectNoChanges(terraform, next);
  });

  test.each(ORDERS)("gives up what a rule that takes from any project has from then on (%s)", async (order) => {
    const terraform = terraformInOrder(order, { storesPlannedPrivate });
    const lists = { project_id: networks, workspace_names: ["net-1", "net-2"] };
    const rules = { take_from: "any", except_names: ["app-1"] };
    const before = beside(lists, { ...rules, except_names: ["app-1", "net-1", "net-2"] });
    expect(errorsOf(await terraform.apply(before))).toEqual([]);
    const after = beside({ ...lists, workspace_names: ["net-2"] }, { ...rules, except_names: ["app-1", "net-2"] });
    expect(errorsOf(await terraform.apply(after))).toEqual([]);
    expect(acme.world).toEqual({ Networks: ["net-1", "net-2"], Apps: [], "Default Project": ["app-1"] });
    await expectNoChanges(terraform, after);
    // And without the membership, which is deleted.
    const without = placing(acme, [ALL], rules);
    expect(errorsOf(await terraform.apply(without))).toEqual([]);
    expect(acme.world).toEqual({ Networks: ["net-1", "net-2"], Apps: [], "Default Project": ["app-1"] });
    await expectNoChanges(terraform, without);
  });

  describe.each([...ORDERS, "at once"] as const)(
    "gives up what an unchanged rule has since a workspace was renamed (%s)",
    (order) => {
      const rules = { take_from: "any", except_names: ["app-1", "net-*"] };
      const lists = { project_id: "", workspace_ids: [] as string[] };
      const terraformBefore = async (): Promise<InProcessTerraform> => {
        Object.assign(lists, { project_id: networks, workspace_ids: [ids["net-1"]!, ids["net-2"]!] });
        const options = { storesPlannedPrivate };
        const terraform = order === "at once" ? terraformWith(options) : terraformInOrder(order, options);
        expect(errorsOf(await terraform.apply(beside(lists, rules)))).toEqual([]);
        acme.emulator.workspaces.update(ids["net-1"]!, { name: "other" });
        return terraform;
      };
      const settled = { Networks: ["net-2", "other"], Apps: [], "Default Project": ["app-1"] };

      test("and drops from its list", async () => {
        const terraform = await terraformBefore();
        const code = beside({ ...lists, workspace_ids: [ids["net-2"]!] }, rules);
        const applied = await terraform.apply(code);
        expect(errorsOf(applied)).toEqual([]);
        expect(warningsOf(applied)).not.toContain("Planned workspaces stay");
        expect(acme.world).toEqual(settled);
        await expectNoChanges(terraform, code);
      });

      test("and has when it is deleted", async () => {
        const terraform = await terraformBefore();
        const code = placing(acme, [ALL], rules);
        expect(errorsOf(await terraform.apply(code))).toEqual([]);
        expect(acme.world["Networks"]).toContain("other");
      });
    },
  );

  test("leaves to the next apply what a project that is replaced releases, also with new rules", async () => {
    const terraform = terraformWith({ storesPlannedPrivate });
    acme.addWorkspace("net-3", acme.addProject("Old"));
    const project = { name: "Old", adopt_existing: true, deletion_policy: "evacuate" };
    const code = (rules: readonly Block[]): Configuration => placing(acme, rules, { max_moves: 2 }, { [OLD]: project });
    const rule = { project: reference(OLD, "name"), match_names: ["net-*"] };
    expect(errorsOf(await terraform.apply(code([{ project: "Apps", match_names: ["app-*"] }])))).toEqual([]);
    const plan = await terraform.plan(code([rule]), { replace: [OLD] });
    expect(warningsOf(plan)).toContain('to "Old": 2 workspaces (net-1, net-2)');
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world).toMatchObject({ Old: ["net-1", "net-2"], "Default Project": ["net-3"] });
    expect(errorsOf(await terraform.apply(code([rule])))).toEqual([]);
    expect(acme.world["Old"]).toEqual(["net-1", "net-2", "net-3"]);
  });

  test.each(ORDERS)("that is exclusive in the project of a rule is an error (%s)", async (order) => {
    const terraform = terraformInOrder(order, { storesPlannedPrivate });
    const code = (exclusive: boolean): Configuration =>
      placing(
        acme,
        [{ project: "Apps", match_names: ["net-*"] }],
        {},
        {
          [MEMBERSHIP]: { project_id: apps, workspace_names: ["app-1"], exclusive },
        },
      );
    expect(errorsOf(await terraform.plan(code(true)))).toHaveLength(1);
    expect(errorsOf(await terraform.apply(code(false)))).toEqual([]);
    const [error, ...others] = errorsOf(await terraform.plan(code(true)));
    expect(others).toEqual([]);
    expect(error?.detail).toContain("exclusive");
    expect(acme.world["Apps"]).toEqual(["app-1", "net-1", "net-2"]);
  });

  describe.each(ORDERS)("that is exclusive in the new project of a rule (%s)", (order) => {
    const code = (project: Block = {}): Configuration =>
      placing(
        acme,
        [{ project: reference(PROJECT, "name"), match_names: ["net-*"] }],
        {},
        {
          [PROJECT]: { name: "New", ...project },
          [MEMBERSHIP]: { project_id: reference(PROJECT, "id"), workspace_names: ["app-1"], exclusive: true },
        },
      );

    test("is an error of the apply, which makes the moves of the first of the two only", async () => {
      const terraform = terraformInOrder(order, { storesPlannedPrivate });
      const plan = await terraform.plan(code());
      expect(errorsOf(plan)).toEqual([]);
      expect(errorsOf(await terraform.apply(plan))).toMatchObject([
        {
          summary: "Rule into an exclusive project",
          detail: expect.stringMatching(
            /in the project of (a membership \(of app-1\)|this membership), which .* Remove the rule, or `exclusive`/,
          ),
        },
      ]);
      expect([["app-1"], ["net-1", "net-2"]]).toContainEqual(acme.world["New"]);
      expect(errorsOf(await terraform.plan(code()))).toMatchObject([{ summary: "Rule into an exclusive project" }]);
    });

    test("is an error of the plan if the project is adopted", async () => {
      acme.addProject("New");
      const terraform = terraformInOrder(order, { storesPlannedPrivate });
      expect(errorsOf(await terraform.plan(code({ adopt_existing: true })))).toMatchObject([
        { summary: "Rule into an exclusive project" },
      ]);
    });
  });
});

describe("two placements of one state", () => {
  const two = (one: Block, other: Block): Configuration =>
    configurationFor(acme, {
      [PLACEMENT]: { rule: [ALL], ...one },
      [SECOND]: { rule: [{ project: "Apps", match_names: ["net-1"] }], ...other },
    });

  test.each(ORDERS)("that would move one workspace are an error (%s)", async (order) => {
    for (const takes of [{}, { take_from: "any" }] as Block[]) {
      const plan = await terraformInOrder(order).plan(two({}, takes));
      expect(errorsOf(plan)).toMatchObject([
        {
          summary: "Workspace in two placements",
          detail: expect.stringContaining('The workspace "net-1" is placed by another placement and by this placement'),
        },
      ]);
    }
  });

  test("that have nothing in common, or move nothing, work", async () => {
    const terraform = terraformWith();
    const apart = two({ except_names: ["net-1"] }, {});
    expect(errorsOf(await terraform.apply(apart))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["app-1", "net-2"], Apps: ["net-1"] });
    await expectNoChanges(terraform, apart);
    expect(errorsOf(await terraform.apply(two({}, {})))).toEqual([]);
    const same = two({ take_from: "any" }, { rule: [ALL], take_from: "any" });
    expect(errorsOf(await terraform.plan(same))).not.toEqual([]);
    acme.emulator.workspaces.move(ids["net-1"]!, networks);
    expect(errorsOf(await terraform.apply(same))).toEqual([]);
    await expectNoChanges(terraform, same);
  });
});

describe("placements of two states", () => {
  const [one, other] = [() => placing(acme, [ALL]), () => placing(acme, [{ ...ALL, project: "Apps" }])];

  test("with default-project: the first apply wins", async () => {
    const [first, second] = [terraformWith(), terraformWith()];
    expect(errorsOf(await first.apply(one()))).toEqual([]);
    expect(errorsOf(await second.apply(other()))).toEqual([]);
    expect(acme.world["Networks"]).toHaveLength(3);
    await expectNoChanges(first, one());
    await expectNoChanges(second, other());
  });

  test("with any: they take turns", async () => {
    const [first, second] = [terraformWith(), terraformWith()];
    const any = { take_from: "any" };
    const [mine, theirs] = [placing(acme, [ALL], any), placing(acme, [{ ...ALL, project: "Apps" }], any)];
    await first.apply(mine);
    expect(errorsOf(await second.apply(theirs))).toEqual([]);
    expect(acme.world["Apps"]).toHaveLength(3);
    await first.refresh(mine);
    expect(Object.keys(unplacedIn(first) as object)).toHaveLength(3);
    expect(errorsOf(await first.apply(mine))).toEqual([]);
    expect(acme.world["Networks"]).toHaveLength(3);
  });
});
