import { InProcessTerraform, reference, type Block, type Configuration } from "../in-process-terraform";
import { tfprojectsProvider } from "../../src/provider/provider";
import { Acme } from "../support/acme";
import { configurationFor, expectNoChanges } from "./in-process";

const NETWORKS = "tfprojects_workspace_membership.networks";
const APPS = "tfprojects_workspace_membership.apps";

let acme: Acme;
let networks: string;
let apps: string;
const ids: Record<string, string> = {};
beforeEach(async () => {
  acme = await Acme.start();
  networks = acme.addProject("Networks");
  apps = acme.addProject("Apps");
  for (const name of ["net-1", "net-2", "app-1", "other"]) ids[name] = acme.addWorkspace(name);
});
afterEach(() => acme.stop());

function code(
  memberships: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  more: Record<string, Block> = {},
): Configuration {
  return configurationFor(acme, { ...more, ...(memberships as Record<string, Block>) });
}

function networksBy(rule: Readonly<Record<string, unknown>> = { match_names: ["net-*"] }): Configuration {
  return code({ [NETWORKS]: { project_id: networks, ...rule } });
}

const warningsOf = ({
  diagnostics,
}: {
  readonly diagnostics: readonly { severity: string; detail: string }[];
}): string => diagnostics.flatMap(({ severity, detail }) => (severity === "warning" ? [detail] : [])).join("\n");
const errorsOf = ({ diagnostics }: { readonly diagnostics: readonly { severity: string; detail: string }[] }) =>
  diagnostics.filter(({ severity }) => severity === "error");

const HOSTS = [
  ["a host that stores planned private state", true],
  ["a host that does not", false],
] as const;

describe.each(HOSTS)("a rule, on %s", (_, storesPlannedPrivate) => {
  let terraform: InProcessTerraform;
  beforeEach(() => (terraform = new InProcessTerraform(() => tfprojectsProvider, { storesPlannedPrivate })));

  const stateOf = (address = NETWORKS) => terraform.state.get(address)?.values;

  test("selects workspaces when the membership is created, and the next plan is empty", async () => {
    const plan = await terraform.plan(networksBy());
    expect(plan).toMatchObject({ ok: true, actions: { [NETWORKS]: "create" } });
    const after = plan.changes.get(NETWORKS)?.after?.["matched_workspaces"];
    if (storesPlannedPrivate) expect(after).toEqual({ [ids["net-1"]!]: "net-1", [ids["net-2"]!]: "net-2" });
    else expect(typeof after).toBe("symbol");
    expect(warningsOf(plan)).toContain('- from the default project, matches "net-*": 2 workspaces (net-1, net-2)');
    const applied = await terraform.apply(plan);
    expect(errorsOf(applied)).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2"], "Default Project": ["app-1", "other"] });
    expect(stateOf()).toMatchObject({
      workspace_ids: expect.arrayContaining([ids["net-1"], ids["net-2"]]),
      workspace_names: expect.arrayContaining(["net-1", "net-2"]),
      matched_workspaces: { [ids["net-1"]!]: "net-1", [ids["net-2"]!]: "net-2" },
    });
    await expectNoChanges(terraform, networksBy());
  });

  test("moves a workspace that is created later with the next plan, after a warning of the refresh", async () => {
    await terraform.apply(networksBy());
    acme.addWorkspace("net-3");
    const plan = await terraform.plan(networksBy());
    expect(plan.drifted).toEqual([NETWORKS]);
    expect(plan.actions).toEqual({ [NETWORKS]: "update" });
    expect(warningsOf(plan)).toContain('- net-3: in Default Project, matches "net-*" of Networks');
    expect((await terraform.apply(plan)).ok).toBe(true);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3"]);
    await expectNoChanges(terraform, networksBy());
  });

  test("records a new match with a refresh only", async () => {
    await terraform.apply(networksBy());
    const id = acme.addWorkspace("net-3");
    expect((await terraform.plan(networksBy(), { mode: "refresh-only" })).drifted).toEqual([NETWORKS]);
    await terraform.refresh(networksBy());
    expect(stateOf()).toMatchObject({ matched_workspaces: { [id]: "net-3" }, workspace_names: ["net-1", "net-2"] });
    expect(acme.world["Default Project"]).toContain("net-3");
    expect((await terraform.plan(networksBy(), { mode: "refresh-only" })).drifted).toEqual([]);
  });

  test("counts as of the last refresh if a plan does not refresh", async () => {
    await terraform.apply(networksBy());
    acme.addWorkspace("net-3");
    expect(await terraform.plan(networksBy(), { refresh: false })).toMatchObject({ ok: true, actions: {} });
    await terraform.refresh(networksBy());
    acme.addWorkspace("net-4");
    const applied = await terraform.apply(networksBy(), { refresh: false });
    expect(errorsOf(applied)).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3"]);
  });

  test.each(["saved", "applied in one go"])(
    "leaves a match between plan and apply to the next plan, %s",
    async (way) => {
      await terraform.apply(networksBy());
      acme.addWorkspace("net-3");
      const plan = await terraform.plan(networksBy());
      acme.addWorkspace("net-4");
      const applied = await terraform.apply(way === "saved" ? plan : networksBy());
      expect(errorsOf(applied)).toEqual([]);
      expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3", ...(way === "saved" ? [] : ["net-4"])]);
    },
  );

  test("selects what matches between the plan and the apply of a new membership only where the plan is not passed on", async () => {
    const plan = await terraform.plan(networksBy());
    acme.addWorkspace("net-3");
    const applied = await terraform.apply(plan);
    expect(errorsOf(applied)).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", ...(storesPlannedPrivate ? [] : ["net-3"])]);
    if (!storesPlannedPrivate) expect(warningsOf(applied)).toContain("3 workspaces (net-1, net-2, net-3)");
    expect((await terraform.apply(networksBy())).ok).toBe(true);
    await expectNoChanges(terraform, networksBy());
  });

  test("that changes is evaluated, and lets go what it no longer matches", async () => {
    await terraform.apply(networksBy());
    const changed = networksBy({ match_names: ["net-1", "app-*"] });
    const plan = await terraform.plan(changed);
    expect(warningsOf(plan)).toContain('- from the default project, matches "app-*": 1 workspace (app-1)');
    expect(warningsOf(plan)).toContain(
      "- to the default project, unless another membership takes it: 1 workspace (net-2)",
    );
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["app-1", "net-1"], "Default Project": ["net-2", "other"] });
    await expectNoChanges(terraform, changed);
  });

  test("that is removed leaves the workspaces in words", async () => {
    await terraform.apply(networksBy());
    const named = networksBy({ workspace_names: ["net-1"] });
    expect(errorsOf(await terraform.apply(named))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1"]);
    expect(stateOf()).toMatchObject({ matched_workspaces: null, match_names: null });
    await expectNoChanges(terraform, named);
  });

  test("beside a list selects both, and a change of the list is evaluated", async () => {
    const both = networksBy({ workspace_names: ["other", "net-1"], match_names: ["net-*"], except_names: ["net-1"] });
    expect(errorsOf(await terraform.apply(both))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "other"]);
    expect(stateOf()).toMatchObject({ workspace_names: expect.arrayContaining(["other", "net-1"]) });
    expect(Object.values(stateOf()?.["matched_workspaces"] as object).sort()).toEqual(["net-1", "net-2", "other"]);
    expect(stateOf()?.["workspace_ids"]).toHaveLength(3);
    await expectNoChanges(terraform, both);
    const without = networksBy({ workspace_names: ["other"], match_names: ["net-*"], except_names: ["net-1"] });
    expect(errorsOf(await terraform.apply(without))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-2", "other"]);
    await expectNoChanges(terraform, without);
  });

  test("puts a workspace back that was moved out by hand", async () => {
    await terraform.apply(networksBy());
    acme.emulator.workspaces.move(ids["net-1"]!, apps);
    const plan = await terraform.plan(networksBy());
    expect(warningsOf(plan)).toContain(`net-1 (${ids["net-1"]}) was moved to project "Apps"`);
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
    await expectNoChanges(terraform, networksBy());
  });

  test("drops a workspace that was deleted", async () => {
    await terraform.apply(networksBy());
    acme.emulator.workspaces.delete(ids["net-1"]!);
    const plan = await terraform.plan(networksBy());
    expect(plan.ok).toBe(true);
    expect(warningsOf(plan)).toContain(`- net-1 (${ids["net-1"]}) was not found`);
    expect((await terraform.apply(plan)).ok).toBe(true);
    await expectNoChanges(terraform, networksBy());
  });

  test("leaves out a matched workspace that was deleted after the plan; the next refresh drops it", async () => {
    await terraform.apply(networksBy());
    const id = acme.addWorkspace("net-3");
    acme.addWorkspace("net-4");
    const plan = await terraform.plan(networksBy());
    acme.emulator.workspaces.delete(id);
    const applied = await terraform.apply(plan);
    expect(errorsOf(applied)).toEqual([]);
    expect(warningsOf(applied)).toContain("- 1 workspace (net-3) not found");
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-4"]);
    expect(stateOf()).toMatchObject({ matched_workspaces: { [id]: "net-3" } });
    await terraform.refresh(networksBy());
    await expectNoChanges(terraform, networksBy());
    expect(stateOf()?.["matched_workspaces"]).not.toHaveProperty(id);
  });

  test("follows tags that change hands, without a conflict", async () => {
    await acme.tag(ids["net-1"]!, { team: "net" });
    await acme.tag(ids["app-1"]!, { team: "app" });
    const both = code({
      [NETWORKS]: { project_id: networks, match_tags: { team: "net" } },
      [APPS]: { project_id: apps, match_tags: { team: "app" } },
    });
    expect(errorsOf(await terraform.apply(both))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-1"], Apps: ["app-1"] });
    await acme.tag(ids["net-1"]!, { team: "app" });
    expect(errorsOf(await terraform.apply(both))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: [], Apps: ["app-1", "net-1"] });
    const settled = await terraform.plan(both);
    expect(settled).toMatchObject({ ok: true, actions: {} });
    expect(warningsOf(settled)).toBe("No workspace has tag team=net.");
  });

  test("ignores tags that workspaces inherit", async () => {
    acme.emulator.workspaces.move(ids["net-1"]!, apps);
    await acme.client.projects.update(apps, { tags: { team: "net" } });
    await acme.tag(ids["net-2"]!, { team: "net", tier: "1" });
    const tagged = networksBy({ match_tags: { team: "*" }, except_tags: { tier: "2" } });
    expect(errorsOf(await terraform.apply(tagged))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-2"], Apps: ["net-1"] });
  });

  test("is an error with another one that selects the same workspaces, whichever is planned first", async () => {
    const both = code({
      [NETWORKS]: { project_id: networks, match_names: ["net-*"] },
      [APPS]: { project_id: apps, match_names: ["*"], take_from: "default-project" },
    });
    for (const choose of [() => 0, (count: number) => count - 1]) {
      const ordered = new InProcessTerraform(() => tfprojectsProvider, {
        storesPlannedPrivate,
        parallelism: 1,
        choose,
      });
      const plan = await ordered.plan(both);
      expect(errorsOf(plan)).toMatchObject([{ summary: "2 workspaces in two memberships" }]);
      const detail = errorsOf(plan)[0]?.detail;
      expect(detail).toContain('The workspaces "net-1", "net-2" are in');
      expect(detail).toContain('except_names = ["net-*"]');
    }
    const settled = code({
      [NETWORKS]: { project_id: networks, match_names: ["net-*"] },
      [APPS]: { project_id: apps, match_names: ["*"], take_from: "default-project", except_names: ["net-*"] },
    });
    expect(errorsOf(await terraform.apply(settled))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2"], Apps: ["app-1", "other"] });
    await expectNoChanges(terraform, settled);
  });

  test("is an error with a membership that names one of its workspaces", async () => {
    const both = code({
      [NETWORKS]: { project_id: networks, match_names: ["net-*"] },
      [APPS]: { project_id: apps, workspace_names: ["net-1"] },
    });
    expect(errorsOf(await terraform.plan(both))).toMatchObject([
      { summary: "Workspace in two memberships", detail: expect.stringContaining('except_names = ["net-1"]') },
    ]);
  });

  test("of one of two memberships is planned with -target; the next whole plan finds the conflict", async () => {
    const both = code({
      [NETWORKS]: { project_id: networks, match_names: ["net-*"] },
      [APPS]: { project_id: apps, match_names: ["app-*"] },
    });
    await terraform.apply(both);
    acme.emulator.workspaces.update(ids["net-2"]!, { name: "app-2" });
    expect(errorsOf(await terraform.apply(both, { targets: [APPS] }))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-1"], Apps: ["app-1", "app-2"] });
    expect(errorsOf(await terraform.apply(both))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-1"], Apps: ["app-1", "app-2"] });
    await expectNoChanges(terraform, both);
    const wider = code({
      [NETWORKS]: { project_id: networks, match_names: ["net-*", "app-2"] },
      [APPS]: { project_id: apps, match_names: ["app-*"] },
    });
    expect(await terraform.plan(wider, { targets: [NETWORKS] })).toMatchObject({ ok: true });
    expect(await terraform.plan(wider)).toMatchObject({ ok: false });
  });

  test("keeps its workspaces if the membership is replaced or was tainted", async () => {
    await terraform.apply(networksBy());
    const plan = await terraform.plan(networksBy(), { replace: [NETWORKS] });
    expect(plan.actions).toEqual({ [NETWORKS]: "replace" });
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
    await expectNoChanges(terraform, networksBy());
    const stored = terraform.state.get(NETWORKS)!;
    terraform.state = new Map([[NETWORKS, { ...stored, isTainted: true }]]);
    expect(errorsOf(await terraform.apply(networksBy()))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
    await expectNoChanges(terraform, networksBy());
  });

  test("is not imported: the first plan shows what it lets go", async () => {
    for (const name of ["net-1", "other"]) acme.emulator.workspaces.move(ids[name]!, networks);
    await terraform.import(networksBy(), NETWORKS, networks);
    expect(stateOf()).toMatchObject({ match_names: null, matched_workspaces: null });
    const plan = await terraform.plan(networksBy());
    expect(plan.actions).toEqual({ [NETWORKS]: "update" });
    expect(warningsOf(plan)).toContain("1 workspace (other)");
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2"], "Default Project": ["app-1", "other"] });
    await expectNoChanges(terraform, networksBy());
  });

  test("releases only what the lists of the state have when it is destroyed", async () => {
    await terraform.apply(networksBy());
    acme.addWorkspace("net-3", apps);
    await terraform.refresh(networksBy());
    expect(errorsOf(await terraform.destroy(networksBy()))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: [], Apps: ["net-3"] });
  });

  test("does not evict what matches if the project becomes exclusive, and evicts the rest", async () => {
    acme.addWorkspace("stranger", networks);
    await terraform.apply(networksBy());
    acme.addWorkspace("net-3", networks);
    const exclusive = networksBy({ match_names: ["net-*"], exclusive: true });
    const plan = await terraform.plan(exclusive);
    expect(warningsOf(plan)).toContain("1 workspace (stranger) will be moved");
    acme.addWorkspace("net-4", networks);
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3", "net-4"]);
    expect((await terraform.apply(exclusive)).ok).toBe(true);
    await expectNoChanges(terraform, exclusive);
    acme.addWorkspace("intruder", networks);
    expect((await terraform.apply(exclusive)).ok).toBe(true);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3", "net-4"]);
    await expectNoChanges(terraform, exclusive);
  });

  test("that matches nothing is a warning", async () => {
    const none = networksBy({ match_names: ["nothing-*"] });
    const plan = await terraform.plan(none);
    expect(plan).toMatchObject({ ok: true });
    expect(warningsOf(plan)).toContain('No workspace matches "nothing-*".');
    await terraform.apply(plan);
    const again = await terraform.plan(none);
    expect(again).toMatchObject({ ok: true, actions: {} });
    expect(warningsOf(again)).toContain('No workspace matches "nothing-*".');
  });

  test("adds and releases at most max_moves workspaces, in both plans", async () => {
    expect(errorsOf(await terraform.plan(networksBy({ match_names: ["net-*"], max_moves: 1 })))).toMatchObject([
      { summary: "Too many moves", detail: expect.stringContaining("adds 2 workspaces (net-1, net-2)") },
    ]);
    const limited = networksBy({ match_names: ["net-*"], max_moves: 2 });
    const plan = await terraform.plan(limited);
    acme.addWorkspace("net-3");
    const applied = await terraform.apply(plan);
    expect(errorsOf(applied)).toMatchObject(storesPlannedPrivate ? [] : [{ summary: "Too many moves" }]);
    expect(acme.world["Networks"]).toEqual(storesPlannedPrivate ? ["net-1", "net-2"] : []);
  });

  describe("with take_from default-project", () => {
    const swept = (more: object = {}) => networksBy({ match_names: ["*"], take_from: "default-project", ...more });

    test("takes workspaces only from the default project, and keeps those in its own", async () => {
      acme.emulator.workspaces.move(ids["app-1"]!, apps);
      acme.emulator.workspaces.move(ids["net-1"]!, networks);
      expect(errorsOf(await terraform.apply(swept()))).toEqual([]);
      expect(acme.world).toMatchObject({
        Networks: ["net-1", "net-2", "other"],
        Apps: ["app-1"],
        "Default Project": [],
      });
      await expectNoChanges(terraform, swept());
    });

    test("lets go a workspace that was moved elsewhere, and leaves out one that is moved after the plan", async () => {
      await terraform.apply(swept());
      acme.emulator.workspaces.move(ids["net-1"]!, apps);
      expect(errorsOf(await terraform.apply(swept()))).toEqual([]);
      expect(acme.world["Apps"]).toEqual(["net-1"]);
      const added = acme.addWorkspace("late");
      const plan = await terraform.plan(swept());
      acme.emulator.workspaces.move(added, apps);
      const applied = await terraform.apply(plan);
      expect(errorsOf(applied)).toEqual([]);
      expect(warningsOf(applied)).toContain("1 workspace (late) moved to another project after the plan");
      expect(acme.world["Apps"]).toEqual(["late", "net-1"]);
      await terraform.refresh(swept());
      await expectNoChanges(terraform, swept());
    });

    test("sweeps what the same apply releases into the default project with the next one", async () => {
      const both = (names: readonly string[]) =>
        code({
          [NETWORKS]: {
            project_id: networks,
            match_names: ["*"],
            take_from: "default-project",
            except_names: ["app-1"],
          },
          [APPS]: { project_id: apps, workspace_names: names },
        });
      acme.emulator.workspaces.move(ids["other"]!, apps);
      expect(errorsOf(await terraform.apply(both(["app-1", "other"])))).toEqual([]);
      expect(errorsOf(await terraform.apply(both(["app-1"])))).toEqual([]);
      expect(acme.world["Networks"]).not.toContain("other");
      expect(errorsOf(await terraform.apply(both(["app-1"])))).toEqual([]);
      expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2", "other"], Apps: ["app-1"] });
      await expectNoChanges(terraform, both(["app-1"]));
    });

    test("keeps the workspaces of its old project if the project of the membership changes", async () => {
      await terraform.apply(swept());
      const moved = code({ [NETWORKS]: { project_id: apps, match_names: ["*"], take_from: "default-project" } });
      expect(errorsOf(await terraform.apply(moved))).toEqual([]);
      expect(acme.world).toMatchObject({ Networks: [], Apps: ["app-1", "net-1", "net-2", "other"] });
      await expectNoChanges(terraform, moved);
    });

    test("settles with the second apply if its project is replaced", async () => {
      const made = (name: string, organization?: string) =>
        code(
          {
            [NETWORKS]: {
              project_id: reference("tfprojects_project.it", "id"),
              match_names: ["*"],
              take_from: "default-project",
            },
          },
          { "tfprojects_project.it": { name, deletion_policy: "evacuate", ...(organization ? { organization } : {}) } },
        );
      expect(errorsOf(await terraform.apply(made("Swept")))).toEqual([]);
      expect(acme.world["Swept"]).toEqual(["app-1", "net-1", "net-2", "other"]);
      const replacing = await terraform.plan(made("Swept"), { replace: ["tfprojects_project.it"] });
      expect(replacing.actions).toMatchObject({ "tfprojects_project.it": "replace" });
      expect(errorsOf(await terraform.apply(replacing))).toEqual([]);
      expect((await terraform.apply(made("Swept"))).ok).toBe(true);
      expect(acme.world["Swept"]).toEqual(["app-1", "net-1", "net-2", "other"]);
      await expectNoChanges(terraform, made("Swept"));
    });
  });
});
