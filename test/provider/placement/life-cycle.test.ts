import { reference, type Block, type InProcessTerraform } from "../../in-process-terraform";
import { Acme } from "../../support/acme";
import { identityOfMoves } from "../context";
import { expectNoChanges } from "../in-process";
import {
  effectsOf,
  errorsOf,
  HOSTS,
  movesBySameRules,
  PLACEMENT,
  placing,
  terraformWith,
  unplacedIn,
  warningsOf,
} from "./placed";

const NETWORKS = { project: "Networks", match_names: ["net-*"] };
const APPS = { project: "Apps", match_names: ["app-*", "net-1"] };
const INBOX = { project: "Inbox", match_names: ["*"] };

let acme: Acme;
const ids: Record<string, string> = {};
beforeEach(async () => {
  acme = await Acme.start();
  for (const name of ["Networks", "Apps", "Inbox"]) acme.addProject(name);
  for (const name of ["net-1", "net-2", "app-1", "other"]) ids[name] = acme.addWorkspace(name);
});
afterEach(() => acme.stop());

const projectId = (name: string): string => acme.project(name)!.id;
const move = (workspace: string, project: string): void =>
  void acme.emulator.workspaces.move(ids[workspace]!, projectId(project));

describe.each(HOSTS)("a placement, on %s", (_, storesPlannedPrivate) => {
  let terraform: InProcessTerraform;
  beforeEach(() => (terraform = terraformWith({ storesPlannedPrivate })));

  test("that is created moves what its rules decide about, the first one that matches", async () => {
    const code = placing(acme, [NETWORKS, APPS, INBOX], { except_names: ["OTHER"] });
    const plan = await terraform.plan(code);
    expect(plan).toMatchObject({ ok: true, actions: { [PLACEMENT]: "create" } });
    expect(plan.changes.get(PLACEMENT)?.after).toMatchObject({ id: "acme", organization: "acme", unplaced: {} });
    expect(warningsOf(plan)).toBe(
      "3 workspaces move by rules\n" +
        '- rule 1 matches "net-*", from "Default Project" to "Networks": 2 workspaces (net-1, net-2)\n' +
        '- rule 2 matches "app-*", from "Default Project" to "Apps": 1 workspace (app-1)\n\n' +
        effectsOf([2, "Default Project", "Networks"], [1, "Default Project", "Apps"]),
    );
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world).toEqual({
      Networks: ["net-1", "net-2"],
      Apps: ["app-1"],
      Inbox: [],
      "Default Project": ["other"],
    });
    expect(unplacedIn(terraform)).toEqual({});
    await expectNoChanges(terraform, code);
  });

  test("whose rules nothing reaches, or whose patterns match nothing, warns when they are new or changed", async () => {
    const rules = [INBOX, { project: "Networks", match_names: ["net-*", "nets-*"] }];
    const plan = await terraform.plan(placing(acme, rules));
    expect(warningsOf(plan)).toContain(
      "Rules without workspaces\n" +
        "No workspace of the default project reaches rule 2 of this placement: rule 1 matches all that it matches " +
        "(net-1 and 1 more). Put it before what matches the same, or remove it.\n",
    );
    const turned = await terraform.plan(placing(acme, [...rules].reverse()));
    expect(warningsOf(turned)).toContain(
      'Rules without workspaces\nNo workspace of the default project matches "nets-*" of rule 1 (did you mean ' +
        '"net-*"?) of this placement.\n',
    );
    const code = placing(acme, [INBOX, APPS, { project: "Networks", match_names: ["none"] }], { take_from: "any" });
    const applied = await terraform.apply(code);
    expect(warningsOf(applied)).toContain(
      "No workspace matches rule 3 of this placement.\nNo workspace reaches rule 2 of",
    );
    expect((await terraform.plan(code)).diagnostics).toEqual([]);
  });

  test("says which pattern takes how many workspaces", async () => {
    const rules = [{ project: "Networks", match_names: ["app-*", "net-*"] }];
    expect(warningsOf(await terraform.plan(placing(acme, rules)))).toContain(
      '- rule 1: "net-*" 2, "app-*" 1, from "Default Project" to "Networks": 3 workspaces (app-1, net-1, net-2)',
    );
  });

  test("moves a workspace that is created later with the next plan, whose refresh records it", async () => {
    const code = placing(acme, [NETWORKS]);
    await terraform.apply(code);
    const id = acme.addWorkspace("net-3");
    const plan = await terraform.plan(code);
    expect(plan).toMatchObject({ ok: true, drifted: [PLACEMENT], actions: { [PLACEMENT]: "update" } });
    expect(warningsOf(plan)).toBe(movesBySameRules([1, "Default Project", "Networks"]));
    expect(plan.changes.get(PLACEMENT)).toMatchObject({
      before: { unplaced: { [id]: "net-3 (Default Project → Networks)" } },
      after: { unplaced: {} },
    });
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3"]);
    await expectNoChanges(terraform, code);
  });

  test("leaves what appears between plan and apply to the next plan", async () => {
    const code = placing(acme, [NETWORKS]);
    await terraform.apply(code);
    acme.addWorkspace("net-3");
    const plan = await terraform.plan(code);
    acme.addWorkspace("net-4");
    const applied = await terraform.apply(plan);
    expect(errorsOf(applied)).toEqual([]);
    expect(warningsOf(applied)).toBe(movesBySameRules([1, "Default Project", "Networks"]));
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3"]);
    expect((await terraform.apply(code)).ok).toBe(true);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3", "net-4"]);
  });

  test("that is created moves what appears before the apply only where the plan is not passed on", async () => {
    const code = placing(acme, [NETWORKS]);
    const plan = await terraform.plan(code);
    acme.addWorkspace("net-3");
    const applied = await terraform.apply(plan);
    expect(errorsOf(applied)).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", ...(storesPlannedPrivate ? [] : ["net-3"])]);
    if (!storesPlannedPrivate) expect(warningsOf(applied)).toContain("3 workspaces (net-1, net-2, net-3)");
    expect((await terraform.apply(code)).ok).toBe(true);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3"]);
    await expectNoChanges(terraform, code);
  });

  test("leaves what is renamed, deleted or moved after the plan where it is, with a warning", async () => {
    const code = placing(acme, [NETWORKS, { ...APPS, take_from: "any" }]);
    await terraform.apply(code);
    const added = ["net-3", "net-4", "net-5", "net-6", "app-2"].map((name) => acme.addWorkspace(name));
    const plan = await terraform.plan(code);
    const [renamed, deleted, moved, placed] = added as [string, string, string, string];
    acme.emulator.workspaces.update(renamed, { name: "mine" });
    acme.emulator.workspaces.delete(deleted);
    acme.emulator.workspaces.move(moved, projectId("Inbox"));
    acme.emulator.workspaces.move(placed, projectId("Networks"));
    const applied = await terraform.apply(plan);
    expect(errorsOf(applied)).toEqual([]);
    expect(warningsOf(applied)).toContain("Rules no longer move 3 workspaces (");
    for (const name of ["mine", deleted, "net-5"]) expect(warningsOf(applied)).toContain(name);
    expect(acme.world).toMatchObject({
      Networks: ["net-1", "net-2", "net-6"],
      Apps: ["app-1", "app-2"],
      Inbox: ["net-5"],
      "Default Project": ["mine", "other"],
    });
    await expectNoChanges(terraform, code);
  });

  test("moves a recorded workspace by another rule that names the same project, and not by one that names another", async () => {
    const code = placing(acme, [NETWORKS, { project: "networks", match_names: ["sub-*"] }, INBOX]);
    await terraform.apply(code);
    const [same, other] = [acme.addWorkspace("net-3"), acme.addWorkspace("net-4")];
    const plan = await terraform.plan(code);
    acme.emulator.workspaces.update(same, { name: "sub-3" });
    acme.emulator.workspaces.update(other, { name: "any-4" });
    const applied = await terraform.apply(plan);
    expect(errorsOf(applied)).toEqual([]);
    expect(warningsOf(applied)).toContain("Rules no longer move 1 workspace (any-4): ");
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2", "sub-3"], "Default Project": ["any-4"] });
  });

  test("that changes moves what is in the default project, and nothing that was placed before", async () => {
    await terraform.apply(placing(acme, [NETWORKS]));
    const changed = placing(acme, [APPS, { ...NETWORKS, match_names: ["oth*"] }]);
    const plan = await terraform.plan(changed);
    expect(warningsOf(plan)).toContain('to "Apps": 1 workspace (app-1)');
    expect(warningsOf(plan)).toContain('to "Networks": 1 workspace (other)');
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2", "other"], Apps: ["app-1"], "Default Project": [] });
    await expectNoChanges(terraform, changed);
  });

  test("that changes while moves are pending moves what the new rules decide about", async () => {
    await terraform.apply(placing(acme, [NETWORKS]));
    const id = acme.addWorkspace("net-3");
    const changed = placing(acme, [{ ...NETWORKS, project: "Apps" }]);
    const plan = await terraform.plan(changed);
    expect(plan.changes.get(PLACEMENT)).toMatchObject({
      before: { unplaced: { [id]: "net-3 (Default Project → Networks)" } },
      after: { unplaced: {} },
    });
    expect(warningsOf(plan)).toContain('to "Apps": 1 workspace (net-3)');
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2"], Apps: ["net-3"] });
    await expectNoChanges(terraform, changed);
  });

  test("takes from any project if it says so, and a rule as an exception", async () => {
    for (const name of ["net-1", "app-1"]) move(name, "Inbox");
    const rules = [NETWORKS, { ...APPS, take_from: "default-project" }];
    const plan = await terraform.plan(placing(acme, rules, { take_from: "any" }));
    expect(warningsOf(plan)).toBe(
      "2 workspaces move by rules\n" +
        '- rule 1 matches "net-*", from "Inbox" to "Networks": 1 workspace (net-1)\n' +
        '- rule 1 matches "net-*", from "Default Project" to "Networks": 1 workspace (net-2)\n\n' +
        // The plan has read all workspaces: states are compared.
        identityOfMoves([1, "Inbox", "Networks"], [1, "Default Project", "Networks"]),
    );
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2"], Inbox: ["app-1"] });
    move("net-2", "Apps");
    const drifted = await terraform.plan(placing(acme, rules, { take_from: "any" }));
    expect(drifted.changes.get(PLACEMENT)?.before).toMatchObject({
      unplaced: { [ids["net-2"]!]: "net-2 (Apps → Networks)" },
    });
    expect(errorsOf(await terraform.apply(drifted))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
  });

  test("leaves what matches a rule into the default project there", async () => {
    const code = placing(acme, [{ project: "default project", match_names: ["net-1"] }, INBOX]);
    expect(errorsOf(await terraform.apply(code))).toEqual([]);
    expect(acme.world).toMatchObject({ "Default Project": ["net-1"], Inbox: ["app-1", "net-2", "other"] });
    await expectNoChanges(terraform, code);
  });

  test("has no conflict about a new workspace that two rules match, or that matches by name and by tag", async () => {
    const byTag = { project: "Networks", match_tags: { team: "net" } };
    const code = placing(acme, [NETWORKS, byTag, APPS, INBOX]);
    await terraform.apply(code);
    await acme.tag(acme.addWorkspace("net-app-3"), { team: "net" });
    await acme.tag(acme.addWorkspace("app-3"), { team: "net" });
    const applied = await terraform.apply(code);
    expect(errorsOf(applied)).toEqual([]);
    expect(new Set(applied.diagnostics.map(({ summary }) => summary))).toEqual(new Set(["2 workspaces move by rules"]));
    expect(acme.world["Networks"]).toEqual(["app-3", "net-1", "net-2", "net-app-3"]);
    await expectNoChanges(terraform, code);
  });

  test("leaves a workspace where it was placed when it is renamed, or loses its tag", async () => {
    await acme.tag(ids["app-1"]!, { team: "net" });
    const code = placing(acme, [NETWORKS, { project: "Networks", match_tags: { team: "net" } }], { take_from: "any" });
    await terraform.apply(code);
    acme.emulator.workspaces.update(ids["net-1"]!, { name: "mine" });
    await acme.tag(ids["app-1"]!, {});
    await expectNoChanges(terraform, code);
    expect(acme.world["Networks"]).toEqual(["app-1", "mine", "net-2"]);
  });

  test("ignores what leaves by hand with default-project, and brings it back with any", async () => {
    const [quiet, strict] = [placing(acme, [NETWORKS]), placing(acme, [NETWORKS], { take_from: "any" })];
    await terraform.apply(quiet);
    move("net-1", "Apps");
    await expectNoChanges(terraform, quiet);
    expect(errorsOf(await terraform.apply(strict))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
  });

  test("that is destroyed leaves all workspaces where they are", async () => {
    const code = placing(acme, [INBOX]);
    await terraform.apply(code);
    expect(await terraform.destroy(code)).toMatchObject({ ok: true, diagnostics: [] });
    expect(acme.world["Inbox"]).toHaveLength(4);
  });

  test("that is replaced or tainted is evaluated anew", async () => {
    const code = placing(acme, [NETWORKS]);
    await terraform.apply(code);
    acme.addWorkspace("net-3");
    const plan = await terraform.plan(code, { replace: [PLACEMENT] });
    expect(plan.actions).toEqual({ [PLACEMENT]: "replace" });
    expect(warningsOf(plan)).toContain("1 workspace (net-3)");
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3"]);
    await expectNoChanges(terraform, code);
    acme.addWorkspace("net-4");
    terraform.state = new Map([[PLACEMENT, { ...terraform.state.get(PLACEMENT)!, isTainted: true }]]);
    expect(errorsOf(await terraform.apply(code))).toEqual([]);
    expect(acme.world["Networks"]).toContain("net-4");
    await expectNoChanges(terraform, code);
  });

  test("whose state is lost, or which has another address, moves nothing twice", async () => {
    const code = placing(acme, [NETWORKS, INBOX]);
    await terraform.apply(code);
    terraform.state = new Map();
    const plan = await terraform.plan(code);
    expect(plan.diagnostics).toEqual([]);
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    await expectNoChanges(terraform, code);
  });

  test("counts as of the last refresh if a plan does not refresh", async () => {
    const code = placing(acme, [NETWORKS]);
    await terraform.apply(code);
    acme.addWorkspace("net-3");
    expect(await terraform.plan(code, { refresh: false })).toMatchObject({ ok: true, actions: {} });
    await terraform.refresh(code);
    acme.addWorkspace("net-4");
    expect(await terraform.plan(code, { refresh: false })).toMatchObject({ actions: { [PLACEMENT]: "update" } });
    expect(errorsOf(await terraform.apply(code, { refresh: false }))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3"]);
  });

  test("shows with a refresh only what it would move, and once recorded, that nothing else does", async () => {
    const code = placing(acme, [NETWORKS]);
    await terraform.apply(code);
    const id = acme.addWorkspace("net-3");
    expect((await terraform.plan(code, { mode: "refresh-only" })).drifted).toEqual([PLACEMENT]);
    await terraform.refresh(code);
    expect(unplacedIn(terraform)).toEqual({ [id]: "net-3 (Default Project → Networks)" });
    expect(acme.world["Default Project"]).toContain("net-3");
    expect((await terraform.plan(code, { mode: "refresh-only" })).drifted).toEqual([]);
  });

  test("places by tags of workspaces, not by those of their project", async () => {
    await acme.client.projects.update(acme.defaultProjectId, { tags: { team: "net" } });
    await acme.tag(ids["app-1"]!, { team: "apps" });
    const rules: Block[] = [
      { project: "Apps", match_tags: { team: "apps" } },
      { project: "Networks", match_names: ["net-*"], match_tags: { team: "*" } },
    ];
    const code = placing(acme, rules, { except_tags: { keep: "*" } });
    expect(errorsOf(await terraform.apply(code))).toEqual([]);
    expect(acme.world).toMatchObject({ Apps: ["app-1"], Networks: [] });
    await acme.tag(ids["net-1"]!, { team: "net" });
    await acme.tag(ids["net-2"]!, { team: "net", keep: "" });
    expect(errorsOf(await terraform.apply(code))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1"]);
    await expectNoChanges(terraform, code);
  });

  test("moves at most max_moves workspaces, in both plans, and also with unchanged rules", async () => {
    const limited = (max: number) => placing(acme, [NETWORKS], { max_moves: max });
    const detail =
      "The placement would move 2 workspaces (net-1, net-2), and max_moves is 1. Narrow its rules, or raise max_moves";
    expect(errorsOf(await terraform.plan(limited(1)))).toMatchObject([
      { summary: "Too many moves", detail: expect.stringContaining(detail) },
    ]);
    const plan = await terraform.plan(limited(2));
    acme.addWorkspace("net-3");
    const applied = await terraform.apply(plan);
    expect(errorsOf(applied)).toMatchObject(storesPlannedPrivate ? [] : [{ summary: "Too many moves" }]);
    expect(acme.world["Networks"]).toEqual(storesPlannedPrivate ? ["net-1", "net-2"] : []);
    await terraform.apply(limited(3));
    for (const name of ["net-4", "net-5", "net-6", "net-7"]) acme.addWorkspace(name);
    expect(errorsOf(await terraform.plan(limited(3)))).toMatchObject([
      { summary: "Too many moves", detail: expect.stringContaining("4 workspaces (net-4, net-5, net-6, net-7)") },
    ]);
    // The limit alone is no new rule.
    expect(warningsOf(await terraform.plan(limited(4)))).toBe(movesBySameRules([4, "Default Project", "Networks"]));
    expect(errorsOf(await terraform.apply(limited(4)))).toEqual([]);
    await expectNoChanges(terraform, limited(4));
  });

  test("with rules that are known only after apply has a plan that says so", async () => {
    const first = "tfprojects_project.first";
    const project = { name: "First", description: null };
    const rule = { project: "Networks", match_names: ["net-*", reference(first, "id")] };
    const code = placing(acme, [rule], {}, { [first]: project });
    const plan = await terraform.plan(code);
    expect(warningsOf(plan)).toContain("Moves are known only after apply");
    expect(plan.changes.get(PLACEMENT)?.after).toMatchObject({ unplaced: {} });
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
    await expectNoChanges(terraform, code);
  });
});
