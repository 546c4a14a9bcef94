import { App, LocalBackend, TerraformResource, TerraformStack } from "cdktf";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { Project, TfprojectsProvider } from "../../../src/constructs";
import { Acme } from "../../support/acme";
import { AttachedProvider } from "../../support/attached-provider";
import { CommandLine } from "../../cli/command-line";
import { tfeProvider } from "../../support/tfe-provider/provider";
import {
  cdktfEnvironment,
  describeWithTerraform,
  REGISTRY,
  TerraformWorkspace,
  unwrapped,
} from "../../support/terraform";
import { attachProvider } from "../../support/tfprojects-provider";
import { TakeOver, TFE } from "./take-over";

let cli: CommandLine;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());

/** A project and its workspaces in each way that a configuration may have them. */
const CODE = `${TFE}
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
  let own: TakeOver;
  afterEach(() => own.stop());

  test("takes over the projects of a configuration: nothing changes, and workspaces follow their code from then on", async () => {
    own = await TakeOver.start(cli, { "main.tf": CODE, "app/main.tf": MODULE });
    const { deployment } = own;
    const { acme, terraform } = deployment;
    await deployment.apply();
    acme.addWorkspace("by-hand", acme.project("Platform")!.id);
    const before = acme.world;
    acme.takeRequests();

    const first = await own.migrate("--edit");
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(unwrapped(first.stdout)).toContain("`terraform validate` finds no new errors in a copy of the edited code.");
    await terraform.init();
    const written = readFileSync(terraform.path("tfprojects.tf"), "utf8");
    terraform.write("state.json", (await terraform.succeed(["state", "pull"])).stdout);
    const again = await own.migrate("--edit", "--state", terraform.path("state.json"));
    expect(again.stdout).toMatch(/^Left unchanged .*: /);
    expect(again.stdout).not.toContain("Edits");
    expect(readFileSync(terraform.path("tfprojects.tf"), "utf8")).toBe(written);

    const plan = await deployment.plan("-out=tfplan");
    expect(plan).toMatchObject({ status: 0 });
    expect(unwrapped(plan.stdout)).toContain("Plan: 0 to add, 0 to change, 0 to destroy");
    expect(first.stdout).toContain("terraform plan    # estimated: 0 to import, 0 to add, 0 to change, 0 to destroy");
    expect(await terraform.run(["apply", "-input=false", "tfplan"])).toMatchObject({ status: 0 });
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
    expect(acme.world).toEqual(before);
    expect(await deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    // Its status is 2 for any configuration with workspaces of the real hashicorp/tfe.
    expect((await deployment.plan("-refresh-only")).stdout).toContain("No changes.");

    const last = await own.migrate();
    expect(last.stdout).toContain("Delete app/migrate.tf, migrate.tf: the objects are taken over.");

    // WHEN workspaces are added, removed and renamed
    for (const path of ["migrate.tf", "app/migrate.tf"]) rmSync(terraform.path(path));
    const grown = readFileSync(terraform.path("main.tf"), "utf8")
      .replace('toset(["zone-a", "zone-b"])', 'toset(["zone-a", "zone-c"])')
      .replace('toset(["shop", "blog"])', 'toset(["shop", "docs"])')
      .replace('name       = "stage"', 'name       = "backstage"');
    terraform.write("main.tf", grown);
    await deployment.apply();
    expect(await deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    expect(acme.world).toEqual({
      "Default Project": [],
      Platform: ["by-hand", "network", "zone-a", "zone-c"],
      "Team red": ["red-main"],
      "Team blue": ["blue-main"],
      "Stage 0": [],
      "Stage 1": ["backstage"],
      "App shop": ["shop-0", "shop-1"],
      "App docs": ["docs-0", "docs-1"],
    });
  });
});

/** An app with resources of `hashicorp/tfe`, as the bindings of any version synthesize them. */
class Organization extends TerraformStack {
  constructor(private readonly folder: string) {
    super(new App({ outdir: join(folder, "cdktf.out") }), "organization");
    // Terraform then keeps the state in the stack's folder, and needs no init.
    new LocalBackend(this, {});
    this.addOverride("terraform.backend", undefined);
    this.addOverride("terraform.required_providers.tfe", { source: `${REGISTRY}/hashicorp/tfe`, version: "0.80.0" });
    this.addOverride("provider.tfe", [{ organization: "acme" }]);
  }

  add(terraformResourceType: string, id: string, attributes: Readonly<Record<string, string>>): TerraformResource {
    const resource = new TerraformResource(this, id, { terraformResourceType });
    for (const [name, value] of Object.entries(attributes)) resource.addOverride(name, value);
    return resource;
  }

  synth(): void {
    (this.node.root as App).synth();
  }

  get stackFolder(): string {
    return join(this.folder, "cdktf.out/stacks/organization");
  }
}

/** The code of the document, with the name of the settings in this app. */
function documentedCode(): string {
  const page = readFileSync(join(__dirname, "../../../docs/migrate-from-tfe.md"), "utf8");
  const [, code = ""] = /^## In a CDK app\n[^]*?```ts\n([^]*?)```/m.exec(page) ?? [];
  return code.replace("tfe_project_settings.platform", "tfe_project_settings.settings");
}

describeWithTerraform("a CDK app that is taken over by hand, as documented", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-migrate-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test("is sent to the document by the command, and the deployment changes only the state", async () => {
    // GIVEN an app that was deployed with hashicorp/tfe
    writeFileSync(join(folder, "cdktf.json"), JSON.stringify({ app: "false", language: "typescript" }));
    const before = new Organization(folder);
    before.add("tfe_project", "platform", { name: "Platform" });
    const projectId = "${tfe_project.platform.id}";
    before.add("tfe_project_settings", "settings", { project_id: projectId, default_execution_mode: "local" });
    before.add("tfe_workspace", "network", { name: "network", project_id: projectId });
    before.synth();
    const tfe = await AttachedProvider.start(tfeProvider, `${REGISTRY}/hashicorp/tfe`);
    const [acme, attached] = [await Acme.start(), (await attachProvider()).with(tfe)];
    try {
      const terraform = new TerraformWorkspace(acme.environment, attached, before.stackFolder);
      await terraform.succeed(["apply", "-auto-approve", "-input=false"]);
      const world = acme.world;

      // WHEN the constructs are replaced
      const { status, stderr } = await cli.run(["migrate", folder], { ...acme.environment, ...cdktfEnvironment });
      expect([status, stderr]).toEqual([1, expect.stringContaining("docs/migrate-from-tfe.md")]);
      const after = new Organization(folder);
      const workspace = after.add("tfe_workspace", "network", { name: "network" });
      const network = {
        set projectId(id: string) {
          workspace.addOverride("project_id", id);
        },
      };
      const names = "Project, TfprojectsProvider, network";
      const run = runInThisContext(`(function (${names}) {\n${documentedCode()}\n})`) as (
        ...values: readonly unknown[]
      ) => void;
      run.call(after, Project, TfprojectsProvider, network);
      after.synth();
      acme.takeRequests();
      const deployed = await terraform.apply();

      // THEN
      expect(unwrapped(deployed.output)).toContain("Plan: 0 to add, 0 to change, 0 to destroy");
      expect(deployed.status).toBe(0);
      expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
      expect(acme.world).toEqual(world);
    } finally {
      await attached.stop();
      await acme.stop();
    }
  });
});
