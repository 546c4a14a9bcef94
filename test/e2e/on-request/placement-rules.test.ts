import { Deployment } from "../../support/deployment";
import { describeWithTerraform, isSince, unwrapped } from "../../support/terraform";
import { REQUIRED_PROVIDERS } from "../../support/tfprojects-provider";

let deployment: Deployment;
beforeEach(async () => {
  deployment = await Deployment.start();
  for (const name of ["net-1", "net-2", "app-1", "other"]) deployment.acme.addWorkspace(name);
});
afterEach(() => deployment.stop());

function project(resource: string, name: string, more = ""): string {
  return `resource "tfprojects_project" "${resource}" {\n  name = "${name}"\n  ${more}\n}\n`;
}

const PROJECTS = project("networks", "Networks") + project("apps", "Apps");

function rule(to: string, condition: string): string {
  return `  rule {\n    project = tfprojects_project.${to}.name\n    ${condition}\n  }\n`;
}

const NETWORKS = rule("networks", 'match_names = ["net-*"]');
const APPS = rule("apps", 'match_names = ["app-*"]');

function placement(rules: string, more = "", resource = "all"): string {
  return `resource "tfprojects_workspace_placement" "${resource}" {\n${rules}  ${more}\n}\n`;
}

const idOf = (name: string): string => deployment.acme.emulator.workspaces.find("acme", name)!.id;
const move = (workspace: string, to: string): void =>
  void deployment.acme.emulator.workspaces.move(idOf(workspace), deployment.acme.project(to)!.id);

/** Deploys projects and rules. */
async function deployed(rules = NETWORKS, more = ""): Promise<void> {
  await deployment.code(PROJECTS + placement(rules, more)).init();
  await deployment.apply();
}

describeWithTerraform("a placement with the real Terraform", () => {
  test("moves what its rules decide about, and settles; changed rules move nothing that is placed", async () => {
    const { acme } = deployment;
    await deployment.code(PROJECTS + placement(NETWORKS)).init();
    const planned = await deployment.plan();
    expect(unwrapped(planned.output)).toContain("2 workspaces move by rules");
    expect(unwrapped(planned.output)).toContain(
      '- rule 1 matches "net-*", from "Default Project" to "Networks": 2 workspaces (net-1, net-2)',
    );
    await deployment.apply();
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2"], "Default Project": ["app-1", "other"] });
    await deployment.expectSettled();
    await deployment.code(PROJECTS + placement(APPS + rule("apps", 'match_names = ["*"]'))).apply();
    expect(acme.world).toEqual({ Networks: ["net-1", "net-2"], Apps: ["app-1", "other"], "Default Project": [] });
    await deployment.expectSettled();
  });

  test("refuses misspelled attributes, and points into the block", async () => {
    const code = (body: string) => PROJECTS + placement(`  rule {\n    project = "Networks"\n    ${body}\n  }\n`);
    await deployment.code(code('match_name = ["a"]')).init();
    expect(unwrapped((await deployment.plan()).stderr)).toContain('Did you mean "match_names"?');
    const invalid = await deployment.code(code('match_names = ["a b"]')).plan();
    expect(unwrapped(invalid.stderr)).toContain('in resource "tfprojects_workspace_placement" "all":');
    expect(unwrapped(invalid.stderr)).toContain("match_names");
  });

  test("moves a workspace made later with the next apply, and -refresh-only finds it", async () => {
    const { acme } = deployment;
    await deployed();
    acme.addWorkspace("net-3");
    const drift = await deployment.expectDrift();
    expect(drift).toContain("net-3 (Default Project → Networks)");
    const planned = await deployment.plan("-detailed-exitcode");
    expect(planned.status).toBe(2);
    expect(planned.stdout).toContain("net-3 (Default Project → Networks)");
    await deployment.apply();
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3"]);
    await deployment.expectSettled();
  });

  test("leaves a workspace made by the same apply to the next one", async () => {
    const { acme } = deployment;
    await deployed();
    const body = JSON.stringify({ data: { type: "workspaces", attributes: { name: "net-3" } } });
    const made = `
resource "terraform_data" "made" {
  provisioner "local-exec" {
    command = <<-EOT
      curl -sf -H "authorization: Bearer $TFE_TOKEN" -H "content-type: application/vnd.api+json" \\
        --data '${body}' "$TFE_ADDRESS/api/v2/organizations/acme/workspaces"
    EOT
  }
}
`;
    acme.addWorkspace("net-0");
    await deployment.code(made + PROJECTS + placement(NETWORKS, "depends_on = [terraform_data.made]")).apply();
    expect(acme.world).toMatchObject({ Networks: ["net-0", "net-1", "net-2"] });
    expect(acme.world["Default Project"]).toContain("net-3");
    await deployment.apply();
    expect(acme.world["Networks"]).toEqual(["net-0", "net-1", "net-2", "net-3"]);
    await deployment.expectSettled();
  });

  test("does what a saved plan names, with unchanged rules on every host", async () => {
    const { acme } = deployment;
    await deployed();
    for (const name of ["net-3", "net-4"]) acme.addWorkspace(name);
    await deployment.plan("-out=saved");
    acme.addWorkspace("net-5");
    acme.emulator.workspaces.update(idOf("net-4"), { name: "mine" });
    const applied = await deployment.terraform.run(["apply", "-input=false", "saved"]);
    expect(applied).toMatchObject({ status: 0 });
    expect(unwrapped(applied.output)).toContain("Rules no longer move 1 workspace (mine)");
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2", "net-3"] });
    await deployment.apply();
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3", "net-5"]);
    await deployment.expectSettled();
  });

  test("does what a saved plan of a new placement names where the host passes it on", async () => {
    const { acme } = deployment;
    await deployment.code(PROJECTS + placement(NETWORKS)).init();
    await deployment.plan("-out=saved");
    acme.addWorkspace("net-3");
    const applied = await deployment.terraform.run(["apply", "-input=false", "saved"]);
    expect(applied).toMatchObject({ status: 0 });
    const isPassedOn = isSince({ terraform: "1.16" });
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", ...(isPassedOn ? [] : ["net-3"])]);
    await deployment.apply();
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3"]);
    await deployment.expectSettled();
  });

  test("counts as of the last refresh with -refresh=false", async () => {
    const { acme } = deployment;
    await deployed();
    acme.addWorkspace("net-3");
    expect(await deployment.plan("-refresh=false", "-detailed-exitcode")).toMatchObject({ status: 0 });
    await deployment.apply("-refresh-only");
    acme.addWorkspace("net-4");
    await deployment.apply("-refresh=false");
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3"]);
  });

  test("is planned with -target and -replace", async () => {
    const { acme } = deployment;
    await deployed();
    acme.addWorkspace("net-3");
    await deployment.apply("-target=tfprojects_project.apps");
    expect(acme.world["Default Project"]).toContain("net-3");
    await deployment.apply("-target=tfprojects_workspace_placement.all");
    expect(acme.world["Networks"]).toContain("net-3");
    acme.addWorkspace("net-4");
    await deployment.apply("-replace=tfprojects_workspace_placement.all");
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3", "net-4"]);
    await deployment.expectSettled();
  });

  test.each(["default-project", "any"])(
    "follows a project that is renamed, in the code or by hand (%s)",
    async (from) => {
      const { acme } = deployment;
      const takes = `take_from = "${from}"`;
      await deployed(NETWORKS, takes);
      acme.addWorkspace("net-3");
      const renamed = project("networks", "Nets") + project("apps", "Apps") + placement(NETWORKS, takes);
      await deployment.code(renamed).apply();
      expect(acme.world).toMatchObject({ Nets: ["net-1", "net-2", "net-3"] });
      await deployment.expectSettled();
      acme.emulator.projects.update(acme.project("Nets")!.id, { name: "By hand" });
      acme.addWorkspace("net-4");
      const planned = await deployment.plan();
      expect(planned.stdout).toContain("net-4 (Default Project → Nets)");
      expect(planned.output).not.toContain("is missing");
      await deployment.apply();
      expect(acme.world).toMatchObject({ Nets: ["net-1", "net-2", "net-3", "net-4"] });
      await deployment.expectSettled();
    },
  );

  test("makes a project that is deleted by hand again, and nothing falls to the catch-all", async () => {
    const { acme } = deployment;
    await deployed(NETWORKS + rule("apps", 'match_names = ["*"]'));
    for (const name of ["net-1", "net-2"]) move(name, "Default Project");
    acme.emulator.projects.delete(acme.project("Networks")!.id);
    await deployment.apply();
    expect(acme.world).toEqual({ Networks: ["net-1", "net-2"], Apps: ["app-1", "other"], "Default Project": [] });
    await deployment.expectSettled();
  });

  test("takes two applies for a project that is replaced, as the plan says", async () => {
    const { acme } = deployment;
    const code = project("networks", "Networks", 'deletion_policy = "evacuate"') + placement(NETWORKS);
    await deployment.code(code).init();
    await deployment.apply();
    const replaced = await deployment.apply("-replace=tfprojects_project.networks");
    expect(unwrapped(replaced.output)).toContain('This plan replaces project "Networks", of rule 1');
    expect(acme.world["Networks"]).toEqual([]);
    await deployment.apply();
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
    await deployment.expectSettled();
  });

  test("is removed with a project that has evacuate, and destroyed without moving anything", async () => {
    const { acme } = deployment;
    const networks = project("networks", "Networks", 'deletion_policy = "evacuate"');
    await deployment.code(networks + project("apps", "Apps") + placement(NETWORKS + APPS)).init();
    await deployment.apply();
    await deployment.code(project("apps", "Apps") + placement(APPS)).apply();
    expect(acme.world).toEqual({ Apps: ["app-1"], "Default Project": ["net-1", "net-2", "other"] });
    await deployment.expectSettled();
    await deployment.code(project("apps", "Apps")).apply();
    expect(acme.world["Apps"]).toEqual(["app-1"]);
  });

  test("stores what is not moved if a move fails, when it is created and when it is updated", async () => {
    const { acme } = deployment;
    await deployment.code(PROJECTS).init();
    await deployment.apply();
    const { faults } = acme.emulator;
    const refuse = (to: string): unknown =>
      faults.add({ path: new RegExp(`${acme.project(to)!.id}/relationships`), status: 422, times: Infinity });
    refuse("Networks");
    const created = await deployment.code(PROJECTS + placement(NETWORKS + APPS)).terraform.apply();
    expect(created.status).toBe(1);
    expect(unwrapped(created.stderr)).toContain('- 2 workspaces (net-1, net-2), to "Networks"');
    expect(acme.world).toMatchObject({ Networks: [], Apps: ["app-1"] });
    expect(deployment.terraform.stateText()).toContain("net-1 (Default Project → Networks)");
    faults.clear();
    await deployment.apply();
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
    await deployment.expectSettled();

    refuse("Apps");
    const more = PROJECTS + placement(NETWORKS + APPS + rule("apps", 'match_names = ["*"]'));
    expect((await deployment.code(more).terraform.apply()).status).toBe(1);
    expect(deployment.terraform.stateText()).toContain("other (Default Project → Apps)");
    faults.clear();
    expect((await deployment.plan()).stdout).toContain("other (Default Project → Apps)");
    await deployment.apply();
    expect(acme.world["Apps"]).toEqual(["app-1", "other"]);
    await deployment.expectSettled();
  });

  test("leaves workspaces to the list of a membership, in both orders, and is an error with any", async () => {
    const { acme } = deployment;
    const list = (more = ""): string => `
resource "tfprojects_workspace_membership" "apps" {
  project_id      = tfprojects_project.apps.id
  workspace_names = ["app-1", "net-1"]
  ${more}
}
`;
    const orders = [
      list("depends_on = [tfprojects_workspace_placement.all]") + placement(NETWORKS),
      list() + placement(NETWORKS, "depends_on = [tfprojects_workspace_membership.apps]"),
    ];
    await deployment.code(PROJECTS).init();
    await deployment.apply();
    for (const code of orders) {
      await deployment.code(PROJECTS + code).apply();
      expect(acme.world).toMatchObject({ Networks: ["net-2"], Apps: ["app-1", "net-1"], "Default Project": ["other"] });
      await deployment.expectSettled();
      await deployment.code(PROJECTS).apply();
      for (const name of ["net-1", "net-2", "app-1"]) move(name, "Default Project");
    }
    const any = await deployment.code(PROJECTS + list() + placement(NETWORKS, 'take_from = "any"')).plan();
    expect(any.status).toBe(1);
    expect(unwrapped(any.stderr)).toContain('except_names = ["net-1"]');
  });

  test("of another stack leaves what the first one has placed, and takes turns with any", async () => {
    const { acme } = deployment;
    await deployed();
    const second = deployment.below("second");
    const theirs = (more: string): string =>
      placement('  rule {\n    project = "Apps"\n    match_names = ["*"]\n  }\n', more, "theirs");
    second.terraform.write(
      "versions.tf.json",
      JSON.stringify({ terraform: { required_providers: REQUIRED_PROVIDERS } }),
    );
    await second.code(theirs("")).init();
    await second.apply();
    expect(acme.world).toEqual({ Networks: ["net-1", "net-2"], Apps: ["app-1", "other"], "Default Project": [] });
    await second.expectSettled();
    await deployment.expectSettled();
    await second.code(theirs('take_from = "any"')).apply();
    expect(acme.world).toMatchObject({ Networks: [], Apps: ["app-1", "net-1", "net-2", "other"] });
    await deployment.code(PROJECTS + placement(NETWORKS, 'take_from = "any"')).apply();
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
    expect(await second.expectDrift()).toContain("net-1 (Networks → Apps)");
  });
});
