import { reference, type Block, type InProcessTerraform } from "../../in-process-terraform";
import { Acme } from "../../support/acme";
import { RENAMES } from "../context";
import { expectNoChanges } from "../in-process";
import { errorsOf, HOSTS, PLACEMENT, placing, terraformInOrder, terraformWith, unplacedIn, warningsOf } from "./placed";

const PROJECT = "tfprojects_project.networks";
const OTHER = "tfprojects_project.other";

let acme: Acme;
beforeEach(async () => {
  acme = await Acme.start();
  for (const name of ["net-1", "net-2", "other"]) acme.addWorkspace(name);
});
afterEach(() => acme.stop());

/** A placement of `net-*` in a project of the same code. */
function referring(name: string, project: Block = {}, placement: Block = {}) {
  const rules = [{ project: reference(PROJECT, "name"), match_names: ["net-*"] }];
  return placing(acme, rules, placement, { [PROJECT]: { name, ...project } });
}

function literal(name: string, others: Readonly<Record<string, Block>> = {}) {
  return placing(acme, [{ project: name, match_names: ["net-*"] }], {}, others);
}

function rename(from: string, to: string): void {
  acme.emulator.projects.update(acme.project(from)!.id, { name: to });
}

describe.each(HOSTS)("the project of a rule, on %s", (_, storesPlannedPrivate) => {
  let terraform: InProcessTerraform;
  beforeEach(() => (terraform = terraformWith({ storesPlannedPrivate })));

  test("is created by the same apply", async () => {
    const plan = await terraform.plan(referring("Networks"));
    expect(warningsOf(plan)).toContain('to "Networks": 2 workspaces (net-1, net-2)');
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
    await expectNoChanges(terraform, referring("Networks"));
  });

  test("is an existing one that the same apply adopts", async () => {
    acme.addWorkspace("net-0", acme.addProject("NETWORKS"));
    const code = referring("Networks", { adopt_existing: true }, { take_from: "any" });
    const plan = await terraform.plan(code);
    expect(warningsOf(plan)).toContain('to "Networks": 2 workspaces (net-1, net-2)');
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-0", "net-1", "net-2"]);
    await expectNoChanges(terraform, code);
  });

  test.each(["default-project", "any"])("is renamed by the same apply, with take_from = %s", async (take_from) => {
    await terraform.apply(referring("Networks", {}, { take_from }));
    acme.addWorkspace("net-3");
    const renamed = referring("Nets", {}, { take_from });
    const plan = await terraform.plan(renamed);
    expect(warningsOf(plan)).toContain("1 workspace moves by rules");
    expect(warningsOf(plan)).toContain('to "Nets": 1 workspace (net-3)');
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world).toMatchObject({ Nets: ["net-1", "net-2", "net-3"] });
    await expectNoChanges(terraform, renamed);
  });

  test.each(["default-project", "any"])(
    "is renamed by hand, and back by the apply, with take_from = %s",
    async (from) => {
      const code = referring("Networks", {}, { take_from: from });
      await terraform.apply(code);
      rename("Networks", "Nets");
      const id = acme.addWorkspace("net-3");
      const plan = await terraform.plan(code);
      expect(plan.changes.get(PLACEMENT)?.before?.["unplaced"]).toEqual({ [id]: "net-3 (Default Project → Networks)" });
      expect(plan.diagnostics.map(({ summary }) => summary)).toEqual([RENAMES, "1 workspace moves by rules"]);
      expect(errorsOf(await terraform.apply(plan))).toEqual([]);
      expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3"]);
      await expectNoChanges(terraform, code);
    },
  );

  test("is renamed by the engine, and by Terraform's apply of the same code without a word of the old name", async () => {
    await terraform.apply(referring("Networks", {}, { take_from: "any" }));
    rename("Networks", "Nets");
    acme.addWorkspace("net-3");
    const code = referring("Nets", {}, { take_from: "any" });
    const applied = await terraform.apply(code);
    expect(warningsOf(applied)).toContain('to "Nets": 1 workspace (net-3)');
    expect(warningsOf(applied)).not.toContain("Networks");
    expect(errorsOf(applied)).toEqual([]);
    expect(acme.world["Nets"]).toEqual(["net-1", "net-2", "net-3"]);
    await expectNoChanges(terraform, code);
  });

  test("is renamed, and that was refreshed: only rules of the state are missing it", async () => {
    await terraform.apply(referring("Networks"));
    rename("Networks", "Nets");
    await terraform.refresh(referring("Nets"));
    const applied = await terraform.apply(referring("Nets"));
    expect(warningsOf(applied)).toContain("The project of a rule in the state is missing\n");
    expect(warningsOf(applied)).toContain("The plan says where rules of the code place it.");
    expect(errorsOf(applied)).toEqual([]);
    await expectNoChanges(terraform, referring("Nets"));
  });

  test("is deleted by hand, and made again by the apply: what it matches falls to no later rule", async () => {
    const inbox = { project: "Inbox", match_names: ["*"] };
    acme.addProject("Inbox");
    const rules = [{ project: reference(PROJECT, "name"), match_names: ["net-*"] }, inbox];
    const code = placing(acme, rules, {}, { [PROJECT]: { name: "Networks" } });
    await terraform.apply(code);
    const project = acme.project("Networks")!;
    for (const { id } of project.workspaces) acme.emulator.workspaces.move(id, acme.defaultProjectId);
    acme.emulator.projects.delete(project.id);
    const plan = await terraform.plan(code);
    expect(plan.actions).toEqual({ [PROJECT]: "create", [PLACEMENT]: "update" });
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2"], Inbox: ["other"] });
    await expectNoChanges(terraform, code);
    // Terraform's exit status would be 2.
    const { private: stored } = terraform.state.get(PLACEMENT)!;
    expect((await terraform.plan(code)).refreshed.get(PLACEMENT)?.private).toEqual(stored);
  });

  test("that is in no code and deleted by hand is an error of the plan, and recorded by a refresh", async () => {
    const id = acme.addProject("Networks");
    await terraform.apply(literal("Networks"));
    const [one, two] = acme.project("Networks")!.workspaces;
    for (const workspace of [one!, two!]) acme.emulator.workspaces.move(workspace.id, acme.defaultProjectId);
    acme.emulator.projects.delete(id);
    expect(errorsOf(await terraform.plan(literal("Networks")))).toMatchObject([
      { summary: "The project of a rule is missing", detail: expect.stringContaining('- rule 1: "Networks"\n') },
    ]);
    await terraform.refresh(literal("Networks"));
    expect(unplacedIn(terraform)).toEqual({
      [one!.id]: "net-1 (Default Project → Networks)",
      [two!.id]: "net-2 (Default Project → Networks)",
    });
    acme.addProject("Networks");
    expect(errorsOf(await terraform.apply(literal("Networks"), { refresh: false }))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
    await expectNoChanges(terraform, literal("Networks"));
  });

  test("that does not exist is an error with the nearest name", async () => {
    acme.addProject("Networks");
    const rules = ["netwroks", "Default Project", "NETWROKS", "Zebra"].map((project) => ({
      project,
      match_names: ["net-*"],
    }));
    expect(errorsOf(await terraform.plan(placing(acme, rules)))).toMatchObject([
      {
        summary: "The project of a rule is missing",
        detail: expect.stringContaining(
          '- rules 1 and 3: "netwroks" (did you mean "Networks"?)\n- rule 4: "Zebra"\nThis plan creates none',
        ),
      },
    ]);
  });

  test("that is identified by its ID is an error that says so, of the apply if it is new", async () => {
    const code = placing(
      acme,
      [{ project: reference(PROJECT, "id"), match_names: ["net-*"] }],
      {},
      { [PROJECT]: { name: "Networks" } },
    );
    const says = (id: string) => [
      {
        summary: "The project of a rule is missing",
        detail: expect.stringContaining(
          `- rule 1: "${id}" (the ID of a project; a rule needs its name)\nIf the same code has the project, refer to ` +
            "its `name` instead of its `id`. Otherwise use its name.\n\n",
        ),
      },
    ];
    const errors = errorsOf(await terraform.apply(code));
    const { id } = acme.project("Networks")!;
    expect(errors).toMatchObject(says(id));
    expect(errorsOf(await terraform.plan(code))).toMatchObject(says(id));
    expect(acme.world).toEqual({ "Default Project": ["net-1", "net-2", "other"], Networks: [] });
  });

  test("that the same plan deletes is an error, and with its rule removed, too, needs evacuate", async () => {
    await terraform.apply(referring("Networks"));
    expect(errorsOf(await terraform.plan(literal("Networks")))).toMatchObject([
      { detail: expect.stringContaining('- rule 1: "Networks", which this plan deletes') },
    ]);
    const without = placing(acme, [{ project: "Default Project", match_names: ["x"] }]);
    const plan = await terraform.plan(without);
    expect(warningsOf(plan)).toContain('Project "Networks" is not empty');
    expect(warningsOf(plan)).toContain('"evacuate" moves them to the default project first');
    expect(errorsOf(await terraform.apply(plan))).toMatchObject([{ summary: 'Cannot delete project "Networks"' }]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);

    expect(errorsOf(await terraform.apply(referring("Networks", { deletion_policy: "evacuate" })))).toEqual([]);
    expect(errorsOf(await terraform.apply(without))).toEqual([]);
    expect(acme.world).toEqual({ "Default Project": ["net-1", "net-2", "other"] });
    await expectNoChanges(terraform, without);
  });

  test("that is deleted while another rule takes its workspaces needs evacuate, whichever is planned first", async () => {
    const made = (deletion_policy: string) =>
      placing(
        acme,
        [{ project: reference(PROJECT, "name"), match_names: ["net-*"] }],
        { take_from: "any" },
        { [PROJECT]: { name: "Networks", deletion_policy }, [OTHER]: { name: "Other" } },
      );
    const changed = placing(
      acme,
      [{ project: reference(OTHER, "name"), match_names: ["net-*"] }],
      { take_from: "any" },
      { [OTHER]: { name: "Other" } },
    );
    for (const order of ["first", "last"] as const) {
      const ordered = terraformInOrder(order, { storesPlannedPrivate });
      ordered.state = terraform.state;
      expect(errorsOf(await ordered.apply(made("refuse")))).toEqual([]);
      expect(errorsOf(await ordered.apply(changed))).toMatchObject([{ summary: 'Cannot delete project "Networks"' }]);
      terraform.state = ordered.state;
    }
    expect(errorsOf(await terraform.apply(made("evacuate")))).toEqual([]);
    expect(errorsOf(await terraform.apply(changed))).toEqual([]);
    expect(acme.world).toEqual({ Other: ["net-1", "net-2"], "Default Project": ["other"] });
    await expectNoChanges(terraform, changed);
  });

  test("that is replaced takes two applies, as the plan says", async () => {
    const code = referring("Networks", { deletion_policy: "evacuate" });
    await terraform.apply(code);
    const plan = await terraform.plan(code, { replace: [PROJECT] });
    expect(plan.actions).toEqual({ [PROJECT]: "replace" });
    expect(warningsOf(plan)).toContain(
      'This plan replaces project "Networks", of rule 1: its workspaces move to the default project before it is ' +
        "deleted. They move to the new project with the next plan and apply.",
    );
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: [], "Default Project": ["net-1", "net-2", "other"] });
    expect(errorsOf(await terraform.apply(code))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
    await expectNoChanges(terraform, code);
  });

  test("that is tainted is replaced with a warning, too", async () => {
    const code = referring("Networks", { deletion_policy: "evacuate" });
    await terraform.apply(code);
    terraform.state = new Map(terraform.state).set(PROJECT, { ...terraform.state.get(PROJECT)!, isTainted: true });
    const plan = await terraform.plan(code);
    expect(warningsOf(plan)).toContain('This plan replaces project "Networks", of rule 1');
    for (let applies = 0; applies < 2; applies += 1) expect(errorsOf(await terraform.apply(code))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
    await expectNoChanges(terraform, code);
  });

  test("takes over the name of one that is renamed in the same apply", async () => {
    const both = (one: string, other: string) =>
      placing(
        acme,
        [{ project: reference(OTHER, "name"), match_names: ["net-*"] }],
        {},
        {
          [PROJECT]: { name: one },
          [OTHER]: { name: other, depends_on: [PROJECT] },
        },
      );
    await terraform.apply(both("One", "Two"));
    acme.addWorkspace("net-3");
    const passed = both("Three", "One");
    const plan = await terraform.plan(passed);
    expect(warningsOf(plan)).toContain('to "One": 1 workspace (net-3)');
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world).toMatchObject({ One: ["net-1", "net-2", "net-3"], Three: [] });
    await expectNoChanges(terraform, passed);
  });
});

describe("the literal name of a project of the same code", () => {
  test("is an error of the plan if the placement is planned first, and otherwise of the apply, before any move", async () => {
    const code = literal("Networks", { [PROJECT]: { name: "Networks" } });
    const text = expect.stringContaining(
      '- rule 1: "Networks"\nThis plan creates none of them before the placement. If the same code has',
    );
    const planned = await terraformInOrder("last").plan(code);
    expect(errorsOf(planned)).toMatchObject([{ summary: "The project of a rule is missing", detail: text }]);
    const terraform = terraformInOrder("first");
    const plan = await terraform.plan(code);
    expect(plan.ok).toBe(true);
    // Terraform applies independent resources in any order.
    const other = terraformInOrder("last");
    const applied = await other.apply(plan);
    expect(errorsOf(applied)).toMatchObject([{ summary: "The project of a rule is missing", detail: text }]);
    expect(acme.world["Default Project"]).toHaveLength(3);
    expect(errorsOf(await other.apply(code))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
  });

  test("that the plan gives up is an error", async () => {
    const terraform = terraformInOrder("first");
    await terraform.apply(literal("Networks", { [PROJECT]: { name: "Networks" } }));
    expect(errorsOf(await terraform.plan(literal("Networks", { [PROJECT]: { name: "Nets" } })))).toMatchObject([
      { detail: expect.stringContaining('- rule 1: "Networks", which this plan renames to "Nets"') },
    ]);
  });
});
