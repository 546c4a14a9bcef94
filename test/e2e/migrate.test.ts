import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandLine } from "../cli/command-line";
import { Deployment } from "../support/deployment";
import { sharedBundle } from "../support/shared-bundle";
import { describeWithTerraform, unwrapped } from "../support/terraform";

const build = mkdtempSync(join(tmpdir(), "tfe-test-"));
const executable = join(build, "terraform-provider-tfe");
let cli: CommandLine;
beforeAll(() => {
  sharedBundle("test/support/tfe-provider/main.ts", executable);
  cli = CommandLine.build();
});
afterAll(() => {
  cli.remove();
  rmSync(build, { recursive: true, force: true });
});

/** A project and its workspaces in each way that a configuration may have them. */
const CODE = `
terraform {
  required_providers {
    tfe = {
      source  = "hashicorp/tfe"
      version = "0.80.0"
    }
  }
}

provider "tfe" {
  organization = var.organization
}

variable "organization" {
  default = "acme"
}

resource "tfe_project" "platform" {
  name        = "Platform"
  description = ""
}

resource "tfe_project_settings" "platform" {
  project_id             = tfe_project.platform.id
  default_execution_mode = "local"
}

resource "tfe_workspace" "network" {
  name       = "network"
  project_id = tfe_project.platform.id # its home
}

resource "tfe_workspace" "zone" {
  for_each   = toset(["zone-a", "zone-b"])
  name       = each.key
  project_id = tfe_project.platform.id
}

resource "tfe_project" "team" {
  for_each = toset(["red", "blue"])
  name     = "Team \${each.key}"
  tags     = { team = each.key }
}

resource "tfe_workspace" "team" {
  for_each   = tfe_project.team
  name       = "\${each.key}-main"
  project_id = each.value.id
}

resource "tfe_project" "stage" {
  count = 2
  name  = "Stage \${count.index}"
}

resource "tfe_workspace" "stage" {
  name       = "stage"
  project_id = tfe_project.stage[1].id
}

module "apps" {
  source   = "./app"
  for_each = toset(["shop", "blog"])
  name     = each.key
}

output "platform" {
  value = "\${tfe_project.platform.name}: \${tfe_project.platform.id}"
}
`;

const MODULE = `
variable "name" {}

resource "tfe_project" "this" {
  name = "App \${var.name}"
}

resource "tfe_workspace" "this" {
  count      = 2
  name       = "\${var.name}-\${count.index}"
  project_id = tfe_project.this.id
}
`;

describeWithTerraform("tfprojects migrate", () => {
  test("takes over a configuration: the plan only imports, and the next one is empty", async () => {
    const { acme, terraform } = deployment;
    await deployment.apply();
    acme.addWorkspace("by-hand", acme.project("Platform")!.id);
    const before = acme.world;
    acme.takeRequests();

    const first = await migrate("--edit");
    expect(first).toMatchObject({ status: 0, stderr: "" });
    await terraform.init();
    const written = readFileSync(terraform.path("tfprojects.tf"), "utf8");
    terraform.write("state.json", (await terraform.succeed(["show", "-json"])).stdout);
    const again = await migrate("--edit", "--state", terraform.path("state.json"));
    expect(again.stdout).toMatch(/^Left unchanged .*: /);
    expect(again.stdout).not.toContain("Edits");
    expect(readFileSync(terraform.path("tfprojects.tf"), "utf8")).toBe(written);

    const plan = await deployment.plan("-out=tfplan");
    expect(plan).toMatchObject({ status: 0 });
    expect(unwrapped(plan.stdout)).toContain("Plan: 6 to import, 0 to add, 0 to change, 0 to destroy.");
    expect(first.stdout).toContain("terraform plan    # 6 to import, 0 to add, 0 to change, 0 to destroy");
    expect(await terraform.run(["apply", "-input=false", "tfplan"])).toMatchObject({ status: 0 });
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
    expect(acme.world).toEqual(before);
    await deployment.expectSettled();

    terraform.write("state.json", (await terraform.succeed(["show", "-json"])).stdout);
    const last = await migrate("--state", terraform.path("state.json"));
    expect(last.stdout).toContain("Delete app/migrate.tf, migrate.tf: the objects are taken over.");
  });

  let deployment: Deployment;
  beforeEach(async () => {
    deployment = await Deployment.start();
    const { terraform } = deployment;
    terraform.stageProvider(executable, "registry.terraform.io/hashicorp/tfe", "0.80.0");
    rmSync(terraform.path("versions.tf.json"));
    deployment.code(CODE).terraform.write("app/main.tf", MODULE);
    await terraform.init();
  });
  afterEach(() => deployment.stop());

  const migrate = (...args: string[]) =>
    cli.run(["migrate", deployment.terraform.folder, ...args], deployment.acme.environment);
});
