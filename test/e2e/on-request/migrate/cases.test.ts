import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { CommandLine } from "../../../cli/command-line";
import { describeWithTerraform, REGISTRY, unwrapped } from "../../../support/terraform";
import { numbersIn, TakeOver, TFE, TFE_OF_ACME } from "../../migrate/take-over";

let cli: CommandLine;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());

describeWithTerraform("tfprojects migrate", () => {
  let own_: TakeOver | undefined;
  afterEach(async () => {
    await own_?.stop();
    own_ = undefined;
  });
  const start = async (files: Readonly<Record<string, string>>): Promise<TakeOver> =>
    (own_ = await TakeOver.start(cli, files));

  const TEAM = `
variable "name" {}

resource "tfe_project" "this" {
  name = "Team \${var.name}"
}

resource "tfe_workspace" "this" {
  name       = "\${var.name}-main"
  project_id = tfe_project.this.id
}
`;

  test("takes over a local module that two blocks call, by two spellings of its path", async () => {
    const own = await start({
      "main.tf": `${TFE_OF_ACME}
module "red" {
  source = "./m"
  name   = "red"
}
module "blue" {
  source = "./x/../m"
  name   = "blue"
}
`,
      "x/README.md": "",
      "m/main.tf": TEAM,
    });
    await own.deployment.apply();
    const { numbers } = await own.takeOver();
    expect(numbers).toBe("0 to import, 0 to add, 0 to change, 0 to destroy");
    expect(own.read("m/main.tf")).toContain("project_id = tfprojects_project.this.id");
  });

  const testWithTofu = REGISTRY.includes("opentofu")
    ? test
    : (name: string, run: () => Promise<void>) => test.skip(`${name} (skipped: TFPROJECTS_HOST is no OpenTofu)`, run);

  testWithTofu("takes over code that is only for OpenTofu, and plans it with that", async () => {
    const own = await start({
      "main.tofu": `${TFE_OF_ACME}\nmodule "red" {\n  source = "./m"\n  name   = "red"\n}\n`,
      "m/main.tofu": TEAM,
    });
    await own.deployment.apply();
    const { stdout } = await own.migrate("--edit", "--check");
    expect(unwrapped(stdout)).toContain("tofu plan` changes nothing in the organization");
    expect(own.read("m/main.tofu")).toContain("project_id = tfprojects_project.this.id");
    expect(numbersIn((await own.deployment.plan()).stdout)).toBe("0 to import, 0 to add, 0 to change, 0 to destroy");
  });

  test("keeps a description and a mode that only the project has", async () => {
    const own = await start({
      "main.tf": `${TFE_OF_ACME}
resource "tfe_project" "a" {
  name        = "Alpha"
  description = "Shared"
}

resource "tfe_project_settings" "a" {
  project_id = tfe_project.a.id
}

resource "tfe_project" "all" {
  for_each    = toset(["one", "two"])
  name        = "All \${each.key}"
  description = "Everywhere"
}
`,
    });
    const { acme, terraform } = own.deployment;
    await own.deployment.apply();
    own.edit("main.tf", (text) => text.replaceAll(/ *description = .*\n/g, ""));
    expect(await own.deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    await acme.client.projects.update(acme.project("Alpha")!.id, { defaultExecutionMode: "local" });
    const { stdout, numbers } = await own.takeOver();
    expect(numbers).toBe("0 to import, 0 to add, 0 to change, 0 to destroy");
    expect(own.read("main.tf")).toMatch(/description +=( "Shared")\n +default_execution_mode += "local"\n/);
    expect(unwrapped(stdout)).toContain("the project has them, and the code does not");
    await terraform.succeed(["validate"]);
  });

  const DRIFTED = `${TFE_OF_ACME}
locals {
  teams = { red = { description = "Red" }, blue = {} }
}

resource "tfe_project" "team" {
  for_each    = local.teams
  name        = "Team \${each.key}"
  description = try(each.value.description, null)
  tags        = { team = each.key }
}

resource "tfe_project_settings" "red" {
  project_id             = tfe_project.team["red"].id
  default_execution_mode = "remote"
}

resource "tfe_project" "ignored" {
  name        = "Ignored"
  description = "of the code"

  lifecycle {
    ignore_changes = [description, tags]
  }
}
`;

  test("takes into the code, or announces, what was set by hand", async () => {
    const own = await start({
      "main.tf": DRIFTED,
      "tests/team.tftest.hcl": `mock_provider "tfe" {}

run "names" {
  command = plan
  assert {
    condition     = tfe_project.team["red"].name == "Team red"
    error_message = "It is \${tfe_project.team["red"].name}."
  }
}
`,
    });
    const { acme, terraform } = own.deployment;
    await own.deployment.apply();
    await terraform.succeed(["test"]);
    const update = (name: string, changes: object) => acme.client.projects.update(acme.project(name)!.id, changes);
    await update("Team blue", { autoDestroyActivityDuration: "30d", defaultExecutionMode: "local" });
    await update("Ignored", { description: "by hand", tags: { by: "hand" } });
    const { numbers, stdout } = await own.takeOver();
    expect(numbers).toBe("0 to import, 0 to add, 0 to change, 0 to destroy");
    expect(unwrapped(stdout)).toContain(
      "tests/team.tftest.hcl: In line 1, mock or configure the provider tfprojects like tfe",
    );
    own.edit(
      "tests/team.tftest.hcl",
      (text) => `mock_provider "tfprojects" {}\n${text.replaceAll("tfe_project.", "tfprojects_project.")}`,
    );
    await terraform.succeed(["test"]);
    const main = own.read("main.tf");
    expect(main).toContain("ignore_changes = [auto_destroy_activity_duration, default_execution_mode");
    expect(main).toContain('project_id             = tfprojects_project.team["red"].id');
    const byHand = unwrapped(stdout);
    expect(byHand).toContain("tfe_project_settings.red stays with hashicorp/tfe: its for_each is not that of");
  });

  test("with --check, plans before and after the edits, and says what only the second plan changes", async () => {
    const own = await start({ "main.tf": DRIFTED });
    const { acme } = own.deployment;
    await own.deployment.apply();
    const world = acme.emulator.state();
    const checked = await own.migrate("--edit", "--check");
    expect(checked).toMatchObject({ status: 0, stderr: "" });
    expect(unwrapped(checked.stdout)).toContain(
      " plan` changes nothing in the organization that it did not change before the edits.",
    );
    expect(checked.stdout).not.toContain("estimated");
    expect(await own.deployment.plan("-detailed-exitcode")).toMatchObject({ status: 2 });
    await own.deployment.apply();
    expect(acme.emulator.state()).toEqual(world);
  });

  test("with --check, gives the way back where the second plan changes more", async () => {
    const own = await start({ "main.tf": `${TFE_OF_ACME}\nresource "tfe_project" "a" {\n  name = "Alpha"\n}\n` });
    const { acme, terraform } = own.deployment;
    await own.deployment.apply();
    // hashicorp/tfe leaves it alone, and migrate does not read it with --offline.
    await acme.client.projects.update(acme.project("Alpha")!.id, { defaultExecutionMode: "local" });
    const [main, world] = [own.read("main.tf"), acme.emulator.state()];
    const { status, stderr } = await own.migrate("--edit", "--check", "--offline");
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/The plan after the edits changes what .*:\n {2}tfprojects_project\.a: update\n/),
    ]);
    expect(own.read("main.tf")).not.toBe(main);
    const [, commands = ""] = stderr.split("To revert the edits:\n");
    expect(spawnSync("sh", ["-ec", commands], { cwd: terraform.folder })).toMatchObject({ status: 0 });
    expect(own.read("main.tf")).toBe(main);
    expect(acme.emulator.state()).toEqual(world);
    expect(await own.deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
  });

  test("keeps the default project, with workspaces that no code places", async () => {
    const own = await start({
      "main.tf": `${TFE_OF_ACME}
resource "tfe_project" "default" {
  name = "Default Project"
}
`,
    });
    const { acme, terraform } = own.deployment;
    acme.addWorkspace("free");
    await terraform.succeed(["import", "-input=false", "tfe_project.default", acme.defaultProjectId]);
    const { numbers } = await own.takeOver();
    expect(numbers).toBe("0 to import, 0 to add, 0 to change, 0 to destroy");
    own.edit("main.tf", (text) => text.replace(/resource "tfprojects_project" "default" \{[^}]*\}\n/, ""));
    expect(await own.deployment.plan()).toMatchObject({ status: 1 });
    expect(acme.world).toEqual({ "Default Project": ["free"] });
  });

  test("asks no host that only Terraform knows", async () => {
    const own = await start({
      "main.tf": `${TFE}
variable "host" {
  default = "app.terraform.io"
}

provider "tfe" {
  hostname     = var.host
  organization = "acme"
}

resource "tfe_project" "a" {
  name = "Alpha"
}
`,
    });
    await own.deployment.apply();
    const { acme, terraform } = own.deployment;
    acme.takeRequests();
    const environment = { TFE_TOKEN: acme.environment["TFE_TOKEN"]! };
    const { status, stderr } = await cli.run(["migrate", terraform.folder], environment);
    expect([status, unwrapped(stderr)]).toEqual([
      1,
      expect.stringMatching(/The hostname of the provider tfe is not one literal: var\.host\. Set TFE_HOSTNAME/),
    ]);
    expect(acme.takeRequests()).toEqual([]);
  });

  test("edits nothing before what is to do by hand first", async () => {
    const own = await start({
      "main.tf": `${TFE_OF_ACME}
resource "tfe_project" "a" {
  name                   = "Alpha"
  ignore_additional_tags = true
}

resource "tfe_project_settings" "a" {
  project_id             = tfe_project.a.id
  default_execution_mode = "local"
}

output "mode" {
  value = tfe_project_settings.a.default_execution_mode
}
`,
    });
    await own.deployment.apply();
    const before = own.read("main.tf");
    const first = await own.migrate("--edit");
    expect(first.stdout).toContain('# do all of "To do by hand first", then:');
    expect(own.read("main.tf")).toBe(before);
    own.edit("main.tf", (text) => text.replace(/ *ignore_additional_tags = true\n/, ""));
    const { numbers, stdout } = await own.takeOver();
    expect(numbers).toBe("0 to import, 0 to add, 1 to change, 0 to destroy");
    expect(unwrapped(stdout)).toContain("stays with hashicorp/tfe: main.tf:");
  });

  const KEYED = `
variable "workspaces" {
  default = { api = { team = "red" }, web = { team = "blue" } }
}

variable "teams" {
  default = ["red", "blue"]
}

variable "lab" {
  default = true
}

resource "tfe_project" "team" {
  for_each = toset(var.teams)
  name     = "Team \${each.key}"
}

resource "tfe_workspace" "app" {
  for_each   = var.workspaces
  name       = each.key
  project_id = tfe_project.team[each.value.team].id
}

resource "tfe_workspace" "main" {
  for_each   = tfe_project.team
  name       = "\${each.key}-main"
  project_id = each.value.id
}

resource "tfe_project" "lab" {
  count = var.lab ? 1 : 0
  name  = "Lab"
}

resource "tfe_workspace" "lab" {
  count      = var.lab ? 2 : 0
  name       = "lab-\${count.index}"
  project_id = tfe_project.lab[0].id
}

resource "tfe_workspace" "bench" {
  count      = var.lab ? 1 : 0
  name       = "bench"
  project_id = one(tfe_project.lab[*].id)
}
`;

  test("follows new instances, a conditional project, and a count that is turned off and on", async () => {
    const own = await start({ "main.tf": TFE_OF_ACME + KEYED });
    const { acme, terraform } = own.deployment;
    await own.deployment.apply();
    await own.takeOver();

    const values = (more: object): void => own.write({ "terraform.tfvars.json": JSON.stringify(more) });
    const world = (more: Record<string, string[]> = {}): Record<string, string[]> => ({
      "Default Project": [],
      "Team red": ["api", "red-main"],
      "Team blue": ["blue-main", "web"],
      Lab: ["bench", "lab-0", "lab-1"],
      ...more,
    });
    const settled = async (expected: object): Promise<void> => {
      await own.deployment.apply();
      await terraform.succeed(["plan", "-input=false", "-detailed-exitcode"]);
      expect(acme.world).toEqual(expected);
    };
    // A new instance, and one that changes its project.
    const workspaces = { api: { team: "blue" }, web: { team: "blue" }, docs: { team: "red" } };
    values({ workspaces });
    await settled(world({ "Team red": ["docs", "red-main"], "Team blue": ["api", "blue-main", "web"] }));
    // A new project with workspaces of its own.
    values({ workspaces: { ...workspaces, ml: { team: "green" } }, teams: ["red", "blue", "green"] });
    await settled(
      world({
        "Team red": ["docs", "red-main"],
        "Team blue": ["api", "blue-main", "web"],
        "Team green": ["green-main", "ml"],
      }),
    );
    // Renamed: an instance of workspaces, and one of projects, which is replaced once its workspaces have left.
    const renamed = { backend: { team: "blue" }, web: { team: "blue" }, docs: { team: "crimson" } };
    values({ workspaces: renamed, teams: ["crimson", "red", "blue"] });
    await own.deployment.apply();
    values({ workspaces: renamed, teams: ["crimson", "blue"] });
    const { "Team red": _red, ...others } = world();
    await settled({
      ...others,
      "Team crimson": ["crimson-main", "docs"],
      "Team blue": ["backend", "blue-main", "web"],
    });
    values({ lab: false });
    const { Lab: lab, ...rest } = world();
    await settled(rest);
    values({});
    await settled({ ...rest, Lab: lab });
  });

  test("follows the instances of a module with workspaces, and a call that is deleted", async () => {
    const own = await start({
      "main.tf": `${TFE_OF_ACME}
variable "apps" {
  default = { shop = "red", blog = "blue" }
}

resource "tfe_project" "team" {
  for_each = toset(["red", "blue"])
  name     = "Team \${each.key}"
}

resource "tfe_project" "shared" {
  name = "Shared"
}

module "app" {
  source     = "./app"
  for_each   = var.apps
  name       = each.key
  project_id = tfe_project.team[each.value].id
}

module "tools" {
  source     = "./app"
  name       = "tools"
  project_id = tfe_project.shared.id
}

module "mirror" {
  source     = "./app"
  count      = 2
  name       = "mirror-\${count.index}"
  project_id = tfe_project.shared.id
}
`,
      "app/main.tf": `
variable "name" {}

variable "project_id" {}

resource "tfe_workspace" "this" {
  count      = 2
  name       = "\${var.name}-\${count.index}"
  project_id = var.project_id
}

module "extra" {
  source  = "../extra"
  name    = var.name
  project = var.project_id
}
`,
      "extra/main.tf": `
variable "name" {}

variable "project" {}

resource "tfe_workspace" "extra" {
  name       = "\${var.name}-extra"
  project_id = var.project
}
`,
    });
    const { acme, terraform } = own.deployment;
    await own.deployment.apply();
    await own.takeOver();

    own.write({ "terraform.tfvars.json": JSON.stringify({ apps: { shop: "blue", news: "red" } }) });
    own.edit("main.tf", (text) => text.replace(/module "tools" \{[^}]*\}\n/, ""));
    await own.deployment.apply();
    await terraform.succeed(["plan", "-input=false", "-detailed-exitcode"]);
    const of = (...names: string[]): string[] => names.flatMap((name) => [`${name}-0`, `${name}-1`, `${name}-extra`]);
    expect(acme.world).toEqual({
      "Default Project": [],
      "Team red": of("news"),
      "Team blue": of("shop"),
      Shared: of("mirror-0", "mirror-1"),
    });
  });

  test("moves a workspace before its old project leaves the code, or in one apply with create_before_destroy", async () => {
    const project = (name: string, type = "tfe_project", more = ""): string =>
      `resource "${type}" "${name}" {\n  name = "${name}"\n${more}}\n`;
    const inProject = (name: string): string =>
      `resource "tfe_workspace" "w" {\n  name       = "w"\n  project_id = tfprojects_project.${name}.id\n}\n`;
    const own = await start({ "old.tf": project("old"), "new.tf": project("new"), "main.tf": TFE_OF_ACME });
    const { acme, terraform } = own.deployment;
    await own.deployment.apply();
    await own.takeOver();
    const old = own.read("old.tf");
    own.write({ "w.tf": inProject("old") });
    await own.deployment.apply();
    const before = acme.emulator.state();

    own.write({ "w.tf": inProject("new"), "old.tf": "" });
    const ADVICE =
      "the deletion comes before the move: keep the project in the configuration, apply the move, and then remove " +
      "the project.";
    const plan = await own.deployment.plan("-out=tfplan");
    expect(plan).toMatchObject({ status: 0 });
    expect(unwrapped(plan.stdout)).toContain(ADVICE);
    own.write({ "plan.json": (await terraform.succeed(["show", "-json", "tfplan"])).stdout });
    const engine = await cli.run(["plan", terraform.path("plan.json"), "--max-deletes=1"], acme.environment);
    expect(engine.status).toBe(1);
    expect(unwrapped(engine.stdout)).toContain(`Terraform sets its project (tfe_workspace.w), but ${ADVICE}`);
    // A second apply fails, too.
    for (const more of [[], ["-refresh=false"]]) {
      const applied = await terraform.run(["apply", "-auto-approve", "-input=false", ...more]);
      expect(applied.status).toBe(1);
      expect(unwrapped(applied.stderr)).toContain(ADVICE);
      expect(acme.emulator.state()).toEqual(before);
    }

    own.write({ "old.tf": old });
    await own.deployment.apply();
    expect(acme.world).toEqual({ "Default Project": [], old: [], new: ["w"] });
    own.write({ "old.tf": "" });
    expect((await own.deployment.plan()).output).not.toContain("Warning");
    await own.deployment.apply();
    expect(acme.world).toEqual({ "Default Project": [], new: ["w"] });

    const lifecycle = "  lifecycle {\n    create_before_destroy = true\n  }\n";
    own.write({ "old.tf": old, "new.tf": project("new", "tfprojects_project", lifecycle) });
    await own.deployment.apply();
    own.write({ "w.tf": inProject("old"), "new.tf": "" });
    await own.deployment.apply();
    expect(acme.world).toEqual({ "Default Project": [], old: ["w"] });
    expect(await own.deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
  });

  test("has a way back, which changes nothing either", async () => {
    const before = `${TFE_OF_ACME}
resource "tfe_project" "a" {
  name        = "Alpha"
  description = "Ours"
}

resource "tfe_workspace" "w" {
  for_each   = toset(["one", "two"])
  name       = each.key
  project_id = tfe_project.a.id
}
`;
    const own = await start({ "main.tf": before });
    const { acme, terraform } = own.deployment;
    await own.deployment.apply();
    await own.takeOver();
    const world = acme.emulator.state();
    const removed = (type: string): string => `removed {
  from = ${type}.a
  lifecycle {
    destroy = false
  }
}
`;
    // The provider of what is removed stays until then.
    const [requirement = ""] = /tfprojects = \{[^}]*\}\n/.exec(own.read("main.tf")) ?? [];
    rmSync(terraform.path("tfprojects.tf"));
    own.write({
      "main.tf": before.replace("required_providers {\n", (head) => `${head}${requirement}`),
      "back.tf": `${removed("tfprojects_project")}
import {
  to = tfe_project.a
  id = "${acme.project("Alpha")!.id}"
}
`,
    });
    const outcome = await own.deployment.apply();
    expect(numbersIn(outcome.stdout)).toBe("1 to import, 0 to add, 0 to change, 0 to destroy");
    expect(acme.emulator.state()).toEqual(world);
    rmSync(terraform.path("back.tf"));
    own.write({ "main.tf": before });
    expect(await own.deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
  });
});
