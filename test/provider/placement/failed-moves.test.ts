import type { InProcessTerraform } from "../../in-process-terraform";
import { Acme } from "../../support/acme";
import { expectNoChanges } from "../in-process";
import { errorsOf, HOSTS, PLACEMENT, placing, terraformWith, unplacedIn } from "./placed";

let acme: Acme;
const ids: Record<string, string> = {};
beforeEach(async () => {
  acme = await Acme.start();
  for (const name of ["Networks", "Apps"]) acme.addProject(name);
  for (const name of ["net-1", "net-2", "app-1"]) ids[name] = acme.addWorkspace(name);
});
afterEach(() => acme.stop());

const RULES = [
  { project: "Networks", match_names: ["net-*"] },
  { project: "Apps", match_names: ["app-*"] },
];

/** Moves into a project are refused. */
function refuseMovesTo(project: string): void {
  const path = new RegExp(`${acme.project(project)!.id}/relationships`);
  acme.emulator.faults.add({ method: "POST", path, status: 422, times: Infinity });
}

describe.each(HOSTS)("a move that fails, on %s", (_, storesPlannedPrivate) => {
  let terraform: InProcessTerraform;
  beforeEach(() => (terraform = terraformWith({ storesPlannedPrivate })));

  test("when the placement is created: the others are moved, and the state has what is not", async () => {
    refuseMovesTo("Networks");
    const applied = await terraform.apply(placing(acme, RULES));
    expect(errorsOf(applied)).toMatchObject([
      {
        summary: "Cannot move 2 workspaces",
        detail: expect.stringMatching(/^- 2 workspaces \(net-1, net-2\), to "Networks": .*422[^]*The next apply moves/),
      },
    ]);
    expect(acme.world).toMatchObject({ Networks: [], Apps: ["app-1"] });
    expect(unplacedIn(terraform)).toEqual({
      [ids["net-1"]!]: "net-1 (Default Project → Networks)",
      [ids["net-2"]!]: "net-2 (Default Project → Networks)",
    });
    expect(terraform.state.get(PLACEMENT)?.isTainted).toBe(true);
    acme.emulator.faults.clear();
    expect(errorsOf(await terraform.apply(placing(acme, RULES)))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2"], Apps: ["app-1"] });
    await expectNoChanges(terraform, placing(acme, RULES));
  });

  test("when the placement is updated: the state has the new rules, and what is not moved", async () => {
    await terraform.apply(placing(acme, RULES.slice(1)));
    refuseMovesTo("Networks");
    expect(errorsOf(await terraform.apply(placing(acme, RULES)))).toHaveLength(1);
    expect(terraform.state.get(PLACEMENT)).toMatchObject({
      isTainted: false,
      values: {
        rule: [{ project: "Networks" }, { project: "Apps" }],
        unplaced: { [ids["net-1"]!]: expect.anything() },
      },
    });
    acme.emulator.faults.clear();
    const added = acme.addWorkspace("net-3");
    // With the rules of the state, the next plan moves what is recorded, also without a refresh.
    expect(errorsOf(await terraform.apply(placing(acme, RULES), { refresh: false }))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2"], "Default Project": ["net-3"] });
    expect((await terraform.plan(placing(acme, RULES))).changes.get(PLACEMENT)?.before).toMatchObject({
      unplaced: { [added]: "net-3 (Default Project → Networks)" },
    });
  });

  test("before anything is moved, since a project is deleted after the plan: nothing else is moved", async () => {
    const plan = await terraform.plan(placing(acme, RULES));
    acme.emulator.projects.delete(acme.project("Networks")!.id);
    const applied = await terraform.apply(plan);
    expect(errorsOf(applied)).toHaveLength(1);
    expect(errorsOf(applied)[0]?.detail).toContain('- rule 1: "Networks"');
    expect(acme.world).toEqual({ Apps: [], "Default Project": ["app-1", "net-1", "net-2"] });
  });

  test("with a lost response counts as moved if it was", async () => {
    acme.emulator.faults.add({ method: "POST", path: /relationships\/workspaces/, drop: "after", times: 1 });
    expect(errorsOf(await terraform.apply(placing(acme, RULES)))).toEqual([]);
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2"], Apps: ["app-1"] });
    await expectNoChanges(terraform, placing(acme, RULES));
  });
});
