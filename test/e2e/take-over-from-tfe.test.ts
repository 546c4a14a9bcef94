import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Deployment } from "../support/deployment";
import { sharedBundle } from "../support/shared-bundle";
import { describeWithTerraform, unwrapped } from "../support/terraform";

const build = mkdtempSync(join(tmpdir(), "tfe-test-"));
const executable = join(build, "terraform-provider-tfe");
beforeAll(() => sharedBundle("test/support/tfe-provider/main.ts", executable));
afterAll(() => rmSync(build, { recursive: true, force: true }));

/** Projects of `hashicorp/tfe`: with every attribute, with none, in a module and with `for_each`. */
const BEFORE = `
  resource "tfe_project" "platform" {
    name                           = "Platform"
    description                    = "Shared"
    auto_destroy_activity_duration = "14d"
    tags                           = { cost-center = "42" }
    ignore_additional_tags         = true
  }
  resource "tfe_project" "plain" { name = "Plain" }
  resource "tfe_project" "team" {
    for_each = toset(["Red", "Blue"])
    name     = "Team \${each.key}"
  }
`;

const AFTER = `
  resource "tfprojects_project" "platform" {
    name                           = "Platform"
    description                    = "Shared"
    auto_destroy_activity_duration = "14d"
    tags                           = { cost-center = "42" }
    ignore_additional_tags         = true
  }
  module "teams" { source = "./teams" }
  moved {
    from = tfe_project.platform
    to   = tfprojects_project.platform
  }
  moved {
    from = tfe_project.plain
    to   = module.teams.tfprojects_project.plain
  }
  moved {
    from = tfe_project.team
    to   = module.teams.tfprojects_project.team
  }
`;

const MODULE = `
  terraform {
    required_providers {
      tfprojects = { source = "terraform.local/tfprojects/tfprojects" }
    }
  }
  resource "tfprojects_project" "plain" { name = "Plain" }
  resource "tfprojects_project" "team" {
    for_each = toset(["Red", "Blue"])
    name     = "Team \${each.key}"
  }
`;

const MISTAKE = `
  resource "tfprojects_workspace_membership" "plain" { project_id = "prj-plain" }
  moved {
    from = tfe_project.plain
    to   = tfprojects_workspace_membership.plain
  }
`;

const NAMES = ["Platform", "Plain", "Team Red", "Team Blue"];

describeWithTerraform("Terraform, with projects of hashicorp/tfe in its state,", () => {
  test("takes them over with moved blocks, also into a module, and plans nothing after it @moved-from-tfe", async () => {
    const { acme, terraform } = deployment;
    await deployment.apply();
    const ids = NAMES.map((name) => acme.project(name)!.id);
    expect(await stored("tfe_project.plain")).toMatchObject({ description: "", tags: {} });

    const mistaken = await deployment.code(MISTAKE).plan();
    expect(mistaken.status).toBe(1);
    expect(unwrapped(mistaken.output)).toContain("Cannot move tfe_project to tfprojects_workspace_membership");

    deployment.code(AFTER);
    await terraform.init();
    acme.takeRequests();
    const { stdout } = await deployment.apply();
    expect(unwrapped(stdout)).toContain("tfe_project.platform has moved to tfprojects_project.platform");
    expect(unwrapped(stdout)).toContain("Plan: 0 to add, 0 to change, 0 to destroy.");
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
    await deployment.expectSettled();

    const addresses = ["tfprojects_project.platform", "module.teams.tfprojects_project.plain"];
    for (const [index, address] of addresses.entries()) expect((await stored(address))["id"]).toBe(ids[index]);
    const red = await stored('module.teams.tfprojects_project.team["Red"]');
    expect(red).toMatchObject({ id: ids[2], description: null, deletion_policy: "refuse" });
    expect(NAMES.map((name) => acme.project(name)!.id)).toEqual(ids);
  });

  let deployment: Deployment;
  beforeEach(async () => {
    deployment = await Deployment.start();
    deployment.terraform.stageProvider(executable, "registry.terraform.io/hashicorp/tfe", "0.80.0");
    deployment.code(BEFORE).terraform.write("teams/main.tf", MODULE);
    await deployment.terraform.init();
  });
  afterEach(() => deployment.stop());

  async function stored(address: string): Promise<Readonly<Record<string, unknown>>> {
    return (await deployment.terraform.resource(address)).values;
  }
});
