import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Deployment } from "../support/deployment";
import { sharedBundle } from "../support/shared-bundle";
import { describeWithTerraform, REGISTRY, unwrapped } from "../support/terraform";

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

const NAMES = ["Platform", "Plain", "Team Red", "Team Blue"];

describeWithTerraform("Terraform, with projects of hashicorp/tfe in its state,", () => {
  test("takes them over with moved blocks, also into a module, and the next plan is empty", async () => {
    const { acme, terraform } = deployment;
    await deployment.apply();
    const ids = NAMES.map((name) => acme.project(name)!.id);
    expect(stored().find(({ id }) => id === ids[1])).toMatchObject({ description: "", tags: {} });

    deployment.code(AFTER);
    await terraform.init();
    acme.takeRequests();
    const { stdout } = await deployment.apply();
    expect(unwrapped(stdout)).toContain("tfe_project.platform has moved to tfprojects_project.platform");
    expect(unwrapped(stdout)).toContain("Plan: 0 to add, 0 to change, 0 to destroy.");
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
    expect(await deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });

    expect(stored().map(({ id, deletion_policy }) => ({ id, deletion_policy }))).toEqual(
      expect.arrayContaining(ids.map((id) => ({ id, deletion_policy: "refuse" }))),
    );
    expect(stored().find(({ id }) => id === ids[2])).toMatchObject({ description: "" });
    expect(NAMES.map((name) => acme.project(name)!.id)).toEqual(ids);
  });

  let deployment: Deployment;
  beforeEach(async () => {
    deployment = await Deployment.start();
    deployment.terraform.stageProvider(executable, `${REGISTRY}/hashicorp/tfe`, "0.80.0");
    deployment.code(BEFORE).terraform.write("teams/main.tf", MODULE);
    await deployment.terraform.init();
  });
  afterEach(() => deployment.stop());

  /** The attributes of every object in the state file. */
  function stored(): readonly Readonly<Record<string, unknown>>[] {
    const { resources } = JSON.parse(deployment.terraform.stateText()) as {
      resources: { instances: { attributes: Record<string, unknown> }[] }[];
    };
    return resources.flatMap(({ instances }) => instances.map(({ attributes }) => attributes));
  }
});
